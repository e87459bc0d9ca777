import type { EngineEvent } from '@ecp/contract/engine/engine-events';
import { readConnectionFile } from '@ecp/database/embedded/connection-file';
import pg from 'pg';
import { DemoError, exitCodes } from '../demo-error.ts';

interface EventRow {
  seq: string;
  type: EngineEvent['type'];
  data: object;
  created_at: Date;
}

/**
 * Reads what the only run of a product's database has produced, whole and in order. Throws a DemoError when the product
 * has no embedded database that runs.
 */
export async function readRunEvents(dataDirectory: string): Promise<EngineEvent[]> {
  const connectionString = await readConnectionFile(dataDirectory);
  if (connectionString === undefined) throw new DemoError('The product has no running database', exitCodes.noProduct);
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<EventRow>('select seq, type, data, created_at from engine.events order by seq');
    return rows.map(({ seq, type, data, created_at: at }) => {
      return { seq: Number(seq), timestamp: at.toISOString(), type, ...data } as EngineEvent;
    });
  } finally {
    await client.end();
  }
}
