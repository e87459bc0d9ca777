import type { Services } from '../../../kernel/services.ts';
import { EngineUnavailableError } from '../../engine-client/engine-client.ts';

/**
 * Makes certain that a run is lost which an engine says it does not know: no engine on this database has it, and the
 * engine refuses it from now on. So a lost run spends nothing (RUN-25). Throws EngineUnavailableError if an engine has
 * the run after all, or does not confirm the stop.
 */
export async function confirmRunLost(
  { database, engine }: Pick<Services, 'database' | 'engine'>,
  tenantId: string,
  runId: string,
): Promise<void> {
  const [[row]] = await database.batchTenant<[{ has_run: boolean }]>(tenantId, [
    { name: 'engine_has_run', text: 'select engine.has_run($1) as has_run', values: [runId] },
  ]);
  if (row?.has_run) throw new EngineUnavailableError('The engine does not find a run that the database has', null);
  await engine.stopRun(tenantId, runId);
}
