// Where the page is. The program's server serves its own in place of this file.
export const server = null;
