import { citationMarkWords } from '@ecp/contract/values/citation-marks';
import { checkEvidence } from '@ecp/evidence/check-evidence';
import { withoutMarks } from '@ecp/evidence/marks/without-marks';
import { languages } from '@ecp/language/language';
import { sampleEngagement } from '@ecp/model-calls/testing/sample-prompt-inputs';
import { createTimeSlice, type TimeSlice } from '@ecp/semaphore/time-slice';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { catchRate, falseAlarmRate, measureChecker } from '../../testing/evidence-seed/measure-checker.ts';
import { checkDeliverable } from './check-deliverable.ts';

const empty = {
  brief: '',
  language: 'en' as const,
  assignment: [],
  sources: [],
  upstream: [],
  consultations: [],
  reviewNotes: [],
  queries: [],
  tables: [],
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
  // The first check of a process compiles its patterns.
  await checkEvidence(markdown, { ...empty, sources: sources.slice(0, 9) }, { slice: createTimeSlice(undefined) });
  const slice = meterPace();
  const before = process.threadCpuUsage();
  const checked = await checkEvidence(markdown, { ...empty, sources }, { slice });
  expect(process.threadCpuUsage(before).user).toBeLessThan(60_000_000);
  expect(checked.filter(({ state }) => state === 'verified')).toHaveLength(150);
  // Unsliced, one file takes seconds.
  expect(slice.longestMs()).toBeLessThan(500);
});

// PRO-9, LAN-2
it('finds 95 % of planted faults with at most 2 % false alarms', async () => {
  const measure = await measureChecker(90_001, 40);
  expect(catchRate(measure), measure.misses.join('\n')).toBeGreaterThanOrEqual(0.95);
  expect(falseAlarmRate(measure), measure.alarms.join('\n')).toBeLessThanOrEqual(0.02);
});

it('accepts any text and gives a reason for each statement that is open', async () => {
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
      const checked = await checkEvidence(markdown, empty, { slice: createTimeSlice(undefined) });
      for (const { state, reason } of checked)
        expect(reason === null).toBe(state === 'verified' || state === 'computed');
      expect(withoutMarks(withoutMarks(markdown))).toBe(withoutMarks(markdown));
    }),
  );
});

// LAN-3
it.each(languages)('removes the marks of an earlier release in %s', (language) => {
  const draft = '# Plan\n\nIt grows.[^1] It pays.\n\n[^1]: Atlas: “It grows”\n';
  const mark = ` **[${citationMarkWords[language]}: no source]**${language === 'ja' ? ' ' : ''}`;
  expect(withoutMarks(draft.replace(' It pays', `${mark} It pays`))).toBe(draft);
});

it('writes nothing into a document, and removes the list of an earlier release', async () => {
  const engagement = sampleEngagement({ client: 'Velo', brief: 'The board does not accept new debt.' });
  const task = { id: 't', name: 'Plan', description: '', kind: 'general' } as const;
  const material = { engagement, task, sources: [], upstream: [], consultations: [], reviewNotes: [] };
  const draft =
    '# Plan\n\nNo debt.[^1]\n\nIt grows.[^2]\n\n[^1]: Brief: “does not accept new debt”\n[^2]: Atlas: “It grows”\n';
  const older = draft
    .replace('It grows.[^2]', 'It grows.[^2] **[not verified: no source of this name was given]**')
    .replace('\n[^1]: ', '\n## Citations that could not be verified\n\n- Footnote 2, “It grows”: no source.\n\n[^1]: ');
  for (const content of [draft, older]) expect((await checkDeliverable(content, material)).content).toBe(draft);
});
