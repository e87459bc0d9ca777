import type { BenchDatabase } from './bench-database.ts';
import type { DurableResult } from './durable-workload.ts';
import { median } from './median.ts';
import { runProgram } from './programs.ts';
import type { WholeRunsResult } from './whole-runs.ts';

/** Medians over the rounds; `wholeRuns` is the engine's real run. */
export interface DurableFigures {
  bareStepsPerSecond: number;
  callStepsPerSecond: number;
  wholeRuns: { concurrent: number; runsPerSecond: number; stepsPerSecond: number; callsPerSecond: number };
}

/** Runs at once in the measurement of whole runs. */
const concurrentRuns = 100;
const programRounds = 2;

/** Runs each program alone, in turn, each on a database of its own. */
export async function measureDurable(database: BenchDatabase, report: (line: string) => void): Promise<DurableFigures> {
  const bare: number[] = [];
  const calls: number[] = [];
  for (let round = 1; round <= programRounds; round += 1) {
    bare.push(...(await timeSteps('bare-steps', round)));
    calls.push(...(await timeSteps('call-steps', round)));
  }
  const { rounds } = await runProgram<WholeRunsResult>({
    path: 'scripts/bench/whole-runs.ts',
    args: [await database.create('bench_whole_runs'), String(concurrentRuns)],
  });
  const of = (figure: keyof WholeRunsResult['rounds'][number]) => median(rounds.map((round) => round[figure]));
  report(`Whole runs: ${rounds.map(({ stepsPerSecond }) => Math.round(stepsPerSecond)).join(', ')} steps/s`);
  return {
    bareStepsPerSecond: median(bare),
    callStepsPerSecond: median(calls),
    wholeRuns: {
      concurrent: concurrentRuns,
      runsPerSecond: of('runsPerSecond'),
      stepsPerSecond: of('stepsPerSecond'),
      callsPerSecond: of('callsPerSecond'),
    },
  };

  async function timeSteps(program: 'bare-steps' | 'call-steps', round: number): Promise<number[]> {
    const url = await database.create(`bench_${program.replace('-', '_')}_${round}`);
    const { stepsPerSecond } = await runProgram<DurableResult>({ path: `scripts/bench/${program}.ts`, args: [url] });
    report(`${program}, ${round}: ${stepsPerSecond.map(Math.round).join(', ')} steps/s`);
    return stepsPerSecond;
  }
}
