import { setTimeout as delay } from 'node:timers/promises';
import type { Statement } from '@ecp/database/statement';
import type { Services } from '../../../kernel/services.ts';

/**
 * A run waits `mostMs` at most for the texts and tables of new files, and looks again after each `lookAgainMs`. A file
 * that is unread for `freshInterval`, such as while the storage is unavailable, no longer delays a run or a check.
 */
export const extractionWait = { mostMs: 30_000, freshInterval: '5 minutes', lookAgainMs: 200 };

/**
 * Waits until the text of all the engagement's files has been read, 30 seconds at most. A run started right after an
 * upload then has its text, and a slow file does not delay the run for long.
 */
export async function waitForExtraction(
  { database }: Pick<Services, 'database'>,
  tenantId: string,
  engagementId: string,
): Promise<void> {
  const endMs = performance.now() + extractionWait.mostMs;
  for (;;) {
    const [rows] = await database.batchTenant(tenantId, [selectUnreadFile(tenantId, engagementId)]);
    if (rows.length === 0 || performance.now() > endMs) return;
    await delay(extractionWait.lookAgainMs);
  }
}

/** Selects a row if a file of the engagement is still being read. */
export function selectUnreadFile(tenantId: string, engagementId: string): Statement<object> {
  return {
    name: 'select_unread_attachment',
    text: `select from platform.attachments
      where tenant_id = $1 and engagement_id = $2 and extraction_state = 'pending'
        and created_at > now() - $3::interval limit 1`,
    values: [tenantId, engagementId, extractionWait.freshInterval],
  };
}
