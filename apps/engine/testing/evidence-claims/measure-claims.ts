import type { ClaimCase, Pool, SeededStatement } from './claim-case.ts';
import { normalizeSentence } from './normalize-sentence.ts';
import { type PlayedJudge, playJudge } from './play-judge.ts';
import { writeClaimCase } from './write-claim-case.ts';

/** A check's verdict on one citation or on one uncited statement. */
export interface ClaimFinding {
  footnote: string | null;
  claim: string;
  state: 'verified' | 'computed' | 'altered' | 'unsupported' | 'missing_source' | 'uncited';
}

/** A check of citations. `judge` is null where no model judges. */
export type ClaimCheck = (claimCase: ClaimCase, judge: PlayedJudge | null) => Promise<ClaimFinding[]>;

export interface ClaimTally {
  seeded: number;
  reported: number;
}

export interface ClaimMeasure {
  /** Fabrications by kind. */
  faults: Map<string, ClaimTally>;
  /** Correct claims by kind. Here, what is reported is a false alarm. */
  correct: Map<string, ClaimTally>;
  /** Reports about text that no statement holds; each is a false alarm. */
  strays: number;
  /** Fabrications that were not reported, and false alarms, as `language kind: sentence`. */
  misses: string[];
  alarms: string[];
  checkedMs: number;
}

/**
 * Lets a check judge `count` cases from `firstSeed` and tallies by kind what it reports. With `judgeSeed` a played
 * judge answers, which is right 95 of 100 times; with null none does.
 */
export async function measureClaims(
  check: ClaimCheck,
  pool: Pool,
  firstSeed: number,
  count: number,
  judgeSeed: number | null,
): Promise<ClaimMeasure> {
  const measure: ClaimMeasure = {
    ...{ faults: new Map(), correct: new Map(), strays: 0, misses: [], alarms: [], checkedMs: 0 },
  };
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
    const claimCase = writeClaimCase(seed, pool);
    const judge = judgeSeed === null ? null : playJudge([claimCase], judgeSeed + seed);
    const startedMs = performance.now();
    const findings = await check(claimCase, judge);
    measure.checkedMs += performance.now() - startedMs;
    tallyCase(measure, claimCase, findings);
  }
  return measure;
}

function tallyCase(measure: ClaimMeasure, claimCase: ClaimCase, findings: readonly ClaimFinding[]): void {
  const reports = findings.filter(({ state }) => state !== 'verified' && state !== 'computed');
  const reported = new Map<SeededStatement, ClaimFinding>();
  for (const report of reports) {
    const statement = findStatement(claimCase.statements, report);
    if (statement !== null) reported.set(statement, report);
    else {
      measure.strays += 1;
      measure.alarms.push(`${claimCase.language} (not seeded) ${report.state}: ${report.claim}`);
    }
  }
  for (const statement of claimCase.statements) {
    const report = reported.get(statement);
    const tallies = statement.isCorrect ? measure.correct : measure.faults;
    const tally = tallies.get(statement.kind) ?? { seeded: 0, reported: 0 };
    tallies.set(statement.kind, {
      seeded: tally.seeded + 1,
      reported: tally.reported + (report === undefined ? 0 : 1),
    });
    const told = `${claimCase.language} ${statement.kind}: ${statement.sentence}`;
    if (!statement.isCorrect && report === undefined) measure.misses.push(told);
    if (statement.isCorrect && report !== undefined) measure.alarms.push(`${told} (${report.state})`);
  }
}

/** A report with a footnote is about the statement that has it; one without, about the statement with its sentence. */
function findStatement(statements: readonly SeededStatement[], report: ClaimFinding): SeededStatement | null {
  const { footnote } = report;
  if (footnote !== null) return statements.find(({ labels }) => labels.includes(footnote)) ?? null;
  const claim = normalizeSentence(report.claim);
  const isAbout = ({ sentence }: SeededStatement) => {
    const text = normalizeSentence(sentence);
    return claim !== '' && (text.includes(claim) || claim.includes(text));
  };
  return statements.find(({ sentence }) => normalizeSentence(sentence) === claim) ?? statements.find(isAbout) ?? null;
}

/** The share of what was seeded that was reported; 0 of nothing. */
export function reportedShare(tallies: ReadonlyMap<string, ClaimTally>): number {
  const sum = (key: keyof ClaimTally) => [...tallies.values()].reduce((total, tally) => total + tally[key], 0);
  return sum('seeded') === 0 ? 0 : sum('reported') / sum('seeded');
}

/** The share of correct claims that was reported, with reports about other text counted as claims. */
export function falseAlarmShare(measure: ClaimMeasure): number {
  const sum = (key: keyof ClaimTally) => [...measure.correct.values()].reduce((total, tally) => total + tally[key], 0);
  const seeded = sum('seeded');
  return seeded === 0 ? 0 : (sum('reported') + measure.strays) / (seeded + measure.strays);
}
