import { type StartRunRequest, tenantHeader } from '@ecp/contract/engine/engine-api';

/** The address of an engine, and its secret. */
export interface EngineAddress {
  baseUrl: string;
  token: string;
}

/** Makes a run of three tasks, of which the third depends on the others. Its sources have `sourceBytes` in total. */
export function benchRequest(name: string, sourceBytes = 0): StartRunRequest {
  const text = brief.repeat(Math.ceil(sourceBytes / brief.length)).slice(0, sourceBytes);
  return {
    runId: `run-${name}`,
    engagement: { id: `engagement-${name}`, name: 'Growth plan', client: 'Northwind Roasters', brief, budgetUsd: 5 },
    tasks: [
      { id: 'market', name: 'Market research', description: 'Size the regional speciality coffee market.' },
      { id: 'costs', name: 'Cost analysis', description: 'Analyse roasting and delivery cost per kilogram.' },
      { id: 'plan', name: 'Growth plan', description: 'Bring both together.', dependsOn: ['market', 'costs'] },
    ],
    sources: sourceBytes === 0 ? [] : [{ id: 'notes', title: 'Notes of the owners', location: null, text }],
    previous: [],
    rerunTaskId: null,
  };
}

/** Starts a run over the engine's HTTP API. Throws when the engine refuses it. */
export async function startRun(
  { baseUrl, token }: EngineAddress,
  request: StartRunRequest,
  tenantId = 'bench',
): Promise<void> {
  const response = await fetch(`${baseUrl}/runs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, [tenantHeader]: tenantId, 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`The run was refused: ${answer}`);
}

const brief = `Northwind Roasters sells 42 tonnes of coffee a year to 310 cafés in the north-east. Revenue was $1.9 million
in 2025, up 6 % on 2024, while green coffee prices rose 31 %. The owners want to know whether to open a subscription
business for households, what it would cost, and which cafés are worth keeping. Goals: raise gross margin from 34 % to
40 % within two years, and win 2,000 household subscribers. Constraints: no new debt above $150,000.`;
