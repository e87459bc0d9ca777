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
