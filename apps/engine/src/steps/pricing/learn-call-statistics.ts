import type { TaskKind } from '@ecp/model-calls/task-kinds';
import type { PastCall, PastTask } from './read-history.ts';
import { type Habits, learnedVerbosity, shippedHabits, type TaskPurpose } from './shipped-call-statistics.ts';
import { type Spread, spreadOf } from './distribution.ts';

/** Observations from which on a tenant's own are used; with fewer, one odd answer would be half of what is known. */
const enough = 20;

/** Finished tasks that a price is learned from: none while there are too few. */
export function countLearned(history: PastTask[]): number {
  return history.length < enough ? 0 : history.length;
}

/**
 * What a task of a kind is usually like, for this tenant: output tokens of the same purpose, kind and model, else of the
 * same purpose and model, else as shipped; counts and shares over all its tasks, else as shipped. `modelOf` names the
 * model that makes the calls of a purpose.
 */
export function learnHabits(history: PastTask[], kind: TaskKind, modelOf: (purpose: TaskPurpose) => string): Habits {
  const purposes = Object.keys(shippedHabits.outputTokens) as TaskPurpose[];
  const learned = purposes.map((purpose) => [purpose, learnOutput(history, purpose, kind, modelOf(purpose))] as const);
  const outputTokens = Object.fromEntries(
    learned.map(([purpose, spread]) => [purpose, spread ?? shippedHabits.outputTokens[purpose]]),
  ) as Habits['outputTokens'];
  // The drafts weigh most: once they are known, how much a model writes is known.
  const isKnown = learned.some(([purpose, spread]) => purpose === 'draft' && spread !== null);
  const verbosity = isKnown ? learnedVerbosity : shippedHabits.verbosity;
  return { outputTokens, verbosity, ...learnCounts(history) };
}

function learnOutput(history: PastTask[], purpose: TaskPurpose, kind: TaskKind, model: string): Spread | null {
  const fits = (call: PastCall) => call.purpose === purpose && call.model === model;
  const ofKind = history.filter((task) => task.kind === kind).flatMap(({ calls }) => calls.filter(fits));
  const ofModel = ofKind.length >= enough ? ofKind : history.flatMap(({ calls }) => calls.filter(fits));
  return ofModel.length >= enough ? spreadOf(ofModel.map(({ outputTokens }) => outputTokens)) : null;
}

function learnCounts(history: PastTask[]): Omit<Habits, 'outputTokens' | 'verbosity'> {
  const { consultations, searches, revised, repaired } = shippedHabits;
  if (history.length < enough) return { consultations, searches, revised, repaired };
  const count = (task: PastTask, purpose: TaskPurpose) => task.calls.filter((call) => call.purpose === purpose).length;
  const share = (purpose: TaskPurpose) => history.filter((task) => count(task, purpose) > 0).length / history.length;
  const drafts = history.flatMap(({ calls }) => calls.filter(({ purpose }) => purpose === 'draft'));
  return {
    consultations: spreadOf(history.map((task) => count(task, 'consult'))),
    searches: spreadOf(drafts.map((draft) => draft.searches)),
    revised: share('revise'),
    repaired: share('repair'),
  };
}
