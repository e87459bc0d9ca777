import type { Citation } from '@ecp/contract/values/citations';
import type { ConflictValue } from '@ecp/contract/values/figures';
import type { Conflict } from '@ecp/contract/work/figures';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { givesValue, overlaps } from '@ecp/evidence/ledger';
import {
  type ConflictParts,
  joinConflicts,
  type NotedRow,
  type SettlementRow,
  selectNoted,
  selectSettlements,
} from './conflict-rows.ts';
import { selectLatestFigures } from './figures.ts';

/** Lists all conflicts of an engagement with the documents that give their values, open ones first. */
export async function readConflicts(tx: Transaction, tenantId: string, engagementId: string): Promise<Conflict[]> {
  const parts = await readParts(tx, tenantId, engagementId);
  const conflicts = joinConflicts(parts);
  const given = await findGiving(tx, tenantId, engagementId, { parts, conflicts });
  return conflicts.map(({ status, settlement, ...conflict }) => ({
    ...conflict,
    documents: parts.documents.flatMap(({ filename }) => (given(conflict, filename) ? [filename] : [])),
    ...{ status, settlement },
  }));
}

/**
 * Counts for each latest version the open conflicts whose values it gives, and returns all conflicts. The caller holds
 * the engagement's lock.
 */
export async function countConflicts(tx: Transaction, tenantId: string, engagementId: string): Promise<Conflict[]> {
  const conflicts = await readConflicts(tx, tenantId, engagementId);
  const counts = new Map<string, number>();
  for (const filename of conflicts.flatMap(({ status, documents }) => (status === 'open' ? documents : [])))
    counts.set(filename, (counts.get(filename) ?? 0) + 1);
  await tx.query({
    name: 'set_conflicting_figures',
    text: `update platform.deliverables d set conflicting_figures = coalesce(counted.conflicts, 0)
      from (
        select distinct on (filename) id, filename from platform.deliverables
        where tenant_id = $1 and engagement_id = $2 order by filename, version desc
      ) latest
      right join platform.deliverables old on old.id = latest.id
      left join unnest($3::text[], $4::integer[]) as counted (filename, conflicts) on counted.filename = latest.filename
      where d.tenant_id = $1 and d.id = old.id and old.tenant_id = $1 and old.engagement_id = $2
        and old.conflicting_figures <> coalesce(counted.conflicts, 0)`,
    values: [tenantId, engagementId, [...counts.keys()], [...counts.values()]],
  });
  return conflicts;
}

/** Reads what the list of an engagement's conflicts is made of. */
export async function readParts(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
): Promise<ConflictParts & { noted: NotedRow[]; settlements: SettlementRow[] }> {
  const { rows: documents } = await tx.query(selectLatestFigures(tenantId, engagementId));
  const { rows: noted } = await tx.query(selectNoted(tenantId, engagementId));
  const { rows: settlements } = await tx.query(selectSettlements(tenantId, engagementId));
  return { documents, noted, settlements };
}

interface CitedRow {
  filename: string;
  citations: Citation[];
}

/** Selects the citations of the latest version of each file. */
function selectLatestCitations(tenantId: string, engagementId: string): Statement<CitedRow> {
  return {
    name: 'select_latest_citations',
    text: `select d.filename, c.citations
      from (
        select distinct on (filename) id, filename from platform.deliverables
        where tenant_id = $1 and engagement_id = $2 and not starts_with(filename, '_') order by filename, version desc
      ) d
      join platform.deliverable_citations c on c.tenant_id = $1 and c.deliverable_id = d.id`,
    values: [tenantId, engagementId],
  };
}

/**
 * Returns what tells whether a document gives a value of a conflict. A value of sources is given by a statement that
 * cites its words there, or in the document of the task that has reported the conflict.
 */
export async function findGiving(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
  { parts, conflicts }: { parts: ConflictParts; conflicts: readonly Pick<Conflict, 'kind'>[] },
): Promise<(conflict: Pick<Conflict, 'id' | 'kind' | 'values'>, filename: string) => boolean> {
  const hasSources = conflicts.some(({ kind }) => kind === 'sources');
  const { rows } = hasSources ? await tx.query(selectLatestCitations(tenantId, engagementId)) : { rows: [] };
  const citations = new Map(rows.map((row) => [row.filename, row.citations]));
  const taskOf = new Map(parts.noted.map(({ id, task_id: taskId }) => [id, taskId]));
  const ownTask = new Map(parts.documents.map(({ filename, task_id: taskId }) => [filename, taskId]));
  return ({ id, kind, values }, filename) => {
    if (kind === 'documents') return values.some((value) => value.filename === filename);
    const taskId = taskOf.get(id) ?? null;
    const isOwn = taskId !== null && ownTask.get(filename) === taskId;
    return (citations.get(filename) ?? []).some((citation) => {
      return values.some((value) => givesConflictValue(citation, value, isOwn));
    });
  };
}

function givesConflictValue(
  { claim, quote, source, passage }: Citation,
  value: ConflictValue,
  isOwn: boolean,
): boolean {
  const says = givesValue(claim, value.value) || (quote !== null && givesValue(quote, value.value));
  if (!says || isOwn) return says;
  if (source.title !== value.filename) return false;
  const words = [quote, passage].filter((one) => one !== null);
  return words.length === 0 || words.some((one) => overlaps(one, value.text));
}
