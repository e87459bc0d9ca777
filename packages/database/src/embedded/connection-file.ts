import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The role as which services log in to the embedded database. */
export const serviceRole = 'ecp_service';

/** Addresses of the database `app` on 127.0.0.1. */
export interface EmbeddedUrls {
  /** As superuser: for migrations, and for people. */
  url: string;
  /** As the role of the services. */
  serviceUrl: string;
}

/** Name of the file of the superuser's address, for psql and for other programs. */
export const connectionFile = 'postgres.url';

/** Reads the addresses of the database that runs in a data folder; undefined if none does. */
export async function readConnectionFile(dataDir: string): Promise<EmbeddedUrls | undefined> {
  const text = await readFile(join(dataDir, connectionFile), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : urlsOf(text.trim());
}

/**
 * Adds the services' address. Its password follows from the superuser's, so that an engine that
 * outlives its platform can log in to the database of the next start.
 */
export function urlsOf(url: string): EmbeddedUrls {
  const service = new URL(url);
  const password = createHmac('sha256', service.password).update(serviceRole).digest('base64url');
  return { url, serviceUrl: Object.assign(service, { username: serviceRole, password }).href };
}
