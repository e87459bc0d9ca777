import { citationMarkWords } from '@ecp/contract/values/citation-marks';
import { languages } from '@ecp/language/language';
import { sampleEngagement } from '@ecp/model-calls/testing/sample-prompt-inputs';
import { createTimeSlice, type TimeSlice } from '@ecp/semaphore/time-slice';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { catchRate, falseAlarmRate, measureChecker } from '../../testing/evidence-seed/measure-checker.ts';
import { checkCitations } from './check-citations.ts';
import { checkDeliverable } from './check-deliverable.ts';
import { evidenceTexts } from './evidence-texts.ts';
import { markFailures, withoutMarks } from './mark-failures.ts';

const empty = {
  brief: '',
  language: 'en' as const,
  assignment: [],
  sources: [],
  upstream: [],
  consultations: [],
  reviewNotes: [],
};

/** Makes ten files of pages with two megabytes in all and no repeated sentence. */
function makeSources() {
  return Array.from({ length: 100 }, (_, page) => ({
    id: String(page),
    title: `report-${page % 10}.pdf`,
    location: `page ${Math.floor(page / 10) + 1}`,
    text: Array.from(
      { length: 250 },
      (_, line) =>
        `In district ${page} the office counted ${line * 37 + page} permits, and nobody asked “why” number ${line}.`,
    ).join('\n'),
  }));
}

/** Returns a time slice that measures the longest processor time between two yields, in milliseconds. */
function meterPace(): TimeSlice & { longestMs: () => number } {
  const slice = createTimeSlice(undefined);
  let [since, longest] = [process.threadCpuUsage(), 0];
  const note = () => {
    const { user, system } = process.threadCpuUsage(since);
    longest = Math.max(longest, (user + system) / 1_000);
  };
  return {
    isUsedUp: slice.isUsedUp,
    yieldToEventLoop: async () => {
      note();
      await slice.yieldToEventLoop();
      since = process.threadCpuUsage();
    },
    longestMs: () => longest,
  };
}

it('checks 300 citations, right and wrong, against 2 MB of sources in bounded time and small slices', async () => {
  const sources = makeSources();
  const definitions = Array.from({ length: 300 }, (_, index) => {
    const { title, location, text } = sources[index % 100] ?? { title: '', location: '', text: '' };
    const line = text.split('\n')[index % 250] ?? '';
    return `[^${index}]: ${title}, ${location}: “${index % 2 === 0 ? line : line.replace('nobody', 'everybody')}”`;
  });
  const claims = definitions.map((_, index) => `- The office counted permits.[^${index}]`);
  const markdown = `# Permits\n\n${claims.join('\n')}\n\n${definitions.join('\n')}\n`;
  const slice = meterPace();
  const startMs = performance.now();
  const checked = await checkCitations(markdown, { ...empty, sources }, slice);
  expect(performance.now() - startMs).toBeLessThan(20_000);
  expect(checked.filter(({ citation }) => citation.state === 'verified')).toHaveLength(150);
  expect(slice.longestMs()).toBeLessThan(60);
}, 40_000);

// PRO-9, LAN-2
it('finds 95 % of planted faults with at most 2 % false alarms', async () => {
  const measure = await measureChecker(90_001, 40);
  expect(catchRate(measure), measure.misses.join('\n')).toBeGreaterThanOrEqual(0.95);
  expect(falseAlarmRate(measure), measure.alarms.join('\n')).toBeLessThanOrEqual(0.02);
}, 60_000);

it('accepts any text, marks each failure once, and can remove the marks', async () => {
  const piece = fc.constantFrom(
    '[^1]',
    '[^1]: ',
    '“',
    '”',
    '"',
    '|',
    '\n',
    '\n\n',
    '# ',
    '- ',
    '> ',
    '`',
    '```',
    '12',
    '%',
    'a b c d',
    '[x](http://y.z)',
    '…',
    '\u00ad',
    '&amp;',
    '*',
    '\\',
    '<b>',
    '[^',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(piece, fc.string({ maxLength: 8 })), { maxLength: 60 }), async (pieces) => {
      const markdown = `# T\n\n${pieces.join('')}`.toWellFormed();
      const checked = await checkCitations(markdown, empty, createTimeSlice(undefined));
      for (const { offset } of checked) expect(offset).toBeLessThanOrEqual(markdown.length);
      const marked = markFailures(markdown, checked, 'en');
      const failed = checked.filter(({ citation }) => citation.state !== 'verified').length;
      expect(marked.split('**[not verified: ').length - 1).toBe(failed);
      expect(withoutMarks(withoutMarks(marked))).toBe(withoutMarks(marked));
    }),
    { numRuns: 400 },
  );
}, 40_000);

// LAN-3
it.each(languages)('marks failures in %s, and replaces the marks of an older check in English', async (language) => {
  const draft = '# Plan\n\nIt grows.[^1]\n\n[^1]: Atlas: “It grows”\n';
  const older = await checkCitations(draft, empty, createTimeSlice(undefined));
  const material = { ...empty, language };
  const checked = await checkCitations(draft, material, createTimeSlice(undefined));
  const marked = markFailures(withoutMarks(markFailures(draft, older, 'en')), checked, language);
  expect(marked).toContain(
    `It grows.[^1] **[${citationMarkWords[language]}: ${evidenceTexts[language].noSuchSource}]**\n`,
  );
  expect(marked).toContain(`## ${evidenceTexts[language].title}\n\n- ${evidenceTexts[language].footnote('1')}`);
  expect(withoutMarks(marked)).toBe(draft);
});

it('replaces the marks of an earlier check', async () => {
  const engagement = sampleEngagement({ client: 'Velo', brief: 'The board does not accept new debt.' });
  const task = { id: 't', name: 'Plan', description: '', kind: 'general' } as const;
  const material = { engagement, task, sources: [], upstream: [], consultations: [], reviewNotes: [] };
  const draft =
    '# Plan\n\nNo debt.[^1]\n\nIt grows.[^2]\n\n[^1]: Brief: “does not accept new debt”\n[^2]: Atlas: “It grows”\n';
  const first = await checkDeliverable(draft, material);
  expect(first.content).toContain('It grows.[^2] **[not verified: no source of this name was given]**\n');
  expect(await checkDeliverable(first.content, material)).toEqual(first);
  expect(withoutMarks(first.content)).toBe(draft);
});
