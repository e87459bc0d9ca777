import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { CallerServices } from '../../call/engine-services.ts';
import { briefOf, type EngineTask } from '../../kernel/runs.ts';
import {
  type CatalogModel,
  cacheSavingNanoUsd,
  callCostNanoUsd,
  plainUsage,
} from '../../models/catalog.ts';
import { findDecidingTask, orderDocuments } from '../../phases/document-order.ts';
import { planExtent, type RunExtent } from '../../phases/extent.ts';
import { learnFrom, previewModels } from '../../routing/choose-model.ts';
import { areOwn, readPastTasks } from '../../routing/estimates.ts';
import { foreignModels, judgeModel, supportJudges } from '../../routing/judges.ts';
import { createSeededRandom, quantile, type RandomSource } from './call-statistics.ts';
import { type PricedTasks, rangeOf } from './price-tasks.ts';

/** What a run may spend, and the price of a web search in nano-USD; null without research. */
interface Purse {
  remainingNanoUsd: number;
  searchNanoUsd: number | null;
}

/**
 * Turns of sessions and tokens of calls, from runs that were played by hand; equally likely values
 * in ascending order. A document is written in one turn unless its author computes something.
 */
const usual = {
  turns: {
    analysis: [8, 12, 18, 26, 45],
    challenge: [5, 8, 12, 18, 30],
    settlement: [2, 3, 5, 8, 14],
    writing: [1, 1, 2, 4, 8],
  },
  /** Output of a turn with tools, of an answer sheet, and of a document. */
  turnTokens: [150, 300, 550, 900, 1_800],
  answerTokens: [900, 1_400, 1_900, 2_600, 3_800],
  documentTokens: [700, 1_100, 1_500, 2_200, 3_600],
  /** Input that a turn's results add. */
  resultTokens: [150, 400, 900, 1_800, 4_500],
  /** Rules, tools and the notebook, beside the sources and the brief. */
  standingTokens: [4_000, 5_000, 6_000, 8_000, 12_000],
  editTokens: [150, 400, 700, 1_200, 2_500],
  anchorTokens: [100, 250, 500, 900, 1_600],
  judgeTokens: [120, 300, 550, 900, 1_600],
  repairTokens: [150, 350, 600, 950, 1_800],
  scoreTokens: [120, 250, 380, 550, 900],
} as const;

/** The share of documents with statements that are mended. */
const repairedShare = 0.3;
/** The part of what a call has in common with the one before that a provider's cache serves. */
const hitShare = 0.85;
/** Limits the UTF-8 bytes of sources in a prompt; a session reads the rest by tools. */
const maxSourceBytes = 96_000;
const bytesPerToken = 3.8;
/** Turns that search the web, of ten. */
const searchShare = 0.15;

/** Number of simulations, and those in one turn of the event loop. */
const plays = 400;
const playsPerTurn = 20;
const seed = 20_260_101;

/**
 * Estimates what a run by phases would cost with this material, without calling a model. What serves
 * all documents counts for the deciding one.
 */
export async function pricePhases(
  services: CallerServices,
  tenantId: string,
  request: StartRunRequest,
  tasks: EngineTask[],
  { remainingNanoUsd, searchNanoUsd }: Purse,
): Promise<PricedTasks> {
  const { database, models: catalog } = services;
  const kinds = tasks.map(({ kind }) => kind);
  const pastByKind = await readPastTasks(database, tenantId, kinds, areOwn(catalog));
  const pinned = request.engagement.model ?? null;
  const deciding = findDecidingTask(tasks);
  const ordered = orderDocuments(tasks, deciding?.id ?? null);
  const writers = new Map<string, CatalogModel>();
  for (const [index, task] of ordered.entries()) {
    const experience = learnFrom(pastByKind.get(task.kind) ?? []);
    const tasksLeft = ordered.length - index;
    const choice = { models: catalog, experience, remainingNanoUsd, tasksLeft, pinned };
    writers.set(task.id, previewModels(task, choice).best);
  }
  const models = new Map([...writers].map(([id, model]) => [id, model.id]));
  const lead = deciding && writers.get(deciding.id);
  const nothing = { tasks: new Map(), models, learnedFromTasks: 0, phases: [] };
  const cache = { inputTokens: 0, cachedInputTokens: 0, savedNanoUsd: 0 };
  if (!deciding || !lead) return { ...nothing, total: rangeOf([]), cache };
  const extent = planExtent(lead, {
    moneyNanoUsd: remainingNanoUsd,
    documentCount: tasks.length,
    awaitsApproval: request.engagement.approveAnswer === true,
  });
  const { brief } = briefOf({ input: request, tasks, startedAt: new Date() });
  const sourceBytes = request.sources.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const run: SimulatedRun = {
    lead,
    challenger: foreignModels(catalog, [lead])[0] ?? lead,
    reader: judgeModel(catalog),
    judge: request.sources.length > 0 ? (supportJudges(services, [lead])[0] ?? null) : null,
    documents: ordered.map(({ id }) => ({ id, writer: writers.get(id) ?? lead })),
    extent,
    briefTokens: Buffer.byteLength(brief) / bytesPerToken,
    sourceTokens: Math.min(maxSourceBytes, sourceBytes) / bytesPerToken,
    searchNanoUsd,
  };
  const costs = new Map(ordered.map(({ id }) => [id, [] as number[]]));
  const totals: number[] = [];
  const random = createSeededRandom(seed);
  for (let play = 0; play < plays; play += 1) {
    if (play % playsPerTurn === playsPerTurn - 1) await nextTurn();
    const played = playRun(run, random);
    for (const [id, cost] of played.costs) costs.get(id)?.push(cost);
    totals.push(Math.min(remainingNanoUsd, played.totalNanoUsd));
    cache.inputTokens += played.cache.inputTokens / plays;
    cache.cachedInputTokens += played.cache.cachedInputTokens / plays;
    cache.savedNanoUsd += played.cache.savedNanoUsd / plays;
  }
  const ranges = new Map([...costs].map(([id, all]) => [id, rangeOf(all)]));
  return { ...nothing, total: rangeOf(totals), tasks: ranges, cache, phases: extent.phases };
}

interface SimulatedRun {
  lead: CatalogModel;
  challenger: CatalogModel;
  /** The model that anchors and scores. */
  reader: CatalogModel;
  /** Null if nobody but the writers could judge. */
  judge: CatalogModel | null;
  documents: { id: string; writer: CatalogModel }[];
  extent: RunExtent;
  briefTokens: number;
  sourceTokens: number;
  searchNanoUsd: number | null;
}

interface PlayedRun {
  costs: Map<string, number>;
  totalNanoUsd: number;
  cache: PricedTasks['cache'];
}

/** Plays a run once. */
function playRun(run: SimulatedRun, random: RandomSource): PlayedRun {
  const { lead, challenger, reader, judge, documents, extent, briefTokens, sourceTokens } = run;
  const { phases, analysisTurns } = extent;
  const cache = { inputTokens: 0, cachedInputTokens: 0, savedNanoUsd: 0 };
  const draw = (values: readonly number[]) => quantile(values, random());
  const call = (model: CatalogModel, input: number, output: number, shared: number): number => {
    const caches = model.cachedInputPerMillion !== undefined;
    const cachedInputTokens = caches ? Math.round(shared * hitShare) : 0;
    const inputTokens = Math.round(input);
    const usage = { ...plainUsage(inputTokens, Math.round(output)), cachedInputTokens };
    cache.inputTokens += inputTokens;
    cache.cachedInputTokens += cachedInputTokens;
    cache.savedNanoUsd += cacheSavingNanoUsd(model, usage);
    return callCostNanoUsd(model, usage);
  };
  /** Plays a session, whose each turn sends everything again. Returns its cost. */
  const converse = (model: CatalogModel, session: PlayedSession): number => {
    let input = session.startTokens;
    let shared = 0;
    let nanoUsd = 0;
    for (let turn = 1; turn <= session.turns; turn += 1) {
      const isLast = turn === session.turns;
      const output = isLast ? session.lastTokens : draw(usual.turnTokens);
      nanoUsd += call(model, input, output, shared);
      if (session.isSearching && random() < searchShare) nanoUsd += run.searchNanoUsd ?? 0;
      shared = input;
      input += output + draw(usual.resultTokens);
    }
    return nanoUsd;
  };
  const standing = draw(usual.standingTokens);
  const startTokens = standing + briefTokens + sourceTokens;
  const turnsOf = (values: readonly number[]) => Math.max(1, Math.round(draw(values)));
  const isSearching = run.searchNanoUsd !== null;
  let shared = converse(lead, {
    turns: Math.min(analysisTurns, turnsOf(usual.turns.analysis)),
    startTokens,
    lastTokens: draw(usual.answerTokens),
    isSearching,
  });
  if (phases.includes('challenge')) {
    const objecting = { startTokens: startTokens + 3_000, lastTokens: draw(usual.editTokens) };
    const turns = turnsOf(usual.turns.challenge);
    shared += converse(challenger, { ...objecting, turns, isSearching });
    shared += converse(lead, {
      turns: turnsOf(usual.turns.settlement),
      startTokens: startTokens + 4_000,
      lastTokens: draw(usual.answerTokens),
      isSearching,
    });
  }
  const costs = new Map<string, number>();
  let writtenTokens = 0;
  for (const { id, writer } of documents) {
    const documentTokens = draw(usual.documentTokens);
    let nanoUsd = converse(writer, {
      turns: turnsOf(usual.turns.writing),
      startTokens: standing + 4_000 + briefTokens + writtenTokens,
      lastTokens: documentTokens,
      isSearching: false,
    });
    writtenTokens += documentTokens;
    if (phases.includes('anchoring'))
      nanoUsd += call(reader, 4_000 + documentTokens, draw(usual.anchorTokens), 0);
    if (judge) nanoUsd += call(judge, 4_000 + documentTokens, draw(usual.judgeTokens), 0);
    if (random() < repairedShare)
      nanoUsd += call(writer, startTokens + documentTokens, draw(usual.repairTokens), 0);
    nanoUsd += call(reader, 2_000 + documentTokens, draw(usual.scoreTokens), 0);
    costs.set(id, nanoUsd);
  }
  if (phases.includes('editing'))
    shared += call(lead, standing + briefTokens + writtenTokens, draw(usual.editTokens), 0);
  const [first] = documents;
  if (first) costs.set(first.id, (costs.get(first.id) ?? 0) + shared);
  const totalNanoUsd = [...costs.values()].reduce((sum, cost) => sum + cost, 0);
  return { costs, totalNanoUsd, cache };
}

interface PlayedSession {
  turns: number;
  /** Input of the first turn. */
  startTokens: number;
  /** Output of the last turn. */
  lastTokens: number;
  isSearching: boolean;
}
