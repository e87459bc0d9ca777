import { setTimeout as delay } from 'node:timers/promises';
import { nanoToUsd, usdToNano } from '@ecp/contract/declaring/money';
import type { AnsweredCell, EngineGridAnswer } from '@ecp/contract/engine/engine-grid-answers';
import type { GridFailureReason, SpendLimit } from '@ecp/contract/values/run-facts';
import type { ExtractionState } from '@ecp/contract/work/attachments';
import type { GridColumn } from '@ecp/contract/work/grids';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import { detectLanguage } from '@ecp/language/detect-language';
import { gridTexts } from '@ecp/language/grid-texts';
import { forAgents } from '../../kernel/as-agents.ts';
import type { DurableInputs } from '../../kernel/durable-work/durable-work.ts';
import type { Services } from '../../kernel/services.ts';
import {
  type EngagementState,
  lockEngagementIfThere,
  raiseJudgingSpent,
  selectEngagement,
} from '../../material/engagements/engagement-rows.ts';
import {
  EngineUnavailableError,
  wasStoppedFirst,
} from '../../material/engine-client/engine-client.ts';
import { findSpendLimit } from '../../material/run-records/budget.ts';
import { readWholeFile } from '../../material/sources/context-sources.ts';
import { extractionWait } from '../../material/sources/extraction.ts';
import { endGrid, type GridRow, lockGrid } from './grid-rows.ts';

/** Files of one grid that are asked at a time. */
const filesAtOnce = 6;
/** The wait before looking again at files that are being read. */
const lookAgainMs = 1_000;

type Work = DurableInputs['fillGrid'];

interface Ask {
  id: string;
  attachmentId: string;
}

/**
 * Does the work `fillGrid`: asks the engine about each file with waiting cells, and records what it
 * answers. An ask is written before it is made, so that the next process goes on with it and
 * nothing is paid twice. Throws EngineUnavailableError and database errors, so that the queue tries
 * again.
 */
export async function fillGrid(services: Services, work: Work, signal: AbortSignal): Promise<void> {
  const inFlight = new Map<string, Promise<void>>();
  const failures: unknown[] = [];
  const begin = (ask: Ask) => {
    const done = doAsk(services, work, ask, signal)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => inFlight.delete(ask.id));
    inFlight.set(ask.id, done);
  };
  try {
    while (!signal.aborted && failures.length === 0) {
      const next = await nextAsks(services, work, inFlight);
      if (next.state === 'over') break;
      for (const ask of next.asks) begin(ask);
      if (inFlight.size > 0) await Promise.race(inFlight.values());
      else if (next.state === 'reading')
        await delay(lookAgainMs, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    await Promise.all(inFlight.values());
  }
  if (failures.length > 0 && !signal.aborted) throw failures[0];
}

interface NextAsks {
  /**
   * `over`: this work has nothing left to do. `reading`: every waiting cell waits for the text of
   * its file.
   */
  state: 'asking' | 'reading' | 'over';
  asks: Ask[];
}

interface WaitingFile {
  attachment_id: string;
  state: ExtractionState;
  is_fresh: boolean;
}

/**
 * Takes up asks that a dead process has left, and writes new ones. Ends the grid if nothing waits.
 */
function nextAsks(
  services: Services,
  work: Work,
  inFlight: ReadonlyMap<string, unknown>,
): Promise<NextAsks> {
  const { tenantId, gridId } = work;
  const over: NextAsks = { state: 'over', asks: [] };
  return services.database.withTenant(tenantId, async (tx) => {
    const locked = await lockOwed(tx, work);
    if (!locked) return over;
    const { engagement, grid } = locked;
    const { rows: open } = await tx.query<{ id: string; attachment_id: string }>({
      name: 'list_begun_asks',
      text: `select id, attachment_id from platform.grid_asks
        where tenant_id = $1 and grid_id = $2 and ended_at is null order by created_at, id`,
      values: [tenantId, gridId],
    });
    const asks = open
      .filter(({ id }) => !inFlight.has(id))
      .map((row) => ({ id: row.id, attachmentId: row.attachment_id }));
    const free = filesAtOnce - open.length;
    if (free <= 0) return { state: 'asking', asks };
    const waiting = await failUnreadable(
      tx,
      tenantId,
      grid,
      await listWaiting(tx, tenantId, gridId),
    );
    const ready = waiting.filter(({ state }) => state === 'extracted').slice(0, free);
    const limit =
      ready.length === 0 ? null : await findSpendLimit(tx, services, tenantId, engagement);
    if (limit !== null) {
      await endGrid(tx, services, tenantId, grid, {
        status: 'stopped',
        failureReason: reasonOfLimit(limit),
      });
      return over;
    }
    for (const { attachment_id: attachmentId } of ready)
      asks.push(await beginAsk(tx, work, attachmentId));
    if (asks.length > 0 || open.length > 0) return { state: 'asking', asks };
    if (waiting.length > 0) return { state: 'reading', asks };
    await endGrid(tx, services, tenantId, grid, { status: 'completed', failureReason: null });
    return over;
  });
}

/**
 * Locks the engagement and the grid. Undefined if the grid is gone, stopped, or filled by later
 * work.
 */
async function lockOwed(
  tx: Transaction,
  { tenantId, gridId, work }: Work,
): Promise<{ engagement: EngagementState; grid: GridRow } | undefined> {
  const { rows } = await tx.query<{ engagement_id: string }>({
    name: 'find_engagement_of_grid',
    text: 'select engagement_id from platform.grids where tenant_id = $1 and id = $2',
    values: [tenantId, gridId],
  });
  const [found] = rows;
  const engagement = found && (await lockEngagementIfThere(tx, tenantId, found.engagement_id));
  const grid = engagement && (await lockGrid(tx, tenantId, gridId));
  if (!engagement || grid?.status !== 'running' || grid.work !== work) return undefined;
  return { engagement, grid };
}

async function listWaiting(
  tx: Transaction,
  tenantId: string,
  gridId: string,
): Promise<WaitingFile[]> {
  const { rows } = await tx.query<WaitingFile>({
    name: 'list_waiting_files',
    text: `select f.attachment_id, a.extraction_state as state, a.created_at > now() - $3::interval as is_fresh
      from (
        select distinct attachment_id from platform.grid_cells
        where tenant_id = $1 and grid_id = $2 and state = 'waiting' and ask_id is null
      ) open
      join platform.grid_files f on f.tenant_id = $1 and f.grid_id = $2 and f.attachment_id = open.attachment_id
      join platform.attachments a on a.tenant_id = $1 and a.id = f.attachment_id
      order by f.position`,
    values: [tenantId, gridId, extractionWait.freshInterval],
  });
  return rows;
}

/**
 * Fails the cells of files without text, and returns the other files. One that is being read waits
 * a while.
 */
async function failUnreadable(
  tx: Transaction,
  tenantId: string,
  { id: gridId, engagement_id: engagementId }: GridRow,
  files: readonly WaitingFile[],
): Promise<WaitingFile[]> {
  const isLeft = ({ state, is_fresh: isFresh }: WaitingFile) =>
    state === 'extracted' || (state === 'pending' && isFresh);
  const lost = files.filter((file) => !isLeft(file));
  if (lost.length > 0) {
    const { rows } = await tx.query(selectEngagement(tenantId, engagementId));
    const texts = gridTexts[detectLanguage(rows[0]?.brief ?? '')];
    await tx.query({
      name: 'fail_unreadable_cells',
      text: `update platform.grid_cells c set state = 'failed', reason = given.reason, changed_at = clock_timestamp()
        from unnest($3::text[], $4::text[]) as given (id, reason)
        where c.tenant_id = $1 and c.grid_id = $2 and c.attachment_id = given.id and c.state = 'waiting'
          and c.ask_id is null`,
      values: [
        tenantId,
        gridId,
        lost.map((file) => file.attachment_id),
        lost.map(({ state }) => (state === 'pending' ? texts.notRead : texts.noText)),
      ],
    });
  }
  return files.filter(isLeft);
}

async function beginAsk(
  tx: Transaction,
  { tenantId, gridId, work }: Work,
  attachmentId: string,
): Promise<Ask> {
  const id = createId();
  await tx.query({
    name: 'insert_grid_ask',
    text: `with asked as (
        update platform.grid_cells set ask_id = $4
        where tenant_id = $1 and grid_id = $2 and attachment_id = $3 and state = 'waiting' and ask_id is null
      )
      insert into platform.grid_asks (tenant_id, grid_id, attachment_id, id, work) values ($1, $2, $3, $4, $5)`,
    values: [tenantId, gridId, attachmentId, id, work],
  });
  return { id, attachmentId };
}

interface AskedRow extends GridColumn {
  engagement_id: string;
}

/** Makes an ask until the engine has ended it, and records the end. */
async function doAsk(
  services: Services,
  { tenantId, gridId }: Work,
  ask: Ask,
  signal: AbortSignal,
): Promise<void> {
  const { database, engine } = services;
  const [columns] = await database.batchTenant<[AskedRow]>(tenantId, [
    {
      name: 'select_asked_columns',
      text: `select q.id, q.name, q.question, q.type, g.engagement_id from platform.grid_cells c
        join platform.grid_columns q on q.tenant_id = c.tenant_id and q.grid_id = c.grid_id and q.id = c.column_id
        join platform.grids g on g.tenant_id = c.tenant_id and g.id = c.grid_id
        where c.tenant_id = $1 and c.grid_id = $2 and c.attachment_id = $3 and c.ask_id = $4 order by q.position`,
      values: [tenantId, gridId, ask.attachmentId, ask.id],
    },
  ]);
  const engagementId = columns[0]?.engagement_id;
  // People have written all its cells, or have deleted the file or the grid.
  if (engagementId === undefined) return dropAsk(services, tenantId, gridId, ask);
  const { database: agents } = forAgents(services, engagementId);
  const [[engagement]] = await agents.batchTenant(tenantId, [
    selectEngagement(tenantId, engagementId),
  ]);
  const file = await readWholeFile(agents, tenantId, ask.attachmentId);
  if (!engagement || !file) return dropAsk(services, tenantId, gridId, ask);
  const { id, name, client, brief, budget_nano_usd: budget } = engagement;
  const request = {
    askId: ask.id,
    engagement: { id, name, client, brief, budgetUsd: nanoToUsd(budget) },
    file,
    columns: columns.map(({ engagement_id: _, ...column }) => column),
  };
  for (;;) {
    const answer = await engine.answerGrid(tenantId, request, signal).catch(readRefusal);
    if (typeof answer === 'string' || answer.status === 'completed' || answer.status === 'failed')
      return recordAnswer(services, { tenantId, gridId, engagementId, ask, brief }, answer);
  }
}

/**
 * Says why the engine refuses an ask, which then costs nothing. Throws errors that another try may
 * not meet.
 */
function readRefusal(error: unknown): 'stopped' | 'refused' {
  if (!(error instanceof EngineUnavailableError)) throw error;
  if (wasStoppedFirst(error)) return 'stopped';
  const { status } = error;
  if (status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429)
    return 'refused';
  throw error;
}

/** Stops an ask whose answer nobody wants, and records what it has cost. */
async function dropAsk(
  { database, engine }: Services,
  tenantId: string,
  gridId: string,
  { id }: Ask,
): Promise<void> {
  const run = await engine.stopRun(tenantId, id).catch((error: unknown) => {
    // The engine refuses to stop an ask that has ended.
    if (error instanceof EngineUnavailableError && error.status !== null && error.status < 500)
      return null;
    throw error;
  });
  const cost = run?.estimatedCost ?? (await engine.getRun(tenantId, id))?.estimatedCost ?? 0;
  await database.withTenant(tenantId, async (tx) => {
    await closeAsk(tx, tenantId, gridId, id, usdToNano(cost));
  });
}

/** Ends an ask, and returns the number of the work that began it; undefined if the ask is gone. */
async function closeAsk(
  tx: Transaction,
  tenantId: string,
  gridId: string,
  askId: string,
  costNanoUsd: number,
): Promise<number | undefined> {
  const { rows } = await tx.query<{ work: number }>({
    name: 'close_grid_ask',
    text: `update platform.grid_asks set cost_nano_usd = greatest(cost_nano_usd, $4),
        ended_at = coalesce(ended_at, clock_timestamp())
      where tenant_id = $1 and grid_id = $2 and id = $3 returning work`,
    values: [tenantId, gridId, askId, costNanoUsd],
  });
  return rows[0]?.work;
}

interface EndedAsk {
  tenantId: string;
  gridId: string;
  engagementId: string;
  ask: Ask;
  brief: string;
}

/**
 * Records an ended ask in one transaction: its cost, the answered cells that nobody has written
 * meanwhile, and the others as waiting or failed. A spent budget stops the grid, unless a person has
 * continued it since the ask began: its cells are then asked again, which meets a limit that holds.
 */
async function recordAnswer(
  services: Services,
  { tenantId, gridId, engagementId, ask, brief }: EndedAsk,
  answer: EngineGridAnswer | 'stopped' | 'refused',
): Promise<void> {
  const ended = typeof answer === 'string' ? null : answer;
  await services.database.withTenant(tenantId, async (tx) => {
    if (!(await lockEngagementIfThere(tx, tenantId, engagementId))) return;
    if (ended)
      await raiseJudgingSpent(tx, tenantId, engagementId, usdToNano(ended.judgingSpentUsd));
    const grid = await lockGrid(tx, tenantId, gridId);
    if (!grid) return;
    const work = await closeAsk(tx, tenantId, gridId, ask.id, usdToNano(ended?.costUsd ?? 0));
    await writeCells(tx, tenantId, gridId, ask, ended?.cells ?? []);
    await releaseCells(tx, tenantId, gridId, ask, ended && failureOf(ended, brief));
    const limit = limitOf(ended);
    const isCurrent = grid.status === 'running' && grid.work === work;
    if (!isCurrent || (limit === null && answer !== 'refused')) return;
    await endGrid(tx, services, tenantId, grid, {
      ...(limit === null
        ? { status: 'failed', failureReason: 'engine_refused' }
        : { status: 'stopped', failureReason: reasonOfLimit(limit) }),
    });
  });
}

/** Returns the limit of money that has ended an ask; null for another end. */
function limitOf(ended: EngineGridAnswer | null): SpendLimit | null {
  const reason = ended?.failureReason;
  return reason === 'budget_exhausted' || reason === 'tenant_spend_limit' ? reason : null;
}

const reasonOfLimit = (limit: SpendLimit): GridFailureReason =>
  limit === 'budget_exhausted' ? 'budget_exceeded' : limit;

/**
 * Returns the reason for cells that fail with their ask. Null after Stop or at a limit of money,
 * when they wait.
 */
function failureOf(ended: EngineGridAnswer, brief: string): string | null {
  const { status, failureReason, error } = ended;
  if (status !== 'failed' || failureReason === 'stopped' || limitOf(ended) !== null) return null;
  return gridTexts[detectLanguage(brief)].noAnswer(error ?? '');
}

async function writeCells(
  tx: Transaction,
  tenantId: string,
  gridId: string,
  { id: askId, attachmentId }: Ask,
  cells: readonly AnsweredCell[],
): Promise<void> {
  if (cells.length === 0) return;
  await tx.query({
    name: 'write_grid_cells',
    text: `update platform.grid_cells c
      set state = given.state, value = given.value::json, unit = given.unit, text = given.text, quote = given.quote, place = given.place,
        passage = given.passage, reason = given.reason, ask_id = null, changed_at = clock_timestamp()
      from unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $13::text[])
        as given (column_id, state, value, text, quote, place, passage, reason, unit)
      where c.tenant_id = $1 and c.grid_id = $2 and c.attachment_id = $12 and c.ask_id = $3
        and c.column_id = given.column_id`,
    values: [
      tenantId,
      gridId,
      askId,
      cells.map(({ columnId }) => columnId),
      cells.map(({ state }) => state),
      cells.map(({ value }) => (value === null ? null : JSON.stringify(value))),
      cells.map(({ text }) => text),
      cells.map(({ quote }) => quote),
      cells.map(({ place }) => place),
      cells.map(({ passage }) => passage),
      cells.map(({ reason }) => reason),
      attachmentId,
      cells.map(({ unit }) => unit),
    ],
  });
}

/** Lets the cells of an ask wait again, or fails them with the reason. */
async function releaseCells(
  tx: Transaction,
  tenantId: string,
  gridId: string,
  { id: askId, attachmentId }: Ask,
  reason: string | null,
): Promise<void> {
  await tx.query({
    name: 'release_grid_cells',
    text: `update platform.grid_cells set ask_id = null, reason = $4, changed_at = clock_timestamp(),
        state = case when $4::text is null then 'waiting' else 'failed' end
      where tenant_id = $1 and grid_id = $2 and attachment_id = $5 and ask_id = $3`,
    values: [tenantId, gridId, askId, reason, attachmentId],
  });
}
