import type { Pool } from './claim-case.ts';
import {
  type ClaimCheck,
  type ClaimMeasure,
  type ClaimTally,
  falseAlarmShare,
  measureClaims,
  reportedShare,
} from './measure-claims.ts';

/** The documents that are measured: their pool, the first seed and their number. */
export interface ClaimRange {
  pool: Pool;
  firstSeed: number;
  count: number;
}

/** Shares of fabrications caught and of correct claims reported, with and without a judge. */
export interface ClaimRates {
  caught: number;
  falseAlarms: number;
}

const percent = (share: number) => `${(100 * share).toFixed(2)} %`;
const none: ClaimTally = { seeded: 0, reported: 0 };

/**
 * Measures a check with a judge that is right 95 of 100 times and without one, and prints both by kind. With `isShown`
 * it prints every miss and false alarm, of the open pool only: throws at the closed one, which its reader must not see.
 */
export async function reportClaims(
  check: ClaimCheck,
  { pool, firstSeed, count }: ClaimRange,
  isShown: boolean,
): Promise<{ judged: ClaimRates; unjudged: ClaimRates }> {
  if (isShown && pool === 'closed') throw new Error('The closed pool shows rates only.');
  const judged = await measureClaims(check, pool, firstSeed, count, firstSeed);
  const unjudged = await measureClaims(check, pool, firstSeed, count, null);
  console.log(`\n${pool} pool, ${count} deliverables from seed ${firstSeed}\n`);
  printTable('Fabrications', 'caught', judged.faults, unjudged.faults);
  printTable('Correct claims', 'false alarms', judged.correct, unjudged.correct);
  const rates = { judged: ratesOf(judged), unjudged: ratesOf(unjudged) };
  printRates('With the judge', judged, rates.judged);
  printRates('Without a judge', unjudged, rates.unjudged);
  if (isShown) {
    printTexts('with the judge', judged);
    printTexts('without a judge', unjudged);
  }
  return rates;
}

function ratesOf(measure: ClaimMeasure): ClaimRates {
  return { caught: reportedShare(measure.faults), falseAlarms: falseAlarmShare(measure) };
}

function printTable(
  title: string,
  counted: string,
  judged: ReadonlyMap<string, ClaimTally>,
  unjudged: ReadonlyMap<string, ClaimTally>,
): void {
  console.log(`| ${title} | seeded | ${counted}, with the judge | without a judge |\n| --- | ---: | ---: | ---: |`);
  for (const kind of [...judged.keys()].sort()) {
    const [one, other] = [judged.get(kind) ?? none, unjudged.get(kind) ?? none];
    console.log(`| ${kind} | ${one.seeded} | ${writeTally(one)} | ${writeTally(other)} |`);
  }
  console.log('');
}

function writeTally({ seeded, reported }: ClaimTally): string {
  return `${reported} (${percent(reported / Math.max(1, seeded))})`;
}

function printRates(title: string, measure: ClaimMeasure, { caught, falseAlarms }: ClaimRates): void {
  const strays = measure.strays === 0 ? '' : `, ${measure.strays} of them about text that was not seeded`;
  console.log(`${title}: ${percent(caught)} caught, ${percent(falseAlarms)} false alarms${strays}.`);
}

function printTexts(title: string, { misses, alarms }: ClaimMeasure): void {
  console.log(`\nMisses ${title}:\n${misses.join('\n')}\n\nFalse alarms ${title}:\n${alarms.join('\n')}`);
}
