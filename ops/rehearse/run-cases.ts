import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isOpen } from '@ecp/contract/values/citation-counts';
import type { RunProgress } from '@ecp/contract/work/runs';
import { detectLanguage } from '@ecp/language/detect-language';
import { ApiError } from '@ecp/sdk/api-error';
import { readConfig } from '../../apps/server/src/engine/config.ts';
import {
  availableModels,
  offlineModel,
} from '../../apps/server/src/engine/models/available-models.ts';
import {
  type CatalogModel,
  loadCatalog,
  type ModelCatalog,
} from '../../apps/server/src/engine/models/catalog.ts';
import { DemoError, type Session, signUp, startProduct } from '../../scripts/demo/product.ts';
import { saveDeliverables } from '../../scripts/demo/run-engagement.ts';
import { type RehearsalCase, RehearsalError } from './cases.ts';
import type { CaseReport, RehearsalReport } from './report.ts';
import { scorePapers, scoreQuestions } from './scoring.ts';

/** A rehearsal to run: cases, models and limits. */
export interface Rehearsal extends ChosenModels {
  cases: RehearsalCase[];
  /** The budget of all models and cases together. */
  budgetUsd: number;
  /** The time limit of one case. */
  timeLimitMs: number;
  /** How many cases run at a time. */
  lanes: number;
  /** The folder for deliverables and logs. */
  folder: string;
  root: string;
  environment: NodeJS.ProcessEnv;
  signal: AbortSignal;
  /** Gets a line for each case. */
  say: (line: string) => void;
}

/** The parts of a report that come from the runs. */
type RehearsalRuns = Pick<RehearsalReport, 'models' | 'notRun' | 'spentUsd'>;

/**
 * Runs each case with each model alone, the models one after another, each in a product with fresh
 * data. The budget is split equally over the models, then over the cases. `notRun` lists the cases
 * that found no money, that came after an interruption, or whose product did not start, with the
 * reason.
 */
export async function runRehearsal(rehearsal: Rehearsal): Promise<RehearsalRuns> {
  const result: RehearsalRuns = { models: [], notRun: [], spentUsd: 0 };
  const shareUsd = rehearsal.budgetUsd / rehearsal.models.length;
  for (const model of rehearsal.models) {
    const reports = await runModel(rehearsal, {
      model,
      budgetUsd: shareUsd,
      notRun: result.notRun,
    });
    result.models.push({ model: model.id, cases: reports });
    result.spentUsd += reports.reduce((sum, { costUsd }) => sum + costUsd, 0);
  }
  return result;
}

interface ModelRun {
  model: CatalogModel;
  budgetUsd: number;
  notRun: RehearsalReport['notRun'];
}

async function runModel(
  rehearsal: Rehearsal,
  { model, budgetUsd, notRun }: ModelRun,
): Promise<CaseReport[]> {
  const skip = ({ name }: RehearsalCase, reason: string) => {
    notRun.push({ model: model.id, case: name, reason });
    rehearsal.say(`${model.id}  ${name}: not run, ${reason}`);
  };
  const { cases, signal } = rehearsal;
  if (signal.aborted) {
    for (const sample of cases) skip(sample, 'interrupted');
    return [];
  }
  const split = new BudgetSplit(budgetUsd, cases.length);
  const waiting = [...cases];
  const reports: CaseReport[] = [];
  const runAll = async (baseUrl: string) => {
    const work = async () => {
      for (let sample = waiting.shift(); sample; sample = waiting.shift()) {
        const capUsd = sample.engagement.budget ?? Number.POSITIVE_INFINITY;
        const shareUsd = signal.aborted ? null : split.take(capUsd);
        if (shareUsd === null) {
          skip(sample, signal.aborted ? 'interrupted' : 'the budget is used up');
          continue;
        }
        const folder = join(folderOf(rehearsal, model), sample.name);
        const { timeLimitMs } = rehearsal;
        try {
          const report = await runCase({
            sample,
            baseUrl,
            budgetUsd: shareUsd,
            folder,
            timeLimitMs,
            signal,
          });
          split.settle(shareUsd, report.costUsd);
          reports.push(report);
          rehearsal.say(`${model.id}  ${describe(report)}`);
        } catch (error) {
          // Its share counts as spent, because its cost is unknown.
          skip(sample, error instanceof Error ? error.message : String(error));
        }
      }
    };
    await Promise.all(Array.from({ length: rehearsal.lanes }, work));
  };
  try {
    await withProduct(rehearsal, model, runAll);
  } catch (error) {
    // The results of other models, which are paid, must not be lost.
    if (!(error instanceof DemoError)) throw error;
    rehearsal.say(`${model.id}  ${error.message}`);
    for (const sample of waiting) skip(sample, 'the product did not start');
  }
  return reports.sort((a, b) => a.case.localeCompare(b.case));
}

function describe({
  case: name,
  outcome,
  reason,
  costUsd,
  wallMs,
  score,
  documents,
}: CaseReport): string {
  const found = score.facts.filter(({ hit }) => hit).length;
  const why = reason === null ? '' : ` (${reason})`;
  const parts = [
    `${found} of ${score.facts.length} facts`,
    `${documents} documents`,
    `$${costUsd.toFixed(4)}`,
  ];
  return `${name}: ${outcome}${why}, ${parts.join(', ')}, ${Math.round(wallMs / 1_000)} s`;
}

/** A model's id may be a path (`org/model`). */
function folderOf({ folder }: Rehearsal, { id }: CatalogModel): string {
  return join(folder, id.replace(/[^\w.-]+/g, '-'));
}

/**
 * Starts a product with one model and fresh data, which it removes at the end. The product's log is
 * kept.
 */
async function withProduct<T>(
  rehearsal: Rehearsal,
  model: CatalogModel,
  use: (baseUrl: string) => Promise<T>,
): Promise<T> {
  const place = await mkdtemp(join(tmpdir(), 'rehearsal-'));
  try {
    const own = await isolateModel(model, rehearsal.catalog, {
      environment: rehearsal.environment,
      folder: place,
    });
    const environment = { ...own, RATE_LIMIT_API: '100000', RATE_LIMIT_ENGINE: '1000' };
    // An interruption waits for the start, which has a time limit of its own. The runs are stopped
    // before the product.
    const noSignal = new AbortController().signal;
    const options = { ownGroup: true };
    const product = await startProduct(
      rehearsal.root,
      join(place, 'data'),
      noSignal,
      environment,
      options,
    );
    try {
      return await use(product.baseUrl);
    } finally {
      await product.stop();
    }
  } finally {
    await mkdir(folderOf(rehearsal, model), { recursive: true });
    await copyFile(
      join(place, 'data', 'product.log'),
      join(folderOf(rehearsal, model), 'product.log'),
    ).catch(ignoreMissing);
    await rm(place, { recursive: true, force: true });
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

/** A case to run, with the address of the product and the limits. */
interface CaseRun {
  sample: RehearsalCase;
  baseUrl: string;
  budgetUsd: number;
  timeLimitMs: number;
  /** The folder for its deliverables. It is emptied first. */
  folder: string;
  /** Stops the run; what is written by then is kept. */
  signal: AbortSignal;
}

/** The time for calls to the product after the time limit of the run. */
const callsAfterwardsMs = 60_000;

/**
 * Runs a case in a tenant of its own, so that no case learns from another, and scores what it
 * wrote. A run that fails or is stopped is a result, too. Throws an `ApiError` or a
 * `ConnectionError` when the product refuses or is gone.
 */
async function runCase(run: CaseRun): Promise<CaseReport> {
  const { sample, budgetUsd } = run;
  const session = await signUp(
    run.baseUrl,
    AbortSignal.timeout(run.timeLimitMs + callsAfterwardsMs),
  );
  const startedMs = performance.now();
  const { signal } = session;
  const { id } = await session.client.createEngagement(
    { ...sample.engagement, budget: budgetUsd },
    { signal },
  );
  for (const path of sample.attachments) {
    const file = new File([await readFile(path)], basename(path));
    await session.client.uploadAttachment({ id, file }, { signal });
  }
  const followed = await followCase(session, id, run);
  const wallMs = performance.now() - startedMs;
  return { ...(await describeOutcome(session, id, { run, followed })), wallMs: Math.round(wallMs) };
}

async function describeOutcome(
  session: Session,
  id: string,
  { run, followed }: { run: CaseRun; followed: FollowedRun },
): Promise<Omit<CaseReport, 'wallMs'>> {
  const { client, signal } = session;
  const { sample } = run;
  const [saved, quality, analytics, { entries }] = await Promise.all([
    saveDeliverables(session, id, run.folder),
    client.getRunQuality({ id }, { signal }),
    client.getRunAnalytics({ id }, { signal }),
    client.getRunLogs({ id }, { signal }),
  ]);
  const papers = await Promise.all(
    saved.map(async ({ path }) => ({ path, text: await readFile(path, 'utf8') })),
  );
  const count = (level: string) =>
    countEach(entries.filter((entry) => entry.level === level).map(({ code }) => code));
  return {
    case: sample.name,
    fingerprint: sample.fingerprint,
    outcome: followed.outcome,
    reason: followed.reason,
    documents: papers.length,
    score: scorePapers(
      papers.map(({ text }) => text),
      sample.key,
    ),
    ...(await scoreAsked(session, id, sample)),
    citations: await countCitations(
      session,
      id,
      papers.map(({ path }) => basename(path)),
    ),
    evaluatorScores: quality.scores.map(({ score }) => score),
    observerScores: analytics.modelRouting.flatMap(({ observerScore }) => observerScore ?? []),
    budgetUsd: run.budgetUsd,
    costUsd: followed.costUsd,
    inputTokens: followed.inputTokens,
    cachedInputTokens: followed.cachedInputTokens,
    outputTokens: followed.outputTokens,
    warnings: count('warning'),
    errors: count('error'),
    wrongLanguage: papers
      .filter(({ text }) => detectLanguage(text) !== sample.key.language)
      .map(({ path }) => basename(path)),
  };
}

/** Scores the questions of a run if the key of its case has gaps. */
async function scoreAsked(
  { client, signal }: Session,
  id: string,
  { key, engagement }: RehearsalCase,
) {
  if (key.gaps === undefined) return {};
  const { questions } = await client.listQuestions({ id }, { signal });
  const asked = questions.map(({ question }) => question);
  return { questions: scoreQuestions(asked, key, engagement.brief) };
}

async function countCitations({ client, signal }: Session, id: string, filenames: string[]) {
  const lists = await Promise.all(
    filenames.map((filename) => client.listCitations({ id, filename }, { signal })),
  );
  const all = lists.flatMap(({ citations }) => citations);
  const states = countEach(all.map(({ state }) => state));
  return { checked: all.length, notVerified: all.filter(isOpen).length, states };
}

function countEach(names: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** How a run ended, and what it used. */
interface FollowedRun {
  outcome: CaseReport['outcome'];
  reason: string | null;
  costUsd: number;
  inputTokens: number;
  cachedInputTokens: number | null;
  outputTokens: number;
}

const settledWithinMs = 30_000;

/**
 * Starts the run of an engagement and follows it to its end. Stops it when its time is over or
 * `signal` aborts. Throws an `ApiError` when the start is refused, and an Error when the run does
 * not settle after its end.
 */
async function followCase(
  session: Session,
  id: string,
  limits: { timeLimitMs: number; signal: AbortSignal },
): Promise<FollowedRun> {
  const { client, signal } = session;
  await client.startRun({ id }, { signal });
  const used = { inputTokens: 0, cachedInputTokens: null as number | null, outputTokens: 0 };
  const timeout = AbortSignal.timeout(limits.timeLimitMs);
  const ending = AbortSignal.any([limits.signal, timeout]);
  let stoppedBy: 'timed_out' | 'interrupted' | null = null;
  try {
    for await (const event of client.streamRun(id, { signal: ending })) {
      if (event.type !== 'cost') continue;
      used.inputTokens = event.input_tokens;
      used.outputTokens = event.output_tokens;
      used.cachedInputTokens = event.cached_input_tokens;
    }
  } catch (error) {
    if (!ending.aborted) throw error;
    stoppedBy = limits.signal.aborted ? 'interrupted' : 'timed_out';
    await stopUnlessEnded(session, id);
  }
  const progress = await waitUntilSettled(session, id);
  const outcome = stoppedBy ?? (progress.status === 'completed' ? 'completed' : 'failed');
  const reason = stoppedBy === null ? progress.error : null;
  return { outcome, reason, costUsd: progress.estimated_cost, ...used };
}

async function stopUnlessEnded({ client, signal }: Session, id: string): Promise<void> {
  try {
    await client.stopRun({ id }, { signal });
  } catch (error) {
    // The run ended by itself in the same moment.
    if (!(error instanceof ApiError) || error.code !== 'cannot_stop') throw error;
  }
}

/**
 * Waits for the end of a run. The stream may end just before the platform has applied the last
 * events.
 */
async function waitUntilSettled({ client, signal }: Session, id: string): Promise<RunProgress> {
  const deadlineMs = performance.now() + settledWithinMs;
  for (;;) {
    const progress = await client.getRunStatus({ id }, { signal });
    if (progress.status === 'completed' || progress.status === 'failed') return progress;
    if (performance.now() > deadlineMs)
      throw new Error(`The run has ended, but its status is still ${progress.status}`);
    await wait(200, undefined, { signal });
  }
}

/** The least that a case gets. With less, most of a run's calls could not be made. */
const minShareUsd = 0.25;

/**
 * Splits a budget over cases that run one or several at a time. The engine never spends more than
 * an engagement's budget, so a share is the most that its case can cost.
 */
export class BudgetSplit {
  #leftUsd: number;
  #casesLeft: number;

  constructor(budgetUsd: number, cases: number) {
    this.#leftUsd = budgetUsd;
    this.#casesLeft = cases;
  }

  /**
   * Takes the share of the next case: an equal part of what is left, at most `capUsd`, but at least
   * what a run needs. Returns null when the budget is used up.
   */
  take(capUsd: number): number | null {
    const share = Math.min(
      Math.max(this.#leftUsd / this.#casesLeft, minShareUsd),
      Math.max(capUsd, minShareUsd),
    );
    this.#casesLeft -= 1;
    if (share > this.#leftUsd + 1e-9) return null;
    this.#leftUsd -= share;
    return share;
  }

  /** Gives back what a case did not spend. */
  settle(shareUsd: number, spentUsd: number): void {
    this.#leftUsd += Math.max(0, shareUsd - spentUsd);
  }
}

/** The models of a rehearsal, each configured in this environment. */
interface ChosenModels {
  catalog: ModelCatalog;
  models: CatalogModel[];
}

const howToConfigure =
  'Set a provider first, such as ANTHROPIC_API_KEY, OPENAI_API_KEY, GOOGLE_GENERATIVE_AI_API_KEY, or ' +
  'OPENAI_COMPATIBLE_BASE_URL with OPENAI_COMPATIBLE_MODELS, and name models with --models a,b ' +
  `(--models ${offlineModel.id} rehearses the offline model).`;

/**
 * Finds models by their ids among those that the engine could call with these settings. Throws a
 * RehearsalError that says what to set when there is no provider, and which models there are when
 * one is unknown.
 */
export function chooseModels(ids: readonly string[], environment: NodeJS.ProcessEnv): ChosenModels {
  const needed = { DATABASE_URL: 'postgres://none' };
  const { models: settings } = readConfig({ ...environment, ...needed });
  const catalog = loadCatalog(settings.catalogPath);
  const configured = availableModels(catalog, settings, () => undefined);
  const hasProvider = configured[0] !== offlineModel;
  if (!hasProvider && (ids.length === 0 || ids.some((id) => id !== offlineModel.id)))
    throw new RehearsalError(`No model provider is configured. ${howToConfigure}`);
  const list = configured.map(({ id }) => id).join(', ');
  if (ids.length === 0)
    throw new RehearsalError(`Name models with --models a,b. Configured are: ${list}`);
  const models = [...new Set(ids)].map((id) => {
    const found = configured.find((model) => model.id === id);
    if (found === undefined)
      throw new RehearsalError(`The model ${id} is not configured. Configured are: ${list}`);
    return found;
  });
  return { catalog, models };
}

/**
 * Returns settings with which an engine has one model that writes, and the embedding models as
 * before. Writes the catalogue for it to `folder`.
 */
export async function isolateModel(
  model: CatalogModel,
  catalog: ModelCatalog,
  { environment, folder }: { environment: NodeJS.ProcessEnv; folder: string },
): Promise<NodeJS.ProcessEnv> {
  if (model === offlineModel) return environment;
  const path = join(folder, 'model-catalog.json');
  const embeddings = catalog.models.filter(({ kind }) => kind === 'embedding');
  await writeFile(path, JSON.stringify({ models: [model, ...embeddings] }));
  const own: NodeJS.ProcessEnv = { ...environment, MODEL_CATALOG: path };
  if (model.provider === 'openai-compatible') return { ...own, OPENAI_COMPATIBLE_MODELS: model.id };
  // Removing the server's settings keeps its other models, also the embedding model, from being
  // called.
  const {
    OPENAI_COMPATIBLE_BASE_URL: server,
    OPENAI_COMPATIBLE_MODELS: _models,
    EMBEDDING_MODEL: embedding,
    ...rest
  } = own;
  return {
    ...rest,
    ...(embedding !== undefined &&
      (!server || embedding === 'off') && { EMBEDDING_MODEL: embedding }),
  };
}
