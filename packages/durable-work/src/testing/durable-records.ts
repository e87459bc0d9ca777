import { DBOS } from '@dbos-inc/dbos-sdk';
import type { FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { type Service, schemaOf } from '../records.ts';

/** The record of the queue about a piece of work. */
export interface StoredWork {
  id: string;
  workflow: string;
  /** DBOS's status: `ENQUEUED`, `DELAYED`, `PENDING`, `SUCCESS`, `ERROR`, `CANCELLED` … */
  status: string;
  executorId: string | null;
  version: string | null;
  /** Delay set when it was enqueued. Null if it could begin at once. */
  waitMs: number | null;
  /** The stored input. Null if it was deleted. */
  input: string | null;
}

/** The records of a service's queue, for tests that inspect them or simulate a crash. */
export interface DurableRecords {
  /** Schema of the records. */
  schema: string;
  read(): Promise<StoredWork[]>;
  /** Finds one piece of work. Returns undefined if there is none with that id. */
  find(id: string): Promise<StoredWork | undefined>;
  /** Changes work whose id begins with `idPrefix`. */
  change(idPrefix: string, changes: { status?: string; executorId?: string; version?: string }): Promise<void>;
  /** Makes delayed work due at once. */
  wake(id: string): Promise<void>;
  /** Counts the recorded steps of all work. */
  countSteps(): Promise<number>;
  /** Deletes the step records of `id`, except steps named in `kept`. */
  forgetSteps(id: string, kept: string[]): Promise<void>;
}

/** Returns the records in a database in which the queue of `service` has been opened. */
export function durableRecords({ asSuperuser }: Pick<FreshDatabase, 'asSuperuser'>, service: Service): DurableRecords {
  const schema = schemaOf(service);
  const read = (condition = 'true', values: unknown[] = []) =>
    asSuperuser<StoredWork & Record<string, unknown>>(
      `select s.workflow_uuid as id, s.name as workflow, s.status, s.executor_id as "executorId",
          s.application_version as version, (s.delay_until_epoch_ms - s.created_at)::float as "waitMs", i.inputs as input
        from ${schema}.workflow_status s left join ${schema}.workflow_input i using (workflow_uuid)
        where ${condition} order by s.created_at`,
      values,
    );
  return {
    schema,
    read: () => read(),
    find: async (id) => (await read('workflow_uuid = $1', [id]))[0],
    async change(idPrefix, { status, executorId, version }) {
      await asSuperuser(
        `update ${schema}.workflow_status set status = coalesce($2, status), executor_id = coalesce($3, executor_id),
            application_version = coalesce($4, application_version)
          where starts_with(workflow_uuid, $1)`,
        [idPrefix, status ?? null, executorId ?? null, version ?? null],
      );
    },
    async wake(id) {
      await asSuperuser(`update ${schema}.workflow_status set delay_until_epoch_ms = 0 where workflow_uuid = $1`, [id]);
    },
    async countSteps() {
      const [row] = await asSuperuser<{ steps: number }>(
        `select count(*)::integer as steps from ${schema}.operation_outputs`,
      );
      return row?.steps ?? 0;
    },
    async forgetSteps(id, kept) {
      await asSuperuser(
        `delete from ${schema}.operation_outputs where workflow_uuid = $1 and function_name <> all($2)`,
        [id, kept],
      );
    },
  };
}

/** Returns the names of the tables in which the queue of a service records its work and its steps. */
export const recordTables = (service: Service): string[] =>
  ['workflow_status', 'operation_outputs'].map((table) => `${schemaOf(service)}.${table}`);

/** Makes the tables of both services' queues in a database, as the first start of a service does. */
export async function createQueueTables(url: string): Promise<void> {
  for (const service of ['engine', 'platform'] as const) await DBOS.migrate(url, { schemaName: schemaOf(service) });
}

/** Executes ended or cancelled work of this process's queue again and returns its result. */
export async function executeAgain<Result>(id: string): Promise<Result> {
  const handle = await DBOS.resumeWorkflow<Result>(id);
  return handle.getResult();
}
