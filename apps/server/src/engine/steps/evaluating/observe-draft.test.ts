import type { ObservedIssue } from '@ecp/model-calls/prompt-types';
import { expect, it } from 'vitest';
import { splitIssues } from '../../evidence/draft-issues.ts';
import { reviseByIssues } from './review-draft.ts';

type Seen = [score: number, ...concerns: ObservedIssue['concern'][]];

const observation = ([score, ...concerns]: Seen) => ({
  score,
  strengths: [] as string[],
  issues: concerns.map((concern) => ({ concern, issue: 'Say what it costs.' })),
});

/** Returns how often a draft is written again where its critics see this. */
async function countRevisions(first: Seen, ...later: Seen[]): Promise<number> {
  let count = 0;
  await reviseByIssues('draft', observation(first), {
    contentOf: (version) => version,
    revise: async () => {
      count += 1;
      return `version ${count}`;
    },
    observe: async () => observation(later[count - 1] ?? [95]),
    optional: (_, work) => work(),
  });
  return count;
}

it.each<[string, number, Seen[]]>([
  ['issues of form alone', 0, [[80, 'form', 'use']]],
  ['a weak draft', 1, [[70, 'form'], [88]]],
  ['a gap in its reasoning', 1, [[87, 'reasoning'], [90]]],
  ['too many words', 1, [[87, 'length'], [90]]],
  [
    'a further gap in a fine revision',
    1,
    [
      [79, 'reasoning'],
      [87, 'reasoning'],
    ],
  ],
  ['a further gap in a middling revision', 2, [[66, 'coverage'], [76, 'reasoning'], [80]]],
  ['an error in a fine revision', 2, [[79, 'reasoning'], [87, 'error'], [90]]],
])('a draft with %s is written again %i times', async (_, times, [first = [90], ...later]) => {
  expect(await countRevisions(first, ...later)).toBe(times);
});

it('issues that new words for sentences mend are left to the repair, and the rest is written again', async () => {
  const content = 'Rents rise by 5 % in Jena. We propose to wait.';
  const small = {
    concern: 'error' as const,
    issue: 'Say where.',
    sentences: ['We propose to wait.'],
  };
  const unfound = { ...small, sentences: ['We propose to buy.'] };
  const whole = {
    concern: 'coverage' as const,
    issue: 'Test the other file.',
    sentences: ['We propose to wait.'],
  };
  const seenAs = async (...issues: ObservedIssue[]) => {
    let revisions = 0;
    const { left } = await reviseByIssues(
      'draft',
      { score: 70, strengths: [], issues },
      {
        contentOf: () => content,
        revise: async () => {
          revisions += 1;
          return `version ${revisions}`;
        },
        observe: async () => ({ score: 90, strengths: [], issues: [small] }),
        optional: (_, work) => work(),
      },
    );
    return { revisions, left };
  };
  const left = [{ sentence: 'We propose to wait.', issue: 'Say where.' }];
  expect(await seenAs(small)).toEqual({ revisions: 0, left });
  const { own } = splitIssues({ issues: [unfound], draft: content, others: [] });
  expect(await seenAs(...own)).toEqual({ revisions: 1, left });
  expect(await seenAs(small, whole)).toEqual({ revisions: 1, left });
});

it('issues that quote only sentences of another text are told from those of the draft', () => {
  const issue = (...sentences: string[]): ObservedIssue => ({
    concern: 'error',
    issue: 'Mend it.',
    sentences,
  });
  const draft =
    '# Rents\n\nRents rise by 5 % in Jena.[^1] We propose to wait.\n\n[^1]: Brief: “5 %”\n';
  const other = '# Yard\n\nFerries sail until 2031. The yard has no slot.\n';
  const foreign = issue('Ferries sail until 2031.', 'The yard has no slot.');
  const { concern, issue: words } = issue();
  const whole = { concern, issue: words };
  const given = [whole, foreign, issue('We propose to wait.', 'The yard has no slot.')];
  expect(splitIssues({ issues: given, draft, others: [other] })).toEqual({
    own: [whole, issue('We propose to wait.')],
    foreign: [foreign],
  });
});

it('an issue whose quote stands in no document is one of the whole draft', () => {
  const given: ObservedIssue = {
    concern: 'error',
    issue: 'Mend it.',
    sentences: ['Rents rise quickly in all of Jena.'],
  };
  const draft = '# Rents\n\nRents rise by 5 % in Jena.[^1]\n\n[^1]: Brief: “5 %”\n';
  const found = splitIssues({
    issues: [given],
    draft,
    others: ['# Yard\n\nThe yard has no slot.\n'],
  });
  expect(found).toEqual({ own: [{ concern: 'error', issue: 'Mend it.' }], foreign: [] });
});
