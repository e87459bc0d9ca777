import { ApiError } from '@ecp/contract/declaring/errors';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import type { Services } from '../../../kernel/services.ts';
import type { StoredVersion } from './read-texts.ts';

/**
 * Time until the files go. Readers that selected a row before need its file, and so does a backup, which copies the
 * files after its snapshot of the tables.
 */
const deleteAfterMs = 24 * 3_600_000;

/**
 * Puts texts that are in the storage back into their rows, in the transaction of what needs them there. The caller
 * holds the engagement's lock, and has read `texts`, by the ids of versions, before it. Returns the versions with their
 * texts. Error: `not_found` for a version whose file is lost.
 */
export async function bringBackTexts<Row extends { id: string; content: string }>(
  tx: Transaction,
  { durable }: Pick<Services, 'durable'>,
  tenantId: string,
  versions: readonly (StoredVersion<Row> & { id: string })[],
  texts: ReadonlyMap<string, string>,
): Promise<Row[]> {
  const whole = versions.map((version) => {
    const content = version.content ?? texts.get(version.id);
    if (content === undefined) throw new ApiError('not_found');
    return { ...version, content } as unknown as Row;
  });
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
  for (const { key } of moved) {
    await durable.enqueue(tx, 'deleteStoredFiles', `text-${createId()}`, { key }, { waitMs: deleteAfterMs });
  }
  return whole;
}
