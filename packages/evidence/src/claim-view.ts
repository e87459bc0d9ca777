import { type ContentWord, readContentWords } from '@ecp/language/content-words';
import { findLanguage } from '@ecp/language/detect-language';
import type { Language } from '@ecp/language/language';
import type { NumberStyle } from '@ecp/language/number-style';
import type { CheckedFootnote } from './check-footnote.ts';
import type { Claim } from './document/split-claims.ts';
import type { SourcePart } from './sources/source-documents.ts';
import { isRow } from './tables/is-row.ts';
import { readRowFigures, type SheetRow, type SheetTable } from './tables/sheet-table.ts';
import { readTyped, type TypedFigure } from './values/typed-figure.ts';

/** Words with what the rules read of them. */
export interface Reading {
  text: string;
  language: Language | null;
  words: ContentWord[];
}

/** A passage that a claim cites. */
export interface PassageView extends Reading {
  /** Label of the footnote. */
  citation: string | null;
  title: string;
  kind: CheckedFootnote['source']['kind'];
  /** The passage with what stands around it. */
  context: string;
  style: NumberStyle;
  /** Figures of the passage, and of what stands around it. */
  figures: TypedFigure[];
  around: TypedFigure[];
  /** If the passage is a row of a table. */
  row: SheetRow | null;
  table: SheetTable | null;
}

/** A claim with its figures, and the passages that it cites. */
export interface ClaimView extends Reading {
  claim: Claim;
  /** Figures of the words that the footnotes support, at their places in the sentence. */
  figures: TypedFigure[];
  /** All figures of the sentence, the quoted ones too. */
  own: TypedFigure[];
  passages: PassageView[];
  /** Tables that are cited as a whole: by a sheet, a file or a query. */
  tables: { table: SheetTable; citation: string | null; quotedRows: string[] }[];
}

/** Reads words for the rules. */
export function readWords(text: string, language: Language | null): Reading {
  return { text, language, words: readContentWords(text, language) };
}

/** Reads a claim and its passages. */
export function viewClaim(
  claim: Claim,
  footnotes: readonly (CheckedFootnote & { label: string })[],
  style: NumberStyle,
  language: Language,
): ClaimView {
  const own = readFigures(claim.sentence, claim.columns, style);
  const figures = readFigures(claim.stretch, claim.columns, style);
  const passages = footnotes.flatMap((footnote) => footnote.passages.map((passage) => viewPassage(footnote, passage)));
  return {
    ...readWords(claim.sentence, language),
    claim,
    figures,
    own,
    passages,
    tables: footnotes.flatMap(({ label, parts, quote, passages: quoted }) => {
      // Several rows that are only the nearest ones to the claim are not what it speaks of.
      const rows = quoted.flatMap(({ words }) => (quote === null ? words : words.split('\n')));
      return parts
        .filter((part) => quote === null || quoted.some((passage) => passage.part === part && passage.isRow))
        .flatMap((part) => part.tables().map((table) => ({ table, citation: label, quotedRows: rows })));
    }),
  };
}

function readFigures(text: string, columns: string[] | null, style: NumberStyle): TypedFigure[] {
  return columns === null ? readTyped(text, style) : readRowFigures(text, columns, style);
}

type Passage = CheckedFootnote['passages'][number];

function viewPassage(footnote: CheckedFootnote & { label: string }, passage: Passage): PassageView {
  const { words, context, style, part, isRow } = passage;
  const place = isRow ? part.findRow(words) : null;
  const language = style.language ?? findLanguage(words);
  return {
    ...readWords(words, language),
    citation: footnote.label,
    title: footnote.source.title,
    kind: footnote.source.kind,
    context,
    style,
    figures: place ? place.row.figures.flatMap((figure) => figure ?? []) : readLines(words, part, style),
    around: readLines(context, part, style),
    row: place?.row ?? null,
    table: place?.table ?? null,
  };
}

/**
 * Reads the figures of a passage: those of rows with the unit and period of their column, which stand in the table's
 * head, and those of other lines as prose.
 */
function readLines(text: string, part: SourcePart, style: NumberStyle): TypedFigure[] {
  const figures: TypedFigure[] = [];
  let prose = { text: '', at: 0 };
  const close = (next: number) => {
    const read = readTyped(prose.text, style);
    figures.push(...read.map((one) => ({ ...one, start: one.start + prose.at, end: one.end + prose.at })));
    prose = { text: '', at: next };
  };
  // The places of the cells in a line are not known.
  let at = 0;
  for (const line of text.split('\n')) {
    const next = at + line.length + 1;
    const place = isRow(line) ? part.findRow(line) : null;
    if (place === null) prose.text += `${line}\n`;
    else {
      close(next);
      figures.push(...readRow(place.row, style).map((one) => ({ ...one, start: at, end: at })));
    }
    at = next;
  }
  close(at);
  return figures;
}

/** The figures of a row, and those in its texts: "400" in the label "Miso 400 g". */
function readRow({ texts, figures }: SheetRow, style: NumberStyle): TypedFigure[] {
  return texts.flatMap((text, index) => figures[index] ?? readTyped(text, style));
}
