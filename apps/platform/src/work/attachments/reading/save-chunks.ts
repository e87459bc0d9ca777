import type { ExtractionState } from '@ecp/contract/work/attachments';
import type { Transaction } from '@ecp/database/database';
import type { Chunk } from '../../text-extraction/chunk-text.ts';

export interface AttachmentText {
  state: ExtractionState;
  note: string | null;
  /** The file holds more text than the chunks. */
  truncated: boolean;
  /** Null to leave what is stored. */
  chunks: Chunk[] | null;
}

const chunksPerStatement = 500;

/** Replaces the stored text of an attachment; returns false when the attachment is deleted. */
export async function saveChunks(
  tx: Transaction,
  tenantId: string,
  attachmentId: string,
  { state, note, truncated, chunks }: AttachmentText,
): Promise<boolean> {
  const { rows } = await tx.query<{ engagement_id: string }>({
    name: 'set_extraction',
    text: `update platform.attachments set extraction_state = $3, extraction_note = $4, extraction_truncated = $5
      where tenant_id = $1 and id = $2 returning engagement_id`,
    values: [tenantId, attachmentId, state, note, truncated],
  });
  const engagementId = rows[0]?.engagement_id;
  if (engagementId === undefined) return false;
  if (chunks === null) return true;
  await tx.query({
    name: 'delete_chunks',
    text: 'delete from platform.context_chunks where tenant_id = $1 and attachment_id = $2',
    values: [tenantId, attachmentId],
  });
  for (let first = 0; first < chunks.length; first += chunksPerStatement) {
    const some = chunks.slice(first, first + chunksPerStatement);
    await tx.query({
      name: 'insert_chunks',
      text: `insert into platform.context_chunks
          (tenant_id, engagement_id, attachment_id, ordinal, location, position, content)
        select $1, $2, $3, * from unnest($4::integer[], $5::text[], $6::integer[], $7::text[])`,
      values: [
        tenantId,
        engagementId,
        attachmentId,
        some.map((_, at) => first + at),
        some.map(({ location }) => location),
        some.map(({ position }) => position),
        some.map(({ text }) => text),
      ],
    });
  }
  return true;
}
