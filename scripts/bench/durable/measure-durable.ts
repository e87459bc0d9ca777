import type { BenchDatabase } from '../bench-database.ts';
import { median } from '../median.ts';
import { runProgram } from '../programs.ts';
import { spreadOf } from '../report/spread.ts';
import type { DurableResult } from './durable-workload.ts';
import { type ManyRunsFigures, measureManyRuns } from './measure-many-runs.ts';
import type { WholeRunsResult } from './whole-runs.ts';

/** The contenders for the six-step job, with program and arguments after the database. */
const contenders = {
  'bare DBOS': { path: 'scripts/bench/durable/bare-steps.ts', args: ['model'] },
  'bare DBOS, empty steps': { path: 'scripts/bench/durable/bare-steps.ts', args: [] },
  ours: { path: 'scripts/bench/durable/call-steps.ts', args: [] },
  'ours, a tenant for each run': { path: 'scripts/bench/durable/call-steps.ts', args: ['tenants'] },
  'LangGraph, sync': { path: 'scripts/bench/peers/langgraph/steps.js', args: ['sync'] },
  'LangGraph, async': { path: 'scripts/bench/peers/langgraph/steps.js', args: ['async'] },
} as const;
export type Contender = keyof typeof contenders;

/** Steps per second as the median of the rounds, and their spread as a share. */
interface StepRate {
  perSecond: number;
  spread: number;
}

/** Figures of the durable part. `wholeRuns` measures real runs of the engine, `manyRuns` a thousand. */
export interface DurableFigures {
  steps: Record<Contender, StepRate>;
  wholeRuns: { concurrent: number; steps: StepRate; runsPerSecond: number; callsPerSecond: number };
  manyRuns: ManyRunsFigures;
}

/** Number of concurrent runs in the measurement of whole runs. */
const concurrentRuns = 100;
const programRounds = 2;

/** Runs the programs one after the other, each on a separate database. */
export async function measureDurable(database: BenchDatabase, report: (line: string) => void): Promise<DurableFigures> {
  const names = Object.keys(contenders) as Contender[];
  const rates = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = 1; round <= programRounds; round += 1) {
    for (const [index, name] of names.entries()) {
      const { path, args } = contenders[name];
      const url = await database.create(`bench_steps_${round}_${index}`);
      const { stepsPerSecond } = await runProgram<DurableResult>({ path, args: [url, ...args] });
      report(`${name}, ${round}: ${stepsPerSecond.map(Math.round).join(', ')} steps/s`);
      rates.get(name)?.push(...stepsPerSecond);
    }
  }
  const steps = [...rates].map(([name, measured]) => [name, rateOf(measured)]);
  return {
    steps: Object.fromEntries(steps) as Record<Contender, StepRate>,
    wholeRuns: await measureWholeRuns(database, report),
    manyRuns: await measureManyRuns(database, report),
  };
}

const rateOf = (rounds: readonly number[]): StepRate => ({ perSecond: median(rounds), spread: spreadOf(rounds) });

async function measureWholeRuns(database: BenchDatabase, report: (line: string) => void) {
  const { rounds } = await runProgram<WholeRunsResult>({
    path: 'scripts/bench/durable/whole-runs.ts',
    args: [await database.create('bench_whole_runs'), String(concurrentRuns)],
  });
  const of = (figure: keyof WholeRunsResult['rounds'][number]) => median(rounds.map((round) => round[figure]));
  report(`Whole runs: ${rounds.map(({ stepsPerSecond }) => Math.round(stepsPerSecond)).join(', ')} steps/s`);
  return {
    concurrent: concurrentRuns,
    steps: rateOf(rounds.map(({ stepsPerSecond }) => stepsPerSecond)),
    runsPerSecond: of('runsPerSecond'),
    callsPerSecond: of('callsPerSecond'),
  };
}
