// The parameter of an address that says which step of which lesson is open: "requests.3", or "requests.all".
export const kAt = 'lesson.at';
