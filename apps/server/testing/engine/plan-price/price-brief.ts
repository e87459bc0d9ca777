import type { EnginePlan, EnginePlanRequest } from '@ecp/contract/engine/engine-plans';
import { type EngineClient, isOver, testTenant } from '../engine-client.ts';
import type { PricedBrief } from './briefs.ts';

/** The predicted cost of a plan and the actual cost of its run, in US dollars. */
interface PricedRun {
  title: string;
  tasks: number;
  learnedFromTasks: number;
  low: number;
  expected: number;
  high: number;
  actual: number;
  inside: boolean;
}

/** Far above any run of the set. */
const budgetUsd = 500;

/** Requests a plan and waits for it. Throws if the engine refuses or fails. */
export async function askPlan(
  client: EngineClient,
  order: EnginePlanRequest,
  tenantId = testTenant,
): Promise<EnginePlan> {
  const plan = await client.calls.makePlan(tenantId, order);
  if (plan.status !== 'completed') throw new Error(`No plan: ${JSON.stringify(plan)}`);
  return plan;
}

/** A planned brief, which can be run once. */
interface PlannedBrief {
  /** Runs the brief exactly as planned, and compares the costs. */
  run(): Promise<PricedRun>;
}

/** Plans a brief. `label` makes the ids of this round unique. */
export async function planBrief(
  client: EngineClient,
  { title, client: name, brief, tasks: given, sources }: PricedBrief,
  { tenantId, label }: { tenantId: string; label: string },
): Promise<PlannedBrief> {
  const id = `${label}-${title}`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 90);
  const engagement = { id, name: `${title} (${label})`, client: name, brief, budgetUsd };
  const material = { engagement, sources, previous: [] };
  const plan = await askPlan(client, { planId: `${id}-plan`, tasks: given, ...material }, tenantId);
  const tasks = plan.tasks.map(({ id, name, description, agent, dependsOn }) => {
    return { id, name, description, agent, dependsOn };
  });
  return {
    async run() {
      const runId = `${id}-run`;
      await client.startRun({ runId, tasks, ...material, rerunTaskId: null }, tenantId);
      await client.eventsUntil(runId, isOver, { tenantId });
      const { status, error, estimatedCost: actual } = await client.readRun(runId, tenantId);
      if (status !== 'completed') throw new Error(`${title} ended ${status}: ${error}`);
      const { lowUsd: low, expectedUsd: expected, highUsd: high } = plan.cost;
      return {
        title,
        tasks: tasks.length,
        learnedFromTasks: plan.learnedFromTasks,
        low,
        expected,
        high,
        actual,
        inside: low <= actual && actual <= high,
      };
    },
  };
}
