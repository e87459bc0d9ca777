import { expect, it } from 'vitest';
import { withAssumptions } from './written-sections.ts';

const questions = [{ assumption: 'There are no newer figures.' }];
const document = '# Paper\n\nIt ends in 2015.[^1]\n\n[^1]: Brief: “The figures end in 2015.”\n';

it('adds an assumption that the text lacks, once', () => {
  const added = withAssumptions(document, questions, 'en');
  expect(added).toContain('## Assumptions\n\n- There are no newer figures.\n');
  expect(withAssumptions(added, questions, 'en')).toBe(added);
});

it.each(['Assumption: the branches stay as they are', '前提: 国は変わらない'])(
  'adds no section where a footnote declares “%s”',
  (declared) => {
    const content = document.replace(/\n$/, `\n[^2]: ${declared}\n`);
    expect(withAssumptions(content, questions, 'en')).toBe(content);
  },
);
