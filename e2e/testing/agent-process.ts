import { createId } from '@ecp/database/create-id';
import { openProductMaterial } from './open-agent-material.ts';

/** A call of an agent, as a test sends it to a process that runs this file. */
export interface AgentCall {
  number: number;
  run: { tenantId: string; engagementId: string; runId: string };
  kind: 'page' | 'search';
  body: { id?: string; url?: string; query?: string };
}

/** The answer to the call with the same number. */
export interface AgentAnswer {
  number: number;
  answer: object;
}

// Calls the functions of the product for agents, with the settings of its environment.
const environment = Object.fromEntries(
  Object.entries(process.env).map(([name, value = '']) => [name, value]),
);
const { material } = await openProductMaterial(environment);
process.on('message', (message) => void answer(message as AgentCall));
process.on('disconnect', () => process.exit(0));
process.send?.('ready');

async function answer({ number, run, kind, body }: AgentCall): Promise<void> {
  const { id = createId(), url = '', query = '' } = body;
  const asked = { id, agentSlug: 'market-research-analyst', taskId: null };
  const result =
    kind === 'page'
      ? await material.readPage(run, { ...asked, url })
      : await material.searchWeb(run, { ...asked, query });
  process.send?.({ number, answer: result } satisfies AgentAnswer);
}
