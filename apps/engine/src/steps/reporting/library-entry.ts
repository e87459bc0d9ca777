import { nanoToUsd } from '@ecp/contract/money';
import { countOf, formatScore, mean } from './figures.ts';
import type { RunFacts, TaskFacts } from './facts.ts';

/** What a library entry keeps of a task: its part in the pattern and how it turned out. */
interface LibraryTask {
  /** Place in the pattern, from 1; `dependsOn` names such places. */
  position: number;
  name: string;
  kind: string;
  agent: string;
  dependsOn: number[];
  state: TaskFacts['state'];
  model: string | null;
  observerScore: number | null;
  score: number | null;
  rubricType: string | null;
  rubricVersion: number | null;
  criteria: { id: string; score: number }[];
  wordCount: number | null;
  costUsd: number;
  durationMs: number | null;
}

/** Reusable knowledge of a run, without brief, feedback or the client's name (INS-1). */
export interface LibraryEntry {
  title: string;
  jsonData: {
    formatVersion: 1;
    engagementId: string;
    runId: string;
    planned: boolean;
    offlineModel: boolean;
    tasks: LibraryTask[];
    rubrics: { rubricType: string; tasks: number; averageScore: number }[];
    models: {
      model: string;
      tasks: number;
      averageScore: number | null;
      averageObserverScore: number | null;
      costUsd: number;
    }[];
    totals: { tasks: number; completed: number; averageScore: number | null; costUsd: number; durationMs: number };
  };
}

/** Makes the library entry of a run. The title names the engagement; the data does not name the client. Costs in USD. */
export function libraryEntryOf(facts: RunFacts): LibraryEntry {
  const { tasks, engagement, runId, planned, calls, offlineModels } = facts;
  const completed = tasks.filter(({ state }) => state === 'completed').length;
  const averageScore = averageOf(tasks, scoreOf);
  const kinds = [...new Set(tasks.map(({ kind }) => kind))].join(', ');
  const done =
    completed === tasks.length ? countOf(completed, 'task') : `${completed} of ${countOf(tasks.length, 'task')}`;
  const score = averageScore === null ? 'not scored' : `average score ${formatScore(averageScore)}`;
  return {
    title: `${engagement.name}: ${done} (${kinds}), ${score}`,
    jsonData: {
      formatVersion: 1,
      engagementId: engagement.id,
      runId,
      planned,
      offlineModel: calls.some((call) => call.answered > 0 && offlineModels.has(call.model)),
      tasks: tasks.map((task) => toLibraryTask(task, facts)),
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

function toLibraryTask(task: TaskFacts, { tasks, engagement }: RunFacts): LibraryTask {
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

/** Task names may hold the client's; it becomes `[client]`, as a whole word only. */
function withoutClient(text: string, client: string): string {
  const name = client.trim();
  if (name === '') return text;
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(name)}(?![\\p{L}\\p{N}])`, 'giu'), '[client]');
}

function listRubrics(tasks: readonly TaskFacts[]): LibraryEntry['jsonData']['rubrics'] {
  const scored = tasks.filter(({ evaluation }) => evaluation !== null);
  return [...Map.groupBy(scored, ({ evaluation }) => evaluation?.rubricType ?? '')].map(([rubricType, of]) => ({
    rubricType,
    tasks: of.length,
    averageScore: averageOf(of, scoreOf) ?? 0,
  }));
}

function listModels(tasks: readonly TaskFacts[]): LibraryEntry['jsonData']['models'] {
  return [...Map.groupBy(tasks, ({ model }) => model)].flatMap(([model, of]) =>
    model === null
      ? []
      : [
          {
            model,
            tasks: of.length,
            averageScore: averageOf(of, scoreOf),
            averageObserverScore: averageOf(of, ({ observerScore }) => observerScore),
            costUsd: nanoToUsd(of.reduce((sum, { costNanoUsd }) => sum + costNanoUsd, 0)),
          },
        ],
  );
}
