import { type Verdict, verdicts, verdictThresholds } from '@ecp/contract/values/verdicts';
import { type Agreement, measureAgreement } from './agreement.ts';
import { type FindingOf, formatShare, round } from './finding.ts';
import type { RubricAgreementFacts } from './pattern-facts.ts';

type AgreementFinding = FindingOf<'rubric_agreement'>;
type Outcome = AgreementFinding['evidence']['outcome'];

/** Fewer reviewed deliverables allow no conclusion: with 20, kappa is uncertain by about 0.3. */
const leastReviewed = 20;
/** Usual thresholds of kappa (Landis and Koch 1977): substantial from the first, at most fair below the second. */
const substantial = 0.6;
const fair = 0.4;

/**
 * Finds, for each version of each rubric, whether the evaluator's verdicts agree with people's, by Cohen's kappa beside
 * the base rate. Plain kappa decides, because each verdict has its own consequence and the base rate is comparable; the
 * linearly weighted kappa is given too. Versions with few reviews come last, without a conclusion.
 */
export function findRubricAgreement(facts: readonly RubricAgreementFacts[]): AgreementFinding[] {
  const findings = facts.map((rubric) => describe(rubric, measureAgreement(rubric.table)));
  const isOpen = ({ evidence }: AgreementFinding) => evidence.outcome === 'too_few_reviews';
  return [...findings.filter((finding) => !isOpen(finding)), ...findings.filter(isOpen)];
}

function conclude({ count, kappa, margin }: Agreement): Outcome {
  if (count < leastReviewed) return 'too_few_reviews';
  if (kappa === null || margin === null) return 'unclear';
  if (kappa >= substantial && kappa - margin >= fair) return 'agree';
  return kappa < fair && kappa + margin < substantial ? 'disagree' : 'unclear';
}

function describe({ rubricType, rubricVersion, table }: RubricAgreementFacts, measured: Agreement): AgreementFinding {
  const outcome = conclude(measured);
  const isConcluded = outcome !== 'too_few_reviews';
  const known = (value: number | null) => (isConcluded && value !== null ? round(value, 3) : null);
  return {
    kind: 'rubric_agreement',
    title: titleOf(outcome, `${rubricType} rubric, version ${rubricVersion}`),
    description: isConcluded ? describeFigures(table, measured) : describeLack(measured.count),
    evidence: {
      outcome,
      rubricType,
      rubricVersion,
      reviewed: measured.count,
      leastReviewed,
      observedAgreement: known(measured.observed),
      baseRate: known(measured.baseRate),
      kappa: known(measured.kappa),
      weightedKappa: known(measured.weightedKappa),
      margin: known(measured.margin),
      thresholds: { ...verdictThresholds },
      verdicts: pairsOf(table).map(({ evaluator, reviewer, count }) => ({ evaluator, reviewer, count })),
    },
  };
}

function titleOf(outcome: Outcome, rubric: string): string {
  switch (outcome) {
    case 'agree':
      return `Evaluator and reviewers agree: ${rubric}`;
    case 'disagree':
      return `Evaluator and reviewers disagree: ${rubric}`;
    case 'unclear':
      return `It is unclear whether evaluator and reviewers agree: ${rubric}`;
    case 'too_few_reviews':
      return `Too few reviews to compare evaluator and reviewers: ${rubric}`;
  }
}

const describeLack = (count: number) =>
  `${count} of its scored deliverables ${count === 1 ? 'has' : 'have'} been reviewed; fewer than ${leastReviewed} allow no conclusion.`;

function describeFigures(table: RubricAgreementFacts['table'], measured: Agreement): string {
  const { count, observed, baseRate, kappa, margin } = measured;
  const alike = `On ${Math.round(observed * count)} of ${count} reviewed deliverables (${formatShare(observed)}) both gave the same verdict; always giving the reviewers’ most common one would match ${formatShare(baseRate)}.`;
  const beyond =
    kappa === null || margin === null
      ? 'Both gave the same verdict to all, so agreement cannot be distinguished from chance.'
      : `Cohen’s kappa is ${kappa.toFixed(2)} ± ${margin.toFixed(2)}, where 1 is full agreement and 0 is chance.`;
  const scale = `Scores from ${verdictThresholds.approve} count as approve, below ${verdictThresholds.reject} as reject.`;
  return [alike, beyond, scale, ...describeWorst(table)].join(' ');
}

const would: Record<Verdict, string> = {
  approve: 'would approve',
  request_revision: 'would request a revision of',
  reject: 'would reject',
};
const did: Record<Verdict, string> = {
  approve: 'reviewers approved',
  request_revision: 'reviewers sent back for revision',
  reject: 'reviewers rejected',
};

function describeWorst(table: RubricAgreementFacts['table']): string[] {
  const [worst] = pairsOf(table)
    .filter(({ evaluator, reviewer }) => evaluator !== reviewer)
    .sort((a, b) => b.count - a.count);
  if (!worst) return [];
  return [
    `Most frequent difference: the evaluator ${would[worst.evaluator]} ${worst.count} that ${did[worst.reviewer]}.`,
  ];
}

/** Returns the pairs of verdicts that occurred; rows are the evaluator's, columns the reviewers'. */
function pairsOf(table: RubricAgreementFacts['table']) {
  return verdicts.flatMap((evaluator, row) =>
    verdicts.flatMap((reviewer, column) => {
      const count = table[row]?.[column] ?? 0;
      return count > 0 ? [{ evaluator, reviewer, count }] : [];
    }),
  );
}
