import { nanoToUsd } from '@ecp/contract/declaring/money';
import type { PatternTask, RunPattern } from '@ecp/contract/values/run-facts';
import type { RunFacts, TaskFacts } from './facts.ts';
import { mean, sumOf } from './sum-and-mean.ts';
import { textsIn } from './texts/texts-in.ts';

/** The library entry of a run (INS-1). */
interface LibraryEntry {
  /** The title for people. Its facts are in `jsonData`. */
  title: string;
  jsonData: RunPattern;
}

/**
 * Makes the library entry of a run. The title names the engagement; the data does not name the client. Costs are in
 * USD.
 */
export function libraryEntryOf(facts: RunFacts): LibraryEntry {
  const { tasks, engagement, runId, planned, calls, offlineModels } = facts;
  const completed = tasks.filter(({ state }) => state === 'completed').length;
  const averageScore = averageOf(tasks, scoreOf);
  const { texts, figures } = textsIn(facts.language);
  return {
    title: texts.libraryTitle({
      ...{ engagement: engagement.name, completed, total: tasks.length },
      kinds: [...new Set(tasks.map(({ kind }) => texts.kinds[kind]))],
      average: averageScore === null ? null : figures.score(averageScore),
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
        averageScore,
        costUsd: nanoToUsd(facts.costNanoUsd),
        durationMs: facts.gatheredAtMs - facts.startedAtMs - facts.pausedMs,
      },
    },
  };
}

const scoreOf = ({ evaluation }: TaskFacts): number | null => evaluation?.score ?? null;

function averageOf(tasks: readonly TaskFacts[], pick: (task: TaskFacts) => number | null): number | null {
  const average = mean(tasks.map(pick).filter((value) => value !== null));
  return average === null ? null : Math.round(average * 10) / 10;
}

function toPatternTask(task: TaskFacts, { tasks, engagement }: RunFacts): PatternTask {
  const name = withoutClient(task.name, engagement.client);
  return {
    position: tasks.indexOf(task) + 1,
    name,
    kind: task.kind,
    agent: task.agentSlug,
    dependsOn: task.dependsOn.map((id) => tasks.findIndex((other) => other.id === id) + 1).filter((place) => place > 0),
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

/** Replaces the client's name in a task name by `[client]`, as a whole word only. */
function withoutClient(text: string, client: string): string {
  const name = client.trim();
  if (name === '') return text;
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(name)}(?![\\p{L}\\p{N}])`, 'giu'), '[client]');
}

function listRubrics(tasks: readonly TaskFacts[]): RunPattern['rubrics'] {
  const scored = tasks.filter(({ evaluation }) => evaluation !== null);
  return [...Map.groupBy(scored, ({ evaluation }) => evaluation?.rubricType ?? '')].map(([rubricType, of]) => ({
    rubricType,
    tasks: of.length,
    averageScore: averageOf(of, scoreOf) ?? 0,
  }));
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
