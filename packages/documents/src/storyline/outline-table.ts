import {
  type ColumnRole,
  roleOfColumn,
  topicOfHeading,
  totalName,
} from '@ecp/language/slide-heads';
import type { List, Paragraph, Table } from 'mdast';
import type { SlideKind, SlideTable } from '../deck/deck-types.ts';
import { type CitedText, distinct, plainSentences, plainText } from './plain-text.ts';

/** A table or a list as a slide shows it. */
interface OutlineTable {
  kind: SlideKind;
  table: SlideTable;
  labels: string[];
  /** Sentences that the table leaves out, for the notes. */
  more: CitedText[];
}

/** The headings that stand over a table. */
interface TableHeads {
  takeaway: string;
  section: string;
}

/** Rows and columns of a table that slides show. What is left out is told (`SlideTable.whole`). */
const mostRows = 40;
const mostColumns = 25;
/** Totals below the rows that slides show. */
const mostTotals = 5;

/** Reads a table with its kind; null for one that has few figures and is of no known kind. */
export function outlineTable(node: Table, heads: TableHeads): OutlineTable | null {
  const [head, ...body] = node.children.map((row) =>
    row.children.map((cell) => plainText(cell.children)),
  );
  if (!head || body.length === 0 || head.length < 2) return null;
  const width = Math.min(head.length, mostColumns);
  const texts = body.map((row) => Array.from({ length: width }, (_, at) => row[at]?.text ?? ''));
  const rows = chooseRows(texts);
  const names = head.slice(0, width).map(({ text }) => text);
  const table: SlideTable = {
    columns: names.map((name, at) => ({
      name,
      numeric: at > 0 && isNumeric(rows.map((row) => row[at] ?? '')),
    })),
    rows,
  };
  const labels = distinct([head, ...body].flat().flatMap((cell) => cell.labels));
  const arranged = arrange(table, heads);
  if (arranged.kind === 'exhibit' && !carriesFigures(table)) return null;
  const isWhole = rows.length === body.length && width === head.length;
  const whole = { rows: body.length, columns: head.length };
  return {
    kind: arranged.kind,
    table: isWhole ? arranged.table : { ...arranged.table, whole },
    labels,
    more: [],
  };
}

/** Chooses the rows that slides show: the first ones, and the totals below them. */
function chooseRows(rows: string[][]): string[][] {
  if (rows.length <= mostRows) return rows;
  const rest = rows.slice(mostRows - mostTotals);
  const totals = rest.filter(([label = '']) => totalName.test(label)).slice(-mostTotals);
  return [...rows.slice(0, mostRows - totals.length), ...totals];
}

/** Chooses the kind of a table and arranges its columns as that kind is read. */
function arrange(
  table: SlideTable,
  { takeaway, section }: TableHeads,
): Pick<OutlineTable, 'kind' | 'table'> {
  const roles = table.columns.map(({ name }) => roleOfColumn(name));
  const topic = topicOfHeading(takeaway) ?? topicOfHeading(section);
  const has = (role: ColumnRole) => roles.includes(role);
  if (roles[0] === 'risk' || (topic === 'risks' && (has('likelihood') || has('response')))) {
    const order: ColumnRole[] = ['risk', 'likelihood', 'impact', 'response'];
    return {
      kind: 'risks',
      table: reorder(table, roles, roles[0] === 'risk' ? order : order.slice(1)),
    };
  }
  if (has('who') && has('when')) {
    return { kind: 'next_steps', table: reorder(table, roles, ['what', 'who', 'when']) };
  }
  const isOfWords = !table.columns.some(({ numeric }) => numeric) && !isOfFigures(table);
  if (isOfWords && (roles[0] === 'when' || (topic === 'timeline' && has('when')))) {
    return { kind: 'timeline', table: reorder(table, roles, ['when', 'what']) };
  }
  if ((topic === 'next_steps' || topic === 'motions') && (has('when') || has('who'))) {
    return { kind: 'next_steps', table: reorder(table, roles, ['what', 'who', 'when']) };
  }
  const isComparison =
    table.columns.length > 2 && table.rows.length > 1 && table.columns.length <= 7;
  if (isComparison && roles[0] === 'option' && table.rows.length <= 6) {
    return { kind: 'comparison', table: align(transpose(table)) };
  }
  if (isComparison && (roles[0] === 'criterion' || topicOfHeading(takeaway) === 'comparison')) {
    return { kind: 'comparison', table: align(table) };
  }
  if (
    isComparison &&
    topic === 'comparison' &&
    !table.columns.slice(1).every(({ numeric }) => numeric)
  ) {
    return { kind: 'comparison', table: align(table) };
  }
  return { kind: 'exhibit', table };
}

/**
 * Puts columns of known roles first, in the given order, and keeps the first column as what the row
 * is about.
 */
function reorder(
  { columns, rows }: SlideTable,
  roles: readonly (ColumnRole | null)[],
  order: readonly ColumnRole[],
): SlideTable {
  const known = order.map((role) => roles.indexOf(role)).filter((at) => at >= 0);
  const opensWithTime = order[0] === 'when';
  const first = opensWithTime || known[0] === 0 ? [] : [0];
  const places = distinct([...first, ...known, ...columns.keys()]);
  return {
    columns: places.flatMap((at) => columns[at] ?? []),
    rows: rows.map((row) => places.map((at) => row[at] ?? '')),
  };
}

/** Aligns the options of a comparison alike, so that a row is read across. */
function align({ columns, rows }: SlideTable): SlideTable {
  const options = columns.slice(1);
  const numeric = options.filter((column) => column.numeric).length * 2 > options.length;
  return {
    columns: columns.map((column, at) => ({ ...column, numeric: at > 0 && numeric })),
    rows,
  };
}

function transpose({ columns, rows }: SlideTable): SlideTable {
  const names = rows.map(([name = '']) => name);
  const turned = columns
    .slice(1)
    .map(({ name }, at) => [name, ...rows.map((row) => row[at + 1] ?? '')]);
  return {
    columns: [columns[0]?.name ?? '', ...names].map((name, at) => ({
      name,
      numeric: at > 0 && isNumeric(turned.map((row) => row[at] ?? '')),
    })),
    rows: turned,
  };
}

const value = String.raw`[^\p{L}\d]{0,4}\d[\d.,'’\s]*(?:\s?[^\d\s]{1,4})?`;
const figure = new RegExp(`^${value}(?:\\s*(?:to|bis|à|a|[-–—~～])\\s*${value})?$`, 'u');
const empty = /^[\s–—-]*$/u;

/** True if most of the filled cells of a column are figures alone. */
function isNumeric(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => !empty.test(cell));
  return (
    filled.length > 0 &&
    filled.filter((cell) => figure.test(cell.trim())).length >= filled.length * 0.75
  );
}

const shortFigure = /^[^\p{L}\d]{0,4}\d[\d.,'’\s]*(?:[^\d\s]{1,16}\s?){0,2}$/u;

/** True if most cells behind the first column are figures with their units, such as 21 thousand. */
function isOfFigures({ columns, rows }: SlideTable): boolean {
  const cells = rows.flatMap((row) => row.slice(1)).filter((cell) => !empty.test(cell));
  return (
    columns.length > 2 &&
    cells.filter((cell) => shortFigure.test(cell.trim())).length >= cells.length * 0.75
  );
}

function carriesFigures({ rows }: SlideTable): boolean {
  const cells = rows.flatMap((row) => row.slice(1)).filter((cell) => !empty.test(cell));
  return (
    cells.length > 1 && cells.filter((cell) => /\p{Nd}/u.test(cell)).length >= cells.length * 0.55
  );
}

/** A list of steps, risks or dates. `words` are the names of its columns. */
export function outlineList(
  node: List,
  kind: 'next_steps' | 'risks' | 'timeline',
  words: { step: string; when: string; risk: string },
): OutlineTable | null {
  const items = node.children.flatMap((item) => {
    const first = item.children.find((child): child is Paragraph => child.type === 'paragraph');
    return first ? [readItem(first)] : [];
  });
  if (items.length < 2) return null;
  const dated = items.filter(({ isDated }) => isDated).length * 2 >= items.length;
  // Each item has a name in bold and words that explain it.
  const explains = !dated && items.every(({ bold, said }) => bold !== '' && said !== '');
  const name = kind === 'risks' ? words.risk : words.step;
  const heads = dated ? [words.when, name] : explains ? [name, ''] : [name];
  const columns = heads.map((head) => ({ name: head, numeric: false }));
  return {
    kind,
    table: {
      columns,
      ...(items.length > mostRows && { whole: { rows: items.length, columns: columns.length } }),
      rows: items.slice(0, mostRows).map(({ bold, said }) => {
        if (dated) return said === '' ? ['', bold] : [bold, said];
        return explains ? [withoutStop(bold), said] : [withoutStop(bold || said)];
      }),
    },
    labels: distinct(items.flatMap(({ labels }) => labels)),
    more: items.flatMap(({ bold, rest, more }) => (dated || explains || bold === '' ? more : rest)),
  };
}

interface Item {
  /** Its words in bold at its beginning, which name it or say when; empty without any. */
  bold: string;
  isDated: boolean;
  /** Its first sentence behind them. */
  said: string;
  labels: string[];
  /** The sentences behind the words in bold, and those behind its first sentence. */
  rest: CitedText[];
  more: CitedText[];
}

function readItem({ children }: Paragraph): Item {
  const { labels } = plainText(children);
  const [first] = children;
  const strong =
    first?.type === 'strong'
      ? plainText(first.children)
          .text.replace(/[:：]$/u, '')
          .trim()
      : '';
  const bold = strong.length <= longest.name && !/[,、，]$/u.test(strong) ? strong : '';
  const [opening, ...more] = plainSentences(bold === '' ? children : children.slice(1));
  const said = capitalize((opening?.text ?? '').replace(/^[\s,:：.–—-]+/u, ''));
  const isDated =
    bold.length <= longest.date && /\p{Nd}/u.test(bold) && !/[.!?。]$/u.test(bold) && said !== '';
  const rest = opening && said !== '' ? [{ ...opening, text: said }, ...more] : more;
  return { bold, isDated, said, labels, rest, more };
}

/** Characters of words in bold that name an item or say when. */
const longest = { name: 240, date: 60 };
const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const withoutStop = (text: string) => text.replace(/[.。]$/u, '');
