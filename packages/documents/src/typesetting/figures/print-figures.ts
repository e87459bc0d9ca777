import type { Language } from '@ecp/language/language';
import { breakLongRuns, cleanLine } from '../../markdown/clean-text.ts';
import type { ReportFigures } from '../../reports/figure-types.ts';
import type { ReportEvidence } from '../../reports/report-types.ts';
import type { FootnoteNumbers } from '../footnote-numbers.ts';
import { type PrintedQuery, printQuery } from './print-query.ts';
import { writeDerivation } from './write-derivation.ts';

/** A computed figure of a document in words. */
export interface PrintedDerivation {
  /** Title of the document. */
  document: string;
  where: string;
  words: string;
  equation: string;
  inputs: string[];
}

/** The appendix "How the figures were made" (contract 9). */
export interface PrintedFigures {
  derivations: PrintedDerivation[];
  queries: PrintedQuery[];
  /** Says how many queries are left out; null for none. */
  leftOut: string | null;
}

/** The parts of a laid-out document that the appendix needs. */
export interface CheckedDocument {
  title: string;
  filename: string;
  evidence: ReportEvidence | null;
  numbers: FootnoteNumbers;
  language: Language;
}

/** Puts the derivations of all documents and the queries that they cite into words; null if there are none of both. */
export function printFigures(
  figures: ReportFigures | null | undefined,
  documents: CheckedDocument[],
  language: Language,
): PrintedFigures | null {
  if (!figures) return null;
  const { queries, leftOut } = figures;
  const derivations = documents.flatMap(listDerivations);
  if (derivations.length + queries.length === 0) return null;
  const titles = new Map(documents.map(({ filename, title }) => [filename, title]));
  return {
    derivations,
    queries: queries.map((query) => printQuery(query, { titles, language, count: queries.length })),
    leftOut:
      leftOut === 0
        ? null
        : `The documents cite ${leftOut.toLocaleString('en-GB')} further ${leftOut === 1 ? 'query' : 'queries'}, which this appendix leaves out.`,
  };
}

function listDerivations({ title, evidence, numbers, language }: CheckedDocument): PrintedDerivation[] {
  return (evidence?.citations ?? []).flatMap(({ state, derivation, footnote, claim }) => {
    if (state !== 'computed' || !derivation) return [];
    const { equation, inputs } = writeDerivation(derivation, language, numbers.reference);
    return [
      {
        document: title,
        where: numbers.place(footnote),
        words: inCell(`“${claim}”`),
        equation: inCell(equation),
        inputs: inputs.map(inCell),
      },
    ];
  });
}

function inCell(text: string): string {
  return breakLongRuns(cleanLine(text), 18, 12);
}
