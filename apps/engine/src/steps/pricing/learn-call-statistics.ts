import type { TaskKind } from '@ecp/model-calls/task-kinds';
import { type Distribution, toDistribution } from './distribution.ts';
import type { CallHistoryEntry, TaskHistoryEntry } from './read-history.ts';
import {
  type CallStatistics,
  learnedVerbosity,
  shippedCallStatistics,
  type TaskPurpose,
} from './shipped-call-statistics.ts';

/** Fewest observations for using a tenant's own. With fewer, one unusual answer would weigh too much. */
const enough = 20;

/** Returns the number of finished tasks that a price is learned from: 0 while there are too few. */
export function countLearnedTasks(history: TaskHistoryEntry[]): number {
  return history.length < enough ? 0 : history.length;
}

/**
 * Returns the call statistics of a task kind for this tenant. Output tokens come from the same purpose, kind and model,
 * else from the same purpose and model, else from the shipped values. Counts and shares come from all its tasks, else
 * from the shipped values. `modelOf` returns the model that makes the calls of a purpose.
 */
export function learnCallStatistics(
  history: TaskHistoryEntry[],
  kind: TaskKind,
  modelOf: (purpose: TaskPurpose) => string,
): CallStatistics {
  const purposes = Object.keys(shippedCallStatistics.outputTokens) as TaskPurpose[];
  const learned = purposes.map((purpose) => [purpose, learnOutput(history, purpose, kind, modelOf(purpose))] as const);
  const outputTokens = Object.fromEntries(
    learned.map(([purpose, distribution]) => [purpose, distribution ?? shippedCallStatistics.outputTokens[purpose]]),
  ) as CallStatistics['outputTokens'];
  // Drafts weigh most: once their sizes are known, the verbosity of the model is known.
  const isKnown = learned.some(([purpose, distribution]) => purpose === 'draft' && distribution !== null);
  const verbosity = isKnown ? learnedVerbosity : shippedCallStatistics.verbosity;
  return { outputTokens, verbosity, ...learnCounts(history) };
}

function learnOutput(
  history: TaskHistoryEntry[],
  purpose: TaskPurpose,
  kind: TaskKind,
  model: string,
): Distribution | null {
  const fits = (call: CallHistoryEntry) => call.purpose === purpose && call.model === model;
  const ofKind = history.filter((task) => task.kind === kind).flatMap(({ calls }) => calls.filter(fits));
  const ofModel = ofKind.length >= enough ? ofKind : history.flatMap(({ calls }) => calls.filter(fits));
  return ofModel.length >= enough ? toDistribution(ofModel.map(({ outputTokens }) => outputTokens)) : null;
}

function learnCounts(history: TaskHistoryEntry[]): Omit<CallStatistics, 'outputTokens' | 'verbosity'> {
  const { consultations, searches, research, revised, repaired, judged } = shippedCallStatistics;
  if (history.length < enough) return { consultations, searches, research, revised, repaired, judged };
  const count = (task: TaskHistoryEntry, purpose: TaskPurpose) =>
    task.calls.filter((call) => call.purpose === purpose).length;
  const share = (purpose: TaskPurpose) => history.filter((task) => count(task, purpose) > 0).length / history.length;
  const drafts = history.flatMap(({ calls }) => calls.filter(({ purpose }) => purpose === 'draft'));
  return {
    consultations: toDistribution(history.map((task) => count(task, 'consult'))),
    searches: toDistribution(drafts.map((draft) => draft.searches)),
    research,
    revised: share('revise'),
    repaired: share('repair'),
    judged: share('judge'),
  };
}
