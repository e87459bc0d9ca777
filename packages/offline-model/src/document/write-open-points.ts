import { escapeMarkdown } from '@ecp/markdown/escape-markdown';
import type { TimeSlice } from '@ecp/semaphore/time-slice';
import type { Gap } from '../brief/check-gaps.ts';
import type { FigureConflict } from '../conflicts/find-conflicts.ts';
import type { Figure } from '../evidence/find-figures.ts';
import { nameOrigin } from '../evidence/passage.ts';
import { pickDiverse, sortByReading } from '../evidence/pick-diverse.ts';
import type { RankedPassage } from '../evidence/rank-passages.ts';
import type { Word } from '../text/read-words.ts';
import { capitalize, joinWords, spellCountOf } from '../text/spell-count.ts';
import { type Citations, quotePassage } from './citations.ts';
import { writeList, writeNumberedList } from './compose.ts';
import type { DraftEvidence } from './gather-evidence.ts';
import { assumptionPattern, riskPattern, unknownPattern } from './outlines.ts';
import { nameFigures } from './write-conflicts.ts';

/** The points that a draft reports as unknown. */
export interface OpenPoints {
  gaps: Gap[];
  /** Statements of the material that name something unknown. */
  lacking: RankedPassage[];
  /** Points of the task for which nothing was found. */
  empty: string[];
  /** Words of the task that are not in the material. */
  silent: Word[];
}

const maxGaps = 3;

/** Writes the risks and assumptions that the material names and the draft has not quoted yet. */
export function writeRisks(statements: RankedPassage[], used: RankedPassage[], citations: Citations): string {
  const pool = statements.slice(0, 300).filter(({ passage }) => !unknownPattern.test(passage.text));
  const risks = pickDiverse(
    pool.filter(({ passage }) => riskPattern.test(passage.text)),
    3,
    used,
  );
  const assumed = pickDiverse(
    pool.filter(({ passage }) => assumptionPattern.test(passage.text)),
    2,
    [...used, ...risks],
  );
  const quoteAll = (chosen: RankedPassage[]) =>
    writeList(sortByReading(chosen).map((statement) => quotePassage(statement.passage, citations)));
  return [
    risks.length > 0 ? `Named in the material as a risk or a doubt:\n\n${quoteAll(risks)}` : '',
    assumed.length > 0 ? `Stated as an estimate or expectation, to be confirmed:\n\n${quoteAll(assumed)}` : '',
  ]
    .filter(Boolean)
    .join('\n\n');
}

const unknownHeading =
  /\b(?:(?:do|does|did|could|can) ?not (?:know|establish|say|tell)|not known|unknowns?|open questions|limits of what is known)\b/i;

/** Finds statements that name something unknown, or that are under such a heading; nearest to the task first. */
export function findStatedGaps(evidence: DraftEvidence): RankedPassage[] {
  return evidence.statements.filter(
    ({ passage }) => unknownPattern.test(passage.text) || unknownHeading.test(passage.heading ?? ''),
  );
}

/** Returns the terms of the task that no statement, table or request of the material mentions. */
export async function findUnmentionedTerms(
  terms: Word[],
  evidence: DraftEvidence,
  timeSlice: TimeSlice,
): Promise<Word[]> {
  const silent = new Map(terms.map((term) => [term.stem, term]));
  const upstream = evidence.upstream.flatMap((document) => document.statements.map((entry) => entry.passage));
  for (const { stems } of [...evidence.material.passages, ...evidence.material.tables, ...upstream]) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    for (const stem of stems) silent.delete(stem);
    if (silent.size === 0) break;
  }
  return [...silent.values()];
}

/** Writes what the material leaves unknown for this task, what it calls missing, and what it does not mention. */
export function writeOpenQuestions(points: OpenPoints, evidence: DraftEvidence, citations: Citations): string {
  const { gaps, lacking, empty, silent } = points;
  const questions = gaps.slice(0, maxGaps).map((gap) => gap.question);
  if (empty.length > 0) {
    const titles = joinWords(empty.map((title) => `*${escapeMarkdown(title)}*`));
    questions.push(`Who can speak on ${titles}? The task asks for it, the material has no statement on it.`);
  } else if (silent.length > 0) {
    const words = joinWords(silent.slice(0, 4).map((term) => `“${escapeMarkdown(term.shown)}”`));
    questions.push(
      `What can be said about ${words}? The task names ${silent.length === 1 ? 'it' : 'them'}, the material does not.`,
    );
  }
  const { steered } = evidence.material;
  if (steered.size > 0) {
    const names = [...new Set([...steered].map(nameOrigin))].slice(0, 6).map(escapeMarkdown);
    questions.push(
      `Can ${joinWords(names)} be trusted? Text that looks like instructions was ignored there: words that try to direct the writer; they were not followed.`,
    );
  }
  const named = sortByReading(lacking).map(({ passage }) => quotePassage(passage, citations));
  const parts = [
    writeList(questions),
    named.length > 0 ? `What the material itself names as not known:\n\n${writeList(named)}` : '',
  ];
  return parts.filter(Boolean).join('\n\n');
}

/** Writes the next steps: resolve the conflicts, close the gaps, meet the deadline. */
export function writeNextSteps(
  points: OpenPoints,
  conflicts: FigureConflict[],
  figures: Figure[],
  hasTables: boolean,
): string {
  const steps = conflicts.slice(0, 3).map((conflict) => {
    const { passage, other } = conflict;
    const second = other.kind === 'row' ? other.table.origin : other.passage.origin;
    const sources = joinWords([nameOrigin(passage.origin), nameOrigin(second)].map(escapeMarkdown));
    return `Ask those who wrote ${sources} which holds, ${nameFigures(conflict)}, and what was counted.`;
  });
  steps.push(...points.gaps.slice(0, 2).map((gap) => `${gap.step}.`));
  if (points.lacking.length > 0) {
    const count = spellCountOf(points.lacking.length, 'gap');
    steps.push(
      `${capitalize(count)} named by the material ${points.lacking.length === 1 ? 'is' : 'are'} listed above: decide which must be closed before the decision, and by whom.`,
    );
  }
  if (hasTables) steps.push('Have the owner of the tables confirm the computed figures before they leave the team.');
  const date = figures.find((figure) => figure.kind === 'date' && isDeadline(figure));
  if (date)
    steps.push(
      `Plan back from ${escapeMarkdown(date.shown)} (“${escapeMarkdown(date.context)}”) and fix the latest start of each step.`,
    );
  return writeNumberedList(steps);
}

const deadlineLead =
  /\b(?:by|until|before|due|deadline|closes? on|decid(?:ed|es) (?:\S+ ){0,4}on|meets on|ends? (?:on|in|at)|expires? (?:on|in)|(?:re)?opens? on|launch(?:es)? (?:on|in)|end of)\s+(?:the\s+)?(?:end of\s+)?$/i;

/** True for a full date that is a deadline, not the date of a past event. */
function isDeadline({ shown, context, passage }: Figure): boolean {
  if (!/\p{L}/u.test(shown) && !/-/.test(shown)) return false;
  const isPast = /\b(?:was|were|had|until then)\b/i.test(passage.text);
  return !isPast && deadlineLead.test(context.slice(0, context.indexOf(shown)).slice(-50));
}
