import { pollUntil } from '@ecp/testing/poll-until';
import pg from 'pg';

/** First key of the advisory locks that hold runs. The second key is the number of the halt. */
const haltLocks = 7_777;
/** Number of the halt of a transaction that several runs share. */
const sharedHalt = 0;

/** Selects the locks of this database, because other test files hold runs on the same server. */
const lockOfThisDatabase = `locktype = 'advisory' and classid = $1
  and database = (select oid from pg_database where datname = current_database())`;

/**
 * The point at which a run is held: when its n-th step is done but not recorded, or right after its
 * record became visible. The record is the stored answer of a model call, or an event of a task or
 * a run.
 */
export interface Boundary {
  step: number;
  moment: 'before its record' | 'after its record';
}

/** Holds runs at boundaries of their durable steps, from inside Postgres. */
export interface StepBoundaries {
  /** Holds the run at the boundary. No engine may execute it yet, or any more. */
  hold(runId: string, boundary: Boundary): Promise<void>;
  /**
   * Holds the commit of the next transaction in which calls of several runs of a tenant are
   * reserved or settled.
   */
  holdShared(tenantId: string): Promise<void>;
  /** Resolves when such a transaction is held. */
  sharedReached(): Promise<void>;
  /**
   * Resolves when every held run has reached its boundary or ended. Returns the ids of those that
   * were not held.
   */
  allReached(): Promise<{ missed: string[] }>;
  /**
   * After the kill, rolls back what the dead process was writing, and lets the runs continue in
   * other processes.
   */
  releaseAll(): Promise<void>;
  /** Counts the recorded steps of a run: its answered calls and its events. */
  countSteps(runId: string): Promise<number>;
  close(): Promise<void>;
}

/** Installs the triggers. */
export async function installStepBoundaries(url: string): Promise<StepBoundaries> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(triggers);
  let number = 0;
  const held = new Map<string, Boundary & { number: number }>();

  const countSteps = (runId: string) => countRecords(client, runId);
  // A record that is written again after a rollback counts twice for its halt, which may then hold
  // the run one earlier.
  const reached = async (
    runId: string,
    { moment, number: halt, step }: Boundary & { number: number },
  ) =>
    (await isWaiting(client, halt)) ||
    (moment === 'after its record' && (await countSteps(runId)) >= step);

  return {
    countSteps,
    async hold(runId, boundary) {
      number += 1;
      // A run that was held before has records already.
      await client.query(
        `create sequence test.steps_${number} start with ${(await countSteps(runId)) + 1}`,
      );
      await client.query('select pg_advisory_lock($1, $2)', [haltLocks, number]);
      const { step, moment } = boundary;
      await client.query('insert into test.halts values ($1, $2, $3, $4)', [
        runId,
        number,
        step,
        moment,
      ]);
      held.set(runId, { ...boundary, number });
    },
    async holdShared(tenantId) {
      await client.query('select pg_advisory_lock($1, $2)', [haltLocks, sharedHalt]);
      await client.query('insert into test.shared_halts values ($1)', [tenantId]);
    },
    async sharedReached() {
      await pollUntil(() => isWaiting(client, sharedHalt), Boolean);
    },
    async allReached() {
      const missed: string[] = [];
      const outcomeOf = async (runId: string, halt: Boundary & { number: number }) => {
        if (await reached(runId, halt)) return 'held';
        return (await hasEnded(client, runId)) ? 'ended' : undefined;
      };
      for (const [runId, halt] of held) {
        const outcome = await pollUntil(() => outcomeOf(runId, halt), Boolean).catch(
          (error: Error) => {
            throw new Error(`Run ${runId} did not reach ${JSON.stringify(halt)}: ${error.message}`);
          },
        );
        if (outcome === 'ended') missed.push(runId);
      }
      return { missed };
    },
    async releaseAll() {
      await client.query('delete from test.halts');
      await client.query('delete from test.shared_halts');
      // A session that waits for a lock does not notice that its client has died, and keeps its row
      // locks.
      await client.query(
        `select pg_terminate_backend(pid, 5000) from pg_locks where ${lockOfThisDatabase} and not granted`,
        [haltLocks],
      );
      held.clear();
      await client.query('select pg_advisory_unlock_all()');
    },
    close: () => client.end(),
  };
}

async function countRecords(client: pg.Client, runId: string): Promise<number> {
  const { rows } = await client.query<{ steps: number }>('select test.count_records($1) as steps', [
    runId,
  ]);
  return rows[0]?.steps ?? 0;
}

async function isWaiting(client: pg.Client, halt: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_locks where ${lockOfThisDatabase} and objid = $2 and not granted`,
    [haltLocks, halt],
  );
  return (rowCount ?? 0) > 0;
}

async function hasEnded(client: pg.Client, runId: string): Promise<boolean> {
  const text = `select from platform.works where split_part(id, '/', 2) = $1 and ended_at is not null`;
  const { rowCount } = await client.query(text, [runId]);
  return (rowCount ?? 0) > 0;
}

/** Selects the events that are records of steps. */
const recordOf = (
  row: string,
) => `(${row}.type in ('plan', 'task_started', 'score', 'task_complete')
  or ${row}.event_key = 'end' or starts_with(${row}.event_key, 'deliverable:'))`;

/** Selects rows that another transaction wrote. */
const isOfOther = 'xmin <> pg_current_xact_id()::xid';

const triggers = `
create schema test;
create table test.halts (run_id text primary key, number integer not null, step integer not null, moment text not null);

-- A record of the transaction that asks is not counted, because no other can see it yet.
create function test.count_records(run text) returns integer language sql security definer as $$
  select (select count(*) from engine.model_calls where run_id = run and answer is not null and ${isOfOther})::integer
    + (select count(*) from engine.events e where run_id = run and ${recordOf('e')} and ${isOfOther})::integer
$$;
create function test.count_record(run text) returns void language plpgsql security definer set lock_timeout = 0 as $$
declare halt test.halts; reached bigint;
begin
  select * into halt from test.halts where run_id = run;
  if not found then return; end if;
  reached := nextval('test.steps_' || halt.number);
  if (halt.moment = 'before its record' and reached = halt.step)
    or (halt.moment = 'after its record' and reached > halt.step) then
    perform pg_advisory_xact_lock_shared(${haltLocks}, halt.number);
  end if;
end $$;
create function test.count_answer() returns trigger language plpgsql security definer as $$
begin perform test.count_record(new.run_id); return new; end $$;
create trigger count_event before insert on engine.events
  for each row when ${recordOf('new')} execute function test.count_answer();
create trigger count_answer before update on engine.model_calls
  for each row when (new.answer is not null) execute function test.count_answer();

-- Once the record that a run is held at is visible, nothing that belongs to it is written any more. Not before: a writer
-- that is held keeps its locks, and an answer waits for those.
create function test.stop_writes(run text) returns void language plpgsql security definer set lock_timeout = 0 as $$
declare halt test.halts;
begin
  select * into halt from test.halts where run_id = run and moment = 'after its record';
  if found and test.count_records(run) >= halt.step then
    perform pg_advisory_xact_lock_shared(${haltLocks}, halt.number);
  end if;
end $$;
create function test.stop_engine_write() returns trigger language plpgsql security definer as $$
begin perform test.stop_writes(new.run_id); return new; end $$;
create function test.stop_ending() returns trigger language plpgsql security definer as $$
begin perform test.stop_writes(split_part(new.id, '/', 2)); return new; end $$;
-- The event of an answer's cost is written in one statement with the answer, which that statement sees already.
create trigger stop_write before insert on engine.events
  for each row when (new.type <> 'cost') execute function test.stop_engine_write();
create trigger stop_write before insert on engine.model_calls for each row execute function test.stop_engine_write();
create trigger stop_write before insert on engine.call_endings for each row execute function test.stop_engine_write();
create trigger stop_write before insert on engine.delegations for each row execute function test.stop_engine_write();
create trigger stop_write before insert on engine.routing_decisions
  for each row execute function test.stop_engine_write();
create trigger stop_ending before update on platform.works
  for each row when (new.ended_at is not null) execute function test.stop_ending();

-- Runs at the commit.
create table test.shared_halts (tenant_id text primary key);
create function test.stop_shared() returns trigger language plpgsql security definer set lock_timeout = 0 as $$
begin
  if exists (select from test.shared_halts where tenant_id = new.tenant_id) and (
    select count(distinct run_id) from engine.model_calls
    where tenant_id = new.tenant_id and xmin = pg_current_xact_id()::xid) > 1 then
    perform pg_advisory_xact_lock_shared(${haltLocks}, ${sharedHalt});
  end if;
  return null;
end $$;
create constraint trigger stop_shared after insert or update on engine.model_calls
  deferrable initially deferred for each row execute function test.stop_shared();
grant usage on schema test to ecp_tenant;`;
