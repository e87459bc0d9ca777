import type { CaseReport } from './report-file.ts';

/** A share or mean: the sum of the parts over the sum of the wholes. */
export interface Ratio {
  part: number;
  whole: number;
}

/** One line of the report. */
export interface Measure {
  id: string;
  label: string;
  better: 'higher' | 'lower';
  /** Returns the measure of one case. A whole of 0 means that the case has no data for it. */
  of(report: CaseReport): Ratio;
  /** Renders the measure of several cases together. */
  show(ratio: Ratio): string;
}

const hits = (items: { hit: boolean }[]): Ratio => ({
  part: items.filter(({ hit }) => hit).length,
  whole: items.length,
});
const mean = (values: number[]): Ratio => ({
  part: values.reduce((sum, value) => sum + value, 0),
  whole: values.length,
});
const total = (counts: Record<string, number>) => Object.values(counts).reduce((sum, number) => sum + number, 0);
const percent = ({ part, whole }: Ratio) => `${((100 * part) / whole).toFixed(0)} % (${part} of ${whole})`;
const share = ({ part, whole }: Ratio) => `${((100 * part) / whole).toFixed(0)} %`;
const usd = ({ part, whole }: Ratio) => `$${(part / whole).toFixed(4)}`;
const decimal = ({ part, whole }: Ratio) => (part / whole).toFixed(1);

/** The lines of the report, in their order. */
export const measures: readonly Measure[] = [
  { id: 'facts', label: 'Planted facts stated', better: 'higher', of: ({ score }) => hits(score.facts), show: percent },
  {
    id: 'contradictions',
    label: 'Contradictions named',
    better: 'higher',
    of: ({ score }) => hits(score.contradictions),
    show: percent,
  },
  {
    id: 'figures',
    label: 'Gold figures right',
    better: 'higher',
    of: ({ score }) => hits(score.figures),
    show: percent,
  },
  {
    id: 'false',
    label: 'False statements made',
    better: 'lower',
    of: ({ score }) => hits([...score.traps, ...score.mustNotSay]),
    show: percent,
  },
  {
    id: 'gaps',
    label: 'Gaps asked about',
    better: 'higher',
    of: ({ questions }) => hits(questions?.gaps ?? []),
    show: percent,
  },
  {
    id: 'needless',
    label: 'Needless questions, per case',
    better: 'lower',
    of: ({ questions }) => ({ part: questions?.needless.length ?? 0, whole: questions === undefined ? 0 : 1 }),
    show: decimal,
  },
  {
    id: 'citations',
    label: 'Citations not verified',
    better: 'lower',
    of: ({ citations }) => ({ part: citations.notVerified, whole: citations.checked }),
    show: percent,
  },
  {
    id: 'uncited',
    label: 'Figures without a footnote, per document',
    better: 'lower',
    of: ({ score, documents }) => ({ part: score.uncitedFigures.length, whole: documents }),
    show: decimal,
  },
  {
    id: 'evaluator',
    label: 'Evaluator’s score',
    better: 'higher',
    of: ({ evaluatorScores }) => mean(evaluatorScores),
    show: decimal,
  },
  {
    id: 'observer',
    label: 'Observer’s score',
    better: 'higher',
    of: ({ observerScores }) => mean(observerScores),
    show: decimal,
  },
  {
    id: 'case-cost',
    label: 'Cost per case',
    better: 'lower',
    of: ({ costUsd }) => ({ part: costUsd, whole: 1 }),
    show: usd,
  },
  {
    id: 'document-cost',
    label: 'Cost per document',
    better: 'lower',
    of: ({ costUsd, documents }) => ({ part: costUsd, whole: documents }),
    show: usd,
  },
  {
    id: 'minutes',
    label: 'Minutes per case',
    better: 'lower',
    of: ({ wallMs }) => ({ part: wallMs / 60_000, whole: 1 }),
    show: decimal,
  },
  {
    id: 'cache',
    label: 'Input read from the provider’s cache',
    better: 'higher',
    of: ({ cachedInputTokens, inputTokens }) => ({
      part: cachedInputTokens ?? 0,
      whole: cachedInputTokens === null ? 0 : inputTokens,
    }),
    show: share,
  },
  {
    id: 'completed',
    label: 'Runs completed',
    better: 'higher',
    of: ({ outcome }) => ({ part: outcome === 'completed' ? 1 : 0, whole: 1 }),
    show: percent,
  },
  {
    id: 'warnings',
    label: 'Warnings and errors in the log, per case',
    better: 'lower',
    of: ({ warnings, errors }) => ({ part: total(warnings) + total(errors), whole: 1 }),
    show: decimal,
  },
];

/** Adds up the ratios of cases. */
export function addUp(ratios: readonly Ratio[]): Ratio {
  return {
    part: ratios.reduce((sum, { part }) => sum + part, 0),
    whole: ratios.reduce((sum, { whole }) => sum + whole, 0),
  };
}
