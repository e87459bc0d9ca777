import type { Services } from '../../../kernel/services.ts';
import { EngineUnavailableError } from '../../engine-client/engine-client.ts';

/**
 * Stops all active runs of a tenant, so that nothing more is spent. A run that the engine does not know or that has
 * ended needs no stop. Throws EngineUnavailableError while the engine does not answer.
 */
export async function stopActiveRuns({ database, engine }: Services, tenantId: string): Promise<void> {
  const [runs] = await database.batchTenant<[{ id: string }]>(tenantId, [
    {
      name: 'list_active_runs',
      text: `select id from platform.runs where tenant_id = $1 and status in ('running', 'paused')`,
      values: [tenantId],
    },
  ]);
  for (const { id } of runs) {
    await engine.stopRun(tenantId, id).catch((error: unknown) => {
      const isOver = error instanceof EngineUnavailableError && (error.status === 404 || error.status === 409);
      if (!isOver) throw error;
    });
  }
}
