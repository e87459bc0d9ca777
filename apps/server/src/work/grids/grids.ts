import { ApiError } from '@ecp/contract/declaring/errors';
import type { AuditAction } from '@ecp/contract/values/audit-actions';
import { gridLimits } from '@ecp/contract/values/limits';
import {
  type CreateGridBody,
  type EditGridCellBody,
  type Grid,
  type GridCell,
  type GridCellState,
  type GridListItem,
  type GridQuestion,
  gridCellStates,
} from '@ecp/contract/work/grids';
import type { ColumnType } from '@ecp/contract/work/tables';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import { IsDate } from 'typebox/format';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import { actorAuthor, type RequestContext } from '../../kernel/context.ts';
import {
  type EngagementState,
  lockEngagement,
  readOfEngagement,
} from '../../material/engagements/engagement-rows.ts';
import { requireModelKey } from '../../material/model-keys/model-keys.ts';
import { requireMoney } from '../../material/run-records/budget.ts';
import {
  type CellColumns,
  cellColumns,
  endGrid,
  type GridRow,
  type GridTarget,
  gridColumns,
  gridCost,
  listOpenAsks,
  lockGrid,
  type OpenAsk,
  readGridIn,
  selectGridColumns,
  toCell,
  toHead,
} from './grid-rows.ts';

/**
 * Makes a grid and begins to fill it. Without `attachmentIds` it asks all files that have text or
 * are being read. Errors: `not_found`, `invalid_request`, `grid_limit_reached`, `budget_exhausted`.
 */
export function createGrid(
  context: RequestContext,
  engagementId: string,
  { title, columns, attachmentIds }: CreateGridBody,
): Promise<Grid> {
  const { tenantId, principal } = context;
  const gridId = createId();
  return context.commit(async (tx) => {
    await requireMeans(tx, context, await lockEngagement(tx, tenantId, engagementId));
    await requireRoom(tx, tenantId, engagementId);
    const files = await chooseFiles(tx, tenantId, engagementId, attachmentIds);
    const { kind, id, name } = actorAuthor(principal);
    await tx.query({
      name: 'insert_grid',
      text: `insert into platform.grids
          (tenant_id, id, engagement_id, title, status, work, author_kind, author_id, author_name)
        values ($1, $2, $3, $4, 'completed', 0, $5, $6, $7)`,
      values: [tenantId, gridId, engagementId, title.trim(), kind, id, name],
    });
    await insertColumns(tx, tenantId, gridId, columns);
    await insertFiles(tx, tenantId, gridId, files);
    await audit(
      tx,
      context,
      'grid.create',
      { engagementId, gridId },
      { columns: columns.length, files: files.length },
    );
    await askWaiting(tx, context, gridId);
    return readGridIn(tx, tenantId, { engagementId, gridId });
  });
}

/** Throws `model_key_required`, or an error of requireMoney, where no question can be asked. */
async function requireMeans(
  tx: Transaction,
  { services, tenantId }: Pick<RequestContext, 'services' | 'tenantId'>,
  engagement: EngagementState,
): Promise<void> {
  await requireModelKey(tx, services, tenantId);
  await requireMoney(tx, services, tenantId, engagement);
}

async function requireRoom(tx: Transaction, tenantId: string, engagementId: string): Promise<void> {
  const { rows } = await tx.query<{ count: number }>({
    name: 'count_grids',
    text: 'select count(*)::integer from platform.grids where tenant_id = $1 and engagement_id = $2',
    values: [tenantId, engagementId],
  });
  const limit = gridLimits.perEngagement;
  if ((rows[0]?.count ?? 0) >= limit)
    throw new ApiError('grid_limit_reached', { values: { limit } });
}

const refuse = (path: string, message: string) =>
  new ApiError('invalid_request', { details: [{ path, message }] });

/**
 * Returns the files in the order given, else the readable ones, oldest first. Error:
 * `invalid_request`.
 */
async function chooseFiles(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
  given: readonly string[] | undefined,
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string; readable: boolean }>({
    name: 'list_grid_candidates',
    text: `select id, extraction_state in ('extracted', 'pending') as readable from platform.attachments
      where tenant_id = $1 and engagement_id = $2 order by created_at, id`,
    values: [tenantId, engagementId],
  });
  if (given) {
    const known = new Set(rows.map(({ id }) => id));
    const missing = given.findIndex((id) => !known.has(id));
    if (missing !== -1)
      throw refuse(`/attachmentIds/${missing}`, 'is not a file of this engagement');
    return [...given];
  }
  const readable = rows.filter((row) => row.readable).map(({ id }) => id);
  if (readable.length === 0)
    throw refuse('/attachmentIds', 'must be given: no attached file has text');
  if (readable.length > gridLimits.files)
    throw refuse('/attachmentIds', `must be given: a grid has at most ${gridLimits.files} files`);
  return readable;
}

async function insertColumns(
  tx: Transaction,
  tenantId: string,
  gridId: string,
  columns: readonly GridQuestion[],
): Promise<void> {
  await tx.query({
    name: 'insert_grid_columns',
    text: `with added as (
        insert into platform.grid_columns (tenant_id, grid_id, id, position, name, question, type)
        select $1, $2, given.id, given.at + (
            select count(*) from platform.grid_columns where tenant_id = $1 and grid_id = $2
          ), given.name, given.question, given.type
        from unnest($3::text[], $4::text[], $5::text[], $6::text[])
          with ordinality as given (id, name, question, type, at)
        returning id
      )
      insert into platform.grid_cells (tenant_id, grid_id, attachment_id, column_id, state)
      select $1, $2, f.attachment_id, added.id, 'waiting' from platform.grid_files f, added
      where f.tenant_id = $1 and f.grid_id = $2`,
    values: [
      tenantId,
      gridId,
      columns.map(() => createId()),
      columns.map(({ name }) => name.trim()),
      columns.map(({ question }) => question.trim()),
      columns.map(({ type }) => type),
    ],
  });
}

async function insertFiles(
  tx: Transaction,
  tenantId: string,
  gridId: string,
  files: readonly string[],
): Promise<void> {
  await tx.query({
    name: 'insert_grid_files',
    text: `with added as (
        insert into platform.grid_files (tenant_id, grid_id, attachment_id, position)
        select $1, $2, given.id, given.at + (
          select coalesce(max(position), 0) from platform.grid_files where tenant_id = $1 and grid_id = $2
        ) from unnest($3::text[]) with ordinality as given (id, at)
        returning attachment_id
      )
      insert into platform.grid_cells (tenant_id, grid_id, attachment_id, column_id, state)
      select $1, $2, added.attachment_id, q.id, 'waiting' from platform.grid_columns q, added
      where q.tenant_id = $1 and q.grid_id = $2`,
    values: [tenantId, gridId, files],
  });
}

/** Sets a grid to work if cells wait and it is not at work. The caller holds its lock. */
async function askWaiting(
  tx: Transaction,
  { services, tenantId }: Pick<RequestContext, 'services' | 'tenantId'>,
  gridId: string,
): Promise<void> {
  const { rows } = await tx.query<{ work: number }>({
    name: 'wake_grid',
    text: `update platform.grids set work = work + case when status = 'running' then 0 else 1 end,
        status = 'running', failure_reason = null, changed_at = clock_timestamp()
      where tenant_id = $1 and id = $2 and exists (
        select from platform.grid_cells where tenant_id = $1 and grid_id = $2 and state = 'waiting'
      ) returning work`,
    values: [tenantId, gridId],
  });
  const [woken] = rows;
  if (!woken) return;
  const { work } = woken;
  const input = { tenantId, gridId, work };
  await services.durable.enqueue(tx, 'fillGrid', `${gridId}:${work}`, input, {
    partition: tenantId,
  });
}

async function audit(
  tx: Transaction,
  context: RequestContext,
  action: AuditAction,
  { engagementId, gridId }: GridTarget,
  metadata: Record<string, unknown> = {},
): Promise<void> {
  const about = { resourceType: 'grid' as const, resourceId: gridId };
  await recordAudit(tx, context, { action, ...about, metadata: { engagementId, ...metadata } });
}

interface ListRow extends GridRow {
  cost_nano_usd: number;
  columns: number;
  files: number;
  cells: Partial<Record<GridCellState, number>> | null;
}

/** Lists the grids of an engagement without their cells, newest first. Error: `not_found`. */
export async function listGrids(
  { services, tenantId }: RequestContext,
  engagementId: string,
): Promise<{ items: GridListItem[] }> {
  const [rows] = await readOfEngagement<[ListRow]>(services.database, tenantId, engagementId, [
    {
      name: 'list_grids',
      text: `select ${gridColumns}, ${gridCost},
          (select count(*)::integer from platform.grid_columns q where q.tenant_id = $1 and q.grid_id = g.id) as columns,
          (select count(*)::integer from platform.grid_files f where f.tenant_id = $1 and f.grid_id = g.id) as files,
          (select json_object_agg(state, cells) from (
            select state, count(*) as cells from platform.grid_cells c
            where c.tenant_id = $1 and c.grid_id = g.id group by state
          ) counted) as cells
        from platform.grids g where g.tenant_id = $1 and g.engagement_id = $2 order by created_at desc, id desc`,
      values: [tenantId, engagementId],
    },
  ]);
  return {
    items: rows.map((row) => ({
      ...toHead(row),
      columns: row.columns,
      files: row.files,
      cells: countStates(row.cells ?? {}),
    })),
  };
}

const countStates = (counted: Partial<Record<GridCellState, number>>) =>
  Object.fromEntries(
    gridCellStates.map((state) => [state, counted[state] ?? 0]),
  ) as GridListItem['cells'];

/** Locks engagement and grid. Error: `not_found`. */
async function lockBoth(tx: Transaction, tenantId: string, { engagementId, gridId }: GridTarget) {
  const engagement = await lockEngagement(tx, tenantId, engagementId);
  const grid = await lockGrid(tx, tenantId, gridId);
  if (grid?.engagement_id !== engagementId) throw new ApiError('not_found');
  return { engagement, grid };
}

/**
 * Adds a question and asks it of each file. Errors: `not_found`, `invalid_request`,
 * `budget_exhausted`, `model_key_required`.
 */
export function addColumn(
  context: RequestContext,
  target: GridTarget,
  column: GridQuestion,
): Promise<Grid> {
  const { tenantId } = context;
  return context.commit(async (tx) => {
    const { engagement } = await lockBoth(tx, tenantId, target);
    const { rows } = await tx.query(selectGridColumns(tenantId, target.gridId));
    if (rows.length >= gridLimits.columns)
      throw refuse('', `a grid has at most ${gridLimits.columns} columns`);
    await requireMeans(tx, context, engagement);
    await insertColumns(tx, tenantId, target.gridId, [column]);
    await audit(tx, context, 'grid.add_column', target, { name: column.name });
    await askWaiting(tx, context, target.gridId);
    return readGridIn(tx, tenantId, target);
  });
}

/**
 * Adds files and asks each question of them; files that the grid has stay as they are. Errors:
 * `not_found`, `invalid_request`, `budget_exhausted`, `model_key_required`.
 */
export function addFiles(
  context: RequestContext,
  target: GridTarget,
  attachmentIds: readonly string[],
): Promise<Grid> {
  const { tenantId } = context;
  const { engagementId, gridId } = target;
  return context.commit(async (tx) => {
    const { engagement } = await lockBoth(tx, tenantId, target);
    const files = await chooseFiles(tx, tenantId, engagementId, attachmentIds);
    const { rows } = await tx.query<{ id: string }>({
      name: 'list_grid_files',
      text: 'select attachment_id as id from platform.grid_files where tenant_id = $1 and grid_id = $2',
      values: [tenantId, gridId],
    });
    const known = new Set(rows.map(({ id }) => id));
    const added = files.filter((id) => !known.has(id));
    if (known.size + added.length > gridLimits.files)
      throw refuse('/attachmentIds', `a grid has at most ${gridLimits.files} files`);
    await requireMeans(tx, context, engagement);
    await insertFiles(tx, tenantId, gridId, added);
    await audit(tx, context, 'grid.add_files', target, { files: added.length });
    await askWaiting(tx, context, gridId);
    return readGridIn(tx, tenantId, target);
  });
}

/**
 * Writes a cell as a person, which no later answer changes, or asks it anew together with all
 * failed cells. Errors: `not_found`, `invalid_request` for a value of another type,
 * `subscription_required`, `budget_exhausted`, `model_key_required`.
 */
export function editCell(
  context: RequestContext,
  target: GridTarget,
  edit: EditGridCellBody,
): Promise<GridCell> {
  const { tenantId, principal } = context;
  const { attachmentId, column, value, unit, ask = false } = edit;
  if (ask && value !== null) throw refuse('/value', 'must be null for a cell that is asked anew');
  if (ask && !principal.subscriptionActive) throw new ApiError('subscription_required');
  return context.commit(async (tx) => {
    const { engagement } = await lockBoth(tx, tenantId, target);
    const { rows: columns } = await tx.query(selectGridColumns(tenantId, target.gridId));
    const type = columns.find(({ id }) => id === column)?.type;
    if (type === undefined) throw new ApiError('not_found');
    if (!isOfType(value, type)) throw refuse('/value', `must be a ${type}, as the column has it`);
    if (unit !== undefined && type !== 'number')
      throw refuse('/unit', 'must be absent: the column has no numbers');
    if (ask) await requireMeans(tx, context, engagement);
    const author = ask ? null : actorAuthor(principal);
    const { rows } = await tx.query<CellColumns>({
      name: 'edit_grid_cell',
      text: `update platform.grid_cells set state = $5, value = $6,
          text = case when value::text = $6::json::text then text else $7 end,
          quote = case when value::text = $6::json::text then quote end,
          place = case when value::text = $6::json::text then place end,
          passage = case when value::text = $6::json::text then passage end, reason = null, ask_id = case when $5 = state then ask_id end,
          unit = case when $6::json is null then null when $11 then $12 else unit end,
          editor_kind = $8, editor_id = $9, editor_name = $10,
          edited_at = case when $5 = 'edited' then clock_timestamp() end, changed_at = clock_timestamp()
        where tenant_id = $1 and grid_id = $2 and attachment_id = $3 and column_id = $4 returning ${cellColumns}`,
      values: [
        tenantId,
        target.gridId,
        attachmentId,
        column,
        ask ? 'waiting' : 'edited',
        value === null ? null : JSON.stringify(value),
        value === null ? '' : String(value),
        author?.kind ?? null,
        author?.id ?? null,
        author?.name ?? null,
        unit !== undefined,
        unit ?? null,
      ],
    });
    const [row] = rows;
    if (!row) throw new ApiError('not_found');
    await audit(tx, context, ask ? 'grid.ask' : 'grid.edit', target, { attachmentId, column });
    if (ask) {
      await letFailedWait(tx, tenantId, target.gridId);
      await askWaiting(tx, context, target.gridId);
    }
    return toCell(row);
  });
}

async function letFailedWait(tx: Transaction, tenantId: string, gridId: string): Promise<void> {
  await tx.query({
    name: 'let_failed_cells_wait',
    text: `update platform.grid_cells set state = 'waiting', reason = null, changed_at = clock_timestamp()
      where tenant_id = $1 and grid_id = $2 and state = 'failed'`,
    values: [tenantId, gridId],
  });
}

function isOfType(value: EditGridCellBody['value'], type: ColumnType): boolean {
  if (value === null) return true;
  if (type !== 'date') return typeof value === (type === 'text' ? 'string' : type);
  return typeof value === 'string' && IsDate(value);
}

/** Gives a grid another title. Error: `not_found`. */
export function renameGrid(
  context: RequestContext,
  target: GridTarget,
  title: string,
): Promise<Grid> {
  const { tenantId } = context;
  return context.commit(async (tx) => {
    await lockBoth(tx, tenantId, target);
    await tx.query({
      name: 'rename_grid',
      text: 'update platform.grids set title = $3, changed_at = clock_timestamp() where tenant_id = $1 and id = $2',
      values: [tenantId, target.gridId, title.trim()],
    });
    await audit(tx, context, 'grid.rename', target);
    return readGridIn(tx, tenantId, target);
  });
}

/** Stops a grid that is at work; what is not answered waits. Error: `not_found`. */
export async function stopGrid(context: RequestContext, target: GridTarget): Promise<Grid> {
  const { tenantId } = context;
  let asks: OpenAsk[] = [];
  const grid = await context.commit(async (tx) => {
    const { grid: found } = await lockBoth(tx, tenantId, target);
    if (found.status === 'running') {
      await endGrid(tx, context.services, tenantId, found, {
        status: 'stopped',
        failureReason: null,
      });
      await audit(tx, context, 'grid.stop', target);
      asks = await listOpenAsks(tx, tenantId, target);
    }
    return readGridIn(tx, tenantId, target);
  });
  await stopAsks(context, asks);
  return grid;
}

/** Ends the calls in flight. If the engine is away, the work of the grid ends them later. */
async function stopAsks(
  { services, tenantId }: RequestContext,
  asks: readonly OpenAsk[],
): Promise<void> {
  await Promise.all(
    asks.map(({ askId }) =>
      services.engine.stopRun(tenantId, askId).catch((error: unknown) => {
        services.log.debug(
          { err: error, askId },
          'The engine has not stopped the questions of a grid',
        );
      }),
    ),
  );
}

/**
 * Deletes a grid with its cells. What it has cost stays in the engagement's spending. Error:
 * `not_found`.
 */
export async function deleteGrid(
  context: RequestContext,
  target: GridTarget,
): Promise<{ success: boolean }> {
  const { tenantId } = context;
  let asks: OpenAsk[] = [];
  const answer = await context.commit(async (tx) => {
    await lockBoth(tx, tenantId, target);
    asks = await listOpenAsks(tx, tenantId, target);
    await tx.query({
      name: 'delete_grid',
      text: 'delete from platform.grids where tenant_id = $1 and id = $2',
      values: [tenantId, target.gridId],
    });
    await audit(tx, context, 'grid.delete', target);
    return { success: true };
  });
  await stopAsks(context, asks);
  return answer;
}
