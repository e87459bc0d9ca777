import { ApiError } from '@ecp/contract/declaring/errors';
import type { EngineEvent } from '@ecp/contract/engine/engine-events';
import type { Figure } from '@ecp/contract/values/figures';
import { type ConflictValue, conflictLimits, type NotedValue } from '@ecp/contract/values/figures';
import type { Conflict, SettleBody } from '@ecp/contract/work/figures';
import type { Database, Transaction } from '@ecp/database/database';
import { recordAudit } from '../../../kernel/audit/record-audit.ts';
import { actorAuthor, type RequestContext } from '../../../kernel/context.ts';
import { lockEngagement, selectEngagementExists } from '../../engagements/engagement-rows.ts';
import { joinConflicts, selectNoted } from './conflict-rows.ts';
import { countConflicts, readConflicts } from './count-conflicts.ts';
import { insertFigures, selectLatestFigures } from './figures.ts';

/**
 * Lists what sources or documents of an engagement say differently, open conflicts first (contract 15). Error:
 * `not_found`.
 */
export async function listConflicts(
  { services, tenantId }: RequestContext,
  engagementId: string,
): Promise<{ conflicts: Conflict[] }> {
  return services.database.withTenant(tenantId, async (tx) => {
    const { rows: engagements } = await tx.query(selectEngagementExists(tenantId, engagementId));
    if (engagements.length === 0) throw new ApiError('not_found');
    return { conflicts: await readConflicts(tx, tenantId, engagementId) };
  });
}

/** Throws `not_found` unless the tenant's engagement has the conflict. */
export async function requireConflict(
  database: Database,
  tenantId: string,
  { id, conflictId }: { id: string; conflictId: string },
): Promise<void> {
  const [documents, noted] = await database.batchTenant(tenantId, [
    selectLatestFigures(tenantId, id),
    selectNoted(tenantId, id),
  ]);
  const known = joinConflicts({ documents, noted, settlements: [] });
  if (!known.some((conflict) => conflict.id === conflictId)) throw new ApiError('not_found');
}

/**
 * Takes a person's decision about a conflict. It holds while the values stay, and a later one replaces it; the
 * same one again changes nothing. The row, the
 * counts of the documents and the audit entry are one transaction. Errors: `not_found`, also for a conflict whose
 * values have changed; `invalid_request` for a value that it does not have.
 */
export async function settleConflict(
  context: RequestContext,
  { engagementId, conflictId, chosen, reason }: SettleBody & { engagementId: string; conflictId: string },
): Promise<Conflict> {
  const { tenantId } = context;
  return context.commit(async (tx) => {
    if (!(await lockEngagement(tx, tenantId, engagementId))) throw new ApiError('not_found');
    const found = (await readConflicts(tx, tenantId, engagementId)).find(({ id }) => id === conflictId);
    if (!found) throw new ApiError('not_found');
    const last = found.values.length - 1;
    if (chosen !== null && chosen > last) {
      const message = `must be null or an index of the conflict's values, 0 to ${last}`;
      throw new ApiError('invalid_request', { details: [{ path: '/chosen', message }] });
    }
    const { kind: settlerKind, id: settlerId, name } = actorAuthor(context.principal);
    const { rowCount } = await tx.query({
      name: 'settle_conflict',
      text: `insert into platform.conflict_settlements as s (tenant_id, engagement_id, conflict_id, kind, about,
          conflict_values, chosen, reason, settler_kind, settler_id, settler_name, settled_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, clock_timestamp())
        on conflict (tenant_id, engagement_id, conflict_id) do update
        set conflict_values = excluded.conflict_values, chosen = excluded.chosen, reason = excluded.reason,
          settler_kind = excluded.settler_kind, settler_id = excluded.settler_id,
          settler_name = excluded.settler_name, settled_at = excluded.settled_at
        where (s.chosen, s.reason, s.settler_id) is distinct from (excluded.chosen, excluded.reason, excluded.settler_id)`,
      values: [
        ...[tenantId, engagementId, conflictId, found.kind, found.about, JSON.stringify(found.values)],
        ...[chosen, reason.trim(), settlerKind, settlerId, name],
      ],
    });
    if (rowCount === 0) return found;
    await recordAudit(tx, context, {
      action: 'conflict.settle',
      resourceType: 'conflict',
      resourceId: conflictId,
      metadata: { engagementId, kind: found.kind, chosen },
    });
    const conflicts = await countConflicts(tx, tenantId, engagementId);
    const settled = conflicts.find(({ id }) => id === conflictId);
    if (!settled) throw new Error('The settled conflict is gone');
    return settled;
  });
}

/**
 * Writes the figures of a new version in the transaction that inserts it, and counts the conflicts of all latest
 * versions again (contract 15). The citations of the version are written before. The caller holds the engagement's lock.
 */
export async function recordFigures(
  tx: Transaction,
  recorded: { tenantId: string; engagementId: string; deliverableId: string; figures: Figure[] },
): Promise<void> {
  await insertFigures(tx, recorded);
  await countConflicts(tx, recorded.tenantId, recorded.engagementId);
}

/** Longest title of a source that is kept, in characters. */
const maxTitle = 500;

/**
 * Writes what an agent reports that sources say differently, once. A file that was attached again counts from then on.
 * The caller holds the engagement's lock.
 */
export async function recordConflict(
  tx: Transaction,
  { tenantId, engagementId, runId }: { tenantId: string; engagementId: string; runId: string },
  { conflictId, taskId, agent, about, values, timestamp }: Extract<EngineEvent, { type: 'conflict' }>,
): Promise<void> {
  const { rows: attachments } = await tx.query<{ id: string }>({
    name: 'select_noted_attachments',
    text: 'select id from platform.attachments where tenant_id = $1 and engagement_id = $2 and id = any($3)',
    values: [tenantId, engagementId, values.map(({ sourceId }) => attachmentOf(sourceId))],
  });
  const known = new Set(attachments.map(({ id }) => id));
  const kept = values.slice(0, conflictLimits.values).map((value) => shorten(value, known));
  await tx.query({
    name: 'insert_noted_conflict',
    text: `insert into platform.noted_conflicts (tenant_id, engagement_id, id, run_id, task_id, agent_slug, about,
        conflict_values, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      on conflict (tenant_id, engagement_id, id) do update set conflict_values = excluded.conflict_values`,
    values: [
      ...[tenantId, engagementId, conflictId, runId, taskId, agent, cut(about, conflictLimits.about)],
      ...[JSON.stringify(kept), new Date(timestamp)],
    ],
  });
  await countConflicts(tx, tenantId, engagementId);
}

/** Sources of a run are parts of attachments: the id of the attachment, and the number of the part. */
const attachmentOf = (sourceId: string) => sourceId.replace(/-\d+$/, '');

function shorten(
  { value, text, filename, place, sourceId }: NotedValue,
  known: ReadonlySet<string>,
): Omit<ConflictValue, 'version'> {
  const attachmentId = attachmentOf(sourceId);
  return {
    value: typeof value === 'string' ? cut(value, conflictLimits.value) : value,
    text: cut(text, conflictLimits.text),
    filename: cut(filename, maxTitle),
    attachmentId: known.has(attachmentId) ? attachmentId : null,
    place: place === null ? null : cut(place, conflictLimits.place),
  };
}

const cut = (text: string, length: number) => text.slice(0, length).toWellFormed();
