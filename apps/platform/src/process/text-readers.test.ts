import { findGrowth, pieces, repeat } from '@ecp/testing/repeated-texts';
import { expect, test } from 'vitest';
import { outlineReader } from '../reach/decks/outline-reader.ts';
import { citedQueriesReader } from '../reach/exports/cited-queries.ts';
import { documentChartsReader } from '../work/documents/charts/read-document-charts.ts';
import { clientTextReader } from '../work/documents/reading/client-text.ts';
import { diffReader } from '../work/documents/version-diff.ts';
import { wordAuthorsReader } from '../work/documents/word-authors.ts';

/** Pieces that a text for clients leaves out or renames: JSON, SQL, hashes, names of files, queries and colleagues. */
const traces = [
  ...['{"a":1,', '[{"a":1}]\n', '{\n', '{"', '```sql\nselect\n', 'select a from b ', 'SELECT * FROM a;', 'with a as ('],
  ...['--\n', '/*', '(select ', 'abcdef0123456789', 'SHA256: ', 'market.md ', '[a](market.md) ', '[a]: b.md\n', 'a/b/'],
  ...['./', '../../', 'market-analyst ', 'http://a/engagements/', 'chart ', '[^1]: Query abcdefghijklmnopqrstuvwx\n'],
];
const texts = [...pieces.markdown, ...pieces.blanks, ...traces];
const source = { kind: 'attachment', title: 'market.md', location: null } as const;

const readForClient = (markdown: string) =>
  clientTextReader.read({
    ...{ markdown, page: { filenames: ['other.md'] }, agents: ['market-analyst'] },
    citations: [{ footnote: '1', claim: 'The market grew', source }],
    titles: [['market.md', 'Market']],
    queries: [['abcdefghijklmnopqrstuvwx', 'Sales']],
  });
const readCited = (content: string) =>
  citedQueriesReader.read({ documents: [{ filename: 'market.md', content, citations: [{ source }] }] });
const compare = (content: string) =>
  diffReader.read({
    ...{ filename: 'market.md', older: { version: 1, content } },
    newer: { version: 2, content: `b\n${content}c` },
  });

const attribute = (content: string) =>
  wordAuthorsReader.read({
    versions: [
      { content, by: 'agent' },
      { content: `b\n${content}c`, by: 'person' },
    ],
  });

// ERR-12
test.each<[string, number, (text: string) => unknown]>([
  ['the text for clients', 40_000, readForClient],
  ['a footnote of the text for clients', 40_000, (text) => readForClient(`a.[^1]\n\n[^1]: ${text}`)],
  ['cited queries', 160_000, readCited],
  ['charts', 160_000, (text) => documentChartsReader.read({ markdowns: [text] })],
  ['slides', 10_000, (text) => outlineReader.read({ markdowns: [text] })],
  ['a difference', 160_000, compare],
  ['the authors of words', 40_000, attribute],
])('reading %s of twice the length costs at most 2.5 times as much', async (_, length, read) => {
  expect(await findGrowth(read, texts, length)).toEqual([]);
});

// ERR-12
test('a text for clients of marks costs little more than one of words', async () => {
  const texts = ['market of a ', '「', '’', '…', '\ud83d', '。'].map((piece) =>
    repeat(piece, clientTextReader.shortWeight),
  );
  const leastMs = texts.map(() => Number.POSITIVE_INFINITY);
  const costsMore = () => Math.max(...leastMs.slice(1)) > 6 * (leastMs[0] ?? 0);
  // Other work on the machine only adds to a time, so the least of many rounds is nearest to the cost.
  for (let round = 0; round < 8 || (round < 60 && costsMore()); round += 1)
    for (const [at, text] of texts.entries()) {
      const since = performance.now();
      readForClient(text);
      leastMs[at] = Math.min(leastMs[at] ?? 0, performance.now() - since);
    }
  expect(costsMore()).toBe(false);
});
