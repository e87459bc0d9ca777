import { parseArgs } from 'node:util';
import { claimCheck } from '../../apps/engine/testing/evidence-claims/check-adapter.ts';
import { pools } from '../../apps/engine/testing/evidence-claims/claim-case.ts';
import { reportClaims } from '../../apps/engine/testing/evidence-claims/report-claims.ts';
import {
  catchRate,
  falseAlarmRate,
  measureChecker,
  type Tally,
} from '../../apps/engine/testing/evidence-seed/measure-checker.ts';
import { measureEvidenceSpeed } from './measure-evidence-speed.ts';

/**
 * Measures the check of citations on seeded deliverables: the share of planted faults and the share of correct
 * citations that it reports. Prints a table and fails below 95 % or above 2 %. `--seed` and `--documents` choose other
 * deliverables; `--show` prints each miss and false alarm. A second part measures claims by kind, with a judge and
 * without one, on the pools `open` and `closed` or on the one that `--pool` names, and then alone; the closed pool
 * shows nothing but rates. First it prints how long a document of 6,000 words with 80 citations takes without a judge.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    documents: { type: 'string', default: '400' },
    show: { type: 'boolean', default: false },
    pool: { type: 'string' },
  },
});
const chosenPools = pools.filter((pool) => values.pool === undefined || values.pool === pool);
if (chosenPools.length === 0) throw new Error(`--pool must be one of ${pools.join(', ')}.`);
if (values.show && values.pool === 'closed') throw new Error('--show is refused for the closed pool.');
const minCaught = 0.95;
const maxFalse = 0.02;

const percent = (share: number) => `${(100 * share).toFixed(2)} %`;
const isEnough = (caught: number, alarms: number) => caught >= minCaught && alarms <= maxFalse;

async function measureCitations(): Promise<boolean> {
  const measure = await measureChecker(Number(values.seed), Number(values.documents));
  const row = (name: string, { seeded, reported }: Tally) =>
    `| ${name} | ${seeded} | ${reported} | ${percent(reported / Math.max(1, seeded))} |`;
  console.log('| Seeded | citations | reported | share |\n| --- | ---: | ---: | ---: |');
  for (const [fault, tally] of measure.byFault) console.log(row(fault, tally));
  console.log(row('correct, but reported', measure.correct));
  const [caught, alarms] = [catchRate(measure), falseAlarmRate(measure)];
  console.log(`\nCaught ${percent(caught)} of the faults; ${percent(alarms)} false alarms.`);
  console.log(
    `${values.documents} deliverables, ${(measure.checkedMs / Number(values.documents)).toFixed(1)} ms each.`,
  );
  if (values.show) {
    console.log(`\nMisses:\n${measure.misses.join('\n')}\n\nFalse alarms:\n${measure.alarms.join('\n')}`);
  }
  return isEnough(caught, alarms);
}

/** Prints the rates by kind. Only rates with a judge can fail the benchmark. */
async function measureKinds(): Promise<boolean> {
  if (claimCheck === null) {
    console.error('No check is connected in apps/engine/testing/evidence-claims/check-adapter.ts.');
    return false;
  }
  let areEnough = true;
  for (const pool of chosenPools) {
    const range = { pool, firstSeed: Number(values.seed), count: Number(values.documents) };
    const { judged } = await reportClaims(claimCheck, range, values.show && pool === 'open');
    areEnough &&= isEnough(judged.caught, judged.falseAlarms);
  }
  return areEnough;
}

const speed = await measureEvidenceSpeed();
console.log(
  `6,000 words, ${speed.checked} citations: ${speed.firstMs.toFixed(0)} ms at the first check of the process, ${speed.nextMs.toFixed(0)} ms at the next.\n`,
);
const passed = [values.pool !== undefined || (await measureCitations()), await measureKinds()];
if (passed.includes(false)) {
  console.error(`The check must catch at least ${percent(minCaught)} with at most ${percent(maxFalse)} false alarms.`);
  process.exitCode = 1;
}
