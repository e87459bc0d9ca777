import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOpen } from '@ecp/contract/values/citation-counts';
import type { Citation } from '@ecp/contract/values/citations';
import type { Judge, JudgeQuestion } from '@ecp/evidence/material';
import { buildPrompt } from '../../apps/server/src/engine/agents/prompts/render-prompt.ts';
import { checkDeliverable } from '../../apps/server/src/engine/evidence/check-deliverable.ts';
import {
  materialOf,
  type RecordedDocument,
  type Rehearsal,
  readRehearsal,
  rehearsalsFolder,
} from '../../scripts/demo/recorded/read-rehearsal.ts';

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
 * How the check takes a fault: exact means refute it, a judge denies it, a judge carries it, or
 * nobody is asked. A sentence that is flagged for the same reason without the fault was `flagged
 * before`, which catches nothing.
 */
type Outcome = 'refuted' | 'denied' | 'carried' | 'flagged before' | 'not asked' | 'unanswered';

const paths = {
  faults: join(rehearsalsFolder, 'faults.jsonl'),
  judged: join(rehearsalsFolder, 'faults-judged.jsonl'),
};

/** Papers of one engagement with the questions that are asked about them as they stand. */
interface Paper {
  rehearsal: Rehearsal;
  document: RecordedDocument;
  /** The reasons of flagged statements, by statement. */
  flagged: ReadonlyMap<string, string>;
  questions: readonly JudgeQuestion[];
}

/**
 * Puts each planted fault into its paper and checks it, with the recorded answers of a judge. Also
 * counts the right statements of the same papers that exact means flag and that the judge denies.
 * @param questionsPath gets the questions without an answer as a judge reads them, in the order of
 * their hashes, so that
 * it hides which of them are about a fault
 */
export async function measureFaults(questionsPath: string | undefined): Promise<void> {
  const faults = readLines<Fault>(paths.faults);
  const judged = existsSync(paths.judged) ? readLines<Judged>(paths.judged) : [];
  const papers = new Map<string, Paper>();
  for (const paper of new Set(faults.map((fault) => fault.paper)))
    papers.set(paper, await readPaper(paper));
  const open = new Map<string, JudgeQuestion>();
  const outcomes: { fault: Fault; outcome: Outcome; why: string }[] = [];
  for (const fault of faults) {
    const paper = papers.get(fault.paper);
    if (!paper) throw new Error(`There is no paper ${fault.paper}`);
    outcomes.push({ fault, ...(await checkFault(fault, paper, judged, open)) });
  }
  printOutcomes(outcomes);
  const asked = [...papers.values()].flatMap(({ questions }) => questions);
  const answers = asked.map((question) => ({ question, answer: findAnswer(question, judged) }));
  // As many right statements as there are faults are enough to hide them and to count false
  // denials.
  const lastOf = (question: JudgeQuestion) => keyOf(question).slice(6);
  const sample = asked
    .toSorted((one, other) => (lastOf(one) < lastOf(other) ? -1 : 1))
    .slice(0, faults.length);
  const known = answers.filter(({ answer }) => answer).length;
  for (const question of sample.slice(known))
    if (!findAnswer(question, judged)) open.set(keyOf(question), question);
  const denied = answers.filter(({ answer }) => answer?.holds === false);
  const flagged = [...papers].flatMap(([name, paper]) =>
    [...paper.flagged].map(([claim, reason]) => `${name}: ${claim} (${reason})`),
  );
  const count = answers.filter(({ answer }) => answer).length;
  console.log(
    `\nRight statements: ${flagged.length} flagged by exact means; ${denied.length} of ${count} denied.`,
  );
  for (const line of flagged) console.log(`  flagged: ${line}`);
  for (const { question, answer } of denied)
    console.log(`  denied: ${question.statement} (${answer?.reason})`);
  if (questionsPath !== undefined) writeQuestions(questionsPath, [...open.values()]);
  else if (open.size > 0)
    console.log(`${open.size} questions have no answer: --questions FILE writes them.`);
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
  open: Map<string, JudgeQuestion>,
): Promise<{ outcome: Outcome; why: string }> {
  const questions: JudgeQuestion[] = [];
  const { citations } = await check(rehearsal, document, plant(fault, document.content), questions);
  const isAbout = (statement: string) => isPartOf(statement, fault.changed);
  const found = citations.filter(
    (citation: Citation) => isOpen(citation) && isAbout(citation.claim),
  );
  const before = [...flagged].flatMap(([claim, reason]) =>
    isPartOf(claim, fault.sentence) ? [reason] : [],
  );
  const refuted = found.find(({ reason }) => !before.includes(reason ?? ''));
  if (refuted) return { outcome: 'refuted', why: refuted.reason ?? '' };
  if (found.length > 0) return { outcome: 'flagged before', why: before.join('; ') };
  const own = questions.filter(({ statement }) => isAbout(statement));
  if (own.length === 0) {
    const states = citations.filter(({ claim }) => isAbout(claim)).map(({ state }) => state);
    return { outcome: 'not asked', why: states.join(', ') };
  }
  const answers = own.map((question) => ({ question, answer: findAnswer(question, judged) }));
  for (const { question, answer } of answers) if (!answer) open.set(keyOf(question), question);
  const denial = answers.find(({ answer }) => answer?.holds === false);
  if (denial) return { outcome: 'denied', why: denial.answer?.reason ?? '' };
  const isOpenQuestion = answers.some(({ answer }) => !answer);
  return {
    outcome: isOpenQuestion ? 'unanswered' : 'carried',
    why: answers[0]?.answer?.reason ?? '',
  };
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

function printOutcomes(outcomes: readonly { fault: Fault; outcome: Outcome; why: string }[]): void {
  const columns: Outcome[] = [
    'refuted',
    'denied',
    'carried',
    'flagged before',
    'not asked',
    'unanswered',
  ];
  console.log(
    `\n| Kind of fault | Faults | ${columns.join(' | ')} |\n| --- | ---: |${' ---: |'.repeat(columns.length)}`,
  );
  const row = (name: string, own: typeof outcomes) => {
    const counts = columns.map((column) => own.filter(({ outcome }) => outcome === column).length);
    console.log(`| ${name} | ${own.length} | ${counts.join(' | ')} |`);
  };
  for (const [kind, own] of Map.groupBy(outcomes, ({ fault }) => fault.kind)) row(kind, own);
  row('all', outcomes);
  const missed = outcomes.filter(({ outcome }) => outcome !== 'refuted' && outcome !== 'denied');
  for (const { fault, outcome, why } of missed)
    console.log(`${fault.id}, ${outcome} (${why}): ${fault.changed}`);
}

const markerOfFile = '0'.repeat(8);

/**
 * Writes questions as the prompt of a judge shows them, in parts of 40, and their hashes in the
 * same order.
 */
function writeQuestions(path: string, questions: readonly JudgeQuestion[]): void {
  const sorted = questions.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  const engagement = {
    name: '',
    client: '',
    brief: '',
    language: 'en' as const,
    today: '2026-11-26',
    tasks: [],
  };
  const parts: string[] = [];
  for (let first = 0; first < sorted.length; first += 40) {
    const input = {
      engagement,
      date: engagement.today,
      questions: sorted.slice(first, first + 40),
    };
    const setting = {
      fence: markerOfFile,
      hasTools: false,
      vision: false,
      contextWindow: null,
      scale: 1,
    };
    const { parts: shown } = buildPrompt('judge', input, {
      ...setting,
      documentTokens: 8_000,
      modelTokens: 8_000,
    });
    parts.push(shown.map(({ text }) => text).join('\n\n'));
  }
  writeFileSync(path, parts.join('\n\n=====\n\n'));
  const listed = sorted.map((question) => ({
    key: keyOf(question),
    statement: question.statement,
    ask: question.ask,
  }));
  writeFileSync(`${path}.keys.jsonl`, listed.map((one) => `${JSON.stringify(one)}\n`).join(''));
  console.log(`${sorted.length} questions in ${path}.`);
}

function readLines<Line>(path: string): Line[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Line);
}
