import { describe, expect, it } from 'vitest';
import { compileLinks } from './compile-links.ts';
import type { LinkedFact, LinkedPassage } from './fact-links.ts';

const fact = (id: string, label: string, value: LinkedFact['value'], unit: string | null = null) =>
  ({
    id,
    label,
    value,
    unit,
    period: null,
    entryNumber: 4,
    entryId: 'e4',
    kind: 'code',
  }) satisfies LinkedFact;

const facts: LinkedFact[] = [
  fact('margin-2019', 'Margin 2019', 12.7, '%'),
  fact('revenue-2019', 'Revenue 2019', 4_812_000, 'EUR'),
  fact('share', 'Share', 0.127, '%'),
];
const passages: LinkedPassage[] = [
  { id: 'p3', filename: 'talks.md', place: 'page 2', words: 'In price, we match\nthe leader.' },
  { id: 'p5', filename: 'a_b*c.md', place: null, words: 'He said “no” | and 5” pipes [x]' },
];

const compile = (markdown: string, language: 'en' | 'de' | 'ja' = 'en') =>
  compileLinks(markdown, { facts, passages, language });
const textOf = async (markdown: string, language: 'en' | 'de' | 'ja' = 'en') =>
  (await compile(markdown, language)).markdown;

const margin = 'Notebook 4: “Margin 2019: 12.7 %”';
const revenue = 'Notebook 4: “Revenue 2019: 4,812,000 EUR”';
const match = 'talks.md, page 2: “In price, we match the leader.”';

describe('compileLinks', () => {
  it('gathers the links of a sentence in one footnote behind its full stop', async () => {
    const text =
      'Margin was [**12.7** %](fact:margin-2019) of [4.8 million](fact:revenue-2019), “so [we match](passage:p3)”. Next.';
    expect(await compile(text)).toEqual({
      markdown: `Margin was **12.7** % of 4.8 million, “so we match”.[^1] Next.\n\n[^1]: ${margin}; ${revenue}; ${match}\n`,
      missing: [],
      links: [
        { kind: 'fact', id: 'margin-2019', footnote: '1', words: '12.7 %' },
        { kind: 'fact', id: 'revenue-2019', footnote: '1', words: '4.8 million' },
        { kind: 'passage', id: 'p3', footnote: '1', words: 'we match' },
      ],
    });
  });

  it.each([
    ['A first one, e.g. [12.7 %](fact:margin-2019), by Mr. Hill. Then.', 'by Mr. Hill.[^1] Then.'],
    ['Das sind [12,7 %](fact:margin-2019), z. B. im Norden. Und dann.', 'im Norden.[^1] Und dann.'],
    ['利益率は[12.7%](fact:margin-2019)です。売上は高い。', '利益率は12.7%です。[^1]売上は高い。'],
    ['It is [12.7 %](fact:margin-2019) (see above).', '(see above).[^1]'],
    ['**It is [12.7 %](fact:margin-2019).** Next.', '**It is 12.7 %.**[^1] Next.'],
    ['**It is [12.7 %](fact:margin-2019). Next.**', '**It is 12.7 %.[^1] Next.**'],
    ['It is [12.7 %](fact:margin-2019)', 'It is 12.7 %[^1]'],
    ['It is \\*[12.7 %](fact:margin-2019)\\*. Next', 'It is \\*12.7 %\\*.[^1] Next'],
    ['R&amp;D took [12.7 %](fact:margin-2019).  \nNext', 'R&amp;D took 12.7 %.[^1]  \nNext'],
    ['> It is [12.7\n> %](fact:margin-2019). So.', '> It is 12.7\n> %.[^1] So.'],
    ['- a\n  - It is [12.7 %](fact:margin-2019)\n- b', '- a\n  - It is 12.7 %[^1]\n- b'],
    ['It is [12.7 %](fact:margin-2019) in [a. B](http://x.example).', 'http://x.example).[^1]'],
    ['It is [`12.7`](fact:margin-2019), “he said. Yes”. No.', '`12.7`, “he said. Yes”.[^1] No.'],
    ['- [- 5 points](fact:margin-2019) less', '- \\- 5 points less[^1]'],
    ['[1. place](fact:margin-2019) it is', '1\\. place it is[^1]'],
    ['It is [12.7 %][fact:margin-2019].', 'It is 12.7 %.[^1]'],
    ['It is [12.7 %][m].\n\n[m]: fact:margin-2019\n\nEnd', 'It is 12.7 %.[^1]\n\n\nEnd'],
    ['It is [12.7 %](<fact:margin-2019> "t"), [again](fact:margin-2019).', '12.7 %, again.[^1]'],
  ])('leaves all but the link in %j', async (text, expected) => {
    const compiled = await textOf(text);
    expect(compiled).toContain(expected);
    expect(compiled.match(/\[\^1\]:.*/gu)).toEqual([`[^1]: ${margin}`]);
    expect(compiled).not.toContain('fact:');
  });

  it('gives each sentence its own footnote, and sentences with the same evidence one', async () => {
    const text =
      'It is [12.7 %](fact:margin-2019). It is [4.8 million](fact:revenue-2019). Again [12.7](fact:margin-2019)!';
    expect(await textOf(text)).toBe(
      `It is 12.7 %.[^1] It is 4.8 million.[^2] Again 12.7![^1]\n\n[^1]: ${margin}\n[^2]: ${revenue}\n`,
    );
  });

  it('puts the footnote of a row into its last cell, that of a head into its cell', async () => {
    const text = `| A | [B](fact:share) | C |
| --- | --- | --- |
| [12.7 %](fact:margin-2019) | a \\| b | x |
| [4.8](fact:revenue-2019) | [12.7](fact:margin-2019) | |
| a | b | [“we”](passage:p3)|
`;
    expect(await textOf(text)).toBe(`| A | B[^1] | C |
| --- | --- | --- |
| 12.7 % | a \\| b | x[^2] |
| 4.8 | 12.7 |[^3] |
| a | b | “we”[^4]|

[^1]: Notebook 4: “Share: 0.127”
[^2]: ${margin}
[^3]: ${revenue}; ${margin}
[^4]: ${match}
`);
  });

  it('leaves code, HTML, images, front matter, other links and footnotes alone', async () => {
    const text = `---
a: "[1](fact:share)"
---

# Head [12.7 %](fact:margin-2019)

\`[1](fact:share)\` ![1](fact:share) <b title="[1](fact:share)">x</b> [1](https://x.example) <fact:share>

\`\`\`
[1](fact:share)
\`\`\`

Person.[^1] Both [12.7 %](fact:margin-2019).[^7]

[^1]: Brief: “[1](fact:share)”
[^7]: Brief
`;
    const compiled = await compile(text);
    const expected = text
      .replace('Head [12.7 %](fact:margin-2019)', 'Head 12.7 %')
      .replace('[12.7 %](fact:margin-2019).[^7]', '12.7 %.[^7][^8]');
    expect(compiled.markdown).toBe(`${expected}\n[^8]: ${margin}\n`);
    expect(compiled.links.map(({ footnote }) => footnote)).toEqual([null, '8']);
  });

  it('puts the mark beside a footnote of a person that follows the link in its sentence', async () => {
    const text =
      'It is [12.7 %](fact:margin-2019)[^a] and [4.8](fact:revenue-2019) now.\n\n[^a]: Brief';
    expect(await textOf(text)).toBe(
      `It is 12.7 %[^a][^1] and 4.8 now.[^2]\n\n[^a]: Brief\n\n[^1]: ${margin}\n[^2]: ${revenue}\n`,
    );
  });

  it('keeps the words of links to nothing, and names the link in the footnote', async () => {
    const compiled = await compile('It is [9 %](fact:gone), [12.7 %](fact:margin-2019).');
    expect(compiled.markdown).toBe(`It is 9 %, 12.7 %.[^1]\n\n[^1]: fact:gone; ${margin}\n`);
    expect(compiled.missing).toEqual([{ kind: 'fact', id: 'gone', words: '9 %' }]);
  });

  it('escapes and quotes the words of passages', async () => {
    expect(await textOf('So [no](passage:p5).')).toBe(
      'So no.[^1]\n\n[^1]: a_b\\*c.md: «He said “no” \\| and 5” pipes \\[x\\]»\n',
    );
  });

  it('writes numbers in the language of the document', async () => {
    expect(await textOf('Es sind [4,8 Mio.](fact:revenue-2019).', 'de')).toContain(
      '“Revenue 2019: 4.812.000 EUR”',
    );
  });

  it('puts definitions before an open end, and keeps the line ends of the text', async () => {
    expect(await textOf('---\na: 1\n---\n\nIt is [9](fact:share).\n\n```\nopen')).toBe(
      '---\na: 1\n---\n\n[^1]: Notebook 4: “Share: 0.127”\n\nIt is 9.[^1]\n\n```\nopen',
    );
    expect(await textOf('It is [9](fact:share).\r\nSo.\r\n')).toBe(
      'It is 9.[^1]\r\nSo.\r\n\r\n[^1]: Notebook 4: “Share: 0.127”\r\n',
    );
  });

  it('changes nothing the second time', async () => {
    const text = '# [x](fact:share)\n\n- It is [9 %](fact:gone), [we](passage:p5). So.\n';
    const compiled = await textOf(text);
    expect(await compile(compiled)).toEqual({ markdown: compiled, missing: [], links: [] });
  });

  it('takes a long text in pieces', async () => {
    const text = 'It is [12.7 %](fact:margin-2019). So.\n\n- [9](fact:share)\n\n'.repeat(3_000);
    const compiled = await compile(text);
    expect(compiled.links).toHaveLength(6_000);
    expect(compiled.markdown).not.toContain('fact:');
  });

  it('names the period of a fact where its entry has another of the same label', async () => {
    const opened = (id: string, value: number, period: string | null) => ({
      ...fact(id, 'Incidents opened', value),
      period,
    });
    const twins = [opened('first', 122, 'May 2023'), opened('second', 376, 'June 2023')];
    const { markdown } = await compileLinks('It opened [122](fact:first).', {
      facts: twins,
      passages: [],
      language: 'en',
    });
    expect(markdown).toContain('[^1]: Notebook 4: “Incidents opened, May 2023: 122”');
  });
});
