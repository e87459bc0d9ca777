import { fileURLToPath } from 'node:url';

/** The build is written to an ignored folder, and this folder is the whole project. */
export default { distDir: 'dist', turbopack: { root: fileURLToPath(new URL('.', import.meta.url)) } };
