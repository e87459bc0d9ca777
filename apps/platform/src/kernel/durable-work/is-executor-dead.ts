import type { Database } from '@ecp/database/database';

/** Tells whether the process of an executor id is certainly dead: its work is in no hands any more (LEA-2). */
export async function isExecutorDead(database: Database, executorId: string): Promise<boolean> {
  const [[executor]] = await database.batchSystem<[{ lives: boolean | null }]>([
    { name: 'executor_lives', text: 'select platform.executor_lives($1) as lives', values: [executorId] },
  ]);
  return executor?.lives === false;
}
