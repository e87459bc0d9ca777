import { escapeMarkdown } from '@ecp/markdown/rendered-text';
import type { DraftInput, GivenFigure } from '@ecp/model-calls/prompt-types';
import type { Passage } from '../material/passage.ts';
import type { Writing } from '../pack/write-findings.ts';
import { writeList, writeTable } from '../pack/write-markdown.ts';
import { flattenText } from '../text/clean-line.ts';
import { readStems } from '../text/read-words.ts';
import { citeStatement } from './cited-statement.ts';
import type { ReadDocument } from './read-upstream.ts';

const maxLabel = 160;
const maxConflicts = 12;

/** The material of the ledger's section: the documents, and the words of the brief and of the conclusions. */
export interface LedgerContext {
  documents: readonly ReadDocument[];
  /** Stems of what the brief asks and the documents conclude. */
  wanted: ReadonlySet<string>;
  /** Most figures to show. */
  most: number;
}

/**
 * Writes the figures of the ledger that bear on the brief most, each with the document that gives it; nothing where the
 * ledger is empty.
 */
export function writeLedger({ figures = [] }: DraftInput, context: LedgerContext, writing: Writing): string {
  const { synthesis } = writing.frame;
  const rows = chooseFigures(figures, context).map((figure) => {
    const { label, text, period, filename, isOpen } = figure;
    const cells = [label, isOpen ? synthesis.unverified(text) : text, period ?? '', filename];
    const shown = cells.map((cell) => escapeMarkdown(flattenText(cell, maxLabel)));
    return [...shown.slice(0, -1), `${shown.at(-1) ?? ''}${citeFigure(figure, context, writing)}`];
  });
  return rows.length === 0
    ? ''
    : writeTable([synthesis.figure, synthesis.value, synthesis.period, synthesis.document], rows);
}

function chooseFigures(figures: readonly GivenFigure[], { wanted, most }: LedgerContext): GivenFigure[] {
  const seen = new Set<string>();
  const distinct = figures.filter(({ label, text, period, filename }) => {
    const key = [label, text, period, filename].join('\n');
    return !seen.has(key) && seen.add(key);
  });
  const rated = distinct.map((figure, at) => {
    const shared = new Set(readStems(figure.label).filter((stem) => wanted.has(stem))).size;
    return { figure, at, score: shared - (figure.isOpen ? 1 : 0) };
  });
  const best = rated.toSorted((one, other) => other.score - one.score || one.at - other.at).slice(0, most);
  return best.toSorted((one, other) => one.at - other.at).map(({ figure }) => figure);
}

/** Cites the sentence that gives a figure, or the document where a table gives it. */
function citeFigure(
  { text, filename, label }: Pick<GivenFigure, 'text' | 'filename' | 'label'>,
  { documents }: LedgerContext,
  { citations }: Writing,
): string {
  const stems = new Set(readStems(label));
  const shared = (passage: Passage) => passage.stems.filter((stem) => stems.has(stem)).length;
  const whole = wholeFigure(text);
  const { statements = [], passages = [] } = documents.find((one) => one.filename === filename) ?? {};
  const cited = statements.find(({ passage }) => whole.test(passage.text) && shared(passage) > 0);
  if (cited !== undefined) return citeStatement(cited, citations);
  const [giving] = passages
    .filter((passage) => whole.test(passage.text))
    .toSorted((one, other) => shared(other) - shared(one));
  if (giving !== undefined) return citations.cite(giving);
  return citations.citeTable({ label: flattenText(filename, 200), location: null });
}

/** Makes the pattern of a figure that is no part of a longer number: "4.2 million" is not in "14.2 million". */
const wholeFigure = (text: string) => new RegExp(`(?<!\\d[.,]?)${RegExp.escape(text)}(?![.,]?\\d)`, 'u');

/** Writes each figure to which documents give different values, with every value and its document. */
export function writeConflicting({ conflicts = [] }: DraftInput, context: LedgerContext, writing: Writing): string {
  const { frame } = writing;
  const own = conflicts.filter(({ kind, settlement }) => kind === 'documents' && settlement === null);
  const entries = own.slice(0, maxConflicts).map(({ about: label, values }) => {
    const name = escapeMarkdown(flattenText(label, maxLabel));
    const sides = values.map(({ text, filename }) => {
      const words = escapeMarkdown(`${flattenText(text, maxLabel)} (${flattenText(filename, maxLabel)})`);
      return `${words}${citeFigure({ text, filename, label }, context, writing)}`;
    });
    const [first = '', ...others] = sides;
    return `**${name}**: ${others.reduce((one, other) => frame.conflicts.or(one, other), first)}`;
  });
  return writeList(entries);
}
