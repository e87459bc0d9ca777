import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isOpen } from '@ecp/contract/values/citation-counts';
import {
  checkCase,
  corpusFiles,
  readCorpus,
} from '../../packages/evidence/testing/corpus/check-case.ts';
import { renderTable } from '../report.ts';
import { measureFaults } from './faults.ts';
import type { Measured } from './measured.ts';
import { measurePapers } from './papers.ts';
import { measureTabFact } from './tabfact.ts';

/**
 * Measures the check of statements without a model, and prints the table of docs/evidence.md: on
 * the corpus, on recorded papers, on faults that were planted in papers, and with `--data <folder>`
 * on the statements of TabFact in it, which others wrote. `--show` prints each statement that the
 * check gets wrong. `--write-known` lists those of the corpus for its test.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    show: { type: 'boolean', default: false },
    'write-known': { type: 'boolean', default: false },
  },
});
const show = (line: string) => {
  if (values.show) console.log(line);
};
const { known, measured } = await measureCorpus();
if (values['write-known']) {
  const file = new URL(
    '../../packages/evidence/testing/corpus/known-failures.jsonl',
    import.meta.url,
  );
  writeFileSync(file, `${known.join('\n')}\n`);
}
measured.push(...(await measurePapers(show)), ...(await measureFaults(show)));
if (values.data !== undefined) measured.push(...(await measureTabFact(values.data, show)));
const rows = measured.map(({ what, statements, found }) => {
  const share = `${((100 * found) / Math.max(1, statements)).toFixed(1)} %`;
  return [what, String(statements), String(found), share];
});
console.log(renderTable([['measured', 'statements', 'of them', 'share'], ...rows]));

/** Measures the corpus, and returns a line of its known failures for each case that fails. */
async function measureCorpus(): Promise<{ known: string[]; measured: Measured[] }> {
  const known: string[] = [];
  const failure = {
    right: 'right: flagged without a judge',
    refuted: 'wrong by exact means: not caught',
    asked: 'wrong by meaning: no question reaches a judge',
    own: 'undeclared: open although a judge agrees',
  };
  const tallies = Object.entries(failure).map(([verdict, what]) => ({
    verdict,
    what: `corpus, ${what}`,
    statements: 0,
    found: 0,
  }));
  for (const one of corpusFiles.flatMap(readCorpus)) {
    const { alone, isRight } = await checkCase(one);
    const tally = tallies.find(({ verdict }) => verdict === one.verdict);
    if (!tally) throw new Error(`${one.id} has an unknown verdict`);
    tally.statements += 1;
    if (isRight) continue;
    tally.found += 1;
    const states = alone.map(({ state }) => state).join(', ') || 'no finding';
    const flag = alone.find(isOpen)?.reason ?? 'by the judge';
    const why =
      one.verdict === 'asked'
        ? 'no question reaches the judge'
        : one.verdict === 'refuted'
          ? `not caught: ${states}`
          : `flagged: ${flag}`;
    known.push(JSON.stringify({ id: one.id, why }));
    show(`${one.id} [${one.verdict}] ${one.statement}\n    → ${why}`);
  }
  return { known, measured: tallies };
}
