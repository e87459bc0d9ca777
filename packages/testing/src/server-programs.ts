/**
 * The programs of `npm start`, `npm run engine` and the images, from `npm run build`, relative to
 * the root.
 */
export const serverPrograms = {
  platform: 'apps/server/dist/server/main.mjs',
  engine: 'apps/server/dist/server/main.mjs',
} as const;

/**
 * Node's options of the platform in `npm start` and in its image (docs/operations.md, "Shutdown and
 * limits").
 */
export const platformOptions = [
  '--max-semi-space-size=32',
  '--no-allocation-site-pretenuring',
] as const;

/**
 * Node's options of the same programs in tests. They save processor time where all processors are
 * busy: garbage is collected without further threads, and rarely from the start on.
 */
export const thriftyOptions = [
  '--single-threaded-gc',
  '--max-semi-space-size=64',
  '--min-semi-space-size=64',
] as const;
