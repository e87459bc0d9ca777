import type { BenchDatabase } from '../bench-database.ts';
import { median } from '../median.ts';
import { describe, type MissingPeers, type Peer } from '../peers/install-peers.ts';
import { type Program, runProgram } from '../programs.ts';
import { spreadOf } from '../report/spread.ts';
import { meanSteps, type StepCounts } from './count-steps.ts';
import type { DurableResult } from './durable-workload.ts';
import { type ManyRunsFigures, measureManyRuns } from './measure-many-runs.ts';
import type { WholeRunsResult } from './whole-runs.ts';

/** The contenders for the six-step job, with program, arguments after the database, and the folder of a peer. */
const contenders = {
  ours: { path: 'scripts/bench/durable/call-steps.ts', args: [] },
  'ours, a tenant for each run': { path: 'scripts/bench/durable/call-steps.ts', args: ['tenants'] },
  'LangGraph, sync': { path: 'scripts/bench/peers/langgraph/steps.js', args: ['sync'], peer: 'langgraph' },
  'LangGraph, async': { path: 'scripts/bench/peers/langgraph/steps.js', args: ['async'], peer: 'langgraph' },
} satisfies Record<string, ContenderProgram>;
type ContenderProgram = Required<Pick<Program, 'path' | 'args'>> & { peer?: Peer };
export type Contender = keyof typeof contenders;

/** Steps per second as the median of the rounds, and their spread as a share. */
interface StepRate {
  perSecond: number;
  spread: number;
}

/** Figures of the durable part. `wholeRuns` measures real runs of the engine, `manyRuns` a thousand. */
export interface DurableFigures {
  steps: Record<'ours' | 'ours, a tenant for each run', StepRate> & Partial<Record<Contender, StepRate>>;
  /** Why there are no figures of a peer, if it could not be installed or its program failed. */
  missing: Partial<Record<Contender, string>>;
  wholeRuns: {
    concurrent: number;
    steps: StepRate;
    runsPerSecond: number;
    callsPerSecond: number;
    /** The steps of a run, as means of all runs. */
    stepsOfRun: StepCounts;
  };
  manyRuns: ManyRunsFigures;
}

/** Number of concurrent runs in the measurement of whole runs. */
const concurrentRuns = 100;
/** Times that each program runs in turn. Each measures some rounds after a warm-up. */
export const durableTurns = 3;

/** Runs the contenders and whole runs in turn, each time on a separate database, and then many runs. */
export async function measureDurable(
  database: BenchDatabase,
  installed: MissingPeers,
  report: (line: string) => void,
): Promise<DurableFigures> {
  const names = Object.keys(contenders) as Contender[];
  const rates = new Map(names.map((name) => [name, [] as number[]]));
  const missing: DurableFigures['missing'] = {};
  const wholeRuns: WholeRunsResult['rounds'] = [];
  for (let turn = 1; turn <= durableTurns; turn += 1) {
    for (const [index, name] of names.entries()) {
      const url = await database.create(`bench_steps_${turn}_${index}`);
      const measured = missing[name] ?? (await runContender(contenders[name], url, installed));
      report(`${name}, ${turn}: ${typeof measured === 'string' ? measured : `${measured.map(Math.round)} steps/s`}`);
      if (typeof measured === 'string') missing[name] = measured;
      else rates.get(name)?.push(...measured);
    }
    const url = await database.create(`bench_whole_runs_${turn}`);
    const { rounds } = await runProgram<WholeRunsResult>({
      path: 'scripts/bench/durable/whole-runs.ts',
      args: [url, String(concurrentRuns)],
    });
    report(`Whole runs, ${turn}: ${rounds.map(({ stepsPerSecond }) => Math.round(stepsPerSecond))} steps/s`);
    wholeRuns.push(...rounds);
  }
  const steps = names.filter((name) => !missing[name]).map((name) => [name, rateOf(rates.get(name) ?? [])]);
  return {
    steps: Object.fromEntries(steps) as DurableFigures['steps'],
    missing,
    wholeRuns: summarize(wholeRuns),
    manyRuns: await measureManyRuns(database, report),
  };
}

/** Returns the steps per second of each round. Returns the reason if it is a peer that is not there or fails. */
async function runContender(
  { path, args, peer }: ContenderProgram,
  url: string,
  installed: MissingPeers,
): Promise<number[] | string> {
  const run = () => runProgram<DurableResult>({ path, args: [url, ...args] }).then((result) => result.stepsPerSecond);
  return peer ? (installed.get(peer) ?? run().catch(describe)) : run();
}

const rateOf = (rounds: readonly number[]): StepRate => ({ perSecond: median(rounds), spread: spreadOf(rounds) });

function summarize(rounds: WholeRunsResult['rounds']): DurableFigures['wholeRuns'] {
  return {
    concurrent: concurrentRuns,
    steps: rateOf(rounds.map(({ stepsPerSecond }) => stepsPerSecond)),
    runsPerSecond: median(rounds.map(({ runsPerSecond }) => runsPerSecond)),
    callsPerSecond: median(rounds.map(({ callsPerSecond }) => callsPerSecond)),
    stepsOfRun: meanSteps(rounds.map(({ stepsOfRun }) => stepsOfRun)),
  };
}
