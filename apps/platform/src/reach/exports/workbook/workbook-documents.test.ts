import { setImmediate } from 'node:timers/promises';
import { createTimeSlice } from '@ecp/semaphore/semaphore';
import { expect, test } from 'vitest';
import { nameWays, toBookDocument } from './workbook-documents.ts';

/** Returns the longest turn of the event loop during some work, in milliseconds of the thread's own time. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const now = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let longest = 0;
  let isWorking = true;
  const watch = async () => {
    for (let last = now(); isWorking; ) {
      await setImmediate();
      const current = now();
      longest = Math.max(longest, current - last);
      last = current;
    }
  };
  const watching = watch();
  await work();
  isWorking = false;
  await watching;
  return longest;
}

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
    ...{ filename: 'a.md', title: 'A', content, tables: [], isConclusion: true },
    citations: each.map((footnote) => ({
      ...{
        footnote,
        claim: `The shop ${footnote} sold for ${footnote}.5 EUR.`,
        quote: 'x',
        state: 'verified' as const,
      },
      ...{ reason: null, passage: null, derivation: null },
      source: { kind: 'attachment' as const, title: 'shops.csv', location: null },
    })),
    figures: [],
    footnotes: each.map((label) => ({
      ...{ label, text: `shops.csv: “${label}”`, names: [], calculations: [], isDeclared: false },
      sources: [{ head: 'shops.csv', quote: label }],
    })),
  };
  const things = { ...leads, files: nameWays(leads) };
  let statements = 0;
  const longest = await longestTurn(async () => {
    const made = await toBookDocument(text, things, 'team', createTimeSlice(undefined));
    statements = made.statements.length;
  });
  expect(statements).toBe(3_000);
  expect(longest).toBeLessThan(60);
});
