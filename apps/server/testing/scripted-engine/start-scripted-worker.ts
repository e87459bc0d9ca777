import { takeLease } from '@ecp/database/executor-lease';
import { pino } from 'pino';
import { readConfig } from '../../src/config.ts';
import { openServices } from '../../src/services.ts';
import { createRunEffects } from '../../src/work/runs/run-effects.ts';
import { type ScriptedEngine, startScriptedEngine } from './scripted-engine.ts';

/**
 * Starts a scripted worker beside a product in processes of its own, with the services that a real
 * worker of that product has. `environment` has the settings of the product.
 */
export async function startScriptedWorker(
  databaseUrl: string,
  environment: Record<string, string>,
): Promise<ScriptedEngine> {
  const log = pino({ level: 'fatal' });
  const lease = await takeLease(databaseUrl, 'engine', log);
  const config = readConfig({ LOG_LEVEL: 'fatal', ...environment });
  const opened = await openServices({ config, databaseUrl, lease, executesWork: false, log });
  const { database } = opened.services;
  const effects = createRunEffects(Promise.resolve(opened.services));
  const engine = await startScriptedEngine(databaseUrl, { database, effects });
  return {
    ...engine,
    async close() {
      await engine.close();
      await opened.close();
      await lease.release();
    },
  };
}
