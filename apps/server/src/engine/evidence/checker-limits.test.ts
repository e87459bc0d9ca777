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

/**
 * Returns a time slice that is always used up, and counts how often the check could let other work
 * go on.
 */
function countTurns(): TimeSlice & { turns: () => number } {
  let turns = 0;
  return {
    isUsedUp: () => true,
    yieldToEventLoop: async () => {
      turns += 1;
    },
    turns: () => turns,
  };
}

/**
 * Writes a document of so many citations of lines of the sources, every second of which is wrong.
 */
function citeLines(sources: ReturnType<typeof makeSources>, count: number): string {
  const definitions = Array.from({ length: count }, (_, index) => {
    const { title, location, text } = sources[index % sources.length] ?? {
      title: '',
      location: '',
      text: '',
    };
    const line = text.split('\n')[index % 250] ?? '';
    const quote = index % 2 === 0 ? line : line.replace('nobody', 'everybody');
    return `[^${index}]: ${title}, ${location}: “${quote}”`;
  });
  const claims = definitions.map((_, index) => `- The office counted permits.[^${index}]`);
  return `# Permits\n\n${claims.join('\n')}\n\n${definitions.join('\n')}\n`;
}

// EVI-7
it('checks 30 citations, right and wrong, against 200 KB of sources in small slices', async () => {
  const sources = makeSources().slice(0, 10);
  const slice = countTurns();
  const checked = await checkEvidence(citeLines(sources, 30), { ...empty, sources }, { slice });
  expect(checked.filter((one) => !isOpen(one))).toHaveLength(15);
  // At least one turn for each passage that is read and for each statement that is checked.
  expect(slice.turns()).toBeGreaterThan(sources.length + checked.length);
});

// EVI-7
it('takes at most twice the steps for twice the citations', async () => {
  const sources = makeSources().slice(0, 4);
  const countSteps = async (citations: number) => {
    const slice = countTurns();
    await checkEvidence(citeLines(sources, citations), { ...empty, sources }, { slice });
    return slice.turns();
  };
  const stepsOfHalf = await countSteps(50);
  expect(await countSteps(100)).toBeLessThanOrEqual(2 * stepsOfHalf);
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
    fc.asyncProperty(
      fc.array(fc.oneof(piece, fc.string({ maxLength: 8 })), { maxLength: 60 }),
      async (pieces) => {
        const markdown = `# T\n\n${pieces.join('')}`.toWellFormed();
        const checked = await checkEvidence(markdown, empty, { slice: createTimeSlice(undefined) });
        for (const { state, reason } of checked)
          expect(reason === null).toBe(['verified', 'computed', 'unjudged'].includes(state));
      },
    ),
  );
});

it('writes nothing into a document', async () => {
  const engagement = sampleEngagement({
    client: 'Velo',
    brief: 'The board does not accept new debt.',
  });
  const task = { id: 't', name: 'Plan', description: '', kind: 'general' } as const;
  const material = {
    engagement,
    task,
    sources: [],
    upstream: [],
    consultations: [],
    reviewNotes: [],
  };
  const draft =
    '# Plan\n\nNo debt.[^1]\n\nIt grows.[^2]\n\n[^1]: Brief: “does not accept new debt”\n[^2]: Atlas: “It grows”\n';
  expect((await checkDeliverable(draft, material)).content).toBe(draft);
});
