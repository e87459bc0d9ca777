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
  const count = (wanted: Outcome) => outcomes.filter((outcome) => outcome === wanted).length;
  const all = [...papers.values()];
  const answers = all.flatMap(({ questions }) => questions).map((one) => findAnswer(one, judged));
  const known = answers.filter((answer) => answer !== undefined);
  const claims = all.reduce((sum, { claims: own }) => sum + own, 0);
  const flagged = all.reduce((sum, paper) => sum + paper.flagged.size, 0);
  const denied = known.filter(({ holds }) => !holds).length;
  const row = (what: string, statements: number, found: number) => ({ what, statements, found });
  return [
    row('planted faults: refuted by exact means', faults.length, count('refuted')),
    row('planted faults: denied by the recorded judge', faults.length, count('denied')),
    row('papers without the faults: flagged by exact means', claims, flagged),
    row('papers without the faults: denied by the recorded judge', known.length, denied),
  ];
}

async function readPaper(name: string): Promise<Paper> {
  const [engagement = '', filename = ''] = name.split('/');
  const rehearsal = await readRehearsal(join('papers', engagement));
  const document = rehearsal.documents.find((one) => one.filename === filename);
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
  const collect: Judge = async (asked) => {
    questions.push(...asked);
    return asked.map(() => null);
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
  const found = citations.filter((citation) => isOpen(citation) && isAbout(citation.claim));
  const before = [...flagged].flatMap(([claim, reason]) =>
    isPartOf(claim, fault.sentence) ? [reason] : [],
  );
  if (found.some(({ reason }) => !before.includes(reason ?? ''))) return 'refuted';
  if (found.length > 0) return 'flagged before';
  const own = questions.filter(({ statement }) => isAbout(statement));
  if (own.length === 0) return 'not asked';
  return own.some((one) => findAnswer(one, judged)?.holds === false) ? 'denied' : 'carried';
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
  const line = content.split('\n').find((one) => one.startsWith(label));
  if (line === undefined) throw new Error(`${id} changes a footnote that its paper does not have`);
  return faulty.replace(line, () => footnote);
}

/** True if one of two texts is a part of the other, footnote marks and signs of Markdown aside. */
function isPartOf(statement: string, sentence: string): boolean {
  const [one, other] = [statement, sentence].map((text) =>
    text.replace(/\[\^[^\]]+\]|[*|\s]/g, ''),
  );
  return one !== undefined && other !== undefined && (one.includes(other) || other.includes(one));
}

function keyOf({ ask, statement, figures, passages }: JudgeQuestion): string {
  const shown = JSON.stringify([ask, statement, figures, passages]);
  return createHash('sha256').update(shown).digest('hex').slice(0, 12);
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
  return judged.find((one) => one.key === key) ?? same.find(({ holds }) => !holds) ?? same.at(-1);
}

function readLines<Line>(path: string): Line[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Line);
}
