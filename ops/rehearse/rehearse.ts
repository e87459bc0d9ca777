import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { type RehearsalCase, RehearsalError, readCases } from './cases.ts';
import {
  compareReports,
  type RehearsalReport,
  readReport,
  renderReport,
  renderSummary,
} from './report.ts';
import { chooseModels, runRehearsal } from './run-cases.ts';

/** The surroundings of a rehearsal. */
export interface Stage {
  root: string;
  environment: NodeJS.ProcessEnv;
  /** Stops the runs; the report then says what was not run. */
  signal: AbortSignal;
  say: (line: string) => void;
}

/** A finished rehearsal and the folder with `report.md`, `report.json`, deliverables and logs. */
interface FinishedRehearsal {
  report: RehearsalReport;
  summary: string;
  folder: string;
}

/**
 * Runs the cases with each model, scores them and writes the report. Throws a RehearsalError before
 * the first call when options, cases or settings cannot be used.
 */
export async function rehearse(
  options: RehearsalOptions,
  stage: Stage,
): Promise<FinishedRehearsal> {
  const { root, environment, say } = stage;
  const startedAt = new Date().toISOString();
  const chosen = chooseModels(options.models, environment);
  const earlier = options.against === null ? null : await readReport(options.against);
  const cases = pickCases(await readCases(options.from ?? join(root, 'examples')), options);
  const folder = resolve(
    options.out ?? join(root, '.data', 'rehearsals', startedAt.replace(/[:.]/g, '-')),
  );
  await mkdir(folder, { recursive: true });
  const timeLimitMs = options.minutes * 60_000;
  const { budgetUsd, lanes } = options;
  say(
    `Cases: ${cases.length}. Models: ${chosen.models.length}. At most $${budgetUsd.toFixed(2)}. Results: ${folder}`,
  );
  for (const { id } of chosen.models.filter(
    (model) => model.inputPerMillion + model.outputPerMillion === 0,
  ))
    say(`${id} has no price: its calls count as free, and the budget does not limit them.`);
  const runs = await runRehearsal({
    ...chosen,
    ...stage,
    cases,
    budgetUsd,
    timeLimitMs,
    lanes,
    folder,
  });
  const revision = await readRevision(root);
  const report: RehearsalReport = {
    format: 'rehearsal-v1',
    startedAt,
    revision,
    budgetUsd,
    ...runs,
  };
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
  const turnOf = (one: RehearsalCase) =>
    wanted.filter(({ key }) => key.language === one.key.language).indexOf(one);
  return wanted.toSorted((a, b) => turnOf(a) - turnOf(b)).slice(0, cases);
}

async function readRevision(root: string): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)('git', ['describe', '--always', '--dirty'], {
      cwd: root,
    });
    return stdout.trim();
  } catch {
    // An unpacked copy has no repository. The report then says that the revision is unknown.
    return null;
  }
}

/** The options of `npm run rehearse`. */
interface RehearsalOptions {
  models: string[];
  /** Names of cases, or null for all. */
  only: string[] | null;
  /** The most cases to run. */
  cases: number;
  budgetUsd: number;
  minutes: number;
  lanes: number;
  /** Path of an earlier `report.json`. */
  against: string | null;
  /** Folder of the cases; null for `examples/`. */
  from: string | null;
  /** Folder of the result; null for one named by the time. */
  out: string | null;
}

const splitNames = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/**
 * Reads the options of the command line. Throws a RehearsalError that names the first that cannot
 * be used.
 */
export function readOptions(args: string[]): RehearsalOptions {
  const values = parse(args);
  const number = (
    name: 'cases' | 'budget' | 'minutes' | 'lanes',
    isUsable: (value: number) => boolean,
  ) => {
    const value = Number(values[name]);
    if (!Number.isFinite(value) || value <= 0 || !isUsable(value))
      throw new RehearsalError(`--${name} cannot be ${values[name]}`);
    return value;
  };
  return {
    models: splitNames(values.models),
    only: values.only === undefined ? null : splitNames(values.only),
    cases: number('cases', Number.isInteger),
    budgetUsd: number('budget', (value) => value <= 10_000),
    minutes: number('minutes', (value) => value <= 1_440),
    lanes: number('lanes', (value) => Number.isInteger(value) && value <= 8),
    against: values.against ?? null,
    from: values.from ?? null,
    out: values.out ?? null,
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        models: { type: 'string', default: '' },
        cases: { type: 'string', default: '1000' },
        only: { type: 'string' },
        budget: { type: 'string', default: '10' },
        minutes: { type: 'string', default: '45' },
        lanes: { type: 'string', default: '2' },
        against: { type: 'string' },
        from: { type: 'string' },
        out: { type: 'string' },
      },
    }).values;
  } catch (cause) {
    throw new RehearsalError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
