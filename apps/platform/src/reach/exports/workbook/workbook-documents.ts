import type { ExportAudience } from '@ecp/contract/reach/exports';
import type { Citation } from '@ecp/contract/values/citations';
import type { Figure } from '@ecp/contract/values/figures';
import type {
  BookCalculation,
  BookDocument,
  BookFigure,
  BookFootnote,
  BookSource,
  BookStatement,
} from '@ecp/documents/workbook/engagement/engagement-book';
import { roundingOf } from '@ecp/evidence/ledger';
import type { ListedFootnote } from '@ecp/evidence/list-calculations';
import { titleOfFilename } from '@ecp/markdown/name-sources';
import { untitledQuery } from '../../../work/documents/reading/client-text.ts';

/** A latest version with what its workbook needs. The text is that of the audience. */
export interface WorkbookText {
  filename: string;
  title: string;
  content: string;
  citations: readonly Citation[];
  figures: readonly Figure[];
  footnotes: readonly ListedFootnote[];
}

/** What the citations of the documents lead to: indexes of queries, tables and documents of the workbook. */
export interface CitedThings {
  queries: ReadonlyMap<string, { index: number; title: string | null }>;
  tables: readonly { filename: string; sheet: string | null }[];
  /** Indexes of documents by their filenames. */
  documents: ReadonlyMap<string, number>;
  titles: ReadonlyMap<string, string>;
}

/** Makes the part of a workbook that one document fills. */
export function toBookDocument(text: WorkbookText, things: CitedThings, audience: ExportAudience): BookDocument {
  const isForTeam = audience === 'team';
  const shown = isForTeam ? text.citations : text.citations.filter(({ source: { kind } }) => !inner.has(kind));
  const sourceOf = (citation: Citation) => toSource(citation, text, things, isForTeam);
  const footnotes = text.footnotes.map((listed): BookFootnote => {
    const own = shown.find(({ footnote }) => footnote?.toLowerCase() === listed.label.toLowerCase());
    const isCited = own !== undefined && own.source.kind !== 'unknown';
    return {
      ...{ label: listed.label, names: listed.names, calculations: listed.calculations },
      text: listed.calculations.length > 0 ? listed.text : '',
      source: isCited ? sourceOf(own) : null,
    };
  });
  const statements: BookStatement[] = [];
  for (const [index, citation] of shown.entries()) {
    const label = addCalculation(footnotes, citation, index);
    if (citation.claim === '' || (citation.source.kind === 'unknown' && citation.footnote === null && label === null))
      continue;
    const state = isForTeam ? citation.state : null;
    statements.push({ footnote: label ?? citation.footnote, claim: citation.claim, source: sourceOf(citation), state });
  }
  return {
    title: text.title,
    figures: text.figures
      .filter((figure) => isForTeam || isShown(figure, text.content))
      .map((one) => toFigure(one, isForTeam)),
    footnotes,
    statements,
  };
}

/** Sources that only the team reads. */
const inner: ReadonlySet<string> = new Set(['colleague', 'reviewer']);

/** A client gets the figures of the sections that their text has. */
const isShown = ({ section, text }: Figure, content: string): boolean =>
  content.includes(text) && (section === null || content.includes(section));

function toFigure({ label, unit, period, value, text, section, state }: Figure, isForTeam: boolean): BookFigure {
  const rounding = roundingOf({ value, text });
  return { label, unit, period, value, text, rounding, section, state: isForTeam ? state : null, footnotes: [] };
}

/**
 * Adds the operation that the check found for a statement without a written calculation. Returns the label by which the
 * statement finds it, null if there is none to add.
 */
function addCalculation(
  footnotes: BookFootnote[],
  { derivation, footnote, source }: Citation,
  index: number,
): string | null {
  if (derivation === null) return null;
  const known = footnotes.find(({ label }) => label.toLowerCase() === footnote?.toLowerCase());
  if (known && (known.calculations.length > 0 || source.kind === 'unknown')) {
    nameInputs(known.calculations.at(-1), derivation.inputs);
    return null;
  }
  const { expression, inputs, result } = derivation;
  const calculation: BookCalculation = {
    expression,
    inputs: inputs.map(({ label, name, value, unit, citation, assumed = false }) => ({
      ...{ label, name, value, unit, rounding: 0, isAssumed: assumed, isConstant: false, footnote: citation },
    })),
    ...{ value: result, unit: null, text: String(result), written: result, rounding: 0 },
  };
  const label = `~${index}`;
  const names = inputs.flatMap(({ citation }) => citation ?? []);
  footnotes.push({ label, text: '', names: [...new Set(names)], calculations: [calculation], source: null });
  return label;
}

/** The check knows where the inputs of the last calculation of a footnote come from, and what they are called. */
function nameInputs(
  calculation: BookCalculation | undefined,
  known: NonNullable<Citation['derivation']>['inputs'],
): void {
  for (const input of calculation?.inputs ?? []) {
    const [one, ...others] = known.filter(({ value }) => value === input.value);
    if (!one || others.length > 0) continue;
    input.footnote ??= one.citation;
    input.name ??= one.name;
  }
}

function toSource(
  { source, quote }: Citation,
  text: WorkbookText,
  things: CitedThings,
  isForTeam: boolean,
): BookSource {
  const { kind, title, location } = source;
  const found = kind === 'query' ? things.queries.get(title.split(' ').at(-1) ?? '') : undefined;
  const shown = isForTeam
    ? title
    : kind === 'query'
      ? (found?.title ?? untitledQuery(text.content))
      : (things.titles.get(title) ?? titleOfFilename(title));
  return {
    ...{ text: shown, place: location, quote },
    query: found?.index ?? null,
    tables: kind === 'attachment' ? findTables(things.tables, title, location) : [],
    document: kind === 'deliverable' ? (things.documents.get(title) ?? null) : null,
  };
}

/** Finds the tables of a cited file: those of the sheet that the place names, else all. */
function findTables(tables: CitedThings['tables'], filename: string, location: string | null): number[] {
  const own = tables.flatMap((table, index) => (table.filename === filename ? [{ ...table, index }] : []));
  const place = fold((location ?? '').replace(/^(?:sheet|tab|blatt|tabelle|feuille|onglet|hoja|シート)\s+/iu, ''));
  const named = own.filter(
    ({ sheet }) => sheet !== null && place !== '' && (fold(sheet).startsWith(place) || place.startsWith(fold(sheet))),
  );
  return (named.length > 0 ? named : own).map(({ index }) => index);
}

const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
