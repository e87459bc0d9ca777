import { setTimeout as delay } from 'node:timers/promises';
import type { Services } from '../../../kernel/services.ts';

const waitLimitMs = 10_000;
/** A file that could not be read for so long, because the storage is away for one, is not waited for again. */
const freshInterval = '5 minutes';
const lookAgainMs = 200;

/**
 * Waits until the text of all the engagement's files has been read, ten seconds at most: a run that is started right after
 * an upload has it, and a file that takes longer does not hold the run up.
 */
export async function waitForExtraction(
  { database }: Pick<Services, 'database'>,
  tenantId: string,
  engagementId: string,
): Promise<void> {
  const endMs = performance.now() + waitLimitMs;
  for (;;) {
    const [rows] = await database.batchTenant(tenantId, [
      {
        name: 'select_unread_attachment',
        text: `select from platform.attachments
          where tenant_id = $1 and engagement_id = $2 and extraction_state = 'pending'
            and created_at > now() - $3::interval limit 1`,
        values: [tenantId, engagementId, freshInterval],
      },
    ]);
    if (rows.length === 0 || performance.now() > endMs) return;
    await delay(lookAgainMs);
  }
}
