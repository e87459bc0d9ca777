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

/**
 * Plans a brief, runs it exactly as planned, and compares the costs. `label` makes the ids of this
 * round unique.
 */
export async function priceBrief(
  client: EngineClient,
  { title, client: name, brief, tasks: given, sources }: PricedBrief,
  { tenantId, label }: { tenantId: string; label: string },
): Promise<PricedRun> {
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
  await client.startRun({ runId: `${id}-run`, tasks, ...material, rerunTaskId: null }, tenantId);
  await client.eventsUntil(`${id}-run`, isOver, { tenantId, deadlineMs: 180_000 });
  const { status, error, estimatedCost: actual } = await client.readRun(`${id}-run`, tenantId);
  if (status !== 'completed') throw new Error(`${title} ended ${status}: ${error}`);
  const { lowUsd: low, expectedUsd: expected, highUsd: high } = plan.cost;
  const inside = low <= actual && actual <= high;
  return {
    title,
    tasks: tasks.length,
    learnedFromTasks: plan.learnedFromTasks,
    low,
    expected,
    high,
    actual,
    inside,
  };
}
