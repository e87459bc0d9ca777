import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import type { Services } from '../../../kernel/services.ts';
import { readTexts, type StoredVersion } from './read-texts.ts';

/**
 * Puts texts that are in the storage back into their rows, in the transaction of what needs them there. The files go
 * after the commit. The caller holds the engagement's lock. Returns the versions with their texts. Throws as readTexts.
 */
export async function bringBackTexts<Row extends { id: string; content: string }>(
  tx: Transaction,
  { storage, durable }: Pick<Services, 'storage' | 'durable'>,
  tenantId: string,
  versions: readonly StoredVersion<Row>[],
): Promise<Row[]> {
  const whole = await readTexts<Row>(storage, versions);
  const moved = versions.flatMap(({ content_key: key }, index) => {
    const row = whole[index];
    return key !== null && row ? [{ key, id: row.id, content: row.content }] : [];
  });
  if (moved.length === 0) return whole;
  await tx.query({
    name: 'bring_back_texts',
    text: `update platform.deliverables d set content = back.content, content_key = null, content_bytes = null
      from unnest($2::text[], $3::text[]) back (id, content) where d.tenant_id = $1 and d.id = back.id`,
    values: [tenantId, moved.map(({ id }) => id), moved.map(({ content }) => content)],
  });
  for (const { key } of moved) await durable.enqueue(tx, 'deleteStoredFiles', `text-${createId()}`, { key });
  return whole;
}
