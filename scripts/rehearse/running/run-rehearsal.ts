import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CatalogModel } from '../../../apps/engine/src/models/catalog.ts';
import { startProduct } from '../../demo/connect-product.ts';
import { DemoError } from '../../demo/demo-error.ts';
import type { RehearsalCase } from '../read-cases.ts';
import type { CaseReport, RehearsalReport } from '../report/report-file.ts';
import { BudgetSplit } from './budget-split.ts';
import { type ChosenModels, isolateModel } from './choose-models.ts';
import { runCase } from './run-case.ts';

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
export type RehearsalRuns = Pick<RehearsalReport, 'models' | 'notRun' | 'spentUsd'>;

/**
 * Runs each case with each model alone, the models one after another, each in a product with fresh data. The budget is
 * split equally over the models, then over the cases. `notRun` lists the cases that found no money, that came after an
 * interruption, or whose product did not start, with the reason.
 */
export async function runRehearsal(rehearsal: Rehearsal): Promise<RehearsalRuns> {
  const result: RehearsalRuns = { models: [], notRun: [], spentUsd: 0 };
  const shareUsd = rehearsal.budgetUsd / rehearsal.models.length;
  for (const model of rehearsal.models) {
    const reports = await runModel(rehearsal, { model, budgetUsd: shareUsd, notRun: result.notRun });
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

async function runModel(rehearsal: Rehearsal, { model, budgetUsd, notRun }: ModelRun): Promise<CaseReport[]> {
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
          const report = await runCase({ sample, baseUrl, budgetUsd: shareUsd, folder, timeLimitMs, signal });
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

function describe({ case: name, outcome, reason, costUsd, wallMs, score, documents }: CaseReport): string {
  const found = score.facts.filter(({ hit }) => hit).length;
  const why = reason === null ? '' : ` (${reason})`;
  const parts = [`${found} of ${score.facts.length} facts`, `${documents} documents`, `$${costUsd.toFixed(4)}`];
  return `${name}: ${outcome}${why}, ${parts.join(', ')}, ${Math.round(wallMs / 1_000)} s`;
}

/** A model's id may be a path (`org/model`). */
function folderOf({ folder }: Rehearsal, { id }: CatalogModel): string {
  return join(folder, id.replace(/[^\w.-]+/g, '-'));
}

/** Starts a product with one model and fresh data, which it removes at the end. The product's log is kept. */
async function withProduct<T>(
  rehearsal: Rehearsal,
  model: CatalogModel,
  use: (baseUrl: string) => Promise<T>,
): Promise<T> {
  const place = await mkdtemp(join(tmpdir(), 'rehearsal-'));
  try {
    const own = await isolateModel(model, rehearsal.catalog, { environment: rehearsal.environment, folder: place });
    const environment = { ...own, RATE_LIMIT_API: '100000', RATE_LIMIT_ENGINE: '1000' };
    // An interruption waits for the start, which has a time limit of its own. The runs are stopped before the product.
    const noSignal = new AbortController().signal;
    const options = { ownGroup: true };
    const product = await startProduct(rehearsal.root, join(place, 'data'), noSignal, environment, options);
    try {
      return await use(product.baseUrl);
    } finally {
      await product.stop();
    }
  } finally {
    await mkdir(folderOf(rehearsal, model), { recursive: true });
    await copyFile(join(place, 'data', 'product.log'), join(folderOf(rehearsal, model), 'product.log')).catch(
      ignoreMissing,
    );
    await rm(place, { recursive: true, force: true });
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
