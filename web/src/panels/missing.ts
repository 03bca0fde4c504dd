// Said in the place of a part of the page that is fetched when it is wanted.
export const kMissing = 'This part of the page did not load. Check the connection and reload the page.';
