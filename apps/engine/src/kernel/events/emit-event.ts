import type { EngineEventOf, EngineEventType } from '@ecp/contract/engine/engine-events';
import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';

/** Identifies a run within its tenant. */
export interface RunRef {
  tenantId: string;
  runId: string;
}

/**
 * Numbers and stores an event of a run that is not over. `eventKey` is unique in the run: the same key again changes
 * nothing, so a repeated step does not duplicate the event. The lock on the run makes numbers follow the commit order
 * without gaps.
 */
export async function emitEvent<T extends EngineEventType>(
  database: Database,
  run: RunRef,
  eventKey: string,
  event: EngineEventOf<T>,
): Promise<void> {
  await emitTogether(database, run.tenantId, [eventStatement(run, eventKey, event)]);
}

/**
 * Stores events of a run with what belongs to them, in one transaction: all or none. Takes statements of
 * `eventStatement` and others that are safe to repeat.
 */
export async function emitTogether(database: Database, tenantId: string, statements: Statement[]): Promise<void> {
  try {
    await database.batchTenant(tenantId, statements);
  } catch (error) {
    // The step was executed twice at once, and the other execution has stored the events.
    if (!isUniqueViolation(error)) throw error;
  }
}

/** Returns the statement of `emitEvent`, for a transaction that changes more than the event. */
export function eventStatement<T extends EngineEventType>(
  { tenantId, runId }: RunRef,
  eventKey: string,
  event: EngineEventOf<T>,
): Statement {
  const { type, ...data } = event as EngineEventOf<EngineEventType>;
  return { name: 'emit_event', text: emit, values: [tenantId, runId, eventKey, type, JSON.stringify(data)] };
}

const emit = `
  with run as (
    update engine.runs set last_event = last_event + 1
    where tenant_id = $1 and id = $2 and status in ('running', 'paused')
      and not exists (select from engine.events where tenant_id = $1 and run_id = $2 and event_key = $3)
    returning last_event
  )
  insert into engine.events (tenant_id, run_id, seq, event_key, type, data)
  select $1, $2, last_event, $3, $4, $5 from run`;

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}
