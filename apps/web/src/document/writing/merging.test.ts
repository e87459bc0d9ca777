import { mergeSections } from '@ecp/markdown/merge-sections';
import { expect, it } from 'vitest';
import { applyChoices, type MergeChoice } from './merging.tsx';

const base = '# A\n\nOne.\n\n## B\n\nTwo.\n\n## C\n\nThree.\n';
const mine = '# A\n\nOne of mine.\n\n## B\n\nTwo.\n\n## C\n\nThree of mine.\n';
const theirs = '# A\n\nOne of theirs.\n\n## B\n\nTwo of theirs.\n\n## C\n\nThree of theirs.\n';

const merge = (choices: readonly MergeChoice[]) =>
  applyChoices(mergeSections(base, mine, theirs), choices);

// EDI-5
it('keeps of each section what was chosen, and the changes that only one writer made', () => {
  expect(merge(['mine', 'mine'])).toBe(mine.replace('Two.', 'Two of theirs.'));
  expect(merge(['theirs', 'mine'])).toBe(
    '# A\n\nOne of theirs.\n\n## B\n\nTwo of theirs.\n\n## C\n\nThree of mine.\n',
  );
  expect(merge(['theirs', 'theirs']).trimEnd()).toBe(theirs.trimEnd());
  const both = merge(['both', 'both']);
  for (const words of [
    'One of mine.',
    'One of theirs.',
    'Two of theirs.',
    'Three of mine.',
    'Three of theirs.',
  ]) {
    expect(both).toContain(words);
  }
});

// EDI-5
it('removes and brings back a section that one writer removed and the other changed', () => {
  const without = '# A\n\nOne.\n\n## C\n\nThree.\n';
  const changed = base.replace('Two.', 'Two!');
  const removed = mergeSections(base, without, changed);
  expect(applyChoices(removed, ['theirs']).trimEnd()).toBe(changed.trimEnd());
  expect(applyChoices(removed, ['mine'])).toBe(without);
  expect(applyChoices(mergeSections(base, changed, without), ['theirs']).trimEnd()).toBe(
    without.trimEnd(),
  );
});
