// There is no server here. The program's server replaces this file.
export const server = null;
