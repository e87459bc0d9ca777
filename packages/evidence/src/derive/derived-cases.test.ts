import { createTimeSlice } from '@ecp/semaphore/time-slice';
import { describe, expect, it } from 'vitest';
import { checkEvidence } from '../check-evidence.ts';
import { apartCases } from './cases/apart.cases.ts';
import type { CaseGroup } from './cases/case-group.ts';
import { compoundGrowthCases } from './cases/compound-growth.cases.ts';
import { dividedCases } from './cases/divided.cases.ts';
import { exchangeCases } from './cases/exchange.cases.ts';
import { japaneseScaleCases } from './cases/japanese-scale.cases.ts';
import { leftOverCases } from './cases/left-over.cases.ts';
import { marginCases } from './cases/margin.cases.ts';
import { perHeadCases } from './cases/per-head.cases.ts';
import { perThingCases } from './cases/per-thing.cases.ts';
import { perThingRomanceCases } from './cases/per-thing-fr-es-ja.cases.ts';
import { perUnitCases } from './cases/per-unit.cases.ts';
import { periodCases } from './cases/period.cases.ts';
import { scaleCases } from './cases/scale.cases.ts';
import { statedPeriodCases } from './cases/stated-period.cases.ts';

/** Checks one claim that cites every source of its group: a text by its words, a table as a whole. */
async function holds({ language, sources }: CaseGroup, claim: string): Promise<boolean> {
  const marks = sources.map((_, index) => `[^${index + 1}]`).join('');
  const notes = sources.map((text, index) => {
    const name = `report-${String.fromCharCode(97 + index)}.md`;
    return `[^${index + 1}]: ${text.includes('\n') ? name : `${name}: “${text}”`}`;
  });
  const markdown = `# Title\n\n${claim}${marks}\n\n${notes.join('\n')}\n`;
  const given = { assignment: [], upstream: [], consultations: [], reviewNotes: [], queries: [], tables: [] };
  const documents = sources.map((text, index) => {
    return { title: `report-${String.fromCharCode(97 + index)}.md`, location: null, text };
  });
  const material = { brief: '', language, sources: documents, ...given };
  const checked = await checkEvidence(markdown, material, { slice: createTimeSlice(undefined) });
  return checked.length > 0 && checked.every(({ state }) => state === 'computed' || state === 'verified');
}

const kinds: [string, CaseGroup[]][] = [
  ['scale', scaleCases],
  ['period', periodCases],
  ['per unit', perUnitCases],
  ['per thing', perThingCases],
  ['per head', perHeadCases],
  ['per thing in other languages', perThingRomanceCases],
  ['apart', apartCases],
  ['left over', leftOverCases],
  ['Japanese scale', japaneseScaleCases],
  ['divided', dividedCases],
  ['exchange', exchangeCases],
  ['margin', marginCases],
  ['compound growth', compoundGrowthCases],
  ['stated period', statedPeriodCases],
];

describe.each(kinds)('%s', (_, groups) => {
  const claims = groups.flatMap((group) => [
    ...group.right.map((claim) => ({ group, claim, state: 'follows', language: group.language })),
    ...group.wrong.map((claim) => ({ group, claim, state: 'does not', language: group.language })),
  ]);
  it.each(claims)('$language $state: $claim', async ({ group, claim, state }) => {
    expect(await holds(group, claim)).toBe(state === 'follows');
  });
});
