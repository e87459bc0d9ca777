import { parseArgs } from 'node:util';
import {
  catchRate,
  falseAlarmRate,
  measureChecker,
  type Tally,
} from '../../apps/engine/testing/evidence-seed/measure-checker.ts';

/**
 * Measures the check of citations on seeded deliverables: the share of planted faults and the share of correct citations
 * that it reports. Prints a table and fails below 95 % or above 2 %. `--seed` and `--documents` choose other deliverables;
 * `--show` prints each miss and false alarm.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    documents: { type: 'string', default: '400' },
    show: { type: 'boolean', default: false },
  },
});
const minCaught = 0.95;
const maxFalse = 0.02;

const measure = await measureChecker(Number(values.seed), Number(values.documents));
const percent = (share: number) => `${(100 * share).toFixed(2)} %`;
const row = (name: string, { seeded, reported }: Tally) =>
  `| ${name} | ${seeded} | ${reported} | ${percent(reported / Math.max(1, seeded))} |`;

console.log('| Seeded | citations | reported | share |\n| --- | ---: | ---: | ---: |');
for (const [fault, tally] of measure.byFault) console.log(row(fault, tally));
console.log(row('correct, but reported', measure.correct));
const [caught, alarms] = [catchRate(measure), falseAlarmRate(measure)];
console.log(`\nCaught ${percent(caught)} of the faults; ${percent(alarms)} false alarms.`);
console.log(`${values.documents} deliverables, ${(measure.checkedMs / Number(values.documents)).toFixed(1)} ms each.`);
if (values.show) console.log(`\nMisses:\n${measure.misses.join('\n')}\n\nFalse alarms:\n${measure.alarms.join('\n')}`);
if (caught < minCaught || alarms > maxFalse) {
  console.error(`The check must catch at least ${percent(minCaught)} with at most ${percent(maxFalse)} false alarms.`);
  process.exitCode = 1;
}
