import { isOpen } from '@ecp/contract/values/citation-counts';
import { checkEvidence } from '@ecp/evidence/check-evidence';
import { sampleEngagement } from '@ecp/model-calls/testing/sample-prompt-inputs';
import { createTimeSlice, type TimeSlice } from '@ecp/semaphore/semaphore';
import fc from 'fast-check';
import { expect, it } from 'vitest';
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
  expect(checked.filter((one) => !isOpen(one))).toHaveLength(150);
  // Unsliced, one file takes seconds.
  expect(slice.longestMs()).toBeLessThan(500);
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
        expect(reason === null).toBe(['verified', 'computed', 'unjudged'].includes(state));
    }),
  );
});

it('writes nothing into a document', async () => {
  const engagement = sampleEngagement({ client: 'Velo', brief: 'The board does not accept new debt.' });
  const task = { id: 't', name: 'Plan', description: '', kind: 'general' } as const;
  const material = { engagement, task, sources: [], upstream: [], consultations: [], reviewNotes: [] };
  const draft =
    '# Plan\n\nNo debt.[^1]\n\nIt grows.[^2]\n\n[^1]: Brief: “does not accept new debt”\n[^2]: Atlas: “It grows”\n';
  expect((await checkDeliverable(draft, material)).content).toBe(draft);
});
