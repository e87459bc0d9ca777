import { ApiError } from '@ecp/contract/declaring/errors';
import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { EngineEvent } from '@ecp/contract/engine/engine-events';
import type { Citation } from '@ecp/contract/values/citations';
import {
  type ConflictValue,
  conflictLimits,
  type Figure,
  type NotedValue,
} from '@ecp/contract/values/figures';
import type { Conflict, SettleBody } from '@ecp/contract/work/figures';
import type { Database, Transaction } from '@ecp/database/database';
import { givesValue, overlaps } from '@ecp/evidence/ledger';
import { detectLanguage } from '@ecp/language/detect-language';
import type { Language } from '@ecp/language/language';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import { actorAuthor, type RequestContext } from '../../kernel/context.ts';
import { lockEngagement, requireEngagement } from '../engagements/engagement-rows.ts';
import { selectLatestCitations } from './citations.ts';
import {
  type ConflictParts,
  joinConflicts,
  type NotedRow,
  type SettlementRow,
  selectNoted,
  selectSettlements,
  toSettledConflict,
  type UnplacedConflict,
} from './conflict-rows.ts';
import { insertFigures, selectLatestFigures } from './figures.ts';

/** Lists conflicts of sources and documents, open ones first. Error: `not_found`. */
export async function listConflicts(
  { services, tenantId }: RequestContext,
  engagementId: string,
): Promise<{ conflicts: Conflict[] }> {
  await requireEngagement(services.database, tenantId, engagementId, 'not_found');
  const conflicts = await services.database.withTenant(tenantId, (tx) =>
    readConflicts(tx, tenantId, engagementId),
  );
  return { conflicts };
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
 * Records a person's decision about a conflict, with counts and audit entry; the same one again
 * changes nothing. Errors: `not_found`, also if the values have changed; `invalid_request` for a
 * value that it does not have.
 */
export async function settleConflict(
  context: RequestContext,
  {
    engagementId,
    conflictId,
    chosen,
    reason,
  }: SettleBody & { engagementId: string; conflictId: string },
): Promise<Conflict> {
  const { tenantId } = context;
  return context.commit(async (tx) => {
    await lockEngagement(tx, tenantId, engagementId);
    const found = (await readConflicts(tx, tenantId, engagementId)).find(
      ({ id }) => id === conflictId,
    );
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
        tenantId,
        engagementId,
        conflictId,
        found.kind,
        found.about,
        JSON.stringify(found.values),
        chosen,
        reason.trim(),
        settlerKind,
        settlerId,
        name,
      ],
    });
    if (rowCount === 0) return found;
    await recordAudit(tx, context, {
      action: 'conflict.settle',
      resourceType: 'conflict',
      resourceId: conflictId,
      metadata: { engagementId, kind: found.kind, chosen },
    });
    const conflicts = await recountConflicts(tx, tenantId, engagementId);
    const settled = conflicts.find(({ id }) => id === conflictId);
    if (!settled) throw new Error('The settled conflict is gone');
    return settled;
  });
}

/**
 * Writes a new version's figures in its transaction, after its citations, and recounts the
 * conflicts. The caller holds the engagement's lock.
 */
export async function recordFigures(
  tx: Transaction,
  recorded: { tenantId: string; engagementId: string; deliverableId: string; figures: Figure[] },
): Promise<void> {
  await insertFigures(tx, recorded);
  await recountConflicts(tx, recorded.tenantId, recorded.engagementId);
}

/** Limits the length of a title of a source that is kept, in characters. */
const maxTitle = 500;

/**
 * Writes a conflict that an agent reports, once, under the engagement's lock. A file attached again
 * counts from then on.
 */
export async function recordConflict(
  tx: Transaction,
  { tenantId, engagementId, runId }: { tenantId: string; engagementId: string; runId: string },
  {
    conflictId,
    taskId,
    agent,
    about,
    values,
    timestamp,
  }: Extract<EngineEvent, { type: 'conflict' }>,
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
      tenantId,
      engagementId,
      conflictId,
      runId,
      taskId,
      agent,
      cut(about, conflictLimits.about),
      JSON.stringify(kept),
      new Date(timestamp),
    ],
  });
  await recountConflicts(tx, tenantId, engagementId);
}

/**
 * Sources of a run are parts of attachments: the id of the attachment, and the number of the part.
 */
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

/**
 * Lists all conflicts of an engagement with the documents that give their values, open ones first.
 */
async function readConflicts(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
): Promise<Conflict[]> {
  const parts = await readParts(tx, tenantId, engagementId);
  const conflicts = joinConflicts(parts);
  const given = await findGiving(tx, tenantId, engagementId, { parts, conflicts });
  return conflicts.map(({ status, settlement, ...conflict }) => ({
    ...conflict,
    documents: parts.documents.flatMap(({ filename }) =>
      given(conflict, filename) ? [filename] : [],
    ),
    status,
    settlement,
  }));
}

/**
 * Counts open conflicts for each latest version and returns all conflicts. The caller holds the
 * engagement's lock.
 */
export async function recountConflicts(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
): Promise<Conflict[]> {
  const conflicts = await readConflicts(tx, tenantId, engagementId);
  const counts = new Map<string, number>();
  for (const filename of conflicts.flatMap(({ status, documents }) =>
    status === 'open' ? documents : [],
  ))
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

async function readParts(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
): Promise<ConflictParts & { noted: NotedRow[]; settlements: SettlementRow[] }> {
  const { rows: documents } = await tx.query(selectLatestFigures(tenantId, engagementId));
  const { rows: noted } = await tx.query(selectNoted(tenantId, engagementId));
  const { rows: settlements } = await tx.query(selectSettlements(tenantId, engagementId));
  return { documents, noted, settlements };
}

/**
 * Returns a test of whether a document gives a value: a statement cites its words, or its task has
 * reported the conflict.
 */
async function findGiving(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
  { parts, conflicts }: { parts: ConflictParts; conflicts: readonly Pick<Conflict, 'kind'>[] },
): Promise<(conflict: Pick<Conflict, 'id' | 'kind' | 'values'>, filename: string) => boolean> {
  const hasSources = conflicts.some(({ kind }) => kind === 'sources');
  const { rows } = hasSources
    ? await tx.query(selectLatestCitations(tenantId, engagementId))
    : { rows: [] };
  const citations = new Map(rows.map((row) => [row.filename, row.citations]));
  const taskOf = new Map(parts.noted.map(({ id, task_id: taskId }) => [id, taskId]));
  const ownTask = new Map(
    parts.documents.map(({ filename, task_id: taskId }) => [filename, taskId]),
  );
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

/** Limits the conflicts that a run is told. */
const maxConflicts = 200;

/**
 * Lists the conflicts that a run is told: of sources, and settled ones of documents, even if these
 * agree by now.
 */
export async function listRunConflicts(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
): Promise<NonNullable<StartRunRequest['conflicts']>> {
  const parts = await readParts(tx, tenantId, engagementId);
  const conflicts = joinConflicts(parts);
  const names = new Set(conflicts.map(({ about }) => about));
  const ended = parts.settlements.filter(
    ({ kind, about }) => kind === 'documents' && !names.has(about),
  );
  const listed = [
    ...conflicts.filter(({ kind, status }) => kind === 'sources' || status === 'settled'),
    ...ended.map(toSettledConflict),
  ];
  return listed.slice(0, maxConflicts).map(({ id, kind, about, values, settlement }) => ({
    id,
    kind,
    about,
    values: values.map(({ value, text, filename, place }) => ({ value, text, filename, place })),
    settlement: settlement && {
      chosen: settlement.chosen,
      reason: settlement.reason,
      by: settlement.by,
    },
  }));
}

/** Lists by document, as notes in its language, the conflicts settled since its latest version. */
export async function listSettlementNotes(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
  documents: readonly { filename: string; content: string; createdAt: Date }[],
): Promise<Map<string, string[]>> {
  const parts = await readParts(tx, tenantId, engagementId);
  const settled = joinConflicts(parts).filter(({ settlement }) => settlement !== null);
  const given = await findGiving(tx, tenantId, engagementId, { parts, conflicts: settled });
  const notes = documents.map(({ filename, content, createdAt }): [string, string[]] => {
    const since = settled.filter((conflict) => {
      return new Date(conflict.settlement?.at ?? 0) > createdAt && given(conflict, filename);
    });
    return [filename, since.length === 0 ? [] : writeNotes(since, detectLanguage(content))];
  });
  return new Map(notes);
}

const settledNote: Record<
  Language,
  {
    held(about: string, value: string, reason: string): string;
    none(about: string, reason: string): string;
  }
> = {
  en: {
    held: (about, value, reason) => `Settled: ${about} is ${value}, because ${reason}`,
    none: (about, reason) => `Settled: for ${about}, none of the values holds, because ${reason}`,
  },
  de: {
    held: (about, value, reason) => `Entschieden: ${about} ist ${value}. Begründung: ${reason}`,
    none: (about, reason) =>
      `Entschieden: Für ${about} gilt keiner der Werte. Begründung: ${reason}`,
  },
  fr: {
    held: (about, value, reason) => `Tranché : ${about} est ${value}. Motif : ${reason}`,
    none: (about, reason) =>
      `Tranché : pour ${about}, aucune des valeurs n’est retenue. Motif : ${reason}`,
  },
  es: {
    held: (about, value, reason) => `Decidido: ${about} es ${value}. Motivo: ${reason}`,
    none: (about, reason) =>
      `Decidido: para ${about} no vale ninguno de los valores. Motivo: ${reason}`,
  },
  ja: {
    held: (about, value, reason) => `決定：${about}は${value}とする。理由：${reason}`,
    none: (about, reason) => `決定：${about}については、どの値も採らない。理由：${reason}`,
  },
};

function writeNotes(conflicts: readonly UnplacedConflict[], language: Language): string[] {
  return conflicts.map(({ about, values, settlement }) => {
    const held = settlement?.chosen == null ? undefined : values[settlement.chosen];
    const reason = (settlement?.reason ?? '').replace(/\s+/g, ' ');
    const { held: write, none } = settledNote[language];
    return held ? write(about, `${held.text} (${held.filename})`, reason) : none(about, reason);
  });
}
