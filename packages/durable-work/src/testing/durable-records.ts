import type { LeasedService as Service } from '@ecp/database/executor-lease';
import type { FreshDatabase } from '@ecp/testing/postgres/fresh-database';

/** The record of a piece of work. */
interface StoredWork {
  id: string;
  kind: string;
  state: 'waiting' | 'delayed' | 'running' | 'ended';
  owner: string | null;
  /** Delay after it was enqueued, in milliseconds. */
  waitMs: number;
  /** JSON. Only the tenant once the work has ended. */
  input: string;
}

/** The durable work of a service, for tests that inspect it or simulate a crash. */
export interface DurableRecords {
  read(): Promise<StoredWork[]>;
  /** Finds one piece of work. Returns undefined if there is none with that id. */
  find(id: string): Promise<StoredWork | undefined>;
  /** Makes delayed work due at once. */
  wake(id: string): Promise<void>;
}

/** Returns the durable work of a service in a database. */
export function durableRecords(
  { asSuperuser }: Pick<FreshDatabase, 'asSuperuser'>,
  service: Service,
): DurableRecords {
  const read = (condition = 'true', values: unknown[] = []) =>
    asSuperuser<StoredWork & Record<string, unknown>>(
      `select id, kind, owner, input::text as input,
          case when ended_at is not null then 'ended' when owner is not null then 'running'
            when due_at > now() then 'delayed' else 'waiting' end as state,
          round(extract(epoch from due_at - created_at) * 1000)::float as "waitMs"
        from platform.works where service = $1 and ${condition} order by created_at, id`,
      [service, ...values],
    );
  return {
    read: () => read(),
    find: async (id) => (await read('id = $2', [id]))[0],
    async wake(id) {
      await asSuperuser('update platform.works set due_at = now() where service = $1 and id = $2', [
        service,
        id,
      ]);
    },
  };
}
