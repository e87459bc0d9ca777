import type { StartRunRequest } from '@ecp/contract/engine/engine-api';

let nextRun = 1;

/** Names the engagement of a run, so that a fake model can tell by a prompt whose call it is. */
export const nameEngagement = (runId: string): string => `Northwind coffee growth plan ${runId}.`;

/**
 * Makes a start request with three tasks, two of them independent. `overrides` replace parts. Its
 * name contains the run id.
 */
export function runRequest(overrides: Partial<StartRunRequest> = {}): StartRunRequest {
  const number = nextRun++;
  const runId = overrides.runId ?? `run-${number}`;
  return {
    runId,
    engagement: {
      id: `engagement-${number}`,
      name: nameEngagement(runId),
      client: 'Northwind Roasters',
      brief: sampleBrief,
      budgetUsd: 5,
    },
    tasks: [
      {
        id: 'market',
        name: 'Market research',
        description: 'Size the regional speciality coffee market.',
      },
      {
        id: 'costs',
        name: 'Cost analysis',
        description: 'Analyse roasting and delivery cost per kilogram.',
      },
      {
        id: 'plan',
        name: 'Growth plan',
        description: 'Bring both together in a plan for two years.',
        dependsOn: ['market', 'costs'],
      },
    ],
    sources: [],
    previous: [],
    rerunTaskId: null,
    ...overrides,
  };
}

/** Makes a start request with independent tasks only. */
export function wideRequest(
  taskCount: number,
  overrides: Partial<StartRunRequest> = {},
): StartRunRequest {
  const tasks = Array.from({ length: taskCount }, (_, index) => ({
    id: `task-${index + 1}`,
    name: `Finding ${index + 1}`,
    description: 'Summarise one finding of the brief.',
  }));
  return runRequest({ tasks, ...overrides });
}

const sampleBrief = `Northwind Roasters sells 42 tonnes of coffee a year to 310 cafés in the north-east. Revenue was
$1.9 million in 2025, up 6 % on 2024, while green coffee prices rose 31 %. The owners want to know whether to open a
subscription business for households, what it would cost, and which cafés are worth keeping. Two delivery vans cover
4 routes; the roaster runs at 64 % of its capacity. Goals: raise gross margin from 34 % to 40 % within two years, and
win 2,000 household subscribers. Constraints: no new debt above $150,000, and no redundancies. Open: churn of
subscribers, cost of packaging, and the price that households will pay.`;
