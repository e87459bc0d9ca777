import { maxObjections } from '@ecp/contract/values/review-answers';
import type { Database } from '@ecp/database/database';
import type { DraftInput, PromptInputs, PromptPurpose } from '@ecp/model-calls/prompt-types';
import type { TaskKind } from '@ecp/model-calls/task-kinds';
import { buildPrompt } from '../../agents/prompts/render-prompt.ts';
import { settingOf } from '../../call/prepare-prompt.ts';
import type { CatalogModel } from '../../models/catalog.ts';

/** Purposes of the calls of a task. Planning happens before there are tasks. */
export type TaskPurpose = Extract<
  PromptPurpose,
  | 'delegate'
  | 'consult'
  | 'draft'
  | 'observe'
  | 'revise'
  | 'repair'
  | 'judge'
  | 'challenge'
  | 'evaluate'
>;

export interface CallStatistics {
  outputTokens: Record<TaskPurpose, Distribution>;
  /**
   * Calls to colleagues in a task whose colleagues have finished documents that its lead does not
   * see.
   */
  consultations: Distribution;
  /** Rounds of searches before a writing call answers, if there are sources to search. */
  searches: Distribution;
  /** Rounds of research before a writing call answers, each a search or the reading of pages. */
  research: Distribution;
  /**
   * Shares of tasks (0 to 1) with a revised draft and, with sources, with repaired or judged
   * citations.
   */
  revised: number;
  repaired: number;
  judged: number;
  /** Factor by which all answers of one engagement are longer than usual. */
  verbosity: Distribution;
}

/**
 * Output tokens of documents, which have 500 to 3,500 words. The other sizes follow from what the
 * prompts request.
 */
const documentTokens: Distribution = [700, 1_500, 2_200, 3_000, 4_800];

/** For a tenant that has too few finished tasks (docs/decisions/plan-price.md). */
export const shippedCallStatistics: CallStatistics = {
  outputTokens: {
    delegate: [10, 50, 100, 180, 320],
    consult: [110, 200, 290, 390, 620],
    draft: documentTokens,
    revise: documentTokens,
    // The edits of one to three sections.
    repair: [150, 350, 600, 950, 1_800],
    // One sentence for each of some 5 to 40 claims.
    judge: [120, 300, 550, 900, 1_600],
    // Up to five objections with their passages.
    challenge: [250, 400, 550, 700, 1_000],
    observe: [70, 180, 300, 430, 750],
    evaluate: [120, 250, 380, 550, 900],
  },
  consultations: [0, 0, 0, 0, 0, 0, 1, 1, 1, 2],
  searches: [0, 0, 0, 0, 1, 1, 2, 3],
  research: [0, 1, 2, 2, 3, 4, 6],
  revised: 0.35,
  repaired: 0.25,
  judged: 0.9,
  // One model may write twice as much as another on the same task.
  verbosity: [0.6, 0.85, 1, 1.2, 1.7],
};

/**
 * `verbosity` for a model with learned answers: only the engagement's language and subject still
 * vary.
 */
const learnedVerbosity: Distribution = [0.66, 0.87, 1, 1.15, 1.5];

/** UTF-8 bytes of a token, for prose of most languages, also inside JSON. */
export const bytesPerToken: Distribution = [3.4, 3.8, 4, 4.2, 4.6];

/**
 * Sets the least number of observations of a tenant that are used. With fewer, one unusual answer
 * would weigh too much.
 */
const enough = 20;

/** Returns the number of finished tasks that a price is learned from: 0 while there are too few. */
export function countLearnedTasks(history: TaskHistoryEntry[]): number {
  return history.length < enough ? 0 : history.length;
}

/**
 * Returns the call statistics of a task kind. Output tokens come from the same purpose, kind and
 * model, else purpose and model, else the shipped values. `modelOf` maps purposes to models.
 */
export function learnCallStatistics(
  history: TaskHistoryEntry[],
  kind: TaskKind,
  modelOf: (purpose: TaskPurpose) => string,
): CallStatistics {
  const purposes = Object.keys(shippedCallStatistics.outputTokens) as TaskPurpose[];
  const learned = purposes.map(
    (purpose) => [purpose, learnOutput(history, purpose, kind, modelOf(purpose))] as const,
  );
  const outputTokens = Object.fromEntries(
    learned.map(([purpose, distribution]) => [
      purpose,
      distribution ?? shippedCallStatistics.outputTokens[purpose],
    ]),
  ) as CallStatistics['outputTokens'];
  // Drafts weigh most: their sizes show the verbosity of the model.
  const isKnown = learned.some(
    ([purpose, distribution]) => purpose === 'draft' && distribution !== null,
  );
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
  const ofKind = history
    .filter((task) => task.kind === kind)
    .flatMap(({ calls }) => calls.filter(fits));
  const ofModel =
    ofKind.length >= enough ? ofKind : history.flatMap(({ calls }) => calls.filter(fits));
  return ofModel.length >= enough
    ? toDistribution(ofModel.map(({ outputTokens }) => outputTokens))
    : null;
}

function learnCounts(
  history: TaskHistoryEntry[],
): Omit<CallStatistics, 'outputTokens' | 'verbosity'> {
  const { consultations, searches, research, revised, repaired, judged } = shippedCallStatistics;
  if (history.length < enough)
    return { consultations, searches, research, revised, repaired, judged };
  const count = (task: TaskHistoryEntry, purpose: TaskPurpose) =>
    task.calls.filter((call) => call.purpose === purpose).length;
  const share = (purpose: TaskPurpose) =>
    history.filter((task) => count(task, purpose) > 0).length / history.length;
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

/** Limits the finished tasks that a price is learned from, newest first. */
const lookBackTasks = 200;

interface CallHistoryEntry {
  purpose: TaskPurpose;
  model: string;
  outputTokens: number;
  searches: number;
}

export interface TaskHistoryEntry {
  kind: TaskKind;
  calls: CallHistoryEntry[];
}

/** Reads the tenant's newest finished tasks with their calls, but not the models' answers. */
export async function readHistory(
  database: Database,
  tenantId: string,
): Promise<TaskHistoryEntry[]> {
  const [rows] = await database.batchTenant<[PastCallRow]>(tenantId, [
    { name: 'read_past_calls', text: pastCalls, values: [tenantId, lookBackTasks] },
  ]);
  const tasks = new Map<
    string,
    TaskHistoryEntry & { calls: (CallHistoryEntry & { key: string })[] }
  >();
  for (const row of rows) {
    const id = `${row.run_id}/${row.task_id}`;
    const task = tasks.get(id) ?? { kind: row.task_kind, calls: [] };
    tasks.set(id, task);
    addCall(task.calls, row);
  }
  return [...tasks.values()];
}

/**
 * Rows of a call arrive in the order of its turns: the last turn answers, the earlier ones
 * searched.
 */
function addCall(calls: (CallHistoryEntry & { key: string })[], row: PastCallRow): void {
  const key = row.call_key.replace(/:turn\d+$/, '');
  const known = calls.find((call) => call.key === key);
  if (known)
    Object.assign(known, { outputTokens: row.output_tokens, searches: known.searches + 1 });
  else
    calls.push({
      key,
      purpose: row.purpose,
      model: row.model,
      outputTokens: row.output_tokens,
      searches: 0,
    });
}

interface PastCallRow {
  run_id: string;
  task_id: string;
  task_kind: TaskKind;
  purpose: TaskPurpose;
  model: string;
  call_key: string;
  output_tokens: number;
}

const pastCalls = `
  with recent as (
    select run_id, task_id, task_kind from engine.routing_decisions
    where tenant_id = $1 and observer_score is not null order by created_at desc, run_id, task_id limit $2
  )
  select r.run_id, r.task_id, r.task_kind, c.purpose, c.model, c.call_key, c.output_tokens
  from recent r join engine.model_calls c on c.tenant_id = $1 and c.run_id = r.run_id and c.task_id = r.task_id
  where c.status = 'settled' and c.error is null
  order by c.settled_at, c.id`;

/** Equally likely values in ascending order. Never empty. */
type Distribution = readonly number[];

/** Returns random numbers from 0 to 1, excluding 1. */
export type RandomSource = () => number;

/** Returns the value at a share (0 to 1) of the ranks, interpolated between two values. */
export function quantile(distribution: Distribution, share: number): number {
  const rank = share * (distribution.length - 1);
  const below = Math.floor(rank);
  const lower = distribution[below] ?? 0;
  const upper = distribution[below + 1] ?? lower;
  return lower + (upper - lower) * (rank - below);
}

/** Returns one of the values without interpolation, for counts. */
export function sampleFrom(distribution: Distribution, random: RandomSource): number {
  return distribution[Math.floor(random() * distribution.length)] ?? 0;
}

export function toDistribution(values: readonly number[]): Distribution {
  return values.toSorted((one, other) => one - other);
}

/** Creates a seeded random source (mulberry32), so that the same plan has the same price. */
export function createSeededRandom(seed: number): RandomSource {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface KnownMaterial {
  draft: Omit<DraftInput, 'upstream' | 'consultations'>;
  rubric: PromptInputs['evaluate']['rubric'];
  observer: DraftInput['agent'];
  evaluator: DraftInput['agent'];
  /** The model that would write the document. Its window bounds the material. */
  model: CatalogModel;
}

/** The size of the known part of a call's prompt, and the most tokens of its answer. */
export interface MeasuredPrompt {
  promptBytes: number;
  /** The part at its beginning that all calls of the run share. */
  sharedBytes: number;
  maxOutputTokens: number;
}

/** The questions of a typical document. The simulation adds their words. */
const bareQuestion = {
  statement: '',
  ask: 'carried',
  figures: [],
  doubts: [],
  passages: [],
} as const;

/**
 * Measures every call of a task with the known material. The simulation adds what earlier calls
 * will write.
 */
export function measurePrompts(material: KnownMaterial): Record<TaskPurpose, MeasuredPrompt> {
  const { draft: known, rubric, observer, evaluator, model } = material;
  const { engagement, task, agent } = known;
  // The brief is a prompt's first part; sources with text, else the task's own material, are the
  // second.
  const hasSources = known.sources.some(({ text }) => text !== '');
  const draft: DraftInput = { ...known, upstream: [], consultations: [] };
  const consult = { engagement, task, agent, askedBy: agent, question: '', documents: [] };
  const measure = <P extends TaskPurpose>(purpose: P, input: PromptInputs[P]): MeasuredPrompt => {
    const { system, parts, promptBytes, maxOutputTokens } = buildPrompt(
      purpose,
      input,
      settingOf(model),
    );
    // The judge's prompt shares only the rules with the others, and the repair's prompt has no
    // sources.
    const seesSources = hasSources && 'sources' in input && purpose !== 'repair';
    const sharedParts = purpose === 'judge' ? 0 : seesSources ? 2 : 1;
    const shared = parts
      .slice(0, sharedParts)
      .reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    return { promptBytes, sharedBytes: Buffer.byteLength(system) + shared, maxOutputTokens };
  };
  return {
    delegate: measure('delegate', { engagement, task, agent, colleagues: [] }),
    consult: measure('consult', consult),
    draft: measure('draft', draft),
    observe: measure('observe', { ...draft, draft: '', observer }),
    revise: measure('revise', { ...draft, draft: '', issues: [] }),
    repair: measure('repair', { ...draft, document: '', failures: [], more: [] }),
    judge: measure('judge', { engagement, date: null, questions: Array(30).fill(bareQuestion) }),
    challenge: measure('challenge', { engagement, task, document: '', maxObjections }),
    evaluate: measure('evaluate', { engagement, task, agent: evaluator, deliverable: '', rubric }),
  };
}
