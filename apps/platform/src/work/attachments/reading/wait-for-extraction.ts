import { setTimeout as delay } from 'node:timers/promises';
import type { Services } from '../../../kernel/services.ts';

const waitLimitMs = 10_000;
/** A file that is unread for this long, such as while the storage is unavailable, no longer delays a run. */
const freshInterval = '5 minutes';
const lookAgainMs = 200;

/**
 * Waits until the text of all the engagement's files has been read, ten seconds at most. A run started right after an
 * upload then has its text, and a slow file does not delay the run for long.
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
