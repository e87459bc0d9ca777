import { describe, expect, test } from 'vitest';
import { applyAnchors, applyReplacements } from './replacements.ts';

const paper = {
  filename: 'paper.md',
  content: '# Close Halle\n\nHalle loses [12.7 %](fact:margin-2019) a year. It was a loss.\n',
};
const edit = (find: string, replace: string, file = 'paper.md') => ({
  file,
  find,
  replace,
  reason: 'Clearer.',
});
const reasonOf = (replacement: ReturnType<typeof edit>) =>
  applyReplacements([paper], [replacement]).refusals[0]?.reason;

describe('a replacement of the editor', () => {
  test('is made where its words stand once, also with signs that patterns know', () => {
    const { documents, refusals } = applyReplacements(
      [paper],
      [edit('It was a loss.', 'It lost $& and $1.'), edit('a year', 'each year')],
    );
    expect(documents[0]?.content).toContain('each year. It lost $& and $1.');
    expect(refusals).toEqual([]);
  });

  test('is refused where it names no file, no words, or words that stand twice', () => {
    expect(reasonOf(edit('It was', 'It is', 'other.md'))).toBe('no_file');
    expect(reasonOf(edit('It were', 'It is'))).toBe('not_found');
    expect(reasonOf(edit('loss', 'gain'))).toBeUndefined();
    expect(reasonOf(edit('a', 'b'))).toBe('not_unique');
    const twice = [edit('It was a loss', 'It lost'), edit('was a loss.', 'lost.')];
    expect(applyReplacements([paper], twice).refusals).toMatchObject([{ reason: 'overlap' }]);
  });

  test('is refused where it changes the words or the target of a link, or drops one', () => {
    const linked = '[12.7 %](fact:margin-2019)';
    for (const words of ['[13 %](fact:margin-2019)', '[12.7 %](fact:margin-2020)', '12.7 %'])
      expect(reasonOf(edit(`loses ${linked}`, `loses ${words}`))).toBe('link_changed');
    expect(
      reasonOf(edit(`loses ${linked} a year`, `has lost ${linked} each year`)),
    ).toBeUndefined();
  });
});

describe('an anchor', () => {
  const content = '# 40 people\n\nHalle has 40 people and 7 vans. `5 %` of 9 [is](x) less.\n';
  const anchor = (words: string, target: string) =>
    applyAnchors(content, [{ words, target }], new Set(['fact:staff', 'passage:p3']));

  test('links its words and changes no other byte', () => {
    expect(anchor('7 vans', 'fact:staff')).toBe(content.replace('7 vans', '[7 vans](fact:staff)'));
    expect(anchor('7 vans', 'passage:p3')).toContain('[7 vans](passage:p3)');
  });

  test.each([
    ['words that stand twice', '40 people', 'fact:staff'],
    ['words that do not stand there', '8 vans', 'fact:staff'],
    ['an unknown target', '7 vans', 'fact:vans'],
    ['words in code', '5 %', 'fact:staff'],
    ['words in a link', 'is', 'fact:staff'],
    ['words with marks of links', '9 [is](x)', 'fact:staff'],
  ])('does nothing for %s', (_case, words, target) => {
    expect(anchor(words, target)).toBe(content);
  });
});
