import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type RehearsalCase, readCases } from './read-cases.ts';
import type { RehearsalOptions } from './read-options.ts';
import { RehearsalError } from './rehearsal-error.ts';
import { compareReports } from './report/compare-reports.ts';
import { renderReport, renderSummary } from './report/render-report.ts';
import { type RehearsalReport, readReport } from './report/report-file.ts';
import { chooseModels } from './running/choose-models.ts';
import { runRehearsal } from './running/run-rehearsal.ts';

/** The surroundings of a rehearsal. */
export interface Stage {
  root: string;
  environment: NodeJS.ProcessEnv;
  /** Stops the runs; the report then says what was not run. */
  signal: AbortSignal;
  say: (line: string) => void;
}

/** A finished rehearsal and the folder with `report.md`, `report.json`, deliverables and logs. */
export interface FinishedRehearsal {
  report: RehearsalReport;
  summary: string;
  folder: string;
}

/**
 * Runs the cases with each model, scores them and writes the report. Throws a RehearsalError before the first call when
 * options, cases or settings cannot be used.
 */
export async function rehearse(options: RehearsalOptions, stage: Stage): Promise<FinishedRehearsal> {
  const { root, environment, say } = stage;
  const startedAt = new Date().toISOString();
  const chosen = chooseModels(options.models, environment);
  const earlier = options.against === null ? null : await readReport(options.against);
  const cases = pickCases(await readCases(options.from ?? join(root, 'examples')), options);
  const folder = resolve(options.out ?? join(root, '.data', 'rehearsals', startedAt.replace(/[:.]/g, '-')));
  await mkdir(folder, { recursive: true });
  const timeLimitMs = options.minutes * 60_000;
  const { budgetUsd, lanes } = options;
  say(`Cases: ${cases.length}. Models: ${chosen.models.length}. At most $${budgetUsd.toFixed(2)}. Results: ${folder}`);
  for (const { id } of chosen.models.filter((model) => model.inputPerMillion + model.outputPerMillion === 0))
    say(`${id} has no price: its calls count as free, and the budget does not limit them.`);
  const runs = await runRehearsal({ ...chosen, ...stage, cases, budgetUsd, timeLimitMs, lanes, folder });
  const revision = await readRevision(root);
  const report: RehearsalReport = { format: 'rehearsal-v1', startedAt, revision, budgetUsd, ...runs };
  const changes = earlier === null ? null : compareReports(earlier, report);
  await writeFile(join(folder, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
  await writeFile(join(folder, 'report.md'), renderReport(report, changes));
  return { report, summary: renderSummary(report, changes), folder };
}

/** Picks cases from the languages in turn, so that a few cases are not all in one language. */
export function pickCases(
  all: readonly RehearsalCase[],
  { only, cases }: Pick<RehearsalOptions, 'only' | 'cases'>,
): RehearsalCase[] {
  const unknown = only?.find((name) => all.every((one) => one.name !== name));
  if (unknown !== undefined)
    throw new RehearsalError(
      `--only: there is no case ${unknown}; there are ${all.map(({ name }) => name).join(', ')}`,
    );
  const wanted = all.filter(({ name }) => only === null || only.includes(name));
  const turnOf = (one: RehearsalCase) => wanted.filter(({ key }) => key.language === one.key.language).indexOf(one);
  return wanted.toSorted((a, b) => turnOf(a) - turnOf(b)).slice(0, cases);
}

async function readRevision(root: string): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)('git', ['describe', '--always', '--dirty'], { cwd: root });
    return stdout.trim();
  } catch {
    // An unpacked copy has no repository. The report then says that the revision is unknown.
    return null;
  }
}
