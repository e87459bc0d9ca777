import type { Table } from 'mdast';
import { isFormula } from './formulas.ts';

/** Stands for a pipe that is a character of its cell. */
export const pipeStandIn = '\ufdd7';

/** Marks of quotes, lists and footnotes before a row. */
const containers = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)]|\[\^[^[\]\s]{1,200}\]:)[ \t]+)?/;
const fence = /^[ \t>]*(`{3,}|~{3,})/;

/**
 * Readies the tables of a text for the parser, which takes every pipe without a backslash for the
 * end of a cell, and a head with more or fewer cells than the line below it for a paragraph. Pipes
 * in code, formulas and brackets become stand-ins where their row has too many cells, and the line
 * below a head gets as many cells as the head. All characters keep their places.
 */
export function readyTables(markdown: string): string {
  if (!markdown.includes('|')) return markdown;
  const lines = markdown.split('\n');
  let openFence = '';
  let isChanged = false;
  const replace = (at: number, line: string) => {
    isChanged ||= line !== lines[at];
    lines[at] = line;
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const mark = fence.exec(line)?.[1] ?? '';
    if (openFence === '') openFence = mark;
    else if (mark.startsWith(openFence)) openFence = '';
    const above = lines[at - 1] ?? '';
    if (openFence !== '' || !line.includes('|') || !above.includes('|')) continue;
    if (!isDelimiter(line) || isDelimiter(above)) continue;
    const body = line.trimEnd();
    const prefix = /^[ \t>]*/.exec(body)?.[0] ?? '';
    const cells = body.slice(prefix.length);
    const expected = countCells(cells);
    const head = fitRow(above, expected);
    replace(at - 1, head);
    const width = countCells(head);
    const fitted = width === expected ? cells : fitDelimiter(cells, width);
    if (fitted === null) continue;
    replace(at, prefix + fitted + line.slice(body.length));
    at = readyRows(lines, at + 1, width, replace);
  }
  return isChanged ? lines.join('\n') : markdown;
}

/** Readies the rows below a head. Returns the index of the last one. */
function readyRows(
  lines: readonly string[],
  start: number,
  width: number,
  replace: (at: number, line: string) => void,
): number {
  let at = start;
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (!line.includes('|') || fence.test(line)) break;
    replace(at, fitRow(line, width));
  }
  return at - 1;
}

/** Returns a row without the pipes at its ends, and without what stands before it. */
function innerOf(row: string): string {
  const inner = row.replace(containers, '').replace(/^\|/, '').trimEnd();
  return /(?:^|[^\\])\|$/.test(inner.slice(-2)) ? inner.slice(0, -1) : inner;
}

/** Counts the cells of a row as the parser does. */
const countCells = (row: string): number => findPipes(innerOf(row)).length + 1;

const isDelimiter = (row: string): boolean =>
  innerOf(row)
    .split('|')
    .every((cell) => /^:?-+:?$/.test(cell.trim()));

/** Returns the places of the pipes without a backslash. */
function findPipes(row: string): number[] {
  const places: number[] = [];
  for (let at = 0; at < row.length; at += 1) {
    const character = row.charAt(at);
    if (character === '\\') at += 1;
    else if (character === '|') places.push(at);
  }
  return places;
}

/** Makes pipes of a row that has too many cells characters of their cells, those in code first. */
function fitRow(row: string, width: number): string {
  const count = countCells(row);
  if (count <= width) return row;
  const pipes = findPipes(row);
  const inside = (ranges: readonly Range[]) => {
    const isInside = new Uint8Array(row.length);
    for (const { start, end } of ranges) isInside.fill(1, start, end);
    return pipes.filter((at) => isInside[at] === 1);
  };
  const code = findCode(row);
  const formulas = findFormulas(row);
  const choices = [
    inside(code),
    inside(formulas),
    inside([...code, ...formulas]),
    inside([...code, ...formulas, ...findBracketed(row)]),
  ];
  const exact = choices.find((places) => places.length > 0 && count - places.length === width);
  const [inCode = []] = choices;
  const places = exact ?? (count - inCode.length >= width ? inCode : []);
  if (places.length === 0) return row;
  const characters = row.split('');
  for (const at of places) characters[at] = pipeStandIn;
  return characters.join('');
}

interface Range {
  start: number;
  end: number;
}

function findCode(row: string): Range[] {
  const marks = [...row.matchAll(/`+/g)].map(({ 0: { length }, index }) => ({ length, index }));
  const places = Map.groupBy(marks, ({ length }) => length);
  const ranges: Range[] = [];
  let end = 0;
  for (const { length, index } of marks) {
    const others = places.get(length) ?? [];
    // Each mark is taken away once, so that a row of many marks is read once.
    while ((others[0]?.index ?? Number.POSITIVE_INFINITY) <= index) others.shift();
    const [partner] = others;
    if (index < end || partner === undefined) continue;
    ranges.push({ start: index, end: partner.index });
    end = partner.index + length;
  }
  return ranges;
}

const inlineFormulas = /\$\$[^$]+\$\$|\$[^$]+\$|\\\([^\\]+(?:\\(?!\))[^\\]*)*\\\)/g;

function findFormulas(row: string): Range[] {
  return [...row.matchAll(inlineFormulas)].flatMap(({ 0: { length }, 0: text, index }) =>
    isFormula(text.replace(/^(?:\$+|\\\()|(?:\$+|\\\))$/g, ''))
      ? [{ start: index, end: index + length - 1 }]
      : [],
  );
}

const closers: Record<string, string> = { '(': ')', '[': ']', '{': '}' };

function findBracketed(row: string): Range[] {
  const ranges: Range[] = [];
  const open: { sign: string; at: number }[] = [];
  for (let at = 0; at < row.length; at += 1) {
    const sign = row.charAt(at);
    if (closers[sign] !== undefined) open.push({ sign, at });
    const last = open.at(-1);
    if (last === undefined || closers[last.sign] !== sign) continue;
    open.pop();
    if (open.length === 0) ranges.push({ start: last.at, end: at });
  }
  return ranges;
}

/**
 * Gives the line below a head another number of cells without changing its length. Null if it has
 * no room for them.
 */
function fitDelimiter(cells: string, width: number): string | null {
  const aligns = (cells.match(/:?-+:?/g) ?? []).map((cell) => cell.replace(/-+/, '-'));
  const most = cells.trimEnd().length;
  const wanted = Array.from({ length: width }, (_, at) => aligns[at] ?? '-');
  const written = [`|${wanted.join('|')}|`, wanted.join('|'), wanted.map(() => '-').join('|')].find(
    ({ length }) => length <= most,
  );
  if (written === undefined || width < 2) return null;
  const room = most - written.length;
  return written.replace('-', '-'.repeat(room + 1)) + cells.slice(most);
}

/** Gives a table as many columns as its longest row has, so that no cell is left out. */
export function widenTable(table: Table): void {
  const [head] = table.children;
  if (head === undefined) return;
  const width = Math.max(
    head.children.length,
    ...table.children.map(
      ({ children }) => children.findLastIndex((cell) => cell.children.length > 0) + 1,
    ),
  );
  const align = [...(table.align ?? [])];
  while (head.children.length < width) head.children.push({ type: 'tableCell', children: [] });
  while (align.length < width) align.push(null);
  table.align = align;
  for (const row of table.children) row.children.splice(width);
}
