import { type MainJob, queryProduct } from './main-job.ts';

/** Creates that go on until the product is gone. */
interface EndlessCreates {
  /** Resolves after twenty of them were acknowledged, or when they have ended. */
  begun: Promise<unknown>;
  /** The names that were acknowledged. */
  ended: Promise<string[]>;
}

/**
 * Creates engagements of one tenant, eight at once, each with a name of its own, until one is not
 * acknowledged.
 */
export function createUntilKilled({ client }: MainJob): EndlessCreates {
  const twenty = Promise.withResolvers<void>();
  const names: string[] = [];
  const createNext = async (loop: number): Promise<void> => {
    const name = `Loop ${loop}, ${names.length}`;
    const created = await client.post('/api/engagements', {
      name,
      client: 'Spoke & Co',
      brief: 'Idle workshops',
    });
    // The database may be gone before the platform is.
    if (created.status !== 201) return;
    names.push(name);
    if (names.length === 20) twenty.resolve();
    await createNext(loop);
  };
  // fetch throws a TypeError when the product is gone.
  const untilGone = (error: unknown) =>
    error instanceof TypeError ? undefined : Promise.reject(error);
  const loops = Array.from({ length: 8 }, (_, loop) => createNext(loop).catch(untilGone));
  const ended = Promise.all(loops).then(() => names);
  return { begun: Promise.race([twenty.promise, ended]), ended };
}

/** The rows of a tenant's creates, each of which writes all three or none. */
interface CreateRecords {
  names: string[];
  audited: number;
  counted: number;
}

/**
 * Reads the names of a tenant's engagements, and how many its audit log and its month have counted.
 */
export async function readCreateRecords(dataDir: string, tenantId: string): Promise<CreateRecords> {
  const [records] = await queryProduct<CreateRecords>(
    dataDir,
    `select array(select name from platform.engagements where tenant_id = $1) as names,
      (select count(*)::integer from platform.audit_log where tenant_id = $1 and action = 'engagement.create') as audited,
      (select engagements_created from platform.monthly_usage where tenant_id = $1) as counted`,
    [tenantId],
  );
  if (!records) throw new Error('The statement returned no row');
  return records;
}
