import type { Transaction } from '@ecp/database/database';
import type { Services } from '../../kernel/services.ts';
import { EngineUnavailableError } from '../../material/engine-client/engine-client.ts';

/** Stops all active runs of a tenant that the engine knows. Throws EngineUnavailableError. */
export async function stopActiveRuns(
  { database, engine }: Services,
  tenantId: string,
): Promise<void> {
  const [runs] = await database.batchTenant<[{ id: string }]>(tenantId, [
    {
      name: 'list_active_runs',
      text: `select id from platform.runs where tenant_id = $1 and status in ('running', 'paused')`,
      values: [tenantId],
    },
  ]);
  for (const { id } of runs) {
    await engine.stopRun(tenantId, id).catch((error: unknown) => {
      const isOver =
        error instanceof EngineUnavailableError && (error.status === 404 || error.status === 409);
      if (!isOver) throw error;
    });
  }
}

/** Counts the runs of a tenant's engagements. */
export async function countRuns(tx: Transaction, tenantId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>({
    name: 'count_runs_of_tenant',
    text: 'select count(*)::integer as count from platform.runs where tenant_id = $1',
    values: [tenantId],
  });
  return rows[0]?.count ?? 0;
}
