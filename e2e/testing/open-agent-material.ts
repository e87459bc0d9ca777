import { readConnectionFiles } from '@ecp/database/embedded/connection-file';
import { takeLease } from '@ecp/database/executor-lease';
import pino from 'pino';
import { readConfig } from '../../apps/server/src/config.ts';
import {
  type AgentMaterial,
  openAgentMaterial,
} from '../../apps/server/src/engine/tools/agent-material.ts';
import { openServices } from '../../apps/server/src/services.ts';

/** What agents of a running product may read and do, opened in this process. */
interface OpenedMaterial {
  material: AgentMaterial;
  close(): Promise<void>;
}

/**
 * Opens the material of a running product as its worker does, with a lease of its own.
 * `environment` has the product's settings, with DATA_DIR.
 */
export async function openProductMaterial(
  environment: Record<string, string>,
): Promise<OpenedMaterial> {
  const config = readConfig(environment);
  const urls = await readConnectionFiles(config.dataDir);
  if (urls === undefined) throw new Error(`No database is up in ${config.dataDir}`);
  const log = pino({ level: 'fatal' });
  const databaseUrl = urls.serviceUrl;
  const lease = await takeLease(databaseUrl, 'engine', log);
  const opened = await openServices({ config, databaseUrl, lease, executesWork: false, log });
  return {
    material: openAgentMaterial(opened.services),
    async close() {
      await opened.close();
      await lease.release();
    },
  };
}
