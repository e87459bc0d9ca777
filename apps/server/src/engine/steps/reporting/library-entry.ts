import { nanoToUsd } from '@ecp/contract/declaring/money';
import type { PatternTask, RunPattern } from '@ecp/contract/values/run-facts';
import { averageScore, roundScore } from '@ecp/contract/values/scores';
import type { RunAnalytics } from '@ecp/contract/work/runs';
import { textsIn } from './report-text.ts';
import { type CallFacts, type RunFacts, sumOf, type TaskFacts } from './run-facts.ts';

interface LibraryEntry {
  /** The title for people. Its facts are in `jsonData`. */
  title: string;
  jsonData: RunPattern;
}

/**
 * Makes the library entry of a run, in USD. The title names the engagement; the data does not name
 * the client.
 */
export function libraryEntryOf(facts: RunFacts): LibraryEntry {
  const { tasks, engagement, runId, planned, calls, offlineModels } = facts;
  const completed = tasks.filter(({ state }) => state === 'completed').length;
  const average = averageOf(tasks, scoreOf);
  const { texts, figures, say } = textsIn(facts.language);
  return {
    title: say(texts.libraryTitle, {
      engagement: engagement.name,
      completed,
      total: tasks.length,
      all: completed === tasks.length,
      kinds: [...new Set(tasks.map(({ kind }) => texts.kinds[kind]))].join(texts.comma),
      average: average === null ? null : figures.score(average),
    }),
    jsonData: {
      formatVersion: 1,
      engagementId: engagement.id,
      runId,
      planned,
      offlineModel: calls.some((call) => call.answered > 0 && offlineModels.has(call.model)),
      tasks: tasks.map((task) => toPatternTask(task, facts)),
      rubrics: listRubrics(tasks),
      models: listModels(tasks),
      totals: {
        tasks: tasks.length,
        completed,
        averageScore: average,
        costUsd: nanoToUsd(facts.costNanoUsd),
        durationMs: facts.gatheredAtMs - facts.startedAtMs - facts.pausedMs,
      },
    },
  };
}

const scoreOf = ({ evaluation }: TaskFacts): number | null => evaluation?.score ?? null;

function averageOf(
  tasks: readonly TaskFacts[],
  pick: (task: TaskFacts) => number | null,
): number | null {
  const average = averageScore(tasks.map(pick).filter((value) => value !== null));
  return average === null ? null : roundScore(average);
}

function toPatternTask(task: TaskFacts, { tasks, engagement }: RunFacts): PatternTask {
  const name = withoutClient(task.name, engagement.client);
  return {
    position: tasks.indexOf(task) + 1,
    name,
    kind: task.kind,
    agent: task.agentSlug,
    dependsOn: task.dependsOn
      .map((id) => tasks.findIndex((other) => other.id === id) + 1)
      .filter((place) => place > 0),
    state: task.state,
    model: task.model,
    observerScore: task.observerScore,
    score: scoreOf(task),
    rubricType: task.evaluation?.rubricType ?? null,
    rubricVersion: task.evaluation?.rubricVersion ?? null,
    criteria: (task.evaluation?.criteria ?? []).map(({ id, score }) => ({ id, score })),
    wordCount: task.wordCount,
    costUsd: nanoToUsd(task.costNanoUsd),
    durationMs: task.durationMs,
  };
}

/** Replaces the client's name by `[client]`, as a whole word only. */
function withoutClient(text: string, client: string): string {
  const name = client.trim();
  if (name === '') return text;
  return text.replace(
    new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(name)}(?![\\p{L}\\p{N}])`, 'giu'),
    '[client]',
  );
}

function listRubrics(tasks: readonly TaskFacts[]): RunPattern['rubrics'] {
  const scored = tasks.filter(({ evaluation }) => evaluation !== null);
  return [...Map.groupBy(scored, ({ evaluation }) => evaluation?.rubricType ?? '')].map(
    ([rubricType, of]) => ({
      rubricType,
      tasks: of.length,
      averageScore: averageOf(of, scoreOf) ?? 0,
    }),
  );
}

function listModels(tasks: readonly TaskFacts[]): RunPattern['models'] {
  return [...Map.groupBy(tasks, ({ model }) => model)].flatMap(([model, of]) =>
    model === null
      ? []
      : [
          {
            model,
            tasks: of.length,
            averageScore: averageOf(of, scoreOf),
            averageObserverScore: averageOf(of, ({ observerScore }) => observerScore),
            costUsd: nanoToUsd(sumOf(of, 'costNanoUsd')),
          },
        ],
  );
}

/** Computes the analytics of a run, in USD. `taskCount` is 0 for a model that only planned. */
export function analyticsOf(facts: RunFacts): RunAnalytics {
  const { inputTokens, cachedInputTokens, savedNanoUsd } = facts;
  return {
    agents: listAgents(facts),
    delegations: countDelegations(facts),
    modelRouting: listRouting(facts),
    cache: { inputTokens, cachedInputTokens, savedUsd: nanoToUsd(savedNanoUsd) },
  };
}

/** An agent that has left the roster gets its slug as role. */
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
    return [
      {
        taskId,
        agentSlug,
        agentRole,
        department,
        selectedModel: model,
        observerScore,
        cost,
        ...why,
      },
    ];
  });
}
