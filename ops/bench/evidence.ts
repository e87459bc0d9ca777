import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isOpen } from '@ecp/contract/values/citation-counts';
import type { Citation } from '@ecp/contract/values/citations';
import { checkEvidence } from '@ecp/evidence/check-evidence';
import type { EvidenceMaterial, Judge } from '@ecp/evidence/material';
import { openSandbox } from '@ecp/sandbox/sandbox';
import { createTimeSlice } from '@ecp/semaphore/semaphore';
import { createTables } from '@ecp/tables/tables';
import { measurePollock } from '@ecp/tables/testing/pollock';
import {
  type CorpusCase,
  checkCase,
  corpusFiles,
  readCorpus,
} from '../../packages/evidence/testing/corpus/check-case.ts';
import { measureFaults } from './evidence-faults.ts';
import { measurePapers } from './evidence-papers.ts';
import { measureGridAnswers } from './grid-answers.ts';
import { type BenchStatement, readTabFact, splitNames } from './public-sets.ts';
import { readTatQa, type TatQaForm, tatQaForms } from './tat-qa.ts';

/**
 * Measures the evidence check. Without `--data` on the corpus of the project; with the folder of
 * the public sets (it has `tat-qa` and `tabfact`) on those: how many right statements are flagged
 * without a judge, how many wrong ones are caught, also with a judge that affirms everything, and
 * for those of meaning how many reach a judge. `--every N` takes each n-th table, `--form` writes
 * the sources of TAT-QA in one form only, `--split seen` or `unseen` takes two thirds of its
 * reports and of the papers or the other third, `--set` takes one set: `tat-qa`, `tabfact`, `grids`
 * for the cells of grids, or `pollock` for polluted CSV files. `--show KIND` prints the failures of
 * a kind. `--write-known` lists the failures of the corpus, for its test. `--faults` measures on
 * faults that were planted in delivered papers, with recorded answers of a judge; `--questions
 * FILE` writes those that have none. `--papers` counts the flagged statements of these papers, and
 * the changed digits that are caught although a judge affirms everything.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    every: { type: 'string', default: '1' },
    form: { type: 'string' },
    set: { type: 'string' },
    split: { type: 'string', default: 'all' },
    show: { type: 'string' },
    id: { type: 'string' },
    faults: { type: 'boolean', default: false },
    papers: { type: 'boolean', default: false },
    questions: { type: 'string' },
    'write-known': { type: 'boolean', default: false },
  },
});
const every = Number(values.every);
const chosenForms = tatQaForms.filter((form) => values.form === undefined || values.form === form);
if (!(every >= 1) || chosenForms.length === 0)
  throw new Error(`--every takes a number, --form ${tatQaForms.join(', ')}.`);

const split = splitNames.find((name) => name === values.split);
if (split === undefined) throw new Error(`--split takes ${splitNames.join(', ')}.`);

const percent = (part: number, whole: number) =>
  `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
const isShown = (kind: string) => values.show === kind || values.show === 'all';

/** What the check made of the statements of one kind. */
interface Tally {
  count: number;
  flagged: number;
  verified: number;
  unjudged: number;
  /** Made open by a judge who denies everything. */
  denied: number;
  /** Open although a judge affirms everything. */
  caught: number;
}

/** A judge that gives every question the same answer. */
const answerAll = (holds: boolean): Judge => {
  return async (questions) =>
    questions.map(() => ({ holds, reason: 'the judge of the bench says so' }));
};
const none = {
  brief: '',
  assignment: [],
  upstream: [],
  consultations: [],
  reviewNotes: [],
  queries: [],
  tables: [],
};

async function tallyStatement(one: BenchStatement, tallies: Map<string, Tally>): Promise<void> {
  const sources = one.sources.map(({ title, text }) => ({ title, location: null, text }));
  const material: EvidenceMaterial = { ...none, language: 'en', sources };
  const notes = Object.entries(one.notes).map(([label, note]) => `[^${label}]: ${note}`);
  const markdown = `# Report\n\n${one.sentence}${one.marks}\n\n${notes.join('\n')}\n`;
  const slice = createTimeSlice(undefined);
  const alone = await checkEvidence(markdown, material, { slice });
  const isFlagged = alone.some(isOpen);
  const judge = one.truth === 'right' ? undefined : answerAll(one.truth === 'exact');
  const judged = judge ? await checkEvidence(markdown, material, { slice, judge }) : alone;
  const key = `${one.truth} | ${one.kind}`;
  const tally = tallies.get(key) ?? {
    count: 0,
    flagged: 0,
    verified: 0,
    unjudged: 0,
    denied: 0,
    caught: 0,
  };
  tallies.set(key, tally);
  tally.count += 1;
  tally.flagged += isFlagged ? 1 : 0;
  tally.verified += alone.every(({ state }) => state === 'verified' || state === 'computed')
    ? 1
    : 0;
  tally.unjudged +=
    !isFlagged && alone.some(({ state }) => (state as string) === 'unjudged') ? 1 : 0;
  tally.denied += one.truth === 'meaning' && judged.some(isOpen) ? 1 : 0;
  tally.caught += one.truth === 'exact' && judged.some(isOpen) ? 1 : 0;
  const isFailure =
    one.truth === 'right' ? isFlagged : one.truth === 'exact' ? !isFlagged : !judged.some(isOpen);
  if (values.id === undefined ? !isFailure || !isShown(one.kind) : one.id !== values.id) return;
  const found = alone.map(({ state, reason, derivation }) =>
    [
      state,
      reason,
      derivation && `${derivation.expression} of ${derivation.inputs.map(({ value }) => value)}`,
    ]
      .filter(Boolean)
      .join(': '),
  );
  console.log(
    `${one.id} [${key}] ${one.sentence}${one.marks}\n    ${notes.join('\n    ')}\n    → ${found.join(' / ')}`,
  );
  if (values.id !== undefined)
    console.log(one.sources.map(({ title, text }) => `--- ${title}\n${text}`).join('\n'));
}

function printTallies(title: string, tallies: ReadonlyMap<string, Tally>): void {
  console.log(
    `\n${title}\n\n| Truth | Kind | Statements | Flagged without a judge | Proved | Unjudged | With a judge |`,
  );
  console.log('| --- | --- | ---: | ---: | ---: | ---: | ---: |');
  for (const [key, { count, flagged, verified, unjudged, denied, caught }] of [...tallies].sort()) {
    const shares = [flagged, verified, unjudged].map((part) => `${part} (${percent(part, count)})`);
    const asked = key.startsWith('meaning')
      ? `${denied} (${percent(denied, count)}) open if it denies`
      : '';
    const held = key.startsWith('exact')
      ? `${caught} (${percent(caught, count)}) open if it affirms`
      : '';
    console.log(`| ${key} | ${count} | ${shares.join(' | ')} | ${asked}${held} |`);
  }
  for (const truth of ['right', 'exact', 'meaning']) {
    const own = [...tallies].filter(([key]) => key.startsWith(truth)).map(([, tally]) => tally);
    const sum = (of: keyof Tally) => own.reduce((total, tally) => total + tally[of], 0);
    const [count, flagged, denied, caught] = [
      sum('count'),
      sum('flagged'),
      sum('denied'),
      sum('caught'),
    ];
    const asked =
      truth === 'meaning'
        ? `, ${percent(denied, count)} open if a judge denies`
        : truth === 'exact'
          ? `, ${percent(caught, count)} open though a judge affirms`
          : '';
    if (count > 0)
      console.log(`${truth}: ${flagged} of ${count} flagged (${percent(flagged, count)})${asked}`);
  }
}

async function measureSet(title: string, statements: readonly BenchStatement[]): Promise<void> {
  const tallies = new Map<string, Tally>();
  for (const one of statements) await tallyStatement(one, tallies);
  printTallies(title, tallies);
}

async function measurePublic(folder: string): Promise<void> {
  if (values.set === 'pollock') return await measurePolluted(join(folder, 'pollock'));
  const [tatQa, tabFact] = [join(folder, 'tat-qa'), join(folder, 'tabfact')];
  if (values.set === 'grids') return await measureGridAnswers(tatQa, every, values.show);
  if (!existsSync(tatQa) || !existsSync(tabFact))
    throw new Error(`${folder} must hold the folders tat-qa and tabfact.`);
  if (values.set !== 'tabfact') {
    for (const form of chosenForms) {
      const { statements, leftOut } = readTatQa(tatQa, form as TatQaForm, every, split);
      await measureSet(`TAT-QA, ${form}`, statements);
      console.log(
        [...leftOut].map(([reason, count]) => `Left out, ${reason}: ${count} questions`).join('\n'),
      );
    }
  }
  if (values.set !== 'tat-qa') await measureSet('TabFact', readTabFact(tabFact, every));
}

/** Measures how polluted CSV files are read, beside their clean form. */
async function measurePolluted(folder: string): Promise<void> {
  // No budget, because one tenant does all the work here.
  const sandbox = openSandbox({ cpuBudgetMs: Number.MAX_SAFE_INTEGER });
  try {
    await measurePollock(createTables({ sandbox }), folder);
  } finally {
    await sandbox.close();
  }
}

const knownFailures = new URL(
  '../../packages/evidence/testing/corpus/known-failures.jsonl',
  import.meta.url,
);

/** Says what the check made of a case that it gets wrong. */
function explain({ verdict }: CorpusCase, alone: readonly Citation[]): string {
  if (verdict === 'asked') return 'no question reaches the judge';
  if (verdict === 'refuted')
    return `not caught: ${alone.map(({ state }) => state).join(', ') || 'no finding'}`;
  return `flagged: ${alone.find(isOpen)?.reason ?? 'by the judge'}`;
}

async function measureCorpus(): Promise<void> {
  const kinds = new Map<string, { cases: number; failed: number }>();
  const known: string[] = [];
  for (const one of corpusFiles.flatMap(readCorpus)) {
    if (values.id !== undefined && one.id !== values.id) continue;
    const { alone, isRight } = await checkCase(one);
    const key = `${one.verdict} | ${one.kind}`;
    const tally = kinds.get(key) ?? { cases: 0, failed: 0 };
    kinds.set(key, { cases: tally.cases + 1, failed: tally.failed + (isRight ? 0 : 1) });
    if (!isRight) known.push(JSON.stringify({ id: one.id, why: explain(one, alone) }));
    if (values.id === undefined && (isRight || !isShown(one.kind))) continue;
    const found = alone.map(({ state, reason }) => [state, reason].filter(Boolean).join(': '));
    console.log(
      `${one.id} [${one.verdict}] ${one.statement}\n    ${JSON.stringify(one.notes ?? {})}\n    → ${found.join(' / ')}`,
    );
  }
  if (values['write-known']) writeFileSync(knownFailures, `${known.join('\n')}\n`);
  console.log('\n| Verdict | Kind | Cases | Fail |\n| --- | --- | ---: | ---: |');
  for (const [key, { cases, failed }] of [...kinds].sort())
    console.log(`| ${key} | ${cases} | ${failed} |`);
  for (const verdict of ['right', 'refuted', 'asked', 'own']) {
    const own = [...kinds].filter(([key]) => key.startsWith(verdict)).map(([, tally]) => tally);
    const [cases, failed] = [
      own.reduce((sum, one) => sum + one.cases, 0),
      own.reduce((sum, one) => sum + one.failed, 0),
    ];
    console.log(`${verdict}: ${failed} of ${cases} fail (${percent(failed, cases)})`);
  }
}

if (values.faults) await measureFaults(values.questions);
else if (values.papers)
  await measurePapers({ every, split: split ?? 'all', isShown: values.show !== undefined });
else if (values.data === undefined) await measureCorpus();
else await measurePublic(values.data);
