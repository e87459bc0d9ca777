import { createId } from '@ecp/database/create-id';
import { readConnectionFile } from '@ecp/database/embedded/connection-file';
import { takeLease } from '@ecp/database/executor-lease';
import pino from 'pino';
import { readConfig } from '../../apps/server/src/config.ts';
import { openAgentMaterial } from '../../apps/server/src/engine/tools/open-agent-material.ts';
import { openServices } from '../../apps/server/src/services.ts';
import type { AgentAnswer, AgentCall } from './fork-agent.ts';

// Makes the calls of agents as a worker of the product does, with a lease of its own.
const config = readConfig(process.env);
const urls = await readConnectionFile(config.dataDir);
if (urls === undefined) throw new Error(`No database is up in ${config.dataDir}`);
const log = pino({ level: 'fatal' });
const databaseUrl = urls.serviceUrl;
const lease = await takeLease(databaseUrl, 'engine', log);
const { services } = await openServices({ config, databaseUrl, lease, executesWork: false, log });
const material = openAgentMaterial(services);
process.on('message', (message) => void answer(message as AgentCall));
process.on('disconnect', () => process.exit(0));
process.send?.({ number: 0, answer: {} } satisfies AgentAnswer);

async function answer({ number, run, kind, body }: AgentCall): Promise<void> {
  const { id = createId(), taskId = null, url = '', query = '' } = body;
  const call = { id, agentSlug: 'data-analyst', taskId };
  const result =
    kind === 'page'
      ? await material.readPage(run, { ...call, url })
      : await material.searchWeb(run, { ...call, query });
  process.send?.({ number, answer: result } satisfies AgentAnswer);
}
