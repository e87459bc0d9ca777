import { writeFileSync } from 'node:fs';
import { isOpen } from '@ecp/contract/values/citation-counts';
import {
  checkCase,
  corpusFiles,
  readCorpus,
} from '../../packages/evidence/testing/corpus/check-case.ts';
import { readOptions } from '../command-line.ts';
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
const values = readOptions({
  data: { type: 'string' },
  show: { type: 'boolean', default: false },
  'write-known': { type: 'boolean', default: false },
});
const show = (line: string) => {
  if (values.show) console.log(line);
};
const { failures, measured } = await measureCorpus();
if (values['write-known']) {
  const file = new URL(
    '../../packages/evidence/testing/corpus/known-failures.jsonl',
    import.meta.url,
  );
  writeFileSync(file, `${failures.join('\n')}\n`);
}
measured.push(...(await measurePapers(show)), ...(await measureFaults(show)));
if (values.data !== undefined) measured.push(...(await measureTabFact(values.data, show)));
const rows = measured.map(({ title, statements, count }) => {
  const share = `${((100 * count) / Math.max(1, statements)).toFixed(1)} %`;
  return [title, String(statements), String(count), share];
});
console.log(renderTable([['measured', 'statements', 'of them', 'share'], ...rows]));

/** Measures the corpus, and returns a line of its known failures for each case that fails. */
async function measureCorpus(): Promise<{ failures: string[]; measured: Measured[] }> {
  const failures: string[] = [];
  const failure = {
    right: 'right: flagged without a judge',
    refuted: 'wrong by exact means: not caught',
    asked: 'wrong by meaning: no question reaches a judge',
    own: 'undeclared: open although a judge agrees',
  };
  const tallies = Object.entries(failure).map(([verdict, meaning]) => ({
    verdict,
    title: `corpus, ${meaning}`,
    statements: 0,
    count: 0,
  }));
  for (const corpusCase of corpusFiles.flatMap(readCorpus)) {
    const { alone, isRight } = await checkCase(corpusCase);
    const tally = tallies.find(({ verdict }) => verdict === corpusCase.verdict);
    if (!tally) throw new Error(`${corpusCase.id} has an unknown verdict`);
    tally.statements += 1;
    if (isRight) continue;
    tally.count += 1;
    const states = alone.map(({ state }) => state).join(', ') || 'no finding';
    const flag = alone.find(isOpen)?.reason ?? 'by the judge';
    const why =
      corpusCase.verdict === 'asked'
        ? 'no question reaches the judge'
        : corpusCase.verdict === 'refuted'
          ? `not caught: ${states}`
          : `flagged: ${flag}`;
    failures.push(JSON.stringify({ id: corpusCase.id, why }));
    show(`${corpusCase.id} [${corpusCase.verdict}] ${corpusCase.statement}\n    → ${why}`);
  }
  return { failures, measured: tallies };
}
