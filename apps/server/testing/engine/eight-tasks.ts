import type { StartRunRequest } from '@ecp/contract/engine/engine-api';

/** Sizes of the sample run: its tasks, its sources and their bytes together. */
export const eightTasksSizes = { tasks: 8, sources: 12, sourcesBytes: 60_000 };

/**
 * The tasks that each task of the sample run builds on: four start at once, three join them, and
 * one concludes.
 */
const graph: readonly (readonly number[])[] = [[], [], [], [], [0, 1], [1, 2], [2, 3], [4, 5, 6]];
const names = [
  'Market research',
  'Cost analysis',
  'Customer survey',
  'Competitor review',
  'Pricing strategy',
  'Financial case',
  'Delivery plan',
  'Recommendation to the board',
];
const agents = [
  'market-research-analyst',
  'financial-modeller',
  'customer-insight-researcher',
  'corporate-strategist',
  'pricing-strategist',
  'financial-modeller',
  'programme-manager',
  'engagement-director',
];

/** Makes the request of a run with eight tasks, a brief of two pages and 60 kB of sources. */
export function eightTasks(runId: string): StartRunRequest {
  return {
    runId,
    engagement: {
      id: runId,
      name: `Sample ${runId}.`,
      client: 'Northwind Roasters',
      brief: brief(),
      budgetUsd: 500,
    },
    tasks: names.map((name, index) => ({
      id: `task-${index + 1}`,
      name,
      agent: agents[index] ?? null,
      description: `Answer the part of the brief that concerns ${name.toLowerCase()}, with figures and their sources.`,
      dependsOn: (graph[index] ?? []).map((needed) => `task-${needed + 1}`),
    })),
    sources: Array.from({ length: eightTasksSizes.sources }, (_, index) => source(index)),
    previous: [],
    rerunTaskId: null,
  };
}

function brief(): string {
  const facts = Array.from({ length: 40 }, (_, at) => {
    return `Region ${at + 1} bought ${(at * 37) % 90} tonnes of coffee in 2025 at ${7 + (at % 5)}.${at % 10} dollars a kilogram.`;
  });
  return `Northwind Roasters sells coffee in forty regions.\n${facts.join('\n')}\nShall the board open a subscription business in 2027, where first, and at which price?`;
}

function source(index: number): StartRunRequest['sources'][number] {
  const line = (at: number) =>
    `Row ${at + 1} of report ${index + 1}: shop ${(at * 13 + index) % 97} sold ${(at * 7919 + index * 31) % 5_000} bags to ${(at * 17) % 400} households.\n`;
  let text = `Report ${index + 1} on sales.\n`;
  for (let at = 0; text.length < eightTasksSizes.sourcesBytes / eightTasksSizes.sources; at += 1)
    text += line(at);
  return {
    id: `source-${index + 1}`,
    title: `Report ${index + 1}`,
    location: `report-${index + 1}.csv`,
    text,
  };
}
