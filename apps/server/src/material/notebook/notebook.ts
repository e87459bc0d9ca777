import { createHash } from 'node:crypto';
import { ApiError } from '@ecp/contract/declaring/errors';
import {
  type EntryInput,
  type EntryKind,
  type EntryTable,
  type Fact,
  type FactValue,
  factIdPattern,
  type NotebookEntry,
  type NotebookItem,
  notebookLimits,
} from '@ecp/contract/work/notebook';
import type { Cell, TableColumn } from '@ecp/contract/work/tables';
import type { Database, Transaction } from '@ecp/database/database';
import { type Statement, sql } from '@ecp/database/statement';
import type { ExportPart } from '../../kernel/export-part.ts';
import { lockEngagement, readOfEngagement } from '../engagements/engagement-rows.ts';

/** The place of an entry: its engagement, and the run and task whose agent made it. */
export interface EntryTarget {
  tenantId: string;
  engagementId: string;
  /** The run of the entry. It is null for an entry of a person. */
  runId: string | null;
  taskId: string | null;
}

/** A fact as code, a query's cell or a passage names it. */
export type NewFact = Omit<Fact, 'entryId'>;

/** A source that an entry read, with the content by which it can be reproduced. */
export interface NewInput extends Pick<EntryInput, 'kind' | 'name'> {
  content: string;
  /** The hash of a long content, which its maker has computed in slices. */
  sha256?: string;
}

/** An entry to record. A query's statement and result are recorded with the query itself. */
export interface NewEntry {
  /** The id that the caller chooses. A repeated recording under it changes nothing. */
  id: string;
  kind: Exclude<EntryKind, 'query'>;
  title: string;
  finding: string;
  source: string;
  inputs: readonly NewInput[];
  tables: readonly EntryTable[];
  output: string;
  durationMs: number | null;
  /** The day at which the clock of a program stood, YYYY-MM-DD. Absent or null for other entries. */
  runDate?: string | null;
  facts: readonly NewFact[];
}

interface EntryRow {
  id: string;
  number: number;
  kind: EntryKind;
  title: string;
  finding: string;
  run_id: string | null;
  task_id: string | null;
  created_at: Date;
}

/** A row with what makes an entry whole. Those of a query stand in the query's record. */
interface WholeEntryRow extends EntryRow {
  source: string;
  inputs: EntryInput[];
  tables: EntryTable[];
  output: string;
  duration_ms: number | null;
  query_sql: string | null;
  query_columns: TableColumn[] | null;
  /** JSON text. */
  query_rows: string | null;
  query_row_count: number | null;
  query_tables: { name: string; sha256: string }[] | null;
}

interface FactRow {
  id: string;
  label: string;
  value: FactValue;
  unit: string | null;
  period: string | null;
  entry_id: string;
  path: string | null;
}

/**
 * Selects the insertion of an entry's row under the next number of its engagement. Its transaction
 * holds the lock on the engagement. An id that exists changes nothing.
 */
export function insertEntryRow(
  { tenantId, engagementId, runId, taskId }: EntryTarget,
  { id, kind, title, finding }: Pick<EntryRow, 'id' | 'kind' | 'title' | 'finding'>,
): Statement {
  return sql`insert into platform.notebook_entries
      (id, tenant_id, engagement_id, number, kind, title, finding, run_id, task_id)
    select ${id}, ${tenantId}, ${engagementId}, coalesce(max(number), 0) + 1, ${kind}, ${title},
      ${finding}, ${runId}, ${taskId}
    from platform.notebook_entries where tenant_id = ${tenantId} and engagement_id = ${engagementId}
    on conflict (tenant_id, id) do nothing`;
}

/**
 * Records an entry with its inputs and facts, once, and returns it as it is recorded. Errors:
 * `not_found` without the engagement, `notebook_limit_reached`, and RangeError for a fact that
 * `refuseFact` refuses.
 */
export async function recordEntry(
  database: Database,
  target: EntryTarget,
  entry: NewEntry,
): Promise<NotebookEntry> {
  const { tenantId, engagementId } = target;
  const refusal = entry.facts.map(refuseFact).find((reason) => reason !== null);
  if (refusal) throw new RangeError(refusal);
  await database.withTenant(tenantId, async (tx) => {
    await lockEngagement(tx, tenantId, engagementId);
    const recorded = await tx.query(sql`select from platform.notebook_entries
      where tenant_id = ${tenantId} and id = ${entry.id}`);
    if (recorded.rowCount > 0) return;
    await requireEntryRoom(tx, tenantId, engagementId);
    await tx.query(insertEntryRow(target, entry));
    await insertContents(tx, target, entry);
    for (const fact of entry.facts) await insertFact(tx, target, { ...fact, entryId: entry.id });
  });
  return readEntry(database, target, entry.id);
}

const hashText = (text: string): string => createHash('sha256').update(text).digest('hex');

async function insertContents(
  tx: Transaction,
  { tenantId, engagementId }: EntryTarget,
  { id, source, inputs, tables, output, durationMs, runDate = null }: NewEntry,
): Promise<void> {
  const stored = inputs.map(({ kind, name, content, sha256 = hashText(content) }) => ({
    input: { kind, name, sha256 },
    content,
  }));
  await tx.query(sql`update platform.notebook_entries set source = ${source},
      inputs = ${JSON.stringify(stored.map(({ input }) => input))},
      tables = ${JSON.stringify(tables)}, output = ${output}, duration_ms = ${durationMs},
      run_date = ${runDate}
    where tenant_id = ${tenantId} and id = ${id}`);
  for (const { input, content } of stored) {
    await tx.query(sql`insert into platform.notebook_inputs
        (tenant_id, engagement_id, sha256, content)
      values (${tenantId}, ${engagementId}, ${input.sha256}, ${content})
      on conflict (tenant_id, engagement_id, sha256) do nothing`);
  }
}

/** Throws `notebook_limit_reached` when the engagement has its most entries. */
async function requireEntryRoom(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
): Promise<void> {
  const { rows } = await tx.query(sql<{ count: number }>`select count(*)::integer as count
    from platform.notebook_entries
    where tenant_id = ${tenantId} and engagement_id = ${engagementId}`);
  if ((rows[0]?.count ?? 0) < notebookLimits.entries) return;
  throw new ApiError('notebook_limit_reached', { values: { limit: notebookLimits.entries } });
}

/** Inserts a fact's next revision, unless its latest one says the same of the same entry. */
async function insertFact(
  tx: Transaction,
  { tenantId, engagementId }: EntryTarget,
  { id, label, value, unit, period, entryId, path }: Fact,
): Promise<void> {
  const json = JSON.stringify(value);
  await tx.query(sql`insert into platform.facts
      (tenant_id, engagement_id, id, revision, label, value, unit, period, entry_id, path)
    select ${tenantId}, ${engagementId}, ${id}, coalesce(max(revision), 0) + 1, ${label}, ${json},
      ${unit}, ${period}, ${entryId}, ${path}
    from platform.facts
    where tenant_id = ${tenantId} and engagement_id = ${engagementId} and id = ${id}
    having not exists (select from platform.facts same
      where same.tenant_id = ${tenantId} and same.engagement_id = ${engagementId}
        and same.id = ${id} and same.revision = max(facts.revision)
        and same.entry_id = ${entryId} and same.value::text = ${json} and same.label = ${label}
        and same.unit is not distinct from ${unit}
        and same.period is not distinct from ${period})`);
}

const idForm = new RegExp(factIdPattern);

/** Returns why a fact cannot be recorded, as a sentence for the model that names it, or null. */
export function refuseFact({ id, label, value, unit, period }: NewFact): string | null {
  const { factId, factText } = notebookLimits;
  if (!idForm.test(id) || id.length > factId)
    return `The id “${id.slice(0, factId)}” is not kebab case: small letters, digits and hyphens, at most ${factId}.`;
  if (label.trim() === '' || label.length > notebookLimits.label)
    return `The label of ${id} needs 1 to ${notebookLimits.label} characters.`;
  if (typeof value === 'number' && !Number.isFinite(value))
    return `The value of ${id} is no finite number.`;
  if (typeof value === 'string' && (value === '' || value.length > factText))
    return `The value of ${id} needs 1 to ${factText} characters.`;
  if (!['number', 'string', 'boolean'].includes(typeof value))
    return `The value of ${id} is neither a finite number nor a text nor true or false.`;
  if ((unit ?? '').length > notebookLimits.unit || (period ?? '').length > notebookLimits.period)
    return `The unit or the period of ${id} is too long.`;
  return null;
}

/** A cell of an entry's first table, as a fact. */
export interface NamedCell extends Omit<NewFact, 'value' | 'path'> {
  entryId: string;
  /** Counts from 0. */
  row: number;
  column: string;
}

/**
 * Records a cell of an entry's result as a fact and returns it, or why it cannot, as a sentence for
 * the model. Error: `not_found` without the engagement.
 */
export async function recordFact(
  database: Database,
  target: EntryTarget,
  { entryId, row, column, ...description }: NamedCell,
): Promise<Fact | { refused: string }> {
  const { tenantId, engagementId } = target;
  const cell = await readCell(database, target, { entryId, row, column });
  if (cell === null) return { refused: `There is no entry ${entryId} in the notebook.` };
  const { value, columns, rowCount } = cell;
  if (columns === null) return { refused: 'This entry has no table.' };
  if (row >= rowCount || !columns.includes(column))
    return { refused: describeMissingCell({ row, column, columns, rowCount }) };
  if (value === null) return { refused: `The cell in row ${row}, column “${column}” is empty.` };
  const fact = { ...description, value, entryId, path: `rows/${row}/${column}` };
  const refused = refuseFact(fact);
  if (refused !== null) return { refused };
  await database.withTenant(tenantId, async (tx) => {
    await lockEngagement(tx, tenantId, engagementId);
    await insertFact(tx, target, fact);
  });
  return fact;
}

function describeMissingCell({
  row,
  column,
  columns,
  rowCount,
}: Pick<NamedCell, 'row' | 'column'> & { columns: string[]; rowCount: number }): string {
  const names = columns.map((name) => `“${name}”`).join(', ');
  return `There is no row ${row} with a column “${column}”. Rows count from 0 to ${rowCount - 1}; the columns are ${names}.`;
}

interface CellRow {
  /** Null for an empty cell, and for one that is not there. */
  value: Cell;
  /** Null for an entry without a table. */
  columns: string[] | null;
  rowCount: number;
}

/** Reads a cell of an entry's first table; null without the entry. */
async function readCell(
  database: Database,
  { tenantId, engagementId }: Pick<EntryTarget, 'tenantId' | 'engagementId'>,
  { entryId, row, column }: Pick<NamedCell, 'entryId' | 'row' | 'column'>,
): Promise<CellRow | null> {
  const [[cell]] = await database.batchTenant<[CellRow]>(tenantId, [
    sql<CellRow>`select first.names as columns, json_array_length(first.rows) as "rowCount",
        first.rows -> ${row}::integer -> (array_position(first.names, ${column}) - 1) as value
      from platform.notebook_entries e
      left join platform.queries q on q.tenant_id = e.tenant_id and q.id = e.id and e.kind = 'query'
      cross join lateral (
        select case when q.id is null then e.tables -> 0 -> 'rows' else q.rows::json end as rows,
          case when q.id is null then e.tables -> 0 -> 'columns' else q.columns::json end as heads
      ) result
      cross join lateral (
        select result.rows, (select array_agg(head.value ->> 'name' order by head.ordinality)
          from json_array_elements(result.heads) with ordinality head) as names
      ) first
      where e.tenant_id = ${tenantId} and e.engagement_id = ${engagementId} and e.id = ${entryId}`,
  ]);
  return cell ?? null;
}

const selectEntries = (tenantId: string, engagementId: string) =>
  sql<EntryRow>`select id, number, kind, title, finding, run_id, task_id, created_at
    from platform.notebook_entries
    where tenant_id = ${tenantId} and engagement_id = ${engagementId} order by number`;

const selectFacts = (tenantId: string, engagementId: string) =>
  sql<FactRow>`select distinct on (id) id, label, value, unit, period, entry_id, path
    from platform.facts where tenant_id = ${tenantId} and engagement_id = ${engagementId}
    order by id, revision desc`;

/** Lists the entries of a notebook with their latest facts. Error: `not_found`. */
export async function listEntries(
  database: Database,
  { tenantId, engagementId }: Pick<EntryTarget, 'tenantId' | 'engagementId'>,
): Promise<NotebookItem[]> {
  const [entries, facts] = await readOfEngagement<[EntryRow, FactRow]>(
    database,
    tenantId,
    engagementId,
    [selectEntries(tenantId, engagementId), selectFacts(tenantId, engagementId)],
  );
  const factsOf = Map.groupBy(facts.map(toFact), ({ entryId }) => entryId);
  return entries.map((row) => toItem(row, factsOf.get(row.id) ?? []));
}

/** Reads an entry with its source, inputs and result. Error: `not_found`. */
export async function readEntry(
  database: Database,
  target: Pick<EntryTarget, 'tenantId' | 'engagementId'>,
  entryId: string,
): Promise<NotebookEntry> {
  const entry = await findEntry(database, target, entryId);
  if (!entry) throw new ApiError('not_found');
  return entry;
}

async function findEntry(
  database: Database,
  { tenantId, engagementId }: Pick<EntryTarget, 'tenantId' | 'engagementId'>,
  entryId: string,
): Promise<NotebookEntry | null> {
  const [[row], facts] = await database.batchTenant<[WholeEntryRow, FactRow]>(tenantId, [
    sql<WholeEntryRow>`select e.id, e.number, e.kind, e.title, e.finding, e.run_id, e.task_id,
        e.created_at, e.source, e.inputs, e.tables, e.output, e.duration_ms, q.sql as query_sql,
        q.columns as query_columns, q.rows as query_rows, q.row_count as query_row_count,
        q.tables as query_tables
      from platform.notebook_entries e
      left join platform.queries q on q.tenant_id = e.tenant_id and q.id = e.id and e.kind = 'query'
      where e.tenant_id = ${tenantId} and e.engagement_id = ${engagementId} and e.id = ${entryId}`,
    sql<FactRow>`select id, label, value, unit, period, entry_id, path from platform.facts latest
      where tenant_id = ${tenantId} and engagement_id = ${engagementId} and entry_id = ${entryId}
        and revision = (select max(revision) from platform.facts
          where tenant_id = latest.tenant_id and engagement_id = latest.engagement_id
            and id = latest.id)
      order by id`,
  ]);
  return row ? toEntry(row, facts.map(toFact)) : null;
}

/** Finds the id of the entry with a number; null if there is none. */
export async function findEntryId(
  database: Database,
  { tenantId, engagementId }: Pick<EntryTarget, 'tenantId' | 'engagementId'>,
  number: number,
): Promise<string | null> {
  const [[row]] = await database.batchTenant<[{ id: string }]>(tenantId, [
    sql<{ id: string }>`select id from platform.notebook_entries
      where tenant_id = ${tenantId} and engagement_id = ${engagementId} and number = ${number}`,
  ]);
  return row?.id ?? null;
}

/** An entry with the first rows of its tables. */
export interface ShortEntry extends NotebookItem {
  source: string;
  output: string;
  tables: EntryTable[];
}

interface ShortEntryRow extends EntryRow {
  source: string;
  output: string;
  tables: EntryTable[];
}

/**
 * Reads all entries with the first rows of their tables, which the database cuts: a result may have
 * megabytes. Sources and outputs are those of passages; they are empty for other entries.
 */
export async function readShortEntries(
  database: Database,
  { tenantId, engagementId }: Pick<EntryTarget, 'tenantId' | 'engagementId'>,
  maxRows: number,
): Promise<ShortEntry[]> {
  const [rows, facts] = await database.batchTenant<[ShortEntryRow, FactRow]>(tenantId, [
    sql<ShortEntryRow>`select e.id, e.number, e.kind, e.title, e.finding, e.run_id, e.task_id,
        e.created_at,
        case when e.kind = 'passage' then e.source else '' end as source,
        case when e.kind = 'passage' then e.output else '' end as output,
        case when q.id is null then (
          select coalesce(json_agg(json_build_object(
            'name', stored -> 'name', 'columns', stored -> 'columns',
            'totalRows', stored -> 'totalRows',
            'rows', (select coalesce(json_agg(cells), '[]') from (
              select cells from json_array_elements(stored -> 'rows') cells
              limit ${maxRows}) first))), '[]')
          from json_array_elements(e.tables) stored)
        else json_build_array(json_build_object(
          'name', 'result', 'columns', q.columns, 'totalRows', q.row_count,
          'rows', (select coalesce(json_agg(cells), '[]') from (
            select cells from json_array_elements(q.rows::json) cells limit ${maxRows}) first)))
        end as tables
      from platform.notebook_entries e
      left join platform.queries q on q.tenant_id = e.tenant_id and q.id = e.id and e.kind = 'query'
      where e.tenant_id = ${tenantId} and e.engagement_id = ${engagementId} order by e.number`,
    selectFacts(tenantId, engagementId),
  ]);
  const factsOf = Map.groupBy(facts.map(toFact), ({ entryId }) => entryId);
  return rows.map((row) => {
    const { source, output, tables } = row;
    return { ...toItem(row, factsOf.get(row.id) ?? []), source, output, tables };
  });
}

/**
 * Returns the number of the last entry of a notebook, or of the last one that was there at a moment;
 * 0 for none.
 * @param moment a timestamp in the words of the database
 */
export async function readLastNumber(
  database: Database,
  { tenantId, engagementId }: Pick<EntryTarget, 'tenantId' | 'engagementId'>,
  moment: string | null = null,
): Promise<number> {
  const [[row]] = await database.batchTenant<[{ number: number }]>(tenantId, [
    sql<{ number: number }>`select coalesce(max(number), 0) as number
      from platform.notebook_entries
      where tenant_id = ${tenantId} and engagement_id = ${engagementId}
        and (${moment}::timestamptz is null or created_at <= ${moment}::timestamptz)`,
  ]);
  return row?.number ?? 0;
}

/** Reads the contents of inputs by their hashes. Those that are gone are missing. */
export async function readInputs(
  database: Database,
  { tenantId, engagementId }: Pick<EntryTarget, 'tenantId' | 'engagementId'>,
  hashes: readonly string[],
): Promise<Map<string, string>> {
  const [rows] = await database.batchTenant<[{ sha256: string; content: string }]>(tenantId, [
    sql<{ sha256: string; content: string }>`select sha256, content from platform.notebook_inputs
      where tenant_id = ${tenantId} and engagement_id = ${engagementId}
        and sha256 = any(${hashes})`,
  ]);
  return new Map(rows.map(({ sha256, content }) => [sha256, content]));
}

/** Reads the day at which the clock of a program stood, YYYY-MM-DD; null for other entries. */
export async function readRunDate(
  database: Database,
  tenantId: string,
  entryId: string,
): Promise<string | null> {
  const [[row]] = await database.batchTenant<[{ runDate: string | null }]>(tenantId, [
    sql<{ runDate: string | null }>`select run_date::text as "runDate"
      from platform.notebook_entries where tenant_id = ${tenantId} and id = ${entryId}`,
  ]);
  return row?.runDate ?? null;
}

/** Lists the latest facts of an engagement, by id. */
export async function listFacts(
  database: Database,
  { tenantId, engagementId }: Pick<EntryTarget, 'tenantId' | 'engagementId'>,
): Promise<Fact[]> {
  const [rows] = await database.batchTenant<[FactRow]>(tenantId, [
    selectFacts(tenantId, engagementId),
  ]);
  return rows.map(toFact);
}

function toFact({ entry_id: entryId, ...fact }: FactRow): Fact {
  return { ...fact, entryId };
}

function toItem(row: EntryRow, facts: Fact[]): NotebookItem {
  const { id, number, kind, title, finding } = row;
  return {
    id,
    number,
    kind,
    title,
    finding,
    runId: row.run_id,
    taskId: row.task_id,
    createdAt: row.created_at.toISOString(),
    facts,
  };
}

function toEntry(row: WholeEntryRow, facts: Fact[]): NotebookEntry {
  const head = toItem(row, facts);
  if (row.query_sql === null) {
    const { source, inputs, tables, output } = row;
    return { ...head, source, inputs, tables, output, durationMs: row.duration_ms };
  }
  const result: EntryTable = {
    name: 'result',
    columns: row.query_columns ?? [],
    rows: JSON.parse(row.query_rows ?? '[]') as Cell[][],
    totalRows: row.query_row_count ?? 0,
  };
  const inputs = (row.query_tables ?? []).map(({ name, sha256 }) => ({
    kind: 'table' as const,
    name,
    sha256,
  }));
  return { ...head, source: row.query_sql, inputs, tables: [result], output: '', durationMs: null };
}

/** The account export has every entry of a notebook with its source and result. */
export const exportedNotebook: ExportPart<WholeEntryRow & { engagement_id: string }> = {
  name: 'notebookEntries',
  page: {
    text: `select e.id, e.engagement_id, e.number, e.kind, e.title, e.finding, e.run_id, e.task_id, e.created_at,
        e.source, e.inputs, e.tables, e.output, e.duration_ms, null as query_sql, null::json as query_columns,
        null as query_rows, null::integer as query_row_count, null::json as query_tables
      from platform.notebook_entries e where e.tenant_id = $1 and e.id > $2 order by e.id limit $3`,
  },
  pageRows: 20,
  toRecord: ({ engagement_id: engagementId, ...row }) => {
    const { facts: _facts, ...entry } = toEntry(row, []);
    return { ...entry, engagementId };
  },
};

interface ExportedFactRow extends Omit<FactRow, 'id'> {
  /** Engagement, fact and revision, which order the pages. */
  id: string;
  fact_id: string;
  engagement_id: string;
  revision: number;
  created_at: Date;
}

/** The account export has every revision of every fact. */
export const exportedFacts: ExportPart<ExportedFactRow> = {
  name: 'facts',
  page: {
    text: `select engagement_id || ' ' || id || ' ' || to_char(revision, 'FM0000000') as id, id as fact_id,
        engagement_id, revision, label, value, unit, period, entry_id, path, created_at
      from platform.facts
      where tenant_id = $1 and engagement_id || ' ' || id || ' ' || to_char(revision, 'FM0000000') > $2
      order by 1 limit $3`,
  },
  pageRows: 200,
  toRecord: ({ fact_id: id, engagement_id: engagementId, created_at: at, revision, ...row }) => ({
    ...toFact({ ...row, id }),
    engagementId,
    revision,
    createdAt: at.toISOString(),
  }),
};
