import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type CorpusCase, checkCase, corpusFiles, readCorpus } from './check-case.ts';

/**
 * Cases that the check gets wrong, with the reason. One that comes out right must leave the list.
 */
const known = new Set(
  readFileSync(new URL('known-failures.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { id: string; why: string }).id),
);

/** The largest share of the cases of a verdict that may be known failures. */
const most: Record<CorpusCase['verdict'], number> = {
  right: 0.05,
  refuted: 0.05,
  asked: 0.01,
  own: 0.02,
};

const cases = corpusFiles.flatMap(readCorpus);

/**
 * Checks the cases of a file. Returns those that fail and are not known to, and those that are
 * known to and do not.
 */
async function checkFile(
  file: (typeof corpusFiles)[number],
): Promise<{ failed: string[]; mended: string[] }> {
  const found: { failed: string[]; mended: string[] } = { failed: [], mended: [] };
  for (const one of readCorpus(file)) {
    const { alone, isRight } = await checkCase(one);
    if (isRight && known.has(one.id)) found.mended.push(one.id);
    if (isRight || known.has(one.id)) continue;
    const states = alone.map(({ state, reason }) => `${state} ${reason ?? ''}`.trim()).join(', ');
    found.failed.push(`${one.id} [${one.verdict}] ${one.statement}: ${states}`);
  }
  return found;
}

const none = { failed: [], mended: [] };

it('has each case once, and a known failure for cases only', () => {
  const ids = new Set(cases.map(({ id }) => id));
  expect(ids.size).toBe(cases.length);
  expect([...known].filter((id) => !ids.has(id))).toEqual([]);
});

// EVI-1, PRO-9, LAN-2
it('finds sources, places and words', async () => {
  expect(await checkFile('sources')).toEqual(none);
});

// EVI-2, EVI-26
it('evaluates calculations in footnotes', async () => {
  expect(await checkFile('calculations')).toEqual(none);
});

// EVI-3, EVI-21
it('finds one operation where nothing is declared', async () => {
  expect(await checkFile('derived')).toEqual(none);
});

// EVI-4, EVI-21, EVI-22, EVI-23, EVI-24, EVI-25, LAN-2
it('compares values with units, scales, signs, dates, rows and columns', async () => {
  expect(await checkFile('values')).toEqual(none);
});

// EVI-5
it('asks about meaning, and lets right statements be', async () => {
  expect(await checkFile('meaning')).toEqual(none);
});

// EVI-6
it('lets a text set its own figures', async () => {
  expect(await checkFile('own')).toEqual(none);
});

it.each(Object.entries(most))(
  'knows few failures among the cases that are %s',
  (verdict, share) => {
    const own = cases.filter((one) => one.verdict === verdict);
    expect(own.filter(({ id }) => known.has(id)).length / own.length).toBeLessThanOrEqual(share);
  },
);
