import { prepareDatabase } from '@ecp/database/prepare-database';

/**
 * Migrates the database of DATABASE_URL as the role of DATABASE_OWNER_URL, before a release starts.
 * Services do it at their start too; with this step they need no rights of the owner, and any
 * number of them may start at once.
 */
const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl } = process.env;
if (!url || !ownerUrl) {
  console.error(
    'migrate: set DATABASE_URL to the address of the services, and DATABASE_OWNER_URL to that of the owner',
  );
  process.exit(1);
}
await prepareDatabase(url, ownerUrl);
console.log('The database has the schema of this release');
