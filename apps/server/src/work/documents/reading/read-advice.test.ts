import { expect, test } from 'vitest';
import { readAdvice } from './read-advice.ts';

// OVR-2
test('the advice is the section of recommendations, in any language', () => {
  const paper = (title: string) =>
    `---\ntitle: Paper\n---\n\n# Paper\n\n*A remark.*\n\nThe family asked.\n\n## ${title}\n\n> A note.\n\nKeep **Bavaria**.[^1] Raise [prices](prices.md) by 5%! Wait. Then decide.\n\n[^1]: Accounts\n`;
  for (const title of [
    'Recommendation',
    '1. Our recommendations',
    'Empfehlung',
    'Recommandation',
    '推奨事項',
    'The answer',
  ])
    expect(readAdvice(paper(title))).toBe('Keep Bavaria. Raise prices by 5%! Wait.');
  expect(readAdvice(paper('Risks'))).toBe('The family asked.');
});

// OVR-2
test('on a first page with labels it is what the label says', () => {
  const page =
    '# Keep Bavaria\n\n**Decision:** The council decides.\n\n**Empfehlung:** Keep Bavaria.[^1]\n\n**Price:** None.\n';
  expect(readAdvice(page)).toBe('Keep Bavaria.');
});

// OVR-2
test('without such a section it is the text below the title, and lists are read as sentences', () => {
  expect(
    readAdvice(
      '# Keep Bavaria\n\n*Written by hand.*\n\nWe recommend *none* of the options.[^1]\nNext year again.\n',
    ),
  ).toBe('We recommend none of the options. Next year again.');
  expect(readAdvice('# Paper\n\n## Recommendation\n\n1. Keep Bavaria.\n2. Raise prices.\n')).toBe(
    'Keep Bavaria. Raise prices.',
  );
});

// OVR-2
test('it is cut at a sentence, and a long one at a word', () => {
  const long = `Word ${'word '.repeat(80).trim()}.`;
  expect(readAdvice(`# Paper\n\nShort. ${long} ${long}`)).toBe(`Short. ${long}`);
  const endless = readAdvice(`# Paper\n\n${'word '.repeat(300)}`);
  expect(endless).toMatch(/word …$/);
  expect(endless?.length).toBeLessThan(490);
});

// OVR-2
test('an evidence pack and a paper without text advise nothing', () => {
  expect(
    readAdvice('---\noffline: true\n---\n\n# Paper\n\n## The answer\n\nThe brief asks.\n'),
  ).toBeNull();
  expect(readAdvice('# Paper\n\n| a |\n| - |\n\n```sql\nselect 1\n```\n')).toBeNull();
  expect(readAdvice('')).toBeNull();
});
