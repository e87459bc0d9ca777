import type { PromptInputs, PromptOutputs, SourceDocument } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/time-slice';
import { readTaskTerms } from '../brief/make-query.ts';
import { listDocuments } from '../document/gather-evidence.ts';
import { readMaterial } from '../evidence/read-material.ts';
import { findUnsupportedNumbers } from '../measure/check-figures.ts';
import { type DocumentMeasures, measureDocument, saturate } from '../measure/measure-document.ts';
import { computeFindings } from '../tables/compute-findings.ts';
import { readLines } from '../text/clean-line.ts';
import { readStems, type Word } from '../text/read-words.ts';
import { capitalize, joinWords, spellCountOf } from '../text/spell-count.ts';

const lowest = 42;
const span = 55;

/** Scores a draft by measurements, and reports issues that a revision can act on. */
export async function observeDraft(
  input: PromptInputs['observe'],
  timeSlice: TimeSlice,
): Promise<PromptOutputs['observe']> {
  const { task, engagement, draft, sources } = input;
  const measures = measureDocument(draft);
  await timeSlice.yieldToEventLoop();
  const terms = readTaskTerms(task, 8);
  const missing = terms.filter((term) => !measures.stems.has(term.stem));
  const texts = [
    engagement.brief,
    engagement.name,
    engagement.client,
    task.name,
    task.description,
    ...sources.map((source) => source.text),
  ];
  const unsupported = await findUnsupportedNumbers(
    await withoutComputed(draft, sources, engagement.brief, timeSlice),
    texts,
    timeSlice,
  );
  const named = await findNamed(
    missing,
    texts.filter((text) => text !== task.name && text !== task.description),
    timeSlice,
  );
  const covered = terms.length === 0 ? 0.5 : 1 - missing.length / terms.length;
  const quality =
    0.24 * covered +
    0.22 * saturate(measures.citations, 34) +
    0.1 * saturate(measures.citedSources, 6) +
    0.14 * saturate(measures.sections, 14) +
    0.12 * saturate(measures.words, 1300) +
    0.08 * saturate(measures.nextSteps, 7) +
    0.06 * (measures.openQuestions > 0 ? 1 : 0) +
    0.04 * (measures.risks > 0 ? 1 : 0);
  const penalty = Math.min(25, unsupported.length * 5) + (measures.words > 4000 ? 6 : 0);
  const score = Math.round(
    Math.min(95, Math.max(0, lowest + span * quality - penalty - (measures.words < 60 ? 25 : 0))),
  );
  return {
    score,
    strengths: listStrengths(measures, terms, missing),
    issues: listIssues(measures, named, unsupported),
  };
}

/** Returns the draft without lines that can be computed word for word from the tables of the material. */
async function withoutComputed(
  draft: string,
  sources: SourceDocument[],
  brief: string,
  timeSlice: TimeSlice,
): Promise<string> {
  if (!draft.includes('Computed: ')) return draft;
  const { tables } = await readMaterial(listDocuments(brief, sources), timeSlice);
  const known = new Set<string>();
  for (const table of tables) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    for (const { text } of computeFindings(table)) known.add(text);
  }
  const lines = draft.split('\n');
  return lines.filter((line) => !known.has(line.slice(Math.max(0, line.indexOf('Computed: '))))).join('\n');
}

/** Returns those of the missing terms that occur in the brief or the sources. */
async function findNamed(missing: Word[], texts: string[], timeSlice: TimeSlice): Promise<Word[]> {
  const open = new Map(missing.map((word) => [word.stem, word]));
  const found: Word[] = [];
  for (const text of texts) {
    for (const line of readLines(text)) {
      if (open.size === 0) return found;
      if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
      for (const stem of readStems(line)) {
        const word = open.get(stem);
        if (word) found.push(word);
        open.delete(stem);
      }
    }
  }
  return found;
}

function listStrengths(measures: DocumentMeasures, terms: Word[], missing: Word[]): string[] {
  const strengths: string[] = [];
  if (terms.length > 0 && missing.length === 0) strengths.push('It speaks to every key term of the task.');
  if (measures.citations >= 6)
    strengths.push(
      `${spellCountOf(measures.citedSources, 'document')} cited in ${spellCountOf(measures.citations, 'place')}.`,
    );
  if (measures.tableRows >= 3)
    strengths.push(`Figures and facts are tabled in ${spellCountOf(measures.tableRows, 'row')}.`);
  if (measures.openQuestions > 0)
    strengths.push(`It names ${spellCountOf(measures.openQuestions, 'open question')} instead of guessing.`);
  return strengths.map(capitalize);
}

function listIssues(measures: DocumentMeasures, named: Word[], unsupported: string[]): string[] {
  const issues: string[] = [];
  for (const number of unsupported.slice(0, 5))
    issues.push(`Remove the figure “${number}”: it stands neither in the brief nor in a source.`);
  if (named.length > 0) {
    const words = joinWords(named.slice(0, 4).map((word) => `“${word.shown}”`));
    issues.push(`Add what the material says about ${words}: the task names it and the draft does not.`);
  }
  if (measures.citations < 4)
    issues.push('Add evidence: quote the statements that bear on the task, each with its source.');
  if (measures.openQuestions === 0)
    issues.push('List the open questions: what the material leaves unknown for this task.');
  if (measures.words > 4000) issues.push('Shorten the draft: keep the strongest statements of each section.');
  return issues;
}
