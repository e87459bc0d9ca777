import type { AuthorKind } from '@ecp/contract/declaring/scalars';
import { displayNameOf } from '@ecp/contract/values/authors';
import type { ConflictKind, ConflictValue } from '@ecp/contract/values/figures';
import type { Conflict } from '@ecp/contract/work/figures';
import type { Statement } from '@ecp/database/statement';
import { findDocumentConflicts } from '@ecp/evidence/ledger';
import type { ExportPart } from '../../kernel/export-part.ts';
import type { LatestFiguresRow } from './figures.ts';

/**
 * Limits the conflicts of sources and the settlements of an engagement that are read, the newest.
 */
const maxRows = 500;

export interface NotedRow {
  id: string;
  task_id: string | null;
  about: string;
  conflict_values: Omit<ConflictValue, 'version'>[];
  /** Those of its attachments that are still there. */
  present: string[];
}

export interface SettlementRow {
  conflict_id: string;
  kind: ConflictKind;
  about: string;
  conflict_values: ConflictValue[];
  chosen: number | null;
  reason: string;
  settler_kind: AuthorKind;
  settler_id: string | null;
  settler_name: string;
  settled_at: Date;
}

const settlementColumns = `conflict_id, kind, about, conflict_values, chosen, reason, settler_kind, settler_id,
  settler_name, settled_at`;

/** Selects an engagement's conflicts of sources, oldest first. */
export function selectNoted(tenantId: string, engagementId: string): Statement<NotedRow> {
  return {
    name: 'select_noted_conflicts',
    text: `select id, task_id, about, conflict_values, array(
          select a.id from json_array_elements(c.conflict_values) v
          join platform.attachments a on a.tenant_id = $1 and a.id = v ->> 'attachmentId'
        ) as present
      from (
        select * from platform.noted_conflicts where tenant_id = $1 and engagement_id = $2
        order by created_at desc, id limit ${maxRows}
      ) c order by created_at, id`,
    values: [tenantId, engagementId],
  };
}

/** Selects an engagement's decisions about conflicts, oldest first. */
export function selectSettlements(
  tenantId: string,
  engagementId: string,
): Statement<SettlementRow> {
  return {
    name: 'select_conflict_settlements',
    text: `select ${settlementColumns} from (
        select * from platform.conflict_settlements where tenant_id = $1 and engagement_id = $2
        order by settled_at desc, conflict_id limit ${maxRows}
      ) c order by settled_at, conflict_id`,
    values: [tenantId, engagementId],
  };
}

export type UnplacedConflict = Omit<Conflict, 'documents'>;

export interface ConflictParts {
  documents: readonly LatestFiguresRow[];
  noted: readonly NotedRow[];
  settlements: readonly SettlementRow[];
}

/**
 * Makes the one list of both origins: open conflicts first, those of sources before those of
 * documents.
 */
export function joinConflicts({
  documents,
  noted,
  settlements,
}: ConflictParts): UnplacedConflict[] {
  const settled = new Map(settlements.map((row) => [row.conflict_id, row]));
  const found = [
    ...noted.filter(isPresent).map(({ id, about, conflict_values: values }) => ({
      id,
      kind: 'sources' as const,
      about,
      values: values.map((value) => ({ ...value, version: null })),
    })),
    ...findDocumentConflicts(documents).map((conflict) => ({
      ...conflict,
      kind: 'documents' as const,
    })),
  ];
  const conflicts = found.map((conflict) => withSettlement(conflict, settled.get(conflict.id)));
  return conflicts.toSorted(
    (a, b) => Number(a.status === 'settled') - Number(b.status === 'settled'),
  );
}

/**
 * A deleted file says nothing any more: the conflict needs two values of files that are there, or
 * of pages.
 */
function isPresent({ conflict_values: values, present }: NotedRow): boolean {
  return values.every(
    ({ attachmentId }) => attachmentId === null || present.includes(attachmentId),
  );
}

function withSettlement(
  { id, kind, about, values }: Pick<Conflict, 'id' | 'kind' | 'about' | 'values'>,
  row: SettlementRow | undefined,
): UnplacedConflict {
  const plain = { id, kind, about, values: values.map(orderKeys) };
  if (!row) return { ...plain, status: 'open', settlement: null };
  return { ...plain, status: 'settled', settlement: toSettlement(row, values) };
}

const orderKeys = ({
  value,
  text,
  filename,
  attachmentId,
  place,
  version,
}: ConflictValue): ConflictValue => {
  return { value, text, filename, attachmentId, place, version };
};

/**
 * Returns the decision in the form of the API, with the place of the chosen value among the present
 * ones.
 */
function toSettlement(
  row: SettlementRow,
  values: readonly ConflictValue[],
): NonNullable<Conflict['settlement']> {
  const by = displayNameOf({ kind: row.settler_kind, name: row.settler_name });
  return {
    chosen: findChosen(row, values),
    reason: row.reason,
    by,
    at: row.settled_at.toISOString(),
  };
}

function findChosen(
  { chosen, conflict_values: seen }: SettlementRow,
  values: readonly ConflictValue[],
): number | null {
  const held = chosen === null ? undefined : seen[chosen];
  if (held === undefined) return null;
  const same = values.findIndex(
    ({ value, filename }) => value === held.value && filename === held.filename,
  );
  const equal = same === -1 ? values.findIndex(({ value }) => value === held.value) : same;
  return equal === -1 ? null : equal;
}

/** Returns the conflict as it was when people settled it. */
export function toSettledConflict(row: SettlementRow): UnplacedConflict {
  const { conflict_id: id, kind, about, conflict_values: values } = row;
  return withSettlement({ id, kind, about, values }, row);
}

interface ExportedRow extends SettlementRow {
  id: string;
  engagement_id: string;
}

export const exportedSettlements: ExportPart<ExportedRow> = {
  name: 'conflictSettlements',
  page: {
    text: `select engagement_id || ' ' || conflict_id as id, engagement_id, ${settlementColumns}
      from platform.conflict_settlements
      where tenant_id = $1 and engagement_id || ' ' || conflict_id > $2
      order by engagement_id || ' ' || conflict_id limit $3`,
  },
  pageRows: 100,
  toRecord: (row) => ({
    engagementId: row.engagement_id,
    ...toSettledConflict(row),
  }),
};

interface ExportedNote extends Omit<NotedRow, 'id' | 'present'> {
  id: string;
  engagement_id: string;
  conflict_id: string;
  run_id: string;
  agent_slug: string;
  created_at: Date;
}

export const exportedNotedConflicts: ExportPart<ExportedNote> = {
  name: 'notedConflicts',
  page: {
    text: `select engagement_id || ' ' || id as id, id as conflict_id, engagement_id, run_id, task_id, agent_slug, about,
        conflict_values, created_at
      from platform.noted_conflicts
      where tenant_id = $1 and engagement_id || ' ' || id > $2 order by engagement_id || ' ' || id limit $3`,
  },
  pageRows: 100,
  toRecord: (row) => ({
    id: row.conflict_id,
    engagementId: row.engagement_id,
    runId: row.run_id,
    taskId: row.task_id,
    agent: row.agent_slug,
    about: row.about,
    values: row.conflict_values,
    createdAt: row.created_at.toISOString(),
  }),
};
