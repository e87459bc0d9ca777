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
  PaperTable,
} from '@ecp/documents/workbook/engagement/engagement-book';
import { roundingOf } from '@ecp/evidence/ledger';
import type { ListedFootnote } from '@ecp/evidence/list-calculations';
import { titleOfFilename } from '@ecp/markdown/name-sources';
import type { TimeSlice } from '@ecp/semaphore/semaphore';

/** A latest version with what its workbook needs. The text is that of the audience. */
export interface WorkbookText {
  filename: string;
  title: string;
  content: string;
  citations: readonly Citation[];
  figures: readonly Figure[];
  footnotes: readonly ListedFootnote[];
  tables: PaperTable[];
  isConclusion: boolean;
}

/**
 * The queries, tables, grids and documents of the workbook that citations can lead to, by index.
 */
export interface CitedThings {
  queries: ReadonlyMap<string, { index: number; title: string | null }>;
  tables: readonly { filename: string; sheet: string | null }[];
  /** The keys are the names under which documents cite grids: `Grid <id>`. */
  grids: ReadonlyMap<string, { index: number; title: string }>;
  /** Indexes of documents by their filenames. */
  documents: ReadonlyMap<string, number>;
  titles: ReadonlyMap<string, string>;
  /** All ways to name each document and each file with a table, with the name of its file. */
  files: readonly { name: string; filename: string }[];
}

/**
 * Makes the part of a workbook that one document fills, with turns for others between its footnotes
 * and statements.
 */
export async function toBookDocument(
  text: WorkbookText,
  things: CitedThings,
  audience: ExportAudience,
  slice: TimeSlice,
): Promise<BookDocument> {
  const isForTeam = audience === 'team';
  const shown = isForTeam
    ? text.citations
    : text.citations.filter(({ source: { kind } }) => !inner.has(kind));
  // A footnote may have several citations. The first one counts.
  const cited = new Map(shown.toReversed().map((citation) => [keyOf(citation.footnote), citation]));
  const footnotes = new Map<string, BookFootnote>();
  for (const listed of text.footnotes) {
    if (slice.isUsedUp()) await slice.yieldToEventLoop();
    footnotes.set(
      keyOf(listed.label),
      toFootnote(listed, cited.get(keyOf(listed.label)), things, isForTeam),
    );
  }
  const statements: BookStatement[] = [];
  for (const [index, citation] of shown.entries()) {
    if (slice.isUsedUp()) await slice.yieldToEventLoop();
    const { claim, footnote, source } = citation;
    const calculation = addCalculation(footnotes, citation, index);
    if (claim === '' || (source.kind === 'unknown' && footnote === null && calculation === null))
      continue;
    const own = footnotes.get(keyOf(footnote));
    const isOwn = own && (own.sources.length > 1 || source.kind === 'unknown');
    const sources = isOwn ? own.sources : [toSource(citation, things, isForTeam)];
    statements.push({
      footnote,
      calculation,
      claim,
      sources,
      state: isForTeam ? citation.state : null,
    });
  }
  const figures: BookFigure[] = [];
  for (const figure of text.figures) {
    if (slice.isUsedUp()) await slice.yieldToEventLoop();
    if (isForTeam || isShown(figure, text.content)) figures.push(toFigure(figure, isForTeam));
  }
  const { title, isConclusion, tables } = text;
  return { title, isConclusion, tables, figures, footnotes: [...footnotes.values()], statements };
}

/** Labels differ in more than case. */
const keyOf = (label: string | null): string => label?.toLowerCase() ?? '';

function toFootnote(
  { label, text, names, calculations, isDeclared, sources }: ListedFootnote,
  own: Citation | undefined,
  things: CitedThings,
  isForTeam: boolean,
): BookFootnote {
  const fields = {
    label,
    names,
    calculations,
    isDeclared,
    text: calculations.length > 0 ? text : '',
  };
  const self = { text: '', isSelf: true, place: null, quote: text, ...nowhere };
  if (isDeclared) return { ...fields, sources: [self] };
  const read = sources.map((source) => readSource(source, things, isForTeam));
  // The check names the first source. A footnote that only calculations name has no check.
  if (!own || own.source.kind === 'unknown') return { ...fields, sources: read };
  const [first = own] = sources;
  const checked = toSource({ source: own.source, quote: first.quote }, things, isForTeam);
  return { ...fields, sources: [checked, ...read.slice(1)] };
}

/** Sources that only the team reads. */
const inner: ReadonlySet<string> = new Set(['colleague', 'reviewer']);

/** A client gets the figures of the sections that their text has. */
const isShown = ({ section, text }: Figure, content: string): boolean =>
  content.includes(text) && (section === null || content.includes(section));

function toFigure(
  { label, unit, period, value, text, section, state }: Figure,
  isForTeam: boolean,
): BookFigure {
  const rounding = roundingOf({ value, text });
  return { label, unit, period, value, text, rounding, section, state: isForTeam ? state : null };
}

/**
 * Adds the operation that the check found for a statement without a written calculation. Returns
 * the label by which the statement finds it, null if there is none to add.
 */
function addCalculation(
  footnotes: Map<string, BookFootnote>,
  { derivation, footnote, source, claim }: Citation,
  index: number,
): string | null {
  if (derivation === null) return null;
  const known = footnotes.get(keyOf(footnote));
  if (known && (known.calculations.length > 0 || source.kind === 'unknown')) {
    nameInputs(known.calculations.at(-1), derivation.inputs);
    return null;
  }
  const { expression, inputs, result } = derivation;
  const calculation: BookCalculation = {
    expression,
    inputs: inputs.map(({ label, name, value, unit, citation, assumed = false }) => ({
      label,
      name,
      value,
      unit,
      rounding: 0,
      isAssumed: assumed,
      isConstant: false,
      footnote: citation,
    })),
    value: result,
    unit: null,
    ...readWritten(claim, result),
  };
  const label = `~${index}`;
  const names = inputs.flatMap(({ citation }) => citation ?? []);
  footnotes.set(label, {
    label,
    text: '',
    names: [...new Set(names)],
    calculations: [calculation],
    sources: [],
    isDeclared: false,
  });
  return label;
}

/** Finds the result of an operation in its statement, as it is written there. */
function readWritten(
  claim: string,
  result: number,
): Pick<BookCalculation, 'text' | 'written' | 'rounding'> {
  for (const [text] of claim.matchAll(/\d[\d.,’'\u00a0\u202f]*\d|\d/gu)) {
    const plain = text.replace(/[’'\u00a0\u202f]/gu, '');
    for (const spelling of [
      plain.replaceAll(',', ''),
      plain.replaceAll('.', '').replace(',', '.'),
    ]) {
      const rounding = 0.5 / 10 ** (spelling.split('.')[1]?.length ?? 0);
      if (Math.abs(Number(spelling) - Math.abs(result)) > rounding * (1 + 1e-9)) continue;
      return { text, written: Math.sign(result) * Number(spelling), rounding };
    }
  }
  return { text: '', written: result, rounding: 0 };
}

/**
 * The check knows where the inputs of the last calculation of a footnote come from, and what they
 * are called.
 */
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
  { source, quote }: Pick<Citation, 'source' | 'quote'>,
  things: CitedThings,
  isForTeam: boolean,
): BookSource {
  const { kind, title, location } = source;
  const grid = things.grids.get(title);
  const found = kind === 'query' ? things.queries.get(title.split(' ').at(-1) ?? '') : undefined;
  const shown = grid
    ? grid.title
    : isForTeam
      ? title
      : (things.titles.get(title) ?? titleOfFilename(title));
  return {
    text: kind === 'query' && (found || !isForTeam) ? '' : shown,
    place: location,
    quote,
    query: found?.index ?? null,
    tables: kind === 'attachment' ? findTables(things.tables, title, location) : [],
    document: kind === 'deliverable' ? (things.documents.get(title) ?? null) : null,
    ...(grid ? { grid: grid.index } : {}),
  };
}

const queryName =
  /^(?:Query|Abfrage|Requête|Consulta|クエリ)[ \u00a0]{0,2}`?([a-z][a-z0-9]{5,63})`?/iu;

const nowhere = { query: null, tables: [], document: null };

/** Reads a source of a footnote from its words. */
function readSource(
  { head, quote }: ListedFootnote['sources'][number],
  things: CitedThings,
  isForTeam: boolean,
): BookSource {
  const query = queryName.exec(head)?.[1];
  const titled = [...things.queries].find(
    ([, { title }]) => title !== null && head.startsWith(title),
  )?.[0];
  const id = query ?? titled;
  const cite = (
    kind: Citation['source']['kind'],
    title: string,
    location: string | null,
  ): BookSource => toSource({ source: { kind, title, location }, quote }, things, isForTeam);
  if (id !== undefined && things.queries.has(id))
    return cite('query', `Query ${id}`, /^[^,]{1,200},\s*(.+)$/u.exec(head)?.[1] ?? null);
  const file = things.files.find(({ name }) => head.startsWith(name));
  if (file) {
    const place = head.slice(file.name.length).replace(/^[\s,;:]+/u, '') || null;
    return cite(
      things.documents.has(file.filename) ? 'deliverable' : 'attachment',
      file.filename,
      place,
    );
  }
  const [, title = head, place = null] = /^([^,]{1,200}),\s*(.+)$/u.exec(head) ?? [];
  return { text: isForTeam ? title : titleOfFilename(title), place, quote, ...nowhere };
}

/** Lists the ways to name documents, grids and files with tables. */
export function nameWays({
  documents,
  tables,
  grids,
  titles,
}: Omit<CitedThings, 'files'>): CitedThings['files'] {
  const filenames = new Set([
    ...documents.keys(),
    ...grids.keys(),
    ...tables.map(({ filename }) => filename),
  ]);
  return [...filenames].flatMap((filename) =>
    [
      filename,
      titles.get(filename) ?? grids.get(filename)?.title ?? '',
      titleOfFilename(filename),
    ].flatMap((name) => (name === '' ? [] : [{ name, filename }])),
  );
}

/** Writes titles in place of names of files, for a client. */
export function nameFiles(
  text: string,
  { titles, tables }: Pick<CitedThings, 'titles' | 'tables'>,
): string {
  const files = new Map([
    ...tables.map(({ filename }) => [filename, titleOfFilename(filename)] as const),
    ...titles,
  ]);
  return [...files].reduce((named, [filename, title]) => named.replaceAll(filename, title), text);
}

/** Finds the tables of a cited file: those of the sheet that the place names, else all. */
function findTables(
  tables: CitedThings['tables'],
  filename: string,
  location: string | null,
): number[] {
  const own = tables.flatMap((table, index) =>
    table.filename === filename ? [{ ...table, index }] : [],
  );
  const place = fold(
    (location ?? '').replace(/^(?:sheet|tab|blatt|tabelle|feuille|onglet|hoja|シート)\s+/iu, ''),
  );
  const named = own.filter(
    ({ sheet }) =>
      sheet !== null &&
      place !== '' &&
      (fold(sheet).startsWith(place) || place.startsWith(fold(sheet))),
  );
  return (named.length > 0 ? named : own).map(({ index }) => index);
}

const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
