import { answersTitles } from '@ecp/language/answers-titles';
import { languages } from '@ecp/language/language';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientText, type DocumentFacts } from './client-text.ts';

const none: DocumentFacts = { citations: [], titles: new Map(), queries: new Map() };
const textOf = (markdown: string, facts: Partial<DocumentFacts> = {}) =>
  clientText(markdown, { ...none, ...facts }).content;
const spec = { query: 'q1', type: 'bar', x: 'a', y: ['b'], title: 'Sales [all]' };
const chart = `\`\`\`chart\n${JSON.stringify(spec)}\n\`\`\`\n`;
const cites = (footnote: string, kind: DocumentFacts['citations'][number]['source']['kind']) => ({
  footnote,
  claim: '',
  source: { kind, title: 'T', location: null },
});

describe('the text of a document for a client', () => {
  // REL-5
  test.each(languages)('has no section that answers the reviewer, in %s', (language) => {
    const answers = `## 4. ${answersTitles[language].toUpperCase()}:\n\n1. Rent? — **Met:** see secret[^2].\n\n### More\n\nsecret\n\n`;
    const before = '# Paper\n\nSales rose.[^1]\n\n';
    const after = '## Next\n\nCall.\n\n[^1]: Brief: “rose”\n';
    expect(textOf(`${before}${answers}${after}[^2]: Study: “secret”\n`)).toBe(before + after);
    expect(textOf(`${before}${answers}[^1]: Brief: “rose”\n[^2]: Study: “secret”\n`)).toBe(
      `${before}[^1]: Brief: “rose”\n`,
    );
  });

  // REL-5
  test('has no advice of colleagues, no notes of reviewers and no comments, nor what refers to them', () => {
    const text = [
      '---\nagent: secret-agent\noffline: true\n---\n',
      '# Paper\n\n<!-- secret\nremark -->\nMargins fell [^1], as rent rose.[^2][^3]\n',
      '# Prices\n\nNone.[^4]\n',
      '[^1]: Ada: “secret”\n[^2]: Colleague Ben: “secret”,\n  secret\n\n    secret\n[^3]: Accounts: “rose”\n[^4]: Reviewer note 2: “secret”\n',
    ].join('\n');
    const { content, cutFootnotes } = clientText(text, {
      ...none,
      citations: [cites('1', 'colleague')],
    });
    expect(content).toBe(
      '---\noffline: true\n---\n\n# Paper\n\nMargins fell, as rent rose.[^3]\n\n# Prices\n\nNone.\n\n[^3]: Accounts: “rose”\n',
    );
    expect([...cutFootnotes].sort()).toEqual(['1', '2', '4']);
    const claims = ['Margins fell [^1], as rent rose.', 'secret remark', 'Sales of x.md'].map(
      (claim) => ({
        ...cites('3', 'attachment'),
        claim,
      }),
    );
    expect(clientText(text, { ...none, citations: claims }).showsClaim).toEqual([
      true,
      false,
      false,
    ]);
    const survey = 'Hours.[^1]\n\n[^1]: Colleague survey.xlsx: “40”\n';
    expect(textOf(survey, { citations: [cites('1', 'attachment')] })).toBe(survey);
  });

  // REL-5
  test('names other documents and queries by their titles', () => {
    const titles = new Map([
      ['a-b.md', 'A [b]'],
      ['a_b.md', 'A b'],
    ]);
    const queries = new Map([
      ['q1', 'Sales'],
      ['q2', null],
    ]);
    const unknown = 'k3'.repeat(12);
    const text = `See \`a-b.md\`, a\\_b.md (q1), [A](a-b.md), my-a-b.md, query q1.\n\n${chart}\n[^1]: Query q1, North: “1”\n[^2]: Query \`q2\`: “2”\n[^3]: Query ${unknown}: “3”\n`;
    const content = textOf(text, { titles, queries });
    expect(content).toBe(
      `See A \\[b\\], A b (Sales), A, my-a-b.md, query Sales.\n\n${chart}\n[^1]: Sales, North: “1”\n[^2]: Analysis of the data: “2”\n[^3]: Analysis of the data: “3”\n`,
    );
    const shown = textOf(text, { titles, queries, page: { filenames: ['a-b.md'] } });
    expect(shown).toBe(
      content.replace(' A, ', ' [A](a-b.md), ').replace(chart, '![Sales \\[all\\]](charts/1)\n'),
    );
    expect(textOf('As the market-analyst says.', { agents: ['market-analyst'] })).toBe(
      'As the market analyst says.',
    );
    const placed =
      'In ./a-b.md, `deliverables/a-b.md`, docs/x/a-b.md, https://a.example/a-b.md and x/q1.';
    expect(textOf(placed, { titles })).toBe(
      'In A \\[b\\], A \\[b\\], A \\[b\\], https://a.example/a-b.md and x/q1.',
    );
  });

  // REL-5
  test.each([
    ['SQL in a block', 'So.\n\n```sql\nselect 1\n```\n\nMore.\n', 'So.\n\n\nMore.\n'],
    ['SQL in a block without a name', '~~~\nselect a, b\nfrom t\n~~~\n\nMore.\n', '\nMore.\n'],
    ['SQL in code', 'It is `select sum(a) from t`.\n', 'It is.\n'],
    [
      'SQL in a footnote',
      'So.[^1]\n\n[^1]: Accounts: select sum(a) from t\n',
      'So.[^1]\n\n[^1]: Accounts\n',
    ],
    ['a footnote that is SQL', 'So.[^1]\n\n[^1]: `select a from t`\n', 'So.\n\n'],
    [
      'a footnote that is a chart',
      'So.[^1] A.\n\n[^1]: chart {"query": "q1", "y": ["{\\"}"]}\n',
      'So. A.\n\n',
    ],
    [
      'a chart in a footnote',
      'So.[^1]\n\n[^1]: ```chart\n    {"query": "q1"}\n    ```\n',
      'So.\n\n',
    ],
    [
      'a chart below a list',
      '- One\n\n    ```chart\n    {"query": "q1"}\n    ```\n\nMore.\n',
      '- One\n\n\nMore.\n',
    ],
    ['a chart that is none', '```chart\n{"query": "q1"}\n```\nMore.\n', 'More.\n'],
    [
      'SQL behind remarks',
      '```\n-- sales\n/* all */ (select a, b\nfrom t)\n```\nMore.\n',
      'More.\n',
    ],
    ['SQL that begins with its table', '```text\nfrom t select a, sum(b)\n```\nMore.\n', 'More.\n'],
    [
      'SQL that changes tables',
      '```\ncreate or replace table t as select 1\n```\nMore.\n',
      'More.\n',
    ],
    [
      'a query with a list of columns',
      '`with a(b) as (select 1 from t) select b from a`.\n',
      '.\n',
    ],
    ['SQL in a sentence', 'By SQL: SELECT sum(a) FROM t WHERE b = 1. It rose.\n', 'By. It rose.\n'],
    ['SQL in a cell', '| Sum | SELECT sum(a) FROM t | 3 |\n', '| Sum | | 3 |\n'],
    ['SQL behind a word like its own', 'With care: SELECT a, b FROM t\n', 'With care\n'],
    [
      'JSON in a block',
      'So.\n\n```json\n[1]\n```\n~~~\n{\n "a": [1]\n}\n~~~\nMore.\n',
      'So.\n\nMore.\n',
    ],
    [
      'JSON over several lines',
      'So.\n\n{\n  "type": "bar",\n  "y": ["b", "}"]\n}\n\nMore.\n',
      'So.\n\n\nMore.\n',
    ],
    ['a list in JSON', '[\n  {"a": 1},\n  {"a": 2}\n]\nMore.\n', 'More.\n'],
    ['JSON in a sentence', 'So {"type": "bar", "x": "a"} it is.\n', 'So it is.\n'],
    [
      'a hash in a sentence',
      `As in ${'0a'.repeat(20)} (MD5: ${'0a'.repeat(16)}), sha256:${'0'.repeat(12)}… it is.\n`,
      'As in, it is.\n',
    ],
    [
      'a hash in a footnote',
      `So.[^1]\n\n[^1]: Accounts (SHA-256 ${'ab'.repeat(32)})\n`,
      'So.[^1]\n\n[^1]: Accounts\n',
    ],
  ])('has no %s', (_, text, left) => {
    expect(textOf(text)).toBe(left);
  });

  // REL-5
  test.each([
    'Select the best, and take it from the list.\n',
    '```js\nlet a = {"a": 1};\n```\n',
    '{ "a"\n{\n[\n"b": }\n',
    `https://a.example/${'0a'.repeat(20)}, [B](https://a.example/${'0a'.repeat(20)}), ${'0123456789'.repeat(4)}\n`,
    'SELECT, and FROM there (a_b), and `Copy the list`.\n\n```\nCopy the list.\nUpdate the plan set by us.\n```\n',
    'A set {"a": 1} of [^1] things.\n\n[^1]: “select a from b”, p. 3\n',
    '- One\n\n    ```chart\n\nThe rest stays.\n'.replace('chart', 'text'),
  ])('keeps %j', (text) => {
    expect(textOf(text)).toBe(text);
  });

  // REL-19
  test.each([
    ['[Costs](costs.md)', 'Costs'],
    ['[costs.md](costs.md) and [`costs.md`](<costs.md>)', 'What it costs and What it costs'],
    ['[Costs](./costs.md#prices "Costs"), [all](/engagements)', 'Costs, all'],
    ['[Costs\nof 2026](costs.md)[^1]', 'Costs\nof 2026[^1]'],
    ['[see [costs], p. 2](costs.md) [a\\]b](costs.md)', 'see [costs], p. 2 a\\]b'],
    ['![Costs](costs.png)', 'Costs'],
    ['[![Costs](costs.png)](costs.md)', 'Costs'],
    ['[Costs][c], [C][], [c].\n\n[c]: costs.md "Costs"', 'Costs, C, c.\n'],
    ['[Daten](umsätze (neu).xlsx)', '[Daten](umsätze (neu).xlsx)'],
    [
      `[Page](https://firm.example/engagements/${'a1'.repeat(12)}/deliverables/costs.md?version=2)`,
      'Page',
    ],
    [
      `See https://firm.example/engagements/${'a1'.repeat(12)}/deliverables/costs.md.`,
      'See What it costs.',
    ],
  ])('shows words in place of a link to the team’s places: %j', (text, words) => {
    const titles = new Map([['costs.md', 'What it costs']]);
    expect(textOf(`${text}\n`, { titles })).toBe(`${words}\n`);
  });

  // REL-19
  test.each([
    '[A](https://example.org/costs.md), [B](#prices), [C](mailto:a@example.org), <https://example.org/costs.md>\n',
    '[Given](given.md), ![A](charts/1), [1], [^1], a](costs, [x] (y)\n\n[1]: https://example.org/costs.md\n',
    '```\n[A](secret.md)\n```\n',
  ])('keeps every other link: %j', (text) => {
    expect(textOf(text, { page: { filenames: ['given.md'] } })).toBe(text);
  });

  // REL-5
  test('keeps every byte of what is the client’s, whatever it is', () => {
    const pieces = fc.constantFrom(
      '# A',
      '```',
      '\n',
      '\n\n',
      'word ',
      '[^1]',
      '[^1]: Brief: “x”',
      '- ',
      '| a |',
      '“',
      '\r\n',
    );
    const property = fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
      const text = parts.join('');
      expect(textOf(text)).toBe(text);
    });
    fc.assert(property);
  });
});
