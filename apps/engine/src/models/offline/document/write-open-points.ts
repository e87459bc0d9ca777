import type { Gap } from '../brief/check-gaps.ts';
import type { Figure } from '../evidence/find-figures.ts';
import { nameOrigin, type Passage } from '../evidence/passage.ts';
import { pickDiverse, sortByReading } from '../evidence/pick-diverse.ts';
import type { RankedPassage } from '../evidence/rank-passages.ts';
import type { Pace } from '../pace.ts';
import { clipText } from '../text/clean-line.ts';
import { joinWords } from '../text/count-word.ts';
import { escapeMarkdown } from '../text/escape-markdown.ts';
import type { Word } from '../text/read-words.ts';
import { type Citations, quotePassage } from './citations.ts';
import { writeList, writeNumberedList } from './compose.ts';
import type { Evidence } from './gather-evidence.ts';
import { assumptionPattern, riskPattern, unknownPattern } from './outlines.ts';

/** Risks and assumptions that the material itself names. */
export function writeRisks(evidence: Evidence, citations: Citations): string {
  const pool = evidence.statements.slice(0, 300);
  const risks = pickDiverse(
    pool.filter(({ passage }) => riskPattern.test(passage.text)),
    4,
  );
  const assumed = pickDiverse(
    pool.filter(({ passage }) => assumptionPattern.test(passage.text)),
    3,
    risks,
  );
  const quoteAll = (statements: RankedPassage[]) =>
    writeList(sortByReading(statements).map((statement) => quotePassage(statement.passage, citations)));
  return [
    risks.length > 0 ? `Named in the material as a risk or a doubt:\n\n${quoteAll(risks)}` : '',
    assumed.length > 0 ? `Stated as an estimate or expectation, to be confirmed:\n\n${quoteAll(assumed)}` : '',
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** The terms of the task on which neither statement, table nor request of the material has a word. */
export async function findSilentTerms(terms: Word[], evidence: Evidence, pace: Pace): Promise<Word[]> {
  const silent = new Map(terms.map((term) => [term.stem, term]));
  const upstream = evidence.upstream.flatMap((document) => document.statements.map((entry) => entry.passage));
  for (const { stems } of [...evidence.material.passages, ...evidence.material.tables, ...upstream]) {
    if (pace.isDue()) await pace.rest();
    for (const stem of stems) silent.delete(stem);
    if (silent.size === 0) break;
  }
  return [...silent.values()];
}

/** What the material leaves unknown for this task, what it names as missing, and what it says nothing on. */
export function writeOpenQuestions(gaps: Gap[], silent: Word[], evidence: Evidence, citations: Citations): string {
  const questions = gaps.map((gap) => gap.question);
  const lacking = evidence.statements.filter(({ passage }) => unknownPattern.test(passage.text));
  for (const { passage } of sortByReading(pickDiverse(lacking, 4))) {
    questions.push(`Named as missing by the material itself: ${quotePassage(passage, citations)}`);
  }
  if (silent.length > 0) {
    const words = joinWords(silent.slice(0, 4).map((term) => `“${escapeMarkdown(term.shown)}”`));
    questions.push(
      `What can be said about ${words}? The task names ${silent.length === 1 ? 'it' : 'them'}, the material does not.`,
    );
  }
  const steering = evidence.material.passages.find((passage: Passage) => passage.isInstruction);
  if (steering) {
    questions.push(
      `Is ${escapeMarkdown(nameOrigin(steering.origin))} trustworthy? It holds words that try to direct the writer; they were not followed.`,
    );
  }
  return writeList(questions);
}

/** The next steps: close the gaps, verify the figures, keep the dates. */
export function writeNextSteps(gaps: Gap[], figures: Figure[], silent: Word[], evidence: Evidence): string {
  const steps = gaps.slice(0, 3).map((gap) => `${gap.step}.`);
  const hard = ['money', 'share', 'count'].flatMap((kind) => figures.filter((figure) => figure.kind === kind));
  const amounts = [...new Set(hard.filter((figure) => !figure.passage.isAsk).map((figure) => figure.shown))];
  if (amounts.length > 0) {
    steps.push(
      `Verify ${joinWords(amounts.slice(0, 3).map(escapeMarkdown))} with whoever supplied ${amounts.length === 1 ? 'it' : 'them'} before a conclusion is built on ${amounts.length === 1 ? 'it' : 'them'}.`,
    );
  }
  const date = figures.find((figure) => figure.kind === 'date' && isDeadline(figure));
  if (date)
    steps.push(
      `Plan back from ${escapeMarkdown(date.shown)} (“${escapeMarkdown(date.context)}”) and fix the latest start of each step.`,
    );
  const doubt = evidence.statements.find(({ passage }) => riskPattern.test(passage.text));
  if (doubt)
    steps.push(
      `Settle the doubt raised in “${escapeMarkdown(clipText(doubt.passage.text, 120))}” with the people who raised it.`,
    );
  if (silent[0])
    steps.push(
      `Attach a source on ${joinWords(silent.slice(0, 2).map((term) => escapeMarkdown(term.shown)))} and run this task again.`,
    );
  return writeNumberedList(steps);
}

const deadlineLead =
  /\b(?:by|until|before|due|deadline|closes? on|decided on|ends? (?:on|in|at)|expires? (?:on|in)|(?:re)?opens? on|launch(?:es)? (?:on|in)|end of)\s+(?:the\s+)?(?:end of\s+)?$/i;

/** True for a date that something must be done by, not one that something happened on. */
function isDeadline({ shown, context }: Figure): boolean {
  return deadlineLead.test(context.slice(0, context.indexOf(shown)).slice(-40));
}
