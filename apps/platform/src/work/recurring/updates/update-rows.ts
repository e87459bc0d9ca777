import type { CheckedSource, EngagementUpdate, UpdateChange, UpdateStatus } from '@ecp/contract/work/recurring';
import type { Statement } from '@ecp/database/statement';
import type { SourceRow } from '../checking/source-rows.ts';

/** A row of platform.engagement_updates, with the sources that the check has read, in their order. */
export interface UpdateRow {
  id: string;
  engagement_id: string;
  due_at: Date;
  status: UpdateStatus;
  checked_at: Date | null;
  changes: UpdateChange[];
  cost: EngagementUpdate['cost'];
  decided_by_name: string | null;
  decided_at: Date | null;
  run_id: string | null;
  sources: Pick<SourceRow, 'kind' | 'source_id' | 'title' | 'url' | 'outcome' | 'refusal'>[];
}

/** The columns of UpdateRow of an update `u`, for select lists. */
export const updateColumns = `id, engagement_id, due_at, status, checked_at, changes, cost, decided_by_name, decided_at,
  run_id, coalesce((
    select json_agg(json_build_object('kind', s.kind, 'source_id', s.source_id, 'title', s.title, 'url', s.url,
      'outcome', s.outcome, 'refusal', s.refusal) order by s.position)
    from platform.update_sources s where s.tenant_id = u.tenant_id and s.update_id = u.id
  ), '[]') as sources`;

/** Selects one check of an engagement. */
export function selectUpdate(tenantId: string, engagementId: string, updateId: string): Statement<UpdateRow> {
  return {
    name: 'select_update',
    text: `select ${updateColumns} from platform.engagement_updates u
      where tenant_id = $1 and engagement_id = $2 and id = $3`,
    values: [tenantId, engagementId, updateId],
  };
}

/** Turns a row into the wire form (REC-4). */
export function toUpdate(row: UpdateRow): EngagementUpdate {
  return {
    id: row.id,
    dueAt: row.due_at.toISOString(),
    checkedAt: row.checked_at?.toISOString() ?? null,
    status: row.status,
    sources: row.sources.map(toCheckedSource),
    changes: row.changes,
    cost: row.cost,
    decidedBy: row.decided_by_name,
    decidedAt: row.decided_at?.toISOString() ?? null,
    runId: row.run_id,
  };
}

function toCheckedSource({
  kind,
  source_id: id,
  title,
  url,
  outcome,
  refusal,
}: UpdateRow['sources'][number]): CheckedSource {
  const why = { reason: refusal?.reason ?? null, detail: refusal?.detail ?? null };
  return { kind, source: { id, title, url }, outcome, ...why };
}
