import { isOpen } from '@ecp/contract/values/count-citations';
import { checkEvidence } from '@ecp/evidence/check-evidence';
import { createTimeSlice } from '@ecp/semaphore/time-slice';
import { type Fault, faults } from './break-citation.ts';
import { type SeededDeliverable, writeSeededDeliverable } from './write-deliverable.ts';

/** Number of seeded citations of a kind, and of those that the checker reported. */
export interface Tally {
  seeded: number;
  reported: number;
}

export interface CheckerMeasure {
  byFault: Map<Fault, Tally>;
  /** Correct citations, and false alarms about them or other text. */
  correct: Tally;
  /** Missed faults and false alarms, in words, for a closer look. */
  misses: string[];
  alarms: string[];
  checkedMs: number;
}

/** Checks the deliverables of `count` seeds and compares the reported faults with the seeded ones. */
export async function measureChecker(firstSeed: number, count: number): Promise<CheckerMeasure> {
  const byFault = new Map(faults.map((fault): [Fault, Tally] => [fault, { seeded: 0, reported: 0 }]));
  const measure: CheckerMeasure = {
    byFault,
    correct: { seeded: 0, reported: 0 },
    misses: [],
    alarms: [],
    checkedMs: 0,
  };
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
    await measureOne(seed, await writeSeededDeliverable(seed), measure);
  }
  return measure;
}

async function measureOne(seed: number, { markdown, material, citations }: SeededDeliverable, measure: CheckerMeasure) {
  const startMs = performance.now();
  const checked = await checkEvidence(markdown, material, { slice: createTimeSlice(undefined) });
  measure.checkedMs += performance.now() - startMs;
  const failed = checked.filter(isOpen);
  const expected = new Set<(typeof failed)[number]>();
  for (const { label, fault, words } of citations) {
    const bare = (text: string) =>
      text
        .replace(/[^\p{L}\p{N}]|nbsp|amp/gu, '')
        .normalize('NFKC')
        .toLowerCase();
    const own = failed.filter(({ footnote, quote }) =>
      label === null ? footnote === null && quote !== null && bare(words).includes(bare(quote)) : footnote === label,
    );
    for (const citation of own) expected.add(citation);
    const tally = fault === null ? measure.correct : measure.byFault.get(fault);
    if (!tally) continue;
    tally.seeded += 1;
    tally.reported += own.length > 0 ? 1 : 0;
    const where = `seed ${seed}, ${label === null ? 'no footnote' : `[^${label}]`}`;
    if (fault !== null && own.length === 0) measure.misses.push(`${where}, ${fault}: ${words}`);
    if (fault === null && own[0]) measure.alarms.push(`${where}: ${own[0].reason}: ${own[0].quote ?? own[0].claim}`);
  }
  // Alarms about words that cite nothing are also false.
  for (const citation of failed.filter((found) => !expected.has(found))) {
    measure.correct.reported += 1;
    measure.alarms.push(`seed ${seed}, nothing seeded: ${citation.reason}: ${citation.quote ?? citation.claim}`);
  }
}

/** Returns the share of reported faults, over all kinds. */
export function catchRate({ byFault }: CheckerMeasure): number {
  const tallies = [...byFault.values()];
  const sum = (of: (tally: Tally) => number) => tallies.reduce((total, tally) => total + of(tally), 0);
  return (
    sum(({ reported }) => reported) /
    Math.max(
      1,
      sum(({ seeded }) => seeded),
    )
  );
}

/** Returns the share of correct citations that were reported. */
export function falseAlarmRate({ correct }: CheckerMeasure): number {
  return correct.reported / Math.max(1, correct.seeded);
}
