import { openDatabase } from '@ecp/database/database';
import { readConnectionFile } from '@ecp/database/embedded/connection-file';
import { deleteAllFactors } from '../apps/server/src/identity/second-factor/factor-rows.ts';
import { recordAudit } from '../apps/server/src/kernel/audit/record-audit.ts';

const usage = 'Usage: node scripts/remove-second-factor.ts EMAIL WORKSPACE-SLUG';

/**
 * Removes all second factors of one person in one tenant, for an owner who has lost them. It needs
 * the database of `DATABASE_URL`, or the running embedded one of `DATA_DIR`. The audit log records
 * it without a person.
 */
async function main([email, slug]: string[]): Promise<string> {
  if (email === undefined || slug === undefined) throw new Error(usage);
  const { DATABASE_URL, DATA_DIR = '.data' } = process.env;
  const url = DATABASE_URL ?? (await readConnectionFile(DATA_DIR))?.url;
  if (url === undefined) throw new Error('Start the service, or set DATABASE_URL');
  const database = openDatabase({ url, maxConnections: 1 });
  try {
    const [[owner]] = await database.batchSystem<[{ tenantId: string; userId: string }]>([
      {
        text: `select u.tenant_id as "tenantId", u.id as "userId"
          from platform.users u join platform.tenants t on t.id = u.tenant_id
          where u.email = lower($1) and t.slug = $2`,
        values: [email, slug],
      },
    ]);
    if (!owner) throw new Error(`No member ${email} of a workspace ${slug}`);
    const removed = await database.withTenant(owner.tenantId, async (tx) => {
      const had = await deleteAllFactors(tx, owner);
      if (!had) return false;
      const actor = { tenantId: owner.tenantId, userId: null, ipAddress: null };
      const entry = {
        action: 'second_factor.removed_by_host',
        resourceType: 'user',
        resourceId: owner.userId,
      } as const;
      await recordAudit(tx, actor, entry);
      return true;
    });
    return removed ? 'The second factors are removed.' : 'There was no second factor.';
  } finally {
    await database.close();
  }
}

await main(process.argv.slice(2)).then(console.log, (error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
