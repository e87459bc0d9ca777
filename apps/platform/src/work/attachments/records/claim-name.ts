import { ApiError } from '@ecp/contract/declaring/errors';
import type { Transaction } from '@ecp/database/database';
import { splitFilename } from './clean-filename.ts';

/** Most attachments of an engagement. This bounds lists, manifests and context indexes. */
export const maxAttachments = 1_000;

/** Throws `attachment_limit_reached` when an engagement has as many attachments as it may have. */
export async function requireAttachmentRoom(tx: Transaction, tenantId: string, engagementId: string): Promise<void> {
  const { rows } = await tx.query<{ count: number }>({
    name: 'count_attachments',
    text: 'select count(*) from platform.attachments where tenant_id = $1 and engagement_id = $2',
    values: [tenantId, engagementId],
  });
  if ((rows[0]?.count ?? 0) >= maxAttachments) throw limitReached();
}

/**
 * Returns the name, or the name with the first free suffix `_1`, `_2` … (ATT-15). Reads one index once. Callers hold
 * the engagement's lock, so that count and name stay valid. Error: `attachment_limit_reached`.
 */
export async function claimName(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
  filename: string,
): Promise<string> {
  const { rows } = await tx.query<{ filename: string }>({
    name: 'list_attachment_names',
    text: 'select filename from platform.attachments where tenant_id = $1 and engagement_id = $2',
    values: [tenantId, engagementId],
  });
  if (rows.length >= maxAttachments) throw limitReached();
  const taken = new Set(rows.map((row) => row.filename));
  const { stem, extension } = splitFilename(filename);
  let name = filename;
  for (let suffix = 1; taken.has(name); suffix += 1) name = `${stem}_${suffix}${extension}`;
  return name;
}

const limitReached = () => new ApiError('attachment_limit_reached', { values: { limit: maxAttachments } });
