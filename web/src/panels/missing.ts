// Said in the place of a part of the page that is fetched when it is wanted.
export const kMissing = 'This part of the page could not be fetched: check the connection and reload.';
