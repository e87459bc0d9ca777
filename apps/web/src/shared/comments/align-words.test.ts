import { squeeze } from '@ecp/markdown/find-quote';
import { renderText } from '@ecp/markdown/rendered-text';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alignWords } from './document-words.ts';

const lettersOf = (text: string) => squeeze(text).letters;

/**
 * Returns the rendered letters that stand for the shown ones, and how many shown ones have none.
 */
function follow(shown: string, rendered: string): { letters: string; missing: string } {
  const [ours, theirs] = [lettersOf(shown), lettersOf(rendered)];
  const aligned = alignWords(shown, rendered);
  expect(aligned).toHaveLength(ours.length);
  return {
    letters: [...aligned].map((place) => theirs[place] ?? '').join(''),
    missing: [...ours].filter((_, index) => aligned[index] === -1).join(''),
  };
}

// CMT-15
test('footnotes at the end of the page, a title elsewhere and words of the page beside the text', () => {
  const rendered = renderText(
    '# Title\n\nDemand rose.[^a] It **may** fall.\n\n[^a]: Survey of May.\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\nEnd of it.',
  ).text;
  const shown = '\nDemand rose. It may fall.\nA\nB\n1\n2\nEnd of it.\nSources\nSurvey of May.';
  expect(follow(shown, rendered)).toEqual({
    letters: lettersOf(shown).replace('Sources', ''),
    missing: 'Sources',
  });
});

// CMT-15
test('a mark of the citation check inside a paragraph, and raw HTML', () => {
  const rendered = renderText(
    'It rose. **[Not verified: no such page]** It fell.\n\nA <b>bold</b> word.',
  ).text;
  const shown = 'It rose. It fell.\nA <b>bold</b> word.';
  expect(follow(shown, rendered).letters).toBe(lettersOf('It rose. It fell. A bold word.'));
});

// CMT-15
test('each letter is aligned with the same letter, in whatever way the texts differ', () => {
  const line = fc.stringMatching(/^[ab ]{0,6}$/);
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 12 }),
      fc.array(line, { maxLength: 12 }),
      (ours, theirs) => {
        const [shown, rendered] = [ours.join('\n'), theirs.join('\n')];
        const aligned = alignWords(shown, rendered);
        const [left, right] = [lettersOf(shown), lettersOf(rendered)];
        const used = [...aligned].filter((place) => place !== -1);
        expect(new Set(used).size).toBe(used.length);
        for (const [index, place] of aligned.entries())
          if (place !== -1) expect(right[place]).toBe(left[index]);
      },
    ),
  );
});
