import { nanoToUsd } from '@ecp/contract/declaring/money';
import type { RunAnalytics } from '@ecp/contract/work/runs';
import type { CallFacts, RunFacts } from './facts.ts';
import { sumOf } from './sum-and-mean.ts';

/**
 * Computes which agents worked, who asked whom and which model each task got (QUA-5), and the saving by the providers'
 * caches (QUA-8). `steps` counts answered calls. `taskCount` counts distinct tasks, so it is 0 for a model that only
 * planned. Costs are in USD.
 */
export function analyticsOf(facts: RunFacts): RunAnalytics {
  const { inputTokens, cachedInputTokens, savedNanoUsd } = facts;
  return {
    agents: listAgents(facts),
    delegations: countDelegations(facts),
    modelRouting: listRouting(facts),
    cache: { inputTokens, cachedInputTokens, savedUsd: nanoToUsd(savedNanoUsd) },
  };
}

/** Returns the role and department of an agent. An agent that has left the roster gets its slug as role. */
const describeAgent = ({ agents }: RunFacts, slug: string) => {
  const agent = agents.get(slug);
  return { role: agent?.role ?? slug, department: agent?.department ?? 'Not in the roster' };
};

function listAgents(facts: RunFacts): RunAnalytics['agents'] {
  const answered = facts.calls.filter((call) => call.answered > 0);
  const bySlug = Map.groupBy(answered, ({ agentSlug }) => agentSlug);
  return [...bySlug]
    .map(([slug, calls]) => ({
      slug,
      ...describeAgent(facts, slug),
      steps: sumOf(calls, 'answered'),
      models: countTasks(calls),
    }))
    .sort((a, b) => b.steps - a.steps || (a.slug < b.slug ? -1 : 1));
}

function countTasks(calls: CallFacts[]): { model: string; taskCount: number }[] {
  return [...Map.groupBy(calls, ({ model }) => model)]
    .map(([model, made]) => ({
      model,
      taskCount: new Set(made.flatMap(({ taskId }) => (taskId === null ? [] : [taskId]))).size,
    }))
    .sort((a, b) => b.taskCount - a.taskCount || (a.model < b.model ? -1 : 1));
}

function countDelegations({ delegations }: RunFacts): RunAnalytics['delegations'] {
  const byPair = Map.groupBy(delegations, ({ from, to }) => JSON.stringify([from, to]));
  return [...byPair.values()].flatMap((asked) =>
    asked.slice(0, 1).map(({ from, to }) => ({ from, to, count: asked.length })),
  );
}

function listRouting(facts: RunFacts): RunAnalytics['modelRouting'] {
  return facts.tasks.flatMap((task) => {
    const { id: taskId, agentSlug, model, reason, observerScore } = task;
    if (model === null) return [];
    const { role: agentRole, department } = describeAgent(facts, agentSlug);
    const cost = nanoToUsd(task.costNanoUsd);
    const { explored } = task;
    const candidates = task.candidates.map(({ expectedCostNanoUsd, ...numbers }) => {
      return { ...numbers, expectedCost: nanoToUsd(expectedCostNanoUsd) };
    });
    const why = reason === null ? {} : { reason, explored, candidates };
    return [{ taskId, agentSlug, agentRole, department, selectedModel: model, observerScore, cost, ...why }];
  });
}
