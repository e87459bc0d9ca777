import type { EngineLogs } from '@ecp/contract/engine/engine-api';
import type {
  EngineEvent,
  EngineEventOf,
  EngineEventType,
  EngineRunStatus,
} from '@ecp/contract/engine/engine-events';
import type { LogEntry } from '@ecp/contract/values/run-facts';
import type { Database, Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { RunEffects } from '../../kernel/ports.ts';

/** Run ids are unique only within their tenant. */
export interface RunRef {
  tenantId: string;
  runId: string;
}

/** The database that stores events, and the effects that belong to them. */
export interface EventStore {
  database: Database;
  effects: RunEffects;
}

/** The statement that numbers and stores an event once, with the event for its effect. */
interface EventStatement extends Statement<StoredEvent> {
  run: RunRef;
  event: EngineEventOf<EngineEventType>;
}

interface StoredEvent {
  seq: number;
  created_at: Date;
}

/** The types of events that change what people see of the engagement, apart from its log. */
const typesWithEffect: ReadonlySet<EngineEventType> = new Set([
  'status',
  'plan',
  'deliverable',
  'score',
  'unscored',
  'question',
  'conflict',
  'analytics',
  'library_entry',
]);

/**
 * Numbers and stores an event once by `eventKey`, and applies its effect in the same transaction.
 * The lock on the run makes numbers follow the commit order.
 */
export async function emitEvent<T extends EngineEventType>(
  store: EventStore,
  run: RunRef,
  eventKey: string,
  event: EngineEventOf<T>,
): Promise<void> {
  await emitTogether(store, run.tenantId, [eventStatement(run, eventKey, event)]);
}

/**
 * Stores events with their effects, and with statements that belong to them, in one transaction.
 * All statements must be safe to repeat.
 */
export async function emitTogether(
  { database, effects }: EventStore,
  tenantId: string,
  statements: (Statement | EventStatement)[],
): Promise<void> {
  try {
    if (statements.some(hasEffect)) {
      await database.withTenant(tenantId, async (tx) => {
        for (const statement of statements) await emitIn(tx, effects, statement);
      });
    } else await database.batchTenant(tenantId, statements);
  } catch (error) {
    // The step ran twice at once, and the other execution has stored the events.
    if (!isRepeatedEvent(error)) throw error;
  }
}

/** Executes a statement with `tx`. If it stores an event, applies the event's effect. */
export async function emitIn(
  tx: Transaction,
  effects: RunEffects,
  statement: Statement | EventStatement,
): Promise<void> {
  if (!hasEffect(statement)) {
    await tx.query(statement);
    return;
  }
  const { run, event } = statement;
  const [stored] = (await tx.query(statement)).rows;
  if (!stored) return;
  const { seq, created_at: storedAt } = stored;
  const numbered = { ...event, seq, timestamp: storedAt.toISOString() } as EngineEvent;
  await effects.apply(tx, run, numbered);
}

const hasEffect = (statement: Statement | EventStatement): statement is EventStatement =>
  'event' in statement && typesWithEffect.has(statement.event.type);

/** Returns the statement of `emitEvent`, for a transaction that changes more than the event. */
export function eventStatement<T extends EngineEventType>(
  run: RunRef,
  eventKey: string,
  event: EngineEventOf<T>,
): EventStatement {
  const { type, ...data } = event as EngineEventOf<EngineEventType>;
  const { tenantId, runId } = run;
  const statement: Statement<StoredEvent> = {
    name: 'emit_event',
    text: emit,
    values: [tenantId, runId, eventKey, type, JSON.stringify(data)],
  };
  return { ...statement, run: { tenantId, runId }, event: event as EngineEventOf<EngineEventType> };
}

const emit = `
  with run as (
    update engine.runs set last_event = last_event + 1
    where tenant_id = $1 and id = $2 and status in ('running', 'paused')
      and not exists (select from engine.events where tenant_id = $1 and run_id = $2 and event_key = $3)
    returning last_event
  )
  insert into engine.events (tenant_id, run_id, seq, event_key, type, data)
  select $1, $2, last_event, $3, $4, $5 from run
  returning seq, created_at`;

function isRepeatedEvent(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error && error.code === '23505')) return false;
  return 'schema' in error && error.schema === 'engine';
}

interface EventRow {
  seq: number;
  type: string;
  data: Record<string, unknown>;
  created_at: Date;
}

interface StateRow {
  status: EngineRunStatus;
  last_event: number;
}

/**
 * Bytes at which a page ends: two hundred long documents would fill the memory of both services.
 */
const fullPageBytes = 4 * 1024 * 1024;

export interface EventsRead {
  events: EngineEvent[];
  lastEvent: number;
  status: EngineRunStatus;
}

/**
 * Reads up to `limit` events after `after`, fewer if they are long. Null if the tenant has no such
 * run.
 */
export async function readEvents(
  database: Database,
  { tenantId, runId }: RunRef,
  after: number,
  limit: number,
): Promise<EventsRead | null> {
  const [[run], rows] = await database.batchTenant<[StateRow, EventRow]>(tenantId, [
    {
      name: 'events_run',
      text: 'select status, last_event from engine.runs where tenant_id = $1 and id = $2',
      values: [tenantId, runId],
    },
    {
      name: 'read_events',
      text: `select seq, type, data, created_at from (
          select *, sum(octet_length(data::text)) over (order by seq rows unbounded preceding)
            - octet_length(data::text) as bytes_before
          from (
            select seq, type, data, created_at from engine.events
            where tenant_id = $1 and run_id = $2 and seq > $3 order by seq limit $4
          ) wanted
        ) page where bytes_before < ${fullPageBytes} order by seq`,
      values: [tenantId, runId, after, limit],
    },
  ]);
  if (!run) return null;
  return { events: rows.map(toEvent), lastEvent: run.last_event, status: run.status };
}

function toEvent({ seq, type, data, created_at }: EventRow): EngineEvent {
  return { seq, timestamp: created_at.toISOString(), type, ...data } as EngineEvent;
}

interface LogState {
  status: EngineRunStatus;
  total: number;
}
type LogRow = Pick<EventRow, 'data' | 'created_at'>;

/** Reads the log lines after the first `offset`, and the number of all lines. */
export async function readLogs(
  database: Database,
  { tenantId, runId }: RunRef,
  offset: number,
): Promise<EngineLogs | null> {
  const [[run], lines] = await database.batchTenant<[LogState, LogRow]>(tenantId, [
    {
      name: 'logs_run',
      text: `select status, (select count(*)::integer from engine.events
          where tenant_id = $1 and run_id = $2 and type = 'log') as total
        from engine.runs where tenant_id = $1 and id = $2`,
      values: [tenantId, runId],
    },
    {
      name: 'read_logs',
      text: `select data, created_at from engine.events
        where tenant_id = $1 and run_id = $2 and type = 'log' order by seq offset $3 limit 10000`,
      values: [tenantId, runId, offset],
    },
  ]);
  if (!run) return null;
  const entries = lines.map(
    ({ data, created_at }) => ({ timestamp: created_at.toISOString(), ...data }) as LogEntry,
  );
  return { entries, total: run.total, status: run.status };
}
