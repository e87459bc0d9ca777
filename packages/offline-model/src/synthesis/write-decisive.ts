import { escapeMarkdown } from '@ecp/markdown/rendered-text';
import { joinWords } from '../frame/frame-of.ts';
import { quotePassage } from '../pack/citations.ts';
import type { Writing } from '../pack/write-findings.ts';
import { writeList } from '../pack/write-markdown.ts';
import { flattenText } from '../text/clean-line.ts';
import { nestQuotes, quoteText } from '../text/quote-text.ts';
import type { DecisiveStatement } from './choose-decisive.ts';
import { quoteStatement } from './cited-statement.ts';
import type { Conclusion } from './find-conclusions.ts';
import type { ReadDocument } from './read-upstream.ts';
import type { AskedClause } from './split-requests.ts';

/** Writes decisive statements under what the brief asks, each group in the order of the documents. */
export function writeByQuestion(
  decisive: readonly DecisiveStatement[],
  clauses: readonly AskedClause[],
  documents: readonly ReadDocument[],
  writing: Writing,
): string {
  const groups = [...clauses, null].map((clause) => {
    const own = inReadingOrder(
      decisive.filter((one) => one.clause === clause),
      documents,
    );
    const title = clause === null ? writing.frame.synthesis.further : clause.text;
    return own.length === 0 ? '' : `### ${escapeMarkdown(title)}\n\n${quoteAll(own, writing)}`;
  });
  return groups.filter(Boolean).join('\n\n');
}

function inReadingOrder(decisive: readonly DecisiveStatement[], documents: readonly ReadDocument[]) {
  return decisive.toSorted(
    (one, other) =>
      documents.indexOf(one.document) - documents.indexOf(other.document) ||
      one.statement.passage.order - other.statement.passage.order,
  );
}

const quoteAll = (decisive: readonly DecisiveStatement[], writing: Writing) =>
  writeList(decisive.map(({ statement }) => quoteStatement(statement, writing)));

/**
 * Writes the conclusion of every document with a footnote to its file, and the statements given for it; what the answer
 * has is not repeated. Documents without a conclusion are named once for all.
 */
export function writeConclusions(
  conclusions: readonly Conclusion[],
  answer: readonly Conclusion[],
  decisive: readonly DecisiveStatement[],
  writing: Writing,
): string {
  const { language, citations, frame } = writing;
  const entries = conclusions.flatMap((conclusion) => {
    const { document, passages } = conclusion;
    const quotes = passages.map((one) => quotePassage(one, citations, language));
    const concluded = answer.includes(conclusion) ? frame.synthesis.above : quotes.join(' ');
    const own = inReadingOrder(
      decisive.filter((one) => one.document === document),
      [document],
    ).map(({ statement }) => quoteStatement(statement, writing));
    const words = [concluded, ...own].filter(Boolean).join(language === 'ja' ? '' : ' ');
    return words === '' ? [] : [`**${nameDocument(document, writing)}**: ${words}`];
  });
  const silent = conclusions.filter(({ passages }) => passages.length === 0);
  // A document that is listed above has its file named there.
  const names = silent.map(({ document }) =>
    decisive.length > 0 ? nameTask(document, writing) : nameDocument(document, writing),
  );
  const rest = names.length === 0 ? '' : frame.synthesis.evidenceOnly(joinWords(names, language));
  return [writeList(entries), rest].filter(Boolean).join('\n\n');
}

function nameDocument(document: ReadDocument, writing: Writing): string {
  return `${nameTask(document, writing)} (${escapeMarkdown(flattenText(document.filename, 200))})`;
}

const nameTask = ({ taskName }: ReadDocument, { language, frame }: Writing) =>
  escapeMarkdown(flattenText(nestQuotes(taskName, language), 200) || frame.untitled);

/** Writes what the brief asks and no document says anything on; nothing if there is no such thing. */
export function writeSilent(silent: readonly AskedClause[], { frame, language }: Writing): string {
  if (silent.length === 0) return '';
  const points = silent.map(({ text }) => escapeMarkdown(quoteText(text, language)));
  return frame.synthesis.silentOn(joinWords(points, language));
}
