import type { Citation } from '@ecp/contract/values/citations';
import { type NumberStyle, readNumberStyle } from '@ecp/language/number-style';
import type { TimeSlice } from '@ecp/semaphore/time-slice';
import type { EvidenceMaterial, EvidenceQuery, EvidenceSource, EvidenceTable } from '../material.ts';
import { readTables, type SheetRow, type SheetTable, toSheetTable } from '../tables/sheet-table.ts';
import type { EvidenceTexts } from '../texts/evidence-texts.ts';
import { foldName } from './fold-name.ts';
import { type FoldedText, foldText } from './fold-text.ts';
import { queryNames } from './query-names.ts';
import { colleagueNames, reviewerNames } from './team-names.ts';

/** A document with its names and its text in parts: pages, sheets, sections, or one part. */
export interface SourceText {
  kind: Citation['source']['kind'];
  title: string;
  /** Folded for comparison. */
  names: string[];
  url: string | null;
  parts: SourcePart[];
}

/** State that the checks of one deliverable share. */
export interface EvidenceContext {
  documents: SourceText[];
  slice: TimeSlice;
  /** The words in which failures are explained. */
  texts: EvidenceTexts;
}

/** A row with the table that it stands in. */
export interface PlacedRow {
  row: SheetRow;
  table: SheetTable;
}

export interface SourcePart {
  /** Such as "page 3", "page 1 to page 3" or "sheet Costs". Null for a whole text. */
  location: string | null;
  text: string;
  /** The tables in it. They are read at the first use. */
  tables: () => readonly SheetTable[];
  /**
   * Returns the row that a line of the text is, with its table. Null for prose and for the head of a table. The lines are
   * read at the first use.
   */
  findRow: (line: string) => PlacedRow | null;
  /** Returns how the document writes its numbers. It is read at the first use. */
  numberStyle: () => NumberStyle;
  /** Returns the text in the form for searching quotes. It is folded at the first use. */
  fold: (slice: TimeSlice) => Promise<FoldedText>;
}

const briefNames =
  `Brief|the brief|client brief|engagement brief|project brief|engagement|task|Briefing|Auftrag|das Briefing
  |Kundenbriefing|le brief|cahier des charges|lettre de mission|el brief|encargo|ブリーフ|依頼書|依頼内容`.split(
    /\s*\|/,
  );

/** Groups the material into documents by title, so that parts of one file belong together. */
export function listSourceTexts(material: EvidenceMaterial): SourceText[] {
  const files = Map.groupBy(material.sources, ({ title, location }) => JSON.stringify([title, urlOf(location)]));
  return [
    {
      kind: 'brief',
      title: 'Brief',
      names: foldNames(briefNames),
      url: null,
      parts: makeParts([material.brief, ...material.assignment].map((text) => ({ place: null, text }))),
    },
    ...[...files.values()].map((sources) => toFile(sources, material.tables)),
    ...material.upstream.map(({ taskName, filename, content }) =>
      whole('deliverable', filename, [filename, taskName], content),
    ),
    ...material.consultations.map(({ agentName, agentSlug, question, answer }) =>
      whole(
        'colleague',
        agentName,
        [agentName, agentSlug, ...colleagueNames.map((name) => `${name} ${agentName}`)],
        `${answer}\n\n${question}`,
      ),
    ),
    ...material.queries.map(toQuery),
    ...material.reviewNotes.map((note, index) => {
      const aliases = reviewerNames.flatMap((name) => [name, `${name} ${index + 1}`]);
      return whole('reviewer', `Reviewer note ${index + 1}`, aliases, note);
    }),
  ];
}

function whole(kind: SourceText['kind'], title: string, names: string[], text: string): SourceText {
  return { kind, title, names: foldNames(names), url: null, parts: makeParts([{ place: null, text }]) };
}

function toFile(sources: readonly EvidenceSource[], tables: readonly EvidenceTable[]): SourceText {
  const title = sources[0]?.title ?? '';
  const url = urlOf(sources[0]?.location ?? null);
  const parts = makeParts(
    sources.map(({ location, text }) => {
      const own = tables.filter(
        ({ filename, sheet }) => filename === title && isSheet(location, sheet, sources.length),
      );
      const typed = own.map(({ columns, rows }) => toSheetTable(columns, rows));
      return { place: placeOf(location), text, ...(typed.length > 0 ? { typed } : {}) };
    }),
  );
  const withoutExtension = title.replace(/\.[a-z0-9]{1,5}$/i, '');
  const places = sources.flatMap(({ location }) => (location !== null && isFileName(location) ? [location] : []));
  return {
    kind: url === null ? 'attachment' : 'url',
    title,
    names: foldNames([title, withoutExtension, ...places]),
    url,
    parts,
  };
}

function foldNames(names: string[]): string[] {
  return [...new Set(names.map(foldName))].filter((name) => name !== '');
}

/** Longest text that is read for tables, in characters. */
const maxTableText = 400_000;
/** Characters of each part, and of a document, from which the style of its numbers is read. */
const styleSample = { part: 2_000, document: 12_000 };

/** Makes the parts of one document, which writes its numbers in one style. */
function makeParts(pieces: { place: string | null; text: string; typed?: readonly SheetTable[] }[]): SourcePart[] {
  let style: NumberStyle | null = null;
  const numberStyle = () => {
    const sample = pieces.length === 1 ? styleSample.document : styleSample.part;
    const few = pieces.slice(0, styleSample.document / styleSample.part);
    style ??= readNumberStyle(few.map(({ text }) => text.slice(0, sample)).join('\n'));
    return style;
  };
  return pieces.map(({ place, text, typed }) => {
    let folded: Promise<FoldedText> | null = null;
    const fold = (slice: TimeSlice) => {
      folded ??= foldText(text, slice);
      return folded;
    };
    let found: readonly SheetTable[] | null = null;
    const written = () => {
      found ??= text.length > maxTableText ? [] : readTables(text, numberStyle());
      return found;
    };
    const tables = () => typed ?? written();
    let rows: Map<string, PlacedRow> | null = null;
    const findRow = (line: string) => {
      rows ??= listRows(typed ? [...typed, ...written()] : written());
      return rows.get(line.trim()) ?? null;
    };
    return { location: place, text, tables, findRow, numberStyle, fold };
  });
}

/** Maps the lines of tables to their rows. A typed table's rows are written otherwise than the lines of its file. */
function listRows(tables: readonly SheetTable[]): Map<string, PlacedRow> {
  const rows = new Map<string, PlacedRow>();
  for (const table of tables) {
    for (const row of table.rows) {
      const line = row.line.trim();
      if (!rows.has(line)) rows.set(line, { row, table });
    }
  }
  return rows;
}

function isSheet(location: string | null, sheet: string | null, parts: number): boolean {
  return sheet === null || parts === 1 || (location ?? '').toLowerCase().includes(sheet.toLowerCase());
}

/** A query is cited as `Query <id>`. Its text is its result, row by row. */
function toQuery({ id, title, columns, rows }: EvidenceQuery): SourceText {
  const table = toSheetTable(columns, rows);
  const text = [table.columns.join(' | '), ...table.rows.map(({ line }) => line)].join('\n');
  const names = queryNames.flatMap((name) => [`${name} ${id}`, ...(title === null ? [] : [`${name} ${title}`])]);
  return {
    kind: 'query',
    title: `Query ${id}`,
    names: foldNames([...names, id]),
    url: null,
    parts: makeParts([{ place: null, text, typed: [table] }]),
  };
}

/** Returns the address at the start of a location. Fetched pages have one. */
function urlOf(location: string | null): string | null {
  return /^https?:\/\/[^\s,]+/i.exec(location ?? '')?.[0] ?? null;
}

/** Returns the rest of a location after the address. */
function placeOf(location: string | null): string | null {
  const place = (location ?? '').replace(/^https?:\/\/[^\s,]+,?\s*/i, '').trim();
  return place === '' ? null : place;
}

function isFileName(location: string): boolean {
  return /^[^\s/]+\.[a-z0-9]{1,5}$/i.test(location);
}
