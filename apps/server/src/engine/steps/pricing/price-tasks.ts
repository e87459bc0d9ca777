import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { RunPhase } from '@ecp/contract/values/run-facts';
import type { CallerServices } from '../../call/engine-services.ts';
import { briefOf, type EngineTask } from '../../kernel/runs.ts';
import {
  type CatalogModel,
  cacheSavingNanoUsd,
  callCostNanoUsd,
  plainUsage,
} from '../../models/catalog.ts';
import { learnFrom, previewModels } from '../../routing/choose-model.ts';
import { areOwn, readPastTasks } from '../../routing/estimates.ts';
import { foreignModels, judgeModel, supportJudges } from '../../routing/judges.ts';
import { leadAgent } from '../calling/task-record.ts';
import { readyTasks } from '../planning/normalize-tasks.ts';
import {
  bytesPerToken,
  type CallStatistics,
  countLearnedTasks,
  createSeededRandom,
  learnCallStatistics,
  type MeasuredPrompt,
  measurePrompts,
  quantile,
  type RandomSource,
  readHistory,
  sampleFrom,
  type TaskPurpose,
} from './call-statistics.ts';

interface Purse {
  remainingNanoUsd: number;
  /** Null without research. */
  searchNanoUsd: number | null;
}

export interface PricedTasks extends PlanPrice {
  /** The model that the router currently prefers, by task id. */
  models: Map<string, string>;
  learnedFromTasks: number;
  /** The phases that the budget pays. Absent for a run by tasks. */
  phases?: readonly RunPhase[];
}

/**
 * Estimates what tasks would cost with this material and which models would write them, without
 * calling a model.
 */
export async function priceTasks(
  services: CallerServices,
  tenantId: string,
  request: StartRunRequest,
  tasks: EngineTask[],
  { remainingNanoUsd, searchNanoUsd }: Purse,
): Promise<PricedTasks> {
  const { database, models: catalog, roster, rubrics } = services;
  const { sources, previous } = request;
  const engagement = briefOf({ input: request, tasks, startedAt: new Date() });
  const judge = judgeModel(catalog);
  const supportJudge = (writer: CatalogModel) => supportJudges(services, [writer])[0] ?? null;
  const objects = request.engagement.adversary === true;
  const kinds = tasks.map(({ kind }) => kind);
  const [history, pastByKind] = await Promise.all([
    readHistory(database, tenantId),
    readPastTasks(database, tenantId, kinds, areOwn(catalog)),
  ]);
  const experiences = new Map([...pastByKind].map(([kind, past]) => [kind, learnFrom(past)]));
  const pinned = request.engagement.model ?? null;
  const models = new Map<string, string>();
  const played: SimulatedTask[] = [];
  for (const task of tasks) {
    const agent = leadAgent(roster, task);
    const own = previous.find(({ taskId }) => taskId === task.id);
    const earlier = own ? { version: own.version, content: own.content } : null;
    const { reviewNotes = [], comments = [] } = own ?? {};
    const draft = { engagement, task, agent, sources, previous: earlier, reviewNotes, comments };
    const tasksLeft = tasks.length - played.length;
    const experience = experiences.get(task.kind) ?? learnFrom([]);
    const choice = previewModels(task, {
      models: catalog,
      experience,
      remainingNanoUsd,
      tasksLeft,
      pinned,
    });
    const { observer, evaluator } = roster;
    const known = { draft, observer, evaluator, rubric: rubrics[task.kind], model: choice.best };
    const prompts = measurePrompts(known);
    models.set(task.id, choice.best.id);
    const writers = choice.chosen.map((model): CandidateWriter => {
      return {
        model,
        statistics: learnCallStatistics(history, task.kind, modelOf(model, judge, supportJudge)),
      };
    });
    const hasSources = sources.length > 0;
    const canSearch = hasSources && agent.tools.length > 0;
    const mayConsult = mayHaveUnseen(task, tasks, previous);
    const facts = { id: task.id, dependsOn: task.dependsOn, hasSources, canSearch, mayConsult };
    const challenger = (writer: CatalogModel) =>
      objects && task.kind === 'synthesis' ? (foreignModels(catalog, [writer])[0] ?? null) : null;
    played.push({ ...facts, prompts, writers, judge, supportJudge, challenger, searchNanoUsd });
  }
  const finished = new Map(
    previous.map(({ taskId, content }) => [taskId, Buffer.byteLength(content)]),
  );
  return {
    ...(await simulatePlan(played, finished)),
    models,
    learnedFromTasks: countLearnedTasks(history),
  };
}

const modelOf =
  (
    writer: CatalogModel,
    judge: CatalogModel,
    supportJudge: (writer: CatalogModel) => CatalogModel | null,
  ) =>
  (purpose: TaskPurpose): string => {
    if (purpose === 'judge' || purpose === 'challenge') return (supportJudge(writer) ?? writer).id;
    return purpose === 'observe' || purpose === 'evaluate' ? judge.id : writer.id;
  };

/**
 * Returns true if documents that the task does not build on are finished when it starts, as far as
 * the plan tells.
 */
function mayHaveUnseen(
  task: EngineTask,
  tasks: EngineTask[],
  previous: StartRunRequest['previous'],
): boolean {
  const earlier = new Set(previous.map(({ taskId }) => taskId));
  const startsLater = task.dependsOn.length > 0;
  return tasks.some(({ id, agentSlug, dependsOn }) => {
    const isUnseen = id !== task.id && agentSlug !== task.agentSlug && !task.dependsOn.includes(id);
    return isUnseen && (earlier.has(id) || (startsLater && dependsOn.length === 0));
  });
}

/** The range that contains nine of ten simulations, and the mean of all, in nano-USD. */
export interface CostRange {
  lowNanoUsd: number;
  expectedNanoUsd: number;
  highNanoUsd: number;
}

interface PlanPrice {
  total: CostRange;
  tasks: Map<string, CostRange>;
  cache: CacheUse;
}

/**
 * Tasks simulated in one turn of the event loop, so that a hundred tasks do not block other work.
 */
const tasksPerTurn = 2_000;
/** Number of simulations, enough for range limits that are stable within a few per cent. */
const plays = 400;
/** Slightly more than nine tenths of the simulations, because real work varies in more ways. */
const [lowShare, highShare] = [0.04, 0.96];
const seed = 20_260_101;

/**
 * Simulates the work many times, with one seed. `finishedBytes` has the sizes of documents outside
 * the list.
 */
export async function simulatePlan(
  tasks: SimulatedTask[],
  finishedBytes: ReadonlyMap<string, number> = new Map(),
): Promise<PlanPrice> {
  const order = inOrder(tasks);
  const random = createSeededRandom(seed);
  const totals: number[] = [];
  const cache: CacheUse = { inputTokens: 0, cachedInputTokens: 0, savedNanoUsd: 0 };
  const costs = new Map(order.map(({ id }) => [id, [] as number[]]));
  const playsPerTurn = Math.ceil(tasksPerTurn / Math.max(1, order.length));
  for (let play = 0; play < plays; play += 1) {
    if (play % playsPerTurn === playsPerTurn - 1) await nextTurn();
    // The verbosity ranks are evenly spread instead of random, because the shared factors decide
    // most of the cost.
    const factors: SharedFactors = {
      random,
      verbosityRank: (play + 0.5) / plays,
      bytesPerToken: quantile(bytesPerToken, random()),
      warm: new Set(),
    };
    const bytes = new Map(finishedBytes);
    let total = 0;
    for (const task of order) {
      const upstreamBytes = task.dependsOn.reduce((sum, id) => sum + (bytes.get(id) ?? 0), 0);
      const played = simulateTask(task, upstreamBytes, factors);
      bytes.set(task.id, played.bytes);
      costs.get(task.id)?.push(played.nanoUsd);
      total += played.nanoUsd;
      cache.inputTokens += played.cache.inputTokens / plays;
      cache.cachedInputTokens += played.cache.cachedInputTokens / plays;
      cache.savedNanoUsd += played.cache.savedNanoUsd / plays;
    }
    totals.push(total);
  }
  return {
    total: rangeOf(totals),
    tasks: new Map([...costs].map(([id, all]) => [id, rangeOf(all)])),
    cache,
  };
}

function inOrder(tasks: SimulatedTask[]): SimulatedTask[] {
  const inPlan = new Set(tasks.map(({ id }) => id));
  const graph = tasks.map((task) => ({
    task,
    id: task.id,
    dependsOn: task.dependsOn.filter((id) => inPlan.has(id)),
  }));
  const done = new Set<string>();
  const order: SimulatedTask[] = [];
  for (let ready = readyTasks(graph, done); ready.length > 0; ready = readyTasks(graph, done)) {
    for (const { task } of ready) {
      order.push(task);
      done.add(task.id);
    }
  }
  return order;
}

/** Returns the range of simulated costs in nano-USD. */
export function rangeOf(costs: number[]): CostRange {
  const sorted = costs.toSorted((one, other) => one - other);
  const mean = costs.reduce((sum, cost) => sum + cost, 0) / Math.max(1, costs.length);
  return {
    lowNanoUsd: Math.round(quantile(sorted, lowShare)),
    expectedNanoUsd: Math.round(mean),
    highNanoUsd: Math.round(quantile(sorted, highShare)),
  };
}

interface CandidateWriter {
  model: CatalogModel;
  statistics: CallStatistics;
}

export interface SimulatedTask {
  id: string;
  dependsOn: string[];
  prompts: Record<TaskPurpose, MeasuredPrompt>;
  /** The router's choices. Each model occurs as often as it was chosen. */
  writers: CandidateWriter[];
  judge: CatalogModel;
  /** The model that judges citations, by the writer's id. Null if no other model is configured. */
  supportJudge: (writer: CatalogModel) => CatalogModel | null;
  /**
   * The model that objects to the document, by the writer's id. Null for a document without an
   * adversary.
   */
  challenger: (writer: CatalogModel) => CatalogModel | null;
  /** Price of a web search in nano-USD. Null without research. */
  searchNanoUsd: number | null;
  hasSources: boolean;
  canSearch: boolean;
  mayConsult: boolean;
}

/** The input of a task's calls, the part from the providers' caches, and the saving in nano-USD. */
interface CacheUse {
  inputTokens: number;
  cachedInputTokens: number;
  savedNanoUsd: number;
}

interface PlayedTask {
  nanoUsd: number;
  cache: CacheUse;
  bytes: number;
}

interface SharedFactors {
  random: RandomSource;
  /** Rank of the verbosity in its distribution, 0 to 1. */
  verbosityRank: number;
  bytesPerToken: number;
  /** Models whose providers may have the shared beginning of the run's prompts in the cache. */
  warm: Set<string>;
}

/**
 * Limits a document, the upstream documents, the consultations and a round of search results in a
 * prompt, in bytes.
 */
const maxBytes = { document: 48_000, upstream: 200_000, advice: 12_000, searches: 12_000 } as const;
/**
 * Bytes of a question to a colleague, of the observer's issues, and of the answer of a turn that
 * only searches.
 */
const questionBytes = 300;
const issuesBytes = 900;
/** Bytes of some twenty claims with their passages, as a judge reads them. */
const claimsBytes = 16_000;
const searchTokens = 90;

/**
 * Share of the reads of a shared beginning that a cache serves. The rest comes too early or too
 * late.
 */
const hitShare = 0.8;

function startCalls(
  task: SimulatedTask,
  { model: writer, statistics }: CandidateWriter,
  factors: SharedFactors,
) {
  const { random, bytesPerToken } = factors;
  const verbosity = quantile(statistics.verbosity, factors.verbosityRank);
  const modelFor = (purpose: TaskPurpose): CatalogModel => {
    if (purpose === 'judge') return task.supportJudge(writer) ?? writer;
    if (purpose === 'challenge') return task.challenger(writer) ?? writer;
    return purpose === 'observe' || purpose === 'evaluate' ? task.judge : writer;
  };
  const cache: CacheUse = { inputTokens: 0, cachedInputTokens: 0, savedNanoUsd: 0 };
  const spent = { nanoUsd: 0, cache };
  /** Bytes of the task's material that each model has read. */
  const read = new Map<string, number>();
  /**
   * Adds the cost of a call and returns the bytes of its answer. Other calls share the unmeasured
   * `addedBytes` except `ownBytes`.
   */
  const call = (
    purpose: TaskPurpose,
    addedBytes: number,
    ownBytes: number,
    outputTokens?: number,
  ): number => {
    const { promptBytes, sharedBytes, maxOutputTokens } = task.prompts[purpose];
    const drawn = outputTokens ?? quantile(statistics.outputTokens[purpose], random()) * verbosity;
    const output = Math.min(maxOutputTokens, Math.round(drawn));
    const input = Math.round((promptBytes + addedBytes) / bytesPerToken);
    const model = modelFor(purpose);
    const materialBytes = addedBytes - ownBytes;
    const cachedBytes =
      (factors.warm.has(model.id) ? sharedBytes : 0) +
      Math.min(read.get(model.id) ?? 0, materialBytes);
    const caches = model.cachedInputPerMillion !== undefined;
    const cachedInputTokens = caches ? Math.round((cachedBytes * hitShare) / bytesPerToken) : 0;
    const usage = { ...plainUsage(input, output), cachedInputTokens };
    factors.warm.add(model.id);
    read.set(model.id, materialBytes);
    spent.nanoUsd += callCostNanoUsd(model, usage);
    cache.inputTokens += input;
    cache.cachedInputTokens += cachedInputTokens;
    cache.savedNanoUsd += cacheSavingNanoUsd(model, usage);
    return output * bytesPerToken;
  };
  return { spent, call };
}

type Calls = ReturnType<typeof startCalls>;

/**
 * Each writing call follows its rounds of searches. A round sends everything again, with its
 * results.
 */
function startWriting(
  task: SimulatedTask,
  statistics: CallStatistics,
  { spent, call }: Calls,
  random: RandomSource,
) {
  const { searchNanoUsd } = task;
  return (purpose: 'draft' | 'revise', addedBytes: number, ownBytes: number): number => {
    let foundBytes = 0;
    const find = () => {
      call(purpose, addedBytes + foundBytes, ownBytes, searchTokens);
      foundBytes += maxBytes.searches * (0.2 + 0.8 * random());
    };
    const rounds = task.canSearch ? sampleFrom(statistics.searches, random) : 0;
    for (let round = 0; round < rounds; round += 1) find();
    const webRounds = searchNanoUsd === null ? 0 : sampleFrom(statistics.research, random);
    for (let round = 0; round < webRounds; round += 1) {
      find();
      // Every other round searches. The others read pages.
      if (round % 2 === 0) spent.nanoUsd += searchNanoUsd ?? 0;
    }
    return call(purpose, addedBytes + foundBytes, ownBytes);
  };
}

function simulateTask(
  task: SimulatedTask,
  upstreamBytes: number,
  factors: SharedFactors,
): PlayedTask {
  const { random } = factors;
  const writer = task.writers[Math.floor(random() * task.writers.length)];
  if (!writer) throw new Error(`Task ${task.id} has no model`);
  const { statistics } = writer;
  const { spent, call } = startCalls(task, writer, factors);
  const write = startWriting(task, statistics, { spent, call }, random);
  let adviceBytes = 0;
  if (task.mayConsult) {
    call('delegate', 0, 0);
    const questions = sampleFrom(statistics.consultations, random);
    const asked = questionBytes + maxBytes.document;
    for (let at = 0; at < questions; at += 1)
      adviceBytes += questionBytes + call('consult', asked, asked);
  }
  const shownBytes =
    Math.min(maxBytes.upstream, upstreamBytes) + Math.min(maxBytes.advice, adviceBytes);
  const documentBytes = () => Math.min(maxBytes.document, bytes);
  let bytes = write('draft', shownBytes, 0);
  call('observe', shownBytes + documentBytes(), documentBytes());
  if (random() < statistics.revised) {
    const own = documentBytes() + issuesBytes;
    bytes = write('revise', shownBytes + own, own);
    call('observe', shownBytes + documentBytes(), documentBytes());
  }
  if (task.challenger(writer.model) !== null) {
    call('challenge', documentBytes(), documentBytes());
    const own = documentBytes() + issuesBytes;
    // The amendment edits sections, as a repair does.
    call('repair', shownBytes + own, own);
  }
  const judges = task.hasSources && task.supportJudge(writer.model) !== null;
  if (judges && random() < statistics.judged) call('judge', claimsBytes, claimsBytes);
  if (task.hasSources && random() < statistics.repaired) {
    const own = documentBytes() + issuesBytes;
    // The edits replace what they mend, so that the document keeps its size.
    call('repair', shownBytes + own, own);
  }
  call('evaluate', documentBytes(), documentBytes());
  return { ...spent, bytes };
}
