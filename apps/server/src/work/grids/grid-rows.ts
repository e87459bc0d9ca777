import { ApiError } from '@ecp/contract/declaring/errors';
import { nanoToUsd } from '@ecp/contract/declaring/money';
import type { GridFailureReason } from '@ecp/contract/values/run-facts';
import type {
  Grid,
  GridCell,
  GridCellState,
  GridChanges,
  GridColumn,
  GridStatus,
  GridValue,
} from '@ecp/contract/work/grids';
import type { Database, Transaction } from '@ecp/database/database';
import type { RowsOf, Statement, Statements } from '@ecp/database/statement';
import { findKeyMaker } from '../../identity/api-keys/api-keys.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { type ExportPart, pageOf } from '../../kernel/export-part.ts';
import { recordEvent } from '../../kernel/outbox.ts';
import type { Services } from '../../kernel/services.ts';
import { selectEngagementState } from '../../material/engagements/engagement-rows.ts';
import { recordNotice } from '../../material/notices/notices.ts';

export interface GridRow {
  id: string;
  engagement_id: string;
  title: string;
  status: GridStatus;
  failure_reason: GridFailureReason | null;
  work: number;
  author_kind: 'user' | 'api_key';
  author_id: string | null;
  author_name: string;
  created_at: Date;
}

export const gridColumns =
  'id, engagement_id, title, status, failure_reason, work, author_kind, author_id, author_name, created_at';

/** The cost of the model calls of the grid `g` of the tenant $1, in nano-USD. */
export const gridCost = `coalesce((
  select sum(a.cost_nano_usd) from platform.grid_asks a where a.tenant_id = $1 and a.grid_id = g.id
), 0)::bigint as cost_nano_usd`;

export interface GridTarget {
  engagementId: string;
  gridId: string;
}

interface ReadRow extends GridRow {
  cost_nano_usd: number;
  /** The time of the last change of a cell, to the microsecond. */
  changed_at: string;
}

function selectGrid(tenantId: string, { engagementId, gridId }: GridTarget): Statement<ReadRow> {
  return {
    name: 'select_grid',
    text: `select ${gridColumns}, ${gridCost}, (
        select to_char(coalesce(max(c.changed_at), g.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
        from platform.grid_cells c where c.tenant_id = $1 and c.grid_id = g.id
      ) as changed_at
      from platform.grids g where g.tenant_id = $1 and g.engagement_id = $2 and g.id = $3`,
    values: [tenantId, engagementId, gridId],
  };
}

/** Locks a grid until the transaction ends. The engagement's lock comes first. */
export async function lockGrid(
  tx: Transaction,
  tenantId: string,
  gridId: string,
): Promise<GridRow | undefined> {
  const { rows } = await tx.query<GridRow>({
    name: 'lock_grid',
    text: `select ${gridColumns} from platform.grids where tenant_id = $1 and id = $2 for update`,
    values: [tenantId, gridId],
  });
  return rows[0];
}

export function selectGridColumns(tenantId: string, gridId: string): Statement<GridColumn> {
  return {
    name: 'select_grid_columns',
    text: `select id, name, question, type from platform.grid_columns
      where tenant_id = $1 and grid_id = $2 order by position`,
    values: [tenantId, gridId],
  };
}

export interface CellColumns {
  state: GridCellState;
  value: GridValue;
  unit: string | null;
  text: string;
  quote: string | null;
  place: string | null;
  passage: string | null;
  reason: string | null;
  editor_kind: 'user' | 'api_key' | null;
  editor_id: string | null;
  editor_name: string | null;
  edited_at: Date | null;
}

export const cellColumns =
  'state, value, unit, text, quote, place, passage, reason, editor_kind, editor_id, editor_name, edited_at';

interface PlacedCell extends CellColumns {
  attachment_id: string;
  column_id: string;
}

/**
 * Selects the cells of a grid, in no order: a join of thousands of them would be planned without
 * statistics.
 */
function selectCells(tenantId: string, gridId: string): Statement<PlacedCell> {
  return {
    name: 'select_grid_cells',
    text: `select attachment_id, column_id, ${cellColumns} from platform.grid_cells
      where tenant_id = $1 and grid_id = $2`,
    values: [tenantId, gridId],
  };
}

interface FileRow {
  id: string;
  filename: string;
}

function selectFiles(tenantId: string, gridId: string): Statement<FileRow> {
  return {
    name: 'select_grid_files',
    text: `select attachment_id as id, (
        select a.filename from platform.attachments a where a.tenant_id = f.tenant_id and a.id = f.attachment_id
      ) as filename
      from platform.grid_files f where f.tenant_id = $1 and f.grid_id = $2 order by f.position`,
    values: [tenantId, gridId],
  };
}

export function toCell(row: CellColumns): GridCell {
  const {
    state,
    value,
    unit,
    text,
    quote,
    place,
    passage,
    reason,
    editor_kind: kind,
    edited_at: at,
  } = row;
  const edited = kind &&
    at && {
      editedBy: { kind, id: row.editor_id, name: row.editor_name ?? '' },
      editedAt: at.toISOString(),
    };
  return { value, unit, text, state, quote, place, passage, reason, ...edited };
}

type Whole = [ReadRow, GridColumn, FileRow, PlacedCell];
const selectWhole = (tenantId: string, target: GridTarget): Statements<Whole> => [
  selectGrid(tenantId, target),
  selectGridColumns(tenantId, target.gridId),
  selectFiles(tenantId, target.gridId),
  selectCells(tenantId, target.gridId),
];

/** Reads a grid with all its cells in one round trip. Error: `not_found`. */
export async function readGrid(
  database: Database,
  tenantId: string,
  target: GridTarget,
): Promise<Grid> {
  const grid = await readGridIfThere(database, tenantId, target);
  if (!grid) throw new ApiError('not_found');
  return grid;
}

/** Does what readGrid does, but returns null when the engagement has no such grid. */
export async function readGridIfThere(
  database: Database,
  tenantId: string,
  target: GridTarget,
): Promise<Grid | null> {
  return toGrid(await database.batchTenant<Whole>(tenantId, selectWhole(tenantId, target)));
}

/** Reads a grid as its transaction sees it. Error: `not_found`. */
export async function readGridIn(
  tx: Transaction,
  tenantId: string,
  target: GridTarget,
): Promise<Grid> {
  const { rows: grids } = await tx.query(selectGrid(tenantId, target));
  const { rows: columns } = await tx.query(selectGridColumns(tenantId, target.gridId));
  const { rows: files } = await tx.query(selectFiles(tenantId, target.gridId));
  const { rows: cells } = await tx.query(selectCells(tenantId, target.gridId));
  const grid = toGrid([grids, columns, files, cells]);
  if (!grid) throw new ApiError('not_found');
  return grid;
}

function toGrid([[grid], columns, files, cells]: RowsOf<Whole>): Grid | null {
  if (!grid) return null;
  const placed = new Map(cells.map((cell) => [`${cell.attachment_id} ${cell.column_id}`, cell]));
  const rows = files.map(({ id: attachmentId, filename }) => ({
    attachmentId,
    filename,
    cells: columns.flatMap(({ id }) => {
      const cell = placed.get(`${attachmentId} ${id}`);
      return cell ? [toCell(cell)] : [];
    }),
  }));
  const asked = cells.filter(({ state }) => state !== 'waiting').length;
  const progress = { asked, total: cells.length };
  return { ...toHead(grid), columns: [...columns], rows, progress, changedAt: grid.changed_at };
}

/**
 * Reads the head of a grid and the cells that have changed since a time. Cells are written under
 * the lock of their grid, so that no later change has an earlier time. Error: `not_found`.
 */
export async function listGridChanges(
  { services: { database }, tenantId }: RequestContext,
  target: GridTarget,
  since: string | undefined,
): Promise<GridChanges> {
  const [[grid], cells, [counted]] = await database.batchTenant<
    [ReadRow, PlacedCell, { asked: number; total: number }]
  >(tenantId, [
    selectGrid(tenantId, target),
    {
      name: 'list_changed_cells',
      text: `select attachment_id, column_id, ${cellColumns} from platform.grid_cells
        where tenant_id = $1 and grid_id = $2 and ($3::timestamptz is null or changed_at > $3) order by changed_at`,
      values: [tenantId, target.gridId, since ?? null],
    },
    {
      name: 'count_grid_cells',
      text: `select count(*) filter (where state <> 'waiting')::integer as asked, count(*)::integer as total
        from platform.grid_cells where tenant_id = $1 and grid_id = $2`,
      values: [tenantId, target.gridId],
    },
  ]);
  if (!grid) throw new ApiError('not_found');
  return {
    ...toHead(grid),
    progress: counted ?? { asked: 0, total: 0 },
    changedAt: grid.changed_at,
    cells: cells.map((row) => ({
      attachmentId: row.attachment_id,
      columnId: row.column_id,
      cell: toCell(row),
    })),
  };
}

/** Selects one cell with the name of its file. */
export function selectGridCell(
  tenantId: string,
  { engagementId, gridId }: GridTarget,
  { attachmentId, column }: { attachmentId: string; column: string },
): Statement<CellColumns & { filename: string }> {
  return {
    name: 'select_grid_cell',
    text: `select a.filename, ${cellColumns} from platform.grid_cells c
      join platform.grids g on g.tenant_id = c.tenant_id and g.id = c.grid_id
      join platform.attachments a on a.tenant_id = c.tenant_id and a.id = c.attachment_id
      where c.tenant_id = $1 and g.engagement_id = $2 and c.grid_id = $3 and c.attachment_id = $4 and c.column_id = $5`,
    values: [tenantId, engagementId, gridId, attachmentId, column],
  };
}

export function toHead(row: GridRow & { cost_nano_usd: number }) {
  return {
    id: row.id,
    title: row.title,
    status: row.status,
    failureReason: row.failure_reason,
    cost: nanoToUsd(row.cost_nano_usd),
    createdAt: row.created_at.toISOString(),
    createdBy: { kind: row.author_kind, id: row.author_id, name: row.author_name },
  };
}

/**
 * Ends the work on a locked grid. Webhooks are told, and its author unless a person has stopped it.
 */
export async function endGrid(
  tx: Transaction,
  services: Services,
  tenantId: string,
  {
    id: gridId,
    engagement_id: engagementId,
    title,
    work,
    author_kind: kind,
    author_id: authorId,
  }: GridRow,
  {
    status,
    failureReason,
  }: { status: Exclude<GridStatus, 'running'>; failureReason: GridFailureReason | null },
): Promise<void> {
  await tx.query({
    name: 'end_grid',
    text: `update platform.grids set status = $3, failure_reason = $4, changed_at = clock_timestamp()
      where tenant_id = $1 and id = $2`,
    values: [tenantId, gridId, status, failureReason],
  });
  await recordEvent(tx, services, tenantId, 'grid.completed', {
    engagementId,
    gridId,
    title,
    status,
    failureReason,
  });
  if (status === 'stopped' && failureReason === null) return;
  const { rows } = await tx.query(selectEngagementState(tenantId, engagementId));
  const userId = kind === 'user' ? authorId : null;
  const keyMaker = kind === 'user' ? null : await findKeyMaker(tx, tenantId, authorId);
  const about = {
    engagementId,
    engagementName: rows[0]?.name ?? '',
    cause: `${gridId}-${work}`,
    userId,
    keyMaker,
  };
  const data = { gridId, title, reason: failureReason };
  await recordNotice(tx, services, tenantId, { kind: 'grid_completed', data, ...about });
}

/** Throws `not_found` unless the engagement has the grid. */
export async function requireGrid(
  database: Database,
  tenantId: string,
  target: GridTarget,
): Promise<void> {
  const [[grid]] = await database.batchTenant(tenantId, [selectGrid(tenantId, target)]);
  if (!grid) throw new ApiError('not_found');
}

/** A grid's name as documents write it. */
const gridName = /(?<![\p{L}\p{N}])Grid[ \u00a0]{1,2}([a-z][a-z0-9]{23})(?![\p{L}\p{N}_-])/gu;

/** Returns the ids of the grids that texts or titles of sources name. */
export const listNamedGrids = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(gridName)].flatMap(([, id]) => id ?? []))),
];

/** Reads the grids of an engagement that texts or titles of sources name. */
export async function readCitedGrids(
  database: Database,
  tenantId: string,
  engagementId: string,
  texts: readonly string[],
): Promise<Grid[]> {
  const grids = listNamedGrids(texts).map((gridId) =>
    readGridIfThere(database, tenantId, { engagementId, gridId }),
  );
  return (await Promise.all(grids)).filter((grid) => grid !== null);
}

/** Lists the titles of grids of an engagement by their ids. */
export async function listGridTitles(
  database: Database,
  tenantId: string,
  engagementId: string,
  ids: readonly string[],
): Promise<{ id: string; title: string }[]> {
  const [rows] = await database.batchTenant<[{ id: string; title: string }]>(tenantId, [
    {
      name: 'list_grid_titles',
      text: 'select id, title from platform.grids where tenant_id = $1 and engagement_id = $2 and id = any($3)',
      values: [tenantId, engagementId, ids],
    },
  ]);
  return [...rows];
}

export interface OpenAsk {
  engagementId: string;
  askId: string;
}

/**
 * Lists what the engine may still answer, or receive late, of the whole tenant, of an engagement or
 * of a grid.
 */
export async function listOpenAsks(
  tx: Transaction,
  tenantId: string,
  { engagementId, gridId }: Partial<GridTarget> = {},
): Promise<OpenAsk[]> {
  const { rows } = await tx.query<OpenAsk>({
    name: 'list_open_asks',
    text: `select g.engagement_id as "engagementId", a.id as "askId" from platform.grid_asks a
      join platform.grids g on g.tenant_id = a.tenant_id and g.id = a.grid_id
      where a.tenant_id = $1 and a.ended_at is null and ($2::text is null or g.engagement_id = $2)
        and ($3::text is null or g.id = $3)`,
    values: [tenantId, engagementId ?? null, gridId ?? null],
  });
  return rows;
}

/** Exports the grids with their cells for the account's export. */
export const exportedGrids: ExportPart<GridRow, Grid & { engagementId: string }> = {
  name: 'grids',
  page: pageOf('platform.grids', gridColumns),
  pageRows: 5,
  async complete({ database }, tenantId, rows) {
    const grids = rows.map(async ({ id: gridId, engagement_id: engagementId }) => {
      const grid = await readGridIfThere(database, tenantId, { engagementId, gridId });
      return grid ? [{ ...grid, engagementId }] : [];
    });
    return (await Promise.all(grids)).flat();
  },
  toRecord: (grid) => grid,
};
