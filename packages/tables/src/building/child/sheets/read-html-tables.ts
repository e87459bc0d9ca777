import { readNumberCell } from '@ecp/language/cells';
import { type DecodedText, decodeText } from '@ecp/language/decode-text';
import { readRaised, writeLowered } from '@ecp/language/raised-text';
import type { Element, Nodes } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { type Cell, type GridRow, textCell } from '../cells/column-survey.ts';
import type { Sheet } from './read-workbook.ts';

/** Cells that an element may span, and cells of all tables. */
const [maxSpan, maxCells] = [1_000, 2_000_000];
/** Parts of a web archive that are looked at. */
const maxParts = 200;

/**
 * Reads a page's innermost tables as sheets. A label that spans cells stands in each, a number in
 * the first.
 */
export function readHtmlTables(html: string): Sheet[] {
  const tables = findTables(fromHtml(html));
  let room = maxCells;
  return tables.flatMap((table, at) => {
    const rows = readRows(table, room);
    room -= rows.reduce((sum, { cells }) => sum + cells.length, 0);
    return rows.length === 0 ? [] : [{ name: `Sheet${at + 1}`, isHidden: false, rows }];
  });
}

/**
 * Returns the tables that hold no other table. Not recursive, because a page may be nested deeply.
 */
function findTables(root: Nodes): Element[] {
  const tables = new Set<Element>();
  const pending: { node: Nodes; outer: Element | null }[] = [{ node: root, outer: null }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node } = next;
    const isTable = node.type === 'element' && node.tagName === 'table';
    if (isTable) {
      tables.add(node);
      if (next.outer) tables.delete(next.outer);
    }
    const outer = isTable ? node : next.outer;
    if ('children' in node)
      for (const child of [...node.children].reverse()) pending.push({ node: child, outer });
  }
  return [...tables];
}

function findRows(table: Element): Element[] {
  const rows: Element[] = [];
  for (const child of table.children) {
    if (child.type !== 'element') continue;
    if (child.tagName === 'tr') rows.push(child);
    else
      for (const row of child.children)
        if (row.type === 'element' && row.tagName === 'tr') rows.push(row);
  }
  return rows;
}

function readRows(table: Element, room: number): GridRow[] {
  const rows = findRows(table);
  const grid: (Cell | null)[][] = rows.map(() => []);
  const taken: boolean[][] = rows.map(() => []);
  let count = 0;
  for (const [at, row] of rows.entries()) {
    let column = 0;
    for (const element of row.children) {
      if (element.type !== 'element' || (element.tagName !== 'td' && element.tagName !== 'th'))
        continue;
      while (taken[at]?.[column]) column += 1;
      const cell = textCell(indentOf(element) + textOf(element).trim());
      const isLabel = cell !== null && readNumberCell(cell.text) === null;
      const [right, down] = [spanOf(element, 'colSpan'), spanOf(element, 'rowSpan')];
      for (let below = at; below < Math.min(at + down, rows.length); below += 1) {
        for (let beside = column; beside < column + right; beside += 1) {
          count += 1;
          if (count > room) return toGridRows(grid);
          const isFirst = below === at && beside === column;
          setCell(grid[below], taken[below], beside, isFirst || isLabel ? cell : null);
        }
      }
      column += right;
    }
  }
  return toGridRows(grid);
}

function setCell(
  cells: (Cell | null)[] = [],
  taken: boolean[] = [],
  column: number,
  cell: Cell | null,
): void {
  while (cells.length < column) cells.push(null);
  cells[column] = cell;
  taken[column] = true;
}

const toGridRows = (grid: readonly (Cell | null)[][]): GridRow[] =>
  grid
    .map((cells, at) => ({ number: at + 1, cells: Array.from(cells, (cell) => cell ?? null) }))
    .filter(({ cells }) => cells.some((cell) => cell !== null));

function spanOf({ properties }: Element, name: 'colSpan' | 'rowSpan'): number {
  const span = Number(properties[name] ?? 1);
  return Number.isInteger(span) && span > 0 ? Math.min(span, maxSpan) : 1;
}

/** A space that does not break, as programs write them before an indented label. */
const hardBlank = '\u00a0';
const indentStyle =
  /(?:mso-char-indent-count|padding-left|text-indent|margin-left)\s?:\s?(\d{1,4})/i;
/** Wider indents are layout. */
const maxIndent = 200;

/**
 * Returns hard blanks for how far a cell is indented, by its style or by hard blanks in its text.
 */
function indentOf(element: Element): string {
  const [, styled = '0'] = indentStyle.exec(String(element.properties['style'] ?? '')) ?? [];
  let text: Nodes | undefined = element;
  while (text?.type === 'element') text = text.children[0];
  const written = text?.type === 'text' ? (/^[\s\u00a0]*/.exec(text.value)?.[0] ?? '') : '';
  const blanks = written.split(hardBlank).length - 1;
  return hardBlank.repeat(Math.min(Number(styled) + blanks, maxIndent));
}

const blocks = new Set(['br', 'p', 'div', 'li', 'tr']);

function textOf(element: Element): string {
  const parts: string[] = [];
  const pending: Nodes[] = [element];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.type === 'text') parts.push(node.value);
    if (node.type !== 'element' || node.tagName === 'style' || node.tagName === 'script') continue;
    if ((node.tagName === 'sup' || node.tagName === 'sub') && node !== element) {
      const before = parts.slice(-3).join('');
      const inner = textOf(node).trim();
      if (node.tagName === 'sub') parts.push(writeLowered(before, inner));
      else {
        // The mark of a note is no part of a value; a text that is raised as a whole is no mark.
        const { kind, written } = readRaised(before, inner);
        parts.push(kind !== 'note' ? written : before.trim() === '' ? inner : '');
      }
      continue;
    }
    if (blocks.has(node.tagName)) parts.push(' ');
    pending.push(...[...node.children].reverse());
  }
  return parts.join('').replace(/\s+/g, ' ');
}

/**
 * Returns the pages of a web archive (MHTML, RFC 2557), such as reports of SSRS that are named
 * `.xls`.
 */
export async function readWebArchive(bytes: Buffer): Promise<DecodedText[]> {
  const source = bytes.toString('latin1');
  const boundary = /boundary="?([^"\r\n;]{1,200})/i.exec(source.slice(0, 8_192))?.[1]?.trim();
  const parts = boundary === undefined ? [source] : source.split(`--${boundary}`, maxParts);
  const pages: DecodedText[] = [];
  for (const part of parts) {
    const end = /\r?\n\r?\n/.exec(part);
    const head = part.slice(0, end?.index ?? 0);
    if (!end || !/content-type:\s{0,9}text\/html/i.test(head)) continue;
    const body = part.slice(end.index + end[0].length);
    const charset = /charset\s{0,9}=\s{0,9}"?([\w.:-]{1,40})/i.exec(head)?.[1] ?? null;
    pages.push(await decodeText(decodeBody(body, head), charset));
  }
  return pages;
}

function decodeBody(body: string, head: string): Buffer {
  if (/content-transfer-encoding:\s{0,9}base64/i.test(head)) return Buffer.from(body, 'base64');
  if (!/content-transfer-encoding:\s{0,9}quoted-printable/i.test(head))
    return Buffer.from(body, 'latin1');
  const joined = body.replace(/=\r?\n/g, '');
  const plain = joined.replace(/=([\da-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return Buffer.from(plain, 'latin1');
}
