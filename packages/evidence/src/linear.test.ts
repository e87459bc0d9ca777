import { createTimeSlice } from '@ecp/semaphore/semaphore';
import { findGrowth } from '@ecp/testing/repeated-texts';
import { expect, it } from 'vitest';
import { checkEvidence } from './check-evidence.ts';
import { type DocumentBlock, openingOf } from './document.ts';

/** A piece of each grammar that the check reads: numbers, units, dates, periods, quotes, footnotes, tables, equations. */
const pieces = [
  ...[
    '1,',
    '1 ',
    '12 % ',
    'EUR 12 million ',
    '１２％',
    '1億円',
    '-3 ',
    '(3) ',
    '2 + 3 = 5 ',
    '1 to ',
    'one ',
    'one in ',
  ],
  ...['12 May 2026 ', 'Q2 2025 ', 'in 2024 ', '3月1日', '5 years ', 'Monday ', 'May '],
  ...[
    '“a” ',
    '“a b c d e” ',
    '“',
    '„',
    '«',
    '"',
    '‘',
    '「',
    '[^1] ',
    'a[^1] ',
    'A 12 %.[^1] ',
    ': ',
    '; ',
    '1. ',
    '> ',
  ],
  ...[
    '1 | 2 |\n',
    '- 12 % a\n',
    '*a_',
    '](',
    'a\n=\n',
    '[^a]:',
    '*a _b',
    '\n\n12 % of a.\n\n',
    'loss ',
    'more than ',
    'per ',
    'a. ',
    '[x](http://a.b/c) ',
  ],
];
const words = 'A shop sold 12 % more in May 2026';
/** Characters of the longest body, and the texts around it. */
const shapes: [string, number, (body: string) => [markdown: string, source: string]][] = [
  ['a text', 4_000, (body) => [`# T\n\n${body}\n\n[^1]: report.md: “${words}”\n`, words]],
  ['a claim', 4_000, (body) => [`# T\n\nA shop ${body}.[^1]\n\n[^1]: report.md: “${words}”\n`, words]],
  ['a footnote', 8_000, (body) => [`# T\n\n${words}.[^1]\n\n[^1]: report.md: ${body.replaceAll('\n', ' ')}\n`, words]],
  ['a source', 8_000, (body) => [`# T\n\n${words}.[^1]\n\n[^1]: report.md\n`, `${body}\n${words}.`]],
];
const none = { assignment: [], upstream: [], consultations: [], reviewNotes: [], queries: [], tables: [] };

function check([markdown, text]: [string, string]): Promise<unknown> {
  const material = { brief: '', language: 'en' as const, ...none };
  const sources = [{ title: 'report.md', location: null, text }];
  return checkEvidence(markdown, { ...material, sources }, { slice: createTimeSlice(undefined) });
}

// ERR-12, EVI-7
it.each(shapes)(
  'costs %s of twice the length at most 2.5 times as much, whatever it repeats',
  async (_, length, make) => {
    expect(await findGrowth((body) => check(make(body)), pieces, length)).toEqual([]);
  },
);

it('finds the opening of a document of headings in one pass', () => {
  let reads = 0;
  const block = {
    ...{ text: 'a', references: [], links: [], columns: null },
    get kind(): DocumentBlock['kind'] {
      reads += 1;
      return 'heading';
    },
  };
  expect(openingOf(Array.from({ length: 1_000 }, () => block))).toEqual([]);
  expect(reads).toBeLessThan(3_000);
});
