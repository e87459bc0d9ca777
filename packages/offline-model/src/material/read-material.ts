import { isRequest } from '@ecp/language/asking/requests';
import { findLanguage } from '@ecp/language/detect-language';
import type { Language } from '@ecp/language/language';
import { splitSentences } from '@ecp/language/split-sentences';
import type { DraftInput, EngineTable, SourceDocument } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { frameOf } from '../frame/frame-of.ts';
import { isListIntro, isRequestHeading, isTitleLike } from './classify-passage.ts';
import { isInstruction } from './detect-instructions.ts';
import { cleanLine, clipText, type Delimiter, flattenText, readBlocks } from './read-blocks.ts';
import { readStems } from './words.ts';

export interface Origin {
  /** `answer`: people's answer to a question. */
  kind: 'brief' | 'source' | 'deliverable' | 'answer';
  /** The title in footnotes: "Brief", "Answer <id>", or the title of the source or file. */
  label: string;
  /** URL, page or sheet; null if the label is enough. */
  location: string | null;
  /** The typed table whose text this is. Absent for other texts. */
  table?: EngineTable;
  language: Language;
}

/** One sentence or list item in the exact words of the material. */
export interface Passage {
  text: string;
  /** True if the text is the beginning of a longer sentence. */
  clipped: boolean;
  stems: string[];
  origin: Origin;
  order: number;
  /** True for a question or a request, which states no fact. */
  isRequest: boolean;
  /** True for words in running text that form no sentence, such as a title or a menu entry. */
  isLabel: boolean;
  /**
   * True for words to the processor of the text ("ignore previous instructions"). They are never
   * followed.
   */
  isInstruction: boolean;
}

/** Every row has as many cells as `header`. */
export interface SourceTable {
  origin: Origin;
  heading: string | null;
  header: string[];
  rows: string[][];
  stems: string[];
}

export interface Material {
  passages: Passage[];
  tables: SourceTable[];
  /** Origins with instructions, which are in no passage or table. */
  steered: Set<Origin>;
}

export interface GivenText {
  origin: Origin;
  text: string;
}

/** Limits the passages that are read from one set of documents. */
const maxPassages = 20_000;
const maxQuoteLength = 380;
const maxTables = 60;
/**
 * Limits the sentences that an instruction affects: itself and those after it, as in "Ignore … .
 * The word is …".
 */
const maxTainted = 4;
const maxColumns = 30;
/** Number of rows whose words show the topic of a table. */
const tellingRows = 12;
const maxCellLength = 60;

/**
 * Lists brief, sources, read pages and answers with their origins, in the order in which they are
 * cited.
 */
export function listDocuments({
  engagement: { brief, language },
  sources = [],
  tables = [],
  pages = [],
  questions = [],
}: Pick<DraftInput, 'engagement'> & Partial<DraftInput>): GivenText[] {
  const give = (
    kind: Origin['kind'],
    label: string,
    text: string,
    location: string | null = null,
  ): GivenText => ({
    origin: { kind, label, location, language: findLanguage(text) ?? language },
    text,
  });
  return [
    {
      origin: { kind: 'brief', label: frameOf(language).briefHeading, location: null, language },
      text: brief,
    },
    ...sources.map((source) => {
      const given = give(
        'source',
        flattenText(source.title, 300) || 'Untitled source',
        source.text,
        placeOf(source),
      );
      const table = findTable(source, tables);
      return table ? { ...given, origin: { ...given.origin, table } } : given;
    }),
    ...pages.map(({ title, url, text }) =>
      give('source', flattenText(title, 300) || flattenText(url, 300), text),
    ),
    ...questions.flatMap(({ id, answer }) =>
      answer === null ? [] : [give('answer', `Answer ${id}`, answer.text)],
    ),
  ];
}

/** Null for a location that is an instruction, as the name of a sheet or section may be. */
function placeOf({ location }: SourceDocument): string | null {
  const place = location ? flattenText(location, 300) : null;
  const parts = place === null ? [] : [place, ...place.split(/\b(?:section|sheet)\s+/)];
  return parts.some(isInstruction) ? null : place;
}

/** Finds the typed table whose text a source is. Parts of a file have its id and a number. */
function findTable(
  { id, location }: SourceDocument,
  tables: readonly EngineTable[],
): EngineTable | undefined {
  const own = tables.filter(({ attachmentId }) => id.replace(/-\d+$/, '') === attachmentId);
  const ofSheet = own.find(({ sheet }) => sheet !== null && location?.endsWith(`sheet ${sheet}`));
  return ofSheet ?? (own.length === 1 ? own[0] : undefined);
}

/** Reads untrusted documents into passages and tables, in time slices. */
export async function readMaterial(
  documents: readonly GivenText[],
  timeSlice: TimeSlice,
): Promise<Material> {
  const material: Material = { passages: [], tables: [], steered: new Set() };
  for (const { origin, text } of documents) {
    if (isInstruction(`${origin.label}\n${origin.location ?? ''}`)) material.steered.add(origin);
    let heading: string | null = null;
    let underWish = false;
    let listed = false;
    for await (const block of readBlocks(text, timeSlice)) {
      if (material.passages.length >= maxPassages) break;
      if (block.kind === 'heading') {
        const isSteering = isInstruction(block.text);
        if (isSteering) material.steered.add(origin);
        heading = isSteering ? null : clipText(block.text, 90);
        underWish = origin.kind === 'brief' && isRequestHeading(block.text);
        listed = underWish;
      } else if (block.kind === 'rows') {
        const rows = block.rows.filter((row) => !isInstruction(row));
        if (rows.length < block.rows.length) material.steered.add(origin);
        const table = readTable(rows, block.delimiter, { origin, heading });
        if (table && material.tables.length < maxTables) material.tables.push(table);
        if (!table)
          for (const row of rows) await pushSentences(row, { origin }, material, timeSlice);
      } else {
        if (block.kind === 'paragraph')
          listed = underWish || (origin.kind === 'brief' && isListIntro(block.text));
        const isWish = listed && block.kind === 'item';
        const isLabel =
          origin.kind === 'source' && block.kind === 'paragraph' && isTitleLike(block.text);
        await pushSentences(block.text, { origin, isWish, isLabel }, material, timeSlice);
      }
    }
  }
  return material;
}

/** `isWish` marks an item of a list of requests. */
interface Place {
  origin: Origin;
  isWish?: boolean;
  isLabel?: boolean;
}

async function pushSentences(
  text: string,
  { origin, isWish = false, isLabel = false }: Place,
  material: Material,
  timeSlice: TimeSlice,
): Promise<void> {
  let tainted = 0;
  for (const sentence of splitSentences(text.replace(/\s+/g, ' '))) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    const clipped = sentence.length > maxQuoteLength;
    const kept = clipped ? clipText(sentence, maxQuoteLength).replace(/ …$/, '') : sentence;
    const stems = readStems(kept);
    tainted = isInstruction(kept) ? maxTainted : tainted - 1;
    if (tainted > 0) material.steered.add(origin);
    if (stems.length === 0) continue;
    const order = material.passages.length;
    const isOrder = isWish || isRequest(kept);
    material.passages.push({
      text: kept,
      clipped,
      stems,
      origin,
      order,
      isRequest: isOrder,
      isLabel,
      isInstruction: tainted > 0,
    });
  }
}

/** Reads lines with delimiters as a table; null for prose with many commas. */
function readTable(
  lines: readonly string[],
  delimiter: Delimiter,
  { origin, heading }: Pick<SourceTable, 'origin' | 'heading'>,
): SourceTable | null {
  const [header, ...body] = lines
    .map((line) => splitRow(line, delimiter))
    .filter((cells) => !isRule(cells));
  if (!header || header.length < 2 || body.length < (delimiter === '|' ? 1 : 2)) return null;
  const width = Math.min(header.length, maxColumns);
  const fitting = body.filter((row) => row.length <= header.length);
  const cells = fitting.flat();
  if (fitting.length < body.length * 0.8 || cells.join('').length > maxCellLength * cells.length)
    return null;
  if (delimiter !== '|' && !cells.some((cell) => /^\D{0,4}\d[\d.,\s]*\D{0,8}$/.test(cell)))
    return null;
  const fit = (row: string[]) =>
    Array.from({ length: width }, (_, at) => clipText(row[at] ?? '', maxCellLength));
  const rows = fitting.map(fit);
  const telling = [
    origin.location ?? '',
    heading ?? '',
    ...header,
    ...rows.slice(0, tellingRows).flat(),
  ];
  return { origin, heading, header: fit(header), rows, stems: readStems(telling.join(' ')) };
}

const isRule = (cells: readonly string[]) =>
  cells.every((cell) => /^:?-+:?$/.test(cell) || cell === '') && cells.some((cell) => cell !== '');

function splitRow(line: string, delimiter: Delimiter): string[] {
  if (delimiter === '|')
    return line
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cleanLine(cell));
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (const character of line) {
    if (character === '"') quoted = !quoted;
    else if (character === delimiter && !quoted) {
      cells.push(cleanLine(cell));
      cell = '';
    } else cell += character;
  }
  return [...cells, cleanLine(cell)];
}
