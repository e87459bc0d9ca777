import { createTimeSlice } from '@ecp/semaphore/time-slice';
import { describe, expect, it } from 'vitest';
import { checkEvidence } from '../check-evidence.ts';
import { type RuleCase, ruleCases } from './rule.cases.ts';

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
