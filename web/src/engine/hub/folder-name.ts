// The folder of a model "owner/name". A part whose hyphens could be taken for the two between parts has them as %2D, so that
// no two models share a folder.
const partName = (part: string) => (/^-|-$|--/.test(part) ? part.replaceAll('-', '%2D') : part);
export const folderName = (id: string) => id.split('/').map(partName).join('--');
export const idOf = (folder: string) => folder.replaceAll('--', '/').replaceAll('%2D', '-');
