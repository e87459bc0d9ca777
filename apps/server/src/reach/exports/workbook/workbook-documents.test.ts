import { expect, test } from 'vitest';
import { nameWays, toBookDocument } from './workbook-documents.ts';

// XLS-15
test('a long document leaves turns to others while its statements are followed', async () => {
  const each = Array.from({ length: 3_000 }, (_, at) => `${at}`);
  const content = each.map((at) => `The shop ${at} sold for ${at}.5 EUR.[^${at}]`).join('\n\n');
  const leads = {
    queries: new Map(),
    grids: new Map(),
    tables: [],
    documents: new Map([['a.md', 0]]),
    titles: new Map([['a.md', 'A']]),
  };
  const text = {
    filename: 'a.md',
    title: 'A',
    content,
    tables: [],
    isConclusion: true,
    citations: each.map((footnote) => ({
      footnote,
      claim: `The shop ${footnote} sold for ${footnote}.5 EUR.`,
      quote: 'x',
      state: 'verified' as const,
      reason: null,
      passage: null,
      derivation: null,
      source: { kind: 'attachment' as const, title: 'shops.csv', location: null },
    })),
    figures: [],
    footnotes: each.map((label) => ({
      label,
      text: `shops.csv: “${label}”`,
      names: [],
      calculations: [],
      isDeclared: false,
      sources: [{ head: 'shops.csv', quote: label }],
    })),
  };
  const things = { ...leads, files: nameWays(leads) };
  let turns = 0;
  const made = await toBookDocument(text, things, 'team', {
    isUsedUp: () => true,
    yieldToEventLoop: async () => {
      turns += 1;
    },
  });
  expect(made.statements).toHaveLength(3_000);
  expect(turns).toBeGreaterThanOrEqual(3_000);
});
