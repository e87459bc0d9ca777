import { expect, test } from 'vitest';
import { listCitedQueries } from './cited-queries.ts';

const of = (content: string, titles: string[] = [], filename = 'a.md') => ({
  filename,
  content,
  citations: titles.map((title) => ({ source: { kind: 'query' as const, title, location: null } })),
});
const chart = (query: string) =>
  JSON.stringify({ query, type: 'bar', x: 'year', y: ['sales'], title: 'Sales' });
const idsOf = async (content: string) =>
  (await listCitedQueries([of(content)])).map(({ id, isCertain }) => (isCertain ? id : `${id}?`));

// EXP-15
test.each([
  ['[^1]: Query q1a2b3c4d5e6f7: “growth: 3.4”', ['q1a2b3c4d5e6f7']],
  [
    'Text[^1].\n\n  [^one]: See the query `q1a2b3c4d5e6f7`, and Abfrage q2a2b3c4d5e6f7.',
    ['q1a2b3c4d5e6f7', 'q2a2b3c4d5e6f7'],
  ],
  ['[^1]: クエリ q1a2b3c4d5e6f7\n[^2]: Requête q1a2b3c4d5e6f7', ['q1a2b3c4d5e6f7']],
  ['[^1]: Query results show it', ['results?']],
  ['Query q1a2b3c4d5e6f7 in a sentence[^1].\n\n[^1]: Report', []],
  [`\`\`\`chart\n${chart('made-up')}\n\`\`\``, ['made-up']],
  [`  ~~~~ chart\n${chart('q1')}\n  ~~~~`, ['q1']],
  ['```chart\n{"query": "q1", "type": "bar"}\n```', []],
  ['```chart\n{}\n```\n\n```json\n{"query": "q1"}\n```', []],
  ['```charts\n{"query": "q1"}\n```', []],
  ['a chart of\n{"query": "q1"}', []],
])('%j cites %j', async (content, expected) => expect(await idsOf(content)).toEqual(expected));

// EXP-15
test('queries are listed once, with the files that cite them; checked sources count without a footnote', async () => {
  const documents = [
    of('Text.', ['Query sumofsales', 'Query q2222222']),
    of('[^1]: Query q2222222 and Query sumofsales', [], 'b.md'),
    of('[^1]: Query q3333333', ['Query q3333333'], 'c.md'),
  ];
  expect(await listCitedQueries(documents)).toEqual([
    { id: 'sumofsales', citedIn: ['a.md', 'b.md'], isCertain: true },
    { id: 'q2222222', citedIn: ['a.md', 'b.md'], isCertain: true },
    { id: 'q3333333', citedIn: ['c.md'], isCertain: true },
  ]);
});

// EXP-15
test.each(['[^', '\n[^1]: Query ', '\n[^1]:'])(
  'two megabytes of %j are read while others get their turn',
  async (part) => {
    const content = part.repeat(Math.ceil(2_000_000 / part.length));
    let turns = 0;
    const count = () => {
      turns += 1;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    expect(await idsOf(content)).toEqual([]);
    clearImmediate(counting);
    expect(turns).toBeGreaterThan(25);
  },
);
