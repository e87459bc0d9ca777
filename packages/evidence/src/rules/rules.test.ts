import { createTimeSlice } from '@ecp/semaphore/time-slice';
import { describe, expect, it } from 'vitest';
import { checkEvidence } from '../check-evidence.ts';
import { causeCases } from './cases/cause.cases.ts';
import { comparisonCases } from './cases/comparison.cases.ts';
import { dateCases } from './cases/date.cases.ts';
import { derivedFigureCases } from './cases/derived-figure.cases.ts';
import { directionCases } from './cases/direction.cases.ts';
import { modalityCases } from './cases/modality.cases.ts';
import { negationCases } from './cases/negation.cases.ts';
import { partForTotalCases } from './cases/part-for-total.cases.ts';
import { percentPointsCases } from './cases/percent-points.cases.ts';
import { periodCases } from './cases/period.cases.ts';
import { rankingCases } from './cases/ranking.cases.ts';
import { rateCases } from './cases/rate.cases.ts';
import type { RuleCase } from './cases/rule-case.ts';
import { scopeCases } from './cases/scope.cases.ts';
import { signCases } from './cases/sign.cases.ts';
import { tableCellCases } from './cases/table-cell.cases.ts';
import { unitCases } from './cases/unit.cases.ts';

/** The cases of each rule: statements that it catches, and right ones beside them. */
const ruleCases: Record<string, RuleCase[]> = {
  cause: causeCases,
  comparison: comparisonCases,
  date: dateCases,
  'derived figure': derivedFigureCases,
  direction: directionCases,
  modality: modalityCases,
  negation: negationCases,
  'part for total': partForTotalCases,
  'percent points': percentPointsCases,
  period: periodCases,
  ranking: rankingCases,
  rate: rateCases,
  scope: scopeCases,
  sign: signCases,
  'table cell': tableCellCases,
  unit: unitCases,
};

/** Checks one claim that cites a source by its words. */
async function stateOf({ source, claim, quote, language = 'en' }: RuleCase): Promise<string | undefined> {
  const cited = source.includes('\n') && quote === undefined ? 'report.md' : `report.md: “${quote ?? source}”`;
  const markdown = `# Title\n\n${claim}[^1]\n\n[^1]: ${cited}\n`;
  const given = { assignment: [], upstream: [], consultations: [], reviewNotes: [], queries: [], tables: [] };
  const sources = [{ title: 'report.md', location: null, text: source }];
  const material = { brief: '', language, sources, ...given };
  const [checked] = await checkEvidence(markdown, material, { slice: createTimeSlice(undefined) });
  return checked?.state;
}

describe.each(Object.entries(ruleCases))('%s', (_, cases) => {
  it.each(cases)('$claim | $source', async (one) => {
    expect(await stateOf(one)).toBe(one.state);
  });
});
