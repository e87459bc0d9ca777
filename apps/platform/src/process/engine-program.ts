import { fileURLToPath } from 'node:url';

/** Whether this is a bundle of `npm run build` and not a source. */
const isBuilt = import.meta.url.endsWith('.mjs');

/**
 * The path of the engine's program: a bundled platform starts the bundled engine. Only this file names it; the platform
 * calls the engine by HTTP only.
 */
export const engineProgram = fileURLToPath(
  new URL(`../../../engine/${isBuilt ? 'dist/server/main.mjs' : 'src/main.ts'}`, import.meta.url),
);
