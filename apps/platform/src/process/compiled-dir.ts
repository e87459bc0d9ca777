import { join } from 'node:path';

/**
 * Returns the folder in which Node stores compiled modules between starts (SET-24): NODE_COMPILE_CACHE, else one in
 * DATA_DIR. Whoever writes there can run code in the product, so it is not in a folder that is open to others.
 */
export function compiledDir(environment: Readonly<Record<string, string | undefined>>): string {
  return environment['NODE_COMPILE_CACHE'] || join(environment['DATA_DIR'] || defaultDataDir, 'compiled');
}

/** DATA_DIR when it is not set. */
export const defaultDataDir = '.data';
