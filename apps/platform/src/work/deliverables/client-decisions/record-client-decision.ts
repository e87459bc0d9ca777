import { ApiError } from '@ecp/contract/declaring/errors';
import type { Author } from '@ecp/contract/values/authors';
import type { ClientDecision } from '@ecp/contract/values/review-answers';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import { toClientDecision } from './client-decision-rows.ts';

/** Bounds the decisions about a version, so that a leaked link cannot fill the database. */
const maxDecisions = 1_000;

/**
 * Records what a client decided about a version (REL-9). The caller holds the engagement's lock, which keeps the count
 * valid. Error: `review_limit_reached`.
 */
export async function recordClientDecision(
  tx: Transaction,
  tenantId: string,
  { id: deliverableId, version }: { id: string; version: number },
  { action, notes, author }: { action: 'approve' | 'reject'; notes: string | null; author: Author },
): Promise<{ id: string; decision: NonNullable<ClientDecision> }> {
  const id = createId();
  const { rows } = await tx.query<{ created_at: Date }>({
    name: 'record_client_decision',
    text: `insert into platform.client_decisions (tenant_id, id, deliverable_id, action, notes, token_id, author_name)
      select $1, $2, $3, $4, $5, $6, $7
      where (select count(*) from platform.client_decisions where tenant_id = $1 and deliverable_id = $3) < $8
      returning created_at`,
    values: [tenantId, id, deliverableId, action, notes, author.id, author.name, maxDecisions],
  });
  const [saved] = rows;
  if (!saved) throw new ApiError('review_limit_reached', { values: { limit: maxDecisions } });
  const row = { version, action, notes, token_id: author.id, author_name: author.name, ...saved };
  return { id, decision: toClientDecision(row) };
}
