import { createHmac } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The role as which services log in to the embedded database. */
export const serviceRole = 'ecp_service';

const pathIn = (dataDir: string) => join(dataDir, 'postgres.url');

/** Publishes the superuser's address for psql and for other programs; no one else may read it. */
export async function writeConnectionFile(dataDir: string, url: string): Promise<void> {
  await writeFile(`${pathIn(dataDir)}.new`, `${url}\n`, { mode: 0o600 });
  await rename(`${pathIn(dataDir)}.new`, pathIn(dataDir));
}

/** Reads the superuser's address. Returns undefined if the file is missing. */
export async function readConnectionFile(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(pathIn(dataDir), 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Reads the superuser's address, and gives that of the services' role with it. */
export async function readConnectionFiles(
  dataDir: string,
): Promise<{ url: string; serviceUrl: string } | undefined> {
  const url = await readConnectionFile(dataDir);
  return url === undefined ? undefined : { url, serviceUrl: serviceUrlOf(url) };
}

/**
 * Returns the services' address. Its password follows from the superuser's, so that an engine that
 * outlives its platform can log in to the database of the next start.
 */
export function serviceUrlOf(superuserUrl: string): string {
  const url = new URL(superuserUrl);
  const password = createHmac('sha256', url.password).update(serviceRole).digest('base64url');
  return Object.assign(url, { username: serviceRole, password }).href;
}
