import { signOf, spellSymbols } from '@ecp/documents/word/reading/read-inlines';
import { writeLowered, writeRaised } from '@ecp/language/raised-text';
import { unwrapLines } from '@ecp/markdown/rendered-text';
import type { OfficeContentNode } from 'officeparser';

type Position = 'raised' | 'lowered' | null;

/**
 * Text of a paragraph that looks the same from its beginning to its end, or a block such as a text
 * box.
 */
export interface Run {
  text: string;
  position: Position;
  isStruck: boolean;
  isBlock: boolean;
}

/**
 * Writes a node of an Office document as plain markdown: headings, list items, tables, footnotes,
 * slide notes.
 */
export function writeNode(node: OfficeContentNode): string {
  const notes: OfficeContentNode[] = [];
  const body = writeBody(node, notes);
  const own = [...notes, ...(node.notes ?? [])].map(
    (note) => `\nNote: ${unwrapLines(writeAll(note.children ?? [], ' ')).trim()}\n`,
  );
  return body + own.join('');
}

/** @param notes takes the notes of the node's own text, which stand behind it */
function writeBody(node: OfficeContentNode, notes: OfficeContentNode[]): string {
  const children = node.children ?? [];
  switch (node.type) {
    case 'heading':
      return `\n${'#'.repeat(Math.min(node.metadata?.level ?? 1, 6))} ${oneLine(node, notes).replaceAll('\t', ' ')}\n`;
    case 'list':
      return `${'  '.repeat(Math.min(node.metadata?.indentation ?? 0, 10))}${writeEntry(node, notes)}`;
    case 'paragraph':
      return `${writeText(node, notes).trim()}\n`;
    case 'row':
      return joinCells(writeCells(children, notes));
    case 'table':
      return `\n${writeTable(children, notes)}\n`;
    case 'sheet':
      return `\n${children.map((row) => writeNode(row)).join('\n')}\n`;
    case 'text':
    case 'image':
    case 'chart':
    case 'code':
    case 'break':
      return writeText({ ...node, children: [node], notes: [] }, notes);
    default:
      return isInline(children) ? writeText(node, notes) : writeAll(children, '\n');
  }
}

function writeAll(nodes: readonly OfficeContentNode[], between: string): string {
  return nodes.map((node) => writeNode(node)).join(between);
}

const inlineTypes = new Set(['text', 'break', 'code', 'image', 'chart']);
const isInline = (nodes: readonly OfficeContentNode[]) =>
  nodes.every(({ type }) => inlineTypes.has(type));

/** Writes a list entry behind the label that the file shows, else behind a dash. */
function writeEntry(node: OfficeContentNode, notes: OfficeContentNode[]): string {
  const text = writeText(node, notes);
  const label = /^ ?([^\t]{1,12})\t/.exec(text);
  const shown = label?.[1]?.trim() ?? '';
  if (!/[\p{L}\p{N}]/u.test(shown) || shown === 'o')
    return `- ${unwrapLines(text.slice(label?.[0].length ?? 0)).trim()}`;
  return `${shown} ${unwrapLines(text.slice(label?.[0].length ?? 0)).trim()}`;
}

/**
 * Merged cells leave empty ones, at most this many in a place: a file can ask for two thousand
 * million.
 */
const maxSpan = 64;

/**
 * Writes the rows of a table, those that end in a cell merged downwards with as many cells as the
 * others.
 */
function writeTable(rows: readonly OfficeContentNode[], notes: OfficeContentNode[]): string {
  const written = rows.map(({ children = [] }) => writeCells(children, notes));
  // Cells that the parser adds behind a table inside of a cell have no text in any row.
  const lengths = written.map((cells) => cells.findLastIndex((cell) => cell !== '') + 1);
  const width = Math.min(Math.max(1, ...lengths), maxSpan);
  return written
    .map((cells) =>
      joinCells([
        ...cells.slice(0, Math.max(width, 1)),
        ...Array<string>(Math.max(0, width - cells.length)).fill(''),
      ]),
    )
    .join('\n');
}

const joinCells = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

function writeCells(cells: readonly OfficeContentNode[], notes: OfficeContentNode[]): string[] {
  const written: string[] = [];
  let column = 0;
  for (const cell of cells) {
    const place = cell.type === 'cell' ? cell.metadata : undefined;
    const [col, colSpan] = [place?.col ?? column, place?.colSpan ?? 1];
    const gap = Math.min(Math.max(col - column, 0), maxSpan);
    const rest = Math.min(Math.max(colSpan - 1, 0), maxSpan);
    const text = oneLine(cell, notes).replaceAll('|', '/');
    written.push(...Array<string>(gap).fill(''), text, ...Array<string>(rest).fill(''));
    column = col + colSpan;
  }
  return written;
}

/** Writes a node on one line. A cell may contain paragraphs, and a paragraph runs of text. */
function oneLine(node: OfficeContentNode, notes: OfficeContentNode[]): string {
  const children = node.children ?? [];
  const parts = isInline(children)
    ? [writeText(node, notes)]
    : children.map((child) => writeCellBlock(child, notes));
  return parts
    .map((text) => unwrapLines(text).trim())
    .join(' ')
    .trim();
}

/** Writes a block of a cell. The cells of a table inside of it are words of one line. */
function writeCellBlock(node: OfficeContentNode, notes: OfficeContentNode[]): string {
  if (node.type !== 'table' && node.type !== 'row') return writeText(node, notes);
  const parts = (node.children ?? []).map((child) =>
    child.type === 'row' ? writeCellBlock(child, notes) : oneLine(child, notes),
  );
  return parts.filter((part) => part !== '').join(' ');
}

function writeText(node: OfficeContentNode, notes: OfficeContentNode[]): string {
  const children = node.children ?? [];
  return children.length === 0 ? (node.text ?? '') : writeRuns(readRuns(children, notes));
}

/** Writes the runs of a paragraph. Raised and lowered texts become signs that join no number. */
export function writeRuns(runs: readonly Run[]): string {
  const parts: string[] = [];
  let line = '';
  for (const [at, { text, position, isStruck, isBlock }] of runs.entries()) {
    const after = runs[at + 1];
    const written =
      position === 'raised'
        ? writeRaised(line, text, after?.isBlock ? '' : after?.text)
        : position === 'lowered'
          ? writeLowered(line, text)
          : text;
    parts.push(
      isBlock ? `\n${text}\n` : isStruck && text.trim() !== '' ? `~~${written}~~` : written,
    );
    line = isBlock ? '' : (line + written).slice(-maxLook);
  }
  return parts.join('').replaceAll('\u00ad', '');
}

/** How much of a line tells what a raised text is. */
const maxLook = 24;

function readRuns(nodes: readonly OfficeContentNode[], notes: OfficeContentNode[]): Run[] {
  const runs: Run[] = [];
  for (const node of nodes) {
    if (!inlineTypes.has(node.type)) {
      runs.push({ text: writeNode(node).trim(), position: null, isStruck: false, isBlock: true });
      continue;
    }
    for (const note of node.notes ?? []) notes.push(note);
    const text = textOf(node);
    const { superscript, subscript, strikethrough } = node.formatting ?? {};
    const position = superscript ? 'raised' : subscript ? 'lowered' : null;
    const isStruck = strikethrough === true;
    addRun(runs, { text, position, isStruck, isBlock: false });
  }
  return runs;
}

/** Adds a run to those of its paragraph, or its text to the last one if both look the same. */
export function addRun(runs: Run[], run: Run): void {
  const last = runs.at(-1);
  const isSame =
    last && !last.isBlock && last.position === run.position && last.isStruck === run.isStruck;
  if (isSame) last.text += run.text;
  else if (run.text !== '') runs.push(run);
}

function textOf(node: OfficeContentNode): string {
  if (node.type !== 'break') return spellFont(node.text ?? '', node.formatting?.font ?? '');
  const kind = node.metadata && 'breakType' in node.metadata ? node.metadata.breakType : null;
  return kind === 'lastRenderedPage' ? '' : '\n';
}

const symbolFont = /^(?:symbol|wingdings(?: [23])?|webdings)$/i;
const bytes = Array.from(
  new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, at) => at)),
);
const byteOf = new Map(bytes.map((sign, at) => [sign, at]));

/**
 * Writes the signs that a font of symbols shows. A file names them by bytes or at U+F020 to U+F0FF.
 */
function spellFont(text: string, font: string): string {
  if (!symbolFont.test(font)) return spellSymbols(text, '');
  return Array.from(
    text,
    (sign) => signOf(font, byteOf.get(sign) ?? sign.charCodeAt(0)) ?? sign,
  ).join('');
}
