import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOpen } from '@ecp/contract/values/citation-counts';
import type { Judge, JudgeQuestion } from '@ecp/evidence/material';
import { checkDeliverable } from '../../apps/server/src/engine/evidence/check-deliverable.ts';
import {
  materialOf,
  type RecordedDocument,
  type Rehearsal,
  readRehearsal,
  rehearsalsFolder,
} from '../../scripts/demo/recorded/read-rehearsal.ts';
import type { Measured, Show } from './measured.ts';

/** A fault that was planted in a delivered paper, one line of `faults.jsonl`. */
interface Fault {
  id: string;
  /** The engagement and the document: `two-books/where-the-two-files-differ.md`. */
  paper: string;
  kind: string;
  /** The sentence or row as it stands in the paper. */
  sentence: string;
  /** The same with the fault. */
  changed: string;
  /** The definition of a footnote that changes with it. */
  footnote?: string;
}

/** A judge's answer, one line of `faults-judged.jsonl`. */
interface Judged {
  /** Hash of what the question shows. */
  key: string;
  statement: string;
  ask: JudgeQuestion['ask'];
  holds: boolean;
  reason: string;
}

/**
 * How the check takes a fault: exact means refute it, the judge denies it, the judge carries it, or
 * nobody is asked. A sentence that was flagged for the same reason before catches nothing.
 */
type Outcome = 'refuted' | 'denied' | 'carried' | 'flagged before' | 'not asked';

const paths = {
  faults: join(rehearsalsFolder, 'faults.jsonl'),
  judged: join(rehearsalsFolder, 'faults-judged.jsonl'),
};

/** A paper as it stands, with the questions that are asked about it. */
interface Paper {
  rehearsal: Rehearsal;
  document: RecordedDocument;
  /** The reasons of flagged statements, by statement. */
  flagged: ReadonlyMap<string, string>;
  questions: readonly JudgeQuestion[];
  /** Number of its statements. */
  claims: number;
}

/**
 * Puts each planted fault into its paper and checks it, with the recorded answers of a judge.
 * Measures which are caught, and how many right statements of the same papers are flagged or denied.
 */
export async function measureFaults(show: Show): Promise<Measured[]> {
  const faults = readLines<Fault>(paths.faults);
  const judged = readLines<Judged>(paths.judged);
  const papers = new Map<string, Paper>();
  for (const name of new Set(faults.map((fault) => fault.paper)))
    papers.set(name, await readPaper(name));
  const outcomes: Outcome[] = [];
  for (const fault of faults) {
    const paper = papers.get(fault.paper);
    if (!paper) throw new Error(`There is no paper ${fault.paper}`);
    const outcome = await checkFault(fault, paper, judged);
    outcomes.push(outcome);
    if (outcome !== 'refuted' && outcome !== 'denied')
      show(`${fault.id}, ${outcome}: ${fault.changed}`);
  }
  const whole = [...papers.values()];
  const questions = whole.flatMap((paper) => paper.questions);
  const answers = questions.flatMap((question) => findAnswer(question, judged) ?? []);
  const row = (title: string, statements: number, count: number) => ({ title, statements, count });
  const byOutcome = Map.groupBy(outcomes, (outcome) => outcome);
  const countOf = (outcome: Outcome) => byOutcome.get(outcome)?.length ?? 0;
  return [
    row('planted faults: refuted by exact means', faults.length, countOf('refuted')),
    row('planted faults: denied by the recorded judge', faults.length, countOf('denied')),
    row(
      'papers without the faults: flagged by exact means',
      whole.reduce((sum, { claims }) => sum + claims, 0),
      whole.reduce((sum, { flagged }) => sum + flagged.size, 0),
    ),
    row(
      'papers without the faults: denied by the recorded judge',
      answers.length,
      answers.filter(({ holds }) => !holds).length,
    ),
  ];
}

async function readPaper(name: string): Promise<Paper> {
  const [engagement = '', filename = ''] = name.split('/');
  const rehearsal = await readRehearsal(join('papers', engagement));
  const document = rehearsal.documents.find((paper) => paper.filename === filename);
  if (!document) throw new Error(`${engagement} has no document ${filename}`);
  const questions: JudgeQuestion[] = [];
  const { citations } = await check(rehearsal, document, document.content, questions);
  return {
    rehearsal,
    document,
    questions,
    claims: new Set(citations.map(({ claim }) => claim)).size,
    flagged: new Map(
      citations.filter(isOpen).map(({ claim, reason }) => [claim, reason ?? ''] as const),
    ),
  };
}

function check(
  rehearsal: Rehearsal,
  document: RecordedDocument,
  content: string,
  questions: JudgeQuestion[],
) {
  const collect: Judge = async (batch) => {
    questions.push(...batch);
    return batch.map(() => null);
  };
  return checkDeliverable(content, materialOf(rehearsal, document), collect);
}

async function checkFault(
  fault: Fault,
  { rehearsal, document, flagged }: Paper,
  judged: readonly Judged[],
): Promise<Outcome> {
  const questions: JudgeQuestion[] = [];
  const { citations } = await check(rehearsal, document, plant(fault, document.content), questions);
  const isAbout = (statement: string) => isPartOf(statement, fault.changed);
  const flags = citations.filter((citation) => isOpen(citation) && isAbout(citation.claim));
  const before = [...flagged].flatMap(([claim, reason]) =>
    isPartOf(claim, fault.sentence) ? [reason] : [],
  );
  if (flags.some(({ reason }) => !before.includes(reason ?? ''))) return 'refuted';
  if (flags.length > 0) return 'flagged before';
  const doubts = questions.filter(({ statement }) => isAbout(statement));
  if (doubts.length === 0) return 'not asked';
  const isDenied = doubts.some((question) => findAnswer(question, judged)?.holds === false);
  return isDenied ? 'denied' : 'carried';
}

/**
 * Returns the paper with the fault. Throws an Error where the sentence does not stand in it once.
 */
function plant({ id, sentence, changed, footnote }: Fault, content: string): string {
  if (content.split(sentence).length !== 2)
    throw new Error(`The sentence of ${id} does not stand once in its paper`);
  const faulty = content.replace(sentence, () => changed);
  if (footnote === undefined) return faulty;
  const label = footnote.slice(0, footnote.indexOf(':') + 1);
  const line = content.split('\n').find((text) => text.startsWith(label));
  if (line === undefined) throw new Error(`${id} changes a footnote that its paper does not have`);
  return faulty.replace(line, () => footnote);
}

/** True if one of two texts is a part of the other, footnote marks and signs of Markdown aside. */
function isPartOf(statement: string, sentence: string): boolean {
  const [first, second] = [statement, sentence].map((text) =>
    text.replace(/\[\^[^\]]+\]|[*|\s]/g, ''),
  );
  if (first === undefined || second === undefined) return false;
  return first.includes(second) || second.includes(first);
}

function keyOf({ ask, statement, figures, passages }: JudgeQuestion): string {
  const text = JSON.stringify([ask, statement, figures, passages]);
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/**
 * Finds the answer to a question, else those about the same statement: it holds if all of its parts
 * do.
 */
function findAnswer(question: JudgeQuestion, judged: readonly Judged[]): Judged | undefined {
  const key = keyOf(question);
  const same = judged.filter(
    ({ statement, ask }) => statement === question.statement && ask === question.ask,
  );
  const exact = judged.find((answer) => answer.key === key);
  return exact ?? same.find(({ holds }) => !holds) ?? same.at(-1);
}

function readLines<Line>(path: string): Line[] {
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Line);
}
