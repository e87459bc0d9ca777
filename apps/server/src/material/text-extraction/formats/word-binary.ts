import type { WordParts } from '@ecp/documents/word/reading/read-parts';
import { readLists } from '@ecp/documents/word/reading/read-parts';
import { makeElement, type XmlElement } from '@ecp/documents/word/reading/xml-tree';
import { type WordSource, writeWordSource } from '@ecp/documents/word/source-text';
import { encryptedFailure, type FormatReading, type SourceFile } from '../extraction.ts';
import { splitByHeadings } from '../text/decode-text.ts';
import { openCompoundFile } from './compound-file.ts';
import { readOffice } from './office.ts';
import { describeWord, toFailure } from './word.ts';
import {
  header,
  type Locate,
  lastOf,
  lengthsOf,
  locateCharacters,
  locateParagraph,
  rangeAt,
  readCharacters,
  readFileRanges,
  readFonts,
  readNumbering,
  readParagraph,
  readPieces,
  readStyles,
  structureOf,
  structures,
  type TextRange,
  toText,
  valued,
  type WordStreams,
} from './word-binary-properties.ts';

/** The streams of a file, and its text with the properties of its parts. */
interface WordBinary extends WordStreams {
  /** A character for each position, those of notes and text boxes behind the body. */
  text: string;
  characters: TextRange[];
  paragraphs: TextRange[];
  fonts: string[];
  /** References to notes by their positions. */
  references: Map<number, XmlElement>;
}

/**
 * Reads .doc of Word 97 or later ([MS-DOC]) by the rules of .docx; RTF named .doc is read as RTF.
 */
export async function readWordBinary(file: SourceFile): Promise<FormatReading> {
  const { bytes } = file;
  if (bytes.toString('latin1', 0, 5) === '{\\rtf') return await readOffice('rtf')(file);
  const container = openCompoundFile(bytes);
  const main = container.stream('WordDocument');
  if (!main || main.length < header.length || main.readUInt16LE(0) !== 0xa5ec)
    throw new Error('Not a .doc of Word 97');
  const flags = main.readUInt16LE(header.flags);
  if ((flags & header.encrypted) !== 0) throw encryptedFailure();
  const table = container.stream((flags & header.secondTable) === 0 ? '0Table' : '1Table');
  if (!table) throw new Error('The file has no table stream');
  const source = readSource(
    readParts({ main, table, data: container.stream('Data') ?? Buffer.alloc(0) }),
  );
  const hasObjects = container.paths.some((path) => /\/ObjectPool\/./.test(path));
  return {
    sections: splitByHeadings(source.text),
    note: null,
    remarks: describeWord({
      ...source,
      leftOut: [...source.leftOut, ...(hasObjects ? (['object_left_out'] as const) : [])],
      hasComments: lengthsOf(main).comments > 0,
    }),
  };
}

function readSource(parts: WordParts): WordSource {
  try {
    return writeWordSource(parts);
  } catch (error) {
    throw toFailure(error);
  }
}

/** Reads a file as the parts of a .docx with the same content. */
function readParts(streams: WordStreams): WordParts {
  const { text, pieces } = readPieces(streams);
  const ranges = (number: number, locate: Locate) =>
    toText(readFileRanges(streams.main, structureOf(streams, number), locate), pieces);
  const file: WordBinary = {
    ...streams,
    text,
    characters: ranges(structures.characters, locateCharacters),
    paragraphs: ranges(structures.paragraphs, locateParagraph),
    fonts: readFonts(structureOf(streams, structures.fonts)),
    references: new Map(),
  };
  const { body, footnotes, heads, comments, endnotes, boxes } = lengthsOf(streams.main);
  const behindComments = body + footnotes + heads + comments;
  const notes = {
    footnotes: readNotes(file, 'footnote', body),
    endnotes: readNotes(file, 'endnote', behindComments),
  };
  const content = [
    ...readStory(file, 0, body),
    ...readStory(file, behindComments + endnotes, behindComments + endnotes + boxes),
  ];
  return {
    ...notes,
    body: makeElement('w:body', content),
    relations: new Map(),
    footnoteRelations: new Map(),
    endnoteRelations: new Map(),
    comments: null,
    commentsExtended: null,
    commentsIds: null,
    styles: readStyles(structureOf(streams, structures.styles)),
    lists: readLists(readNumbering(streams)),
    properties: new Map(),
    drawings: { unread: { charts: 0, diagrams: 0 }, read: () => null },
  };
}

/** Ends of paragraphs: that of a line, of a cell, and of a page or section. */
const paragraphEnds = new Set([0x0d, 0x07, 0x0c]);
const cellEnd = 0x07;

interface Row {
  cells: XmlElement[][];
  edges: number[];
}

/** Reads a part of the text as paragraphs and tables. */
function readStory(file: WordBinary, from: number, to: number): XmlElement[] {
  const blocks: XmlElement[] = [];
  const fields: boolean[] = [];
  let rows: Row[] = [];
  let cells: XmlElement[][] = [];
  let cell: XmlElement[] = [];
  const endTable = () => {
    if (cell.length > 0) cells.push(cell);
    if (cells.length > 0) rows.push({ cells, edges: [] });
    if (rows.length > 0) blocks.push(writeTable(rows));
    [rows, cells, cell] = [[], [], []];
  };
  const last = Math.min(to, file.text.length);
  for (let start = from; start < last; ) {
    let end = start;
    while (end < last && !paragraphEnds.has(file.text.charCodeAt(end))) end += 1;
    const look = readParagraph(rangeAt(file.paragraphs, end).properties, file);
    const isDeleted = readCharacters(
      rangeAt(file.characters, end).properties,
      file.fonts,
    ).isDeleted;
    const mark = makeElement('w:rPr', isDeleted ? [makeElement('w:del')] : []);
    const runs = readRuns(file, [start, end], fields);
    const paragraph = makeElement('w:p', [
      makeElement('w:pPr', [...look.properties, mark]),
      ...runs,
    ]);
    const isCell = file.text.charCodeAt(end) === cellEnd;
    start = end + 1;
    if (!look.inTable) {
      endTable();
      blocks.push(paragraph);
    } else if (isCell && look.isRowEnd) {
      rows.push({ cells, edges: look.edges });
      cells = [];
    } else {
      cell.push(paragraph);
      if (!isCell) continue;
      cells.push(cell);
      cell = [];
    }
  }
  endTable();
  return blocks;
}

/** Edges that are this near to each other are one, in twentieths of a point. */
const nearEdges = 40;
/** Word has at most 63 columns. A table with more edges is read without them. */
const mostEdges = 128;

/** Writes a table. Where the cells of a row are wider than those of others, they are merged. */
function writeTable(rows: readonly Row[]): XmlElement {
  const all = [...new Set(rows.flatMap(({ edges }) => edges))].sort((one, other) => one - other);
  const grid = all.filter((edge, at) => at === 0 || edge - (all[at - 1] ?? 0) > nearEdges);
  const columnOf = (edge: number) => lastOf(grid, (known) => known <= edge);
  const written = rows.map(({ cells, edges }) => {
    const isPlaced = edges.length === cells.length + 1 && grid.length <= mostEdges;
    const places = isPlaced ? edges.map(columnOf) : cells.map((_, at) => at);
    const cellsOf = cells.map((content, at) => {
      const span = isPlaced ? Math.max((places[at + 1] ?? 0) - (places[at] ?? 0), 1) : 1;
      return makeElement('w:tc', [makeElement('w:tcPr', [valued('w:gridSpan', span)]), ...content]);
    });
    return makeElement('w:tr', [
      makeElement('w:trPr', [valued('w:gridBefore', places[0] ?? 0)]),
      ...cellsOf,
    ]);
  });
  return makeElement('w:tbl', written);
}

/** Characters that stand for something else. */
const signs = new Map<number, () => XmlElement>([
  [0x09, () => makeElement('w:tab')],
  [0x0b, () => makeElement('w:br')],
  [0x0c, () => makeElement('w:br')],
  [0x0e, () => makeElement('w:br')],
  [0x13, () => makeElement('w:fldChar', [], { 'w:fldCharType': 'begin' })],
  [0x14, () => makeElement('w:fldChar', [], { 'w:fldCharType': 'separate' })],
  [0x15, () => makeElement('w:fldChar', [], { 'w:fldCharType': 'end' })],
  [0x1e, () => makeElement('w:noBreakHyphen')],
  [0x1f, () => makeElement('w:softHyphen')],
]);

/**
 * @param fields the open fields, true for one whose instruction is being read; changes with the
 * text
 */
function readRuns(
  file: WordBinary,
  [from, to]: readonly [number, number],
  fields: boolean[],
): XmlElement[] {
  const runs: XmlElement[] = [];
  for (let start = from; start < to; ) {
    const range = rangeAt(file.characters, start);
    const end = Math.min(range.end, to);
    const look = readCharacters(range.properties, file.fonts);
    const content: XmlElement[] = [makeElement('w:rPr', look.properties)];
    for (let at = start; at < end && !look.isDeleted; at += 1) {
      const code = file.text.charCodeAt(at);
      if (code === 0x13) fields.push(true);
      if (code === 0x14 && fields.length > 0) fields[fields.length - 1] = false;
      if (code === 0x15) fields.pop();
      const sign = code < 0x20 ? (file.references.get(at) ?? signs.get(code)?.()) : look.symbol;
      if (sign) content.push(sign);
      if (sign || code < 0x20) continue;
      let stop = at + 1;
      while (stop < end && file.text.charCodeAt(stop) >= 0x20) stop += 1;
      content.push(makeElement(fields.at(-1) ? 'w:instrText' : 'w:t', [file.text.slice(at, stop)]));
      at = stop - 1;
    }
    if (content.length > 1) runs.push(makeElement('w:r', content));
    start = end;
  }
  return runs;
}

/** Reads the notes of a kind, whose text begins at `base`, and notes down their references. */
function readNotes(file: WordBinary, kind: 'footnote' | 'endnote', base: number): XmlElement {
  const places = structureOf(file, structures[`${kind}References`]);
  const texts = structureOf(file, structures[`${kind}s`]);
  const notes: XmlElement[] = [];
  const count = Math.max(
    0,
    Math.min(Math.floor((places.length - 4) / 6), Math.floor(texts.length / 4) - 1),
  );
  let read = base;
  for (let index = 0; index < count; index += 1) {
    const [start, end] = [
      base + texts.readUInt32LE(index * 4),
      base + texts.readUInt32LE(index * 4 + 4),
    ];
    if (start < read || end < start) break;
    const id = { 'w:id': String(index) };
    file.references.set(places.readUInt32LE(index * 4), makeElement(`w:${kind}Reference`, [], id));
    notes.push(makeElement(`w:${kind}`, readStory(file, start, end), id));
    read = end;
  }
  return makeElement(`w:${kind}s`, notes);
}
