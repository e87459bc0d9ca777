import { migrate } from './migrate.ts';
import type { MigrationWait } from './migration-lock.ts';
import { prepareLoginRole } from './prepare-login-role.ts';

/**
 * Migrates the database as `ownerUrl`, and lets the role of `url`, as which services log in, use it. Without an owner,
 * `url` is both, and row-level security is then the only wall against SQL that leaves the tenant's role.
 */
export async function prepareDatabase(
  url: string,
  ownerUrl: string | undefined,
  wait: MigrationWait = {},
): Promise<void> {
  await migrate(ownerUrl ?? url, wait);
  if (ownerUrl !== undefined) await prepareLoginRole(ownerUrl, url, wait);
}
