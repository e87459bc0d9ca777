import { type ShownDocument, showOpenDocument } from '@ecp/documents/word/reading/open-document';
import { openPackage } from '@ecp/documents/word/reading/read-parts';
import {
  childOf,
  descendantsOf,
  parseXml,
  textOf,
  type XmlElement,
} from '@ecp/documents/word/reading/xml-tree';
import { zipSync } from 'fflate';
import type { Element } from 'hast';
import type { OfficeContentNode } from 'officeparser';
import { writeFormula } from '../text/spell-out-elements.ts';
import { describeUnread, toFailure } from './word.ts';

/**
 * An object that an OpenDocument file embeds, with its formula or its values as rows of tables;
 * null for none.
 */
interface EmbeddedObject {
  kind: 'chart' | 'formula' | 'other';
  text: string | null;
}

/**
 * Puts the values of embedded charts and tables in place of their frames, once; others but formulas
 * go to the end.
 * @returns sentences about what could not be read
 */
export async function showObjects(bytes: Buffer, content: OfficeContentNode[]): Promise<string[]> {
  const objects = await readObjects(bytes);
  const left = new Map(objects);
  let unknown = 0;
  const show = (nodes: OfficeContentNode[]) => {
    for (const [at, node] of nodes.entries()) {
      show(node.children ?? []);
      show(node.notes ?? []);
      if (node.type !== 'image' && node.type !== 'chart') continue;
      const name = node.metadata?.attachmentName ?? '';
      // A frame shows an object by a picture with the object's name. Objects of other programs have
      // such pictures, too.
      if (!objects.has(name) && /^Object \d/.test(name)) unknown += 1;
      if (objects.has(name)) nodes[at] = asParagraph(left.get(name)?.text ?? '');
      left.delete(name);
    }
  };
  show(content);
  for (const { kind, text } of left.values())
    if (kind !== 'formula' && text !== null) content.push(asParagraph(text));
  const unread = [...objects.values()].filter(({ text }) => text === null);
  const charts = unread.filter(({ kind }) => kind === 'chart').length;
  const others = unknown + unread.filter(({ kind }) => kind === 'other').length;
  return [
    ...describeUnread({ charts, diagrams: 0 }),
    ...(others > 0 ? ['Embedded objects were left out.'] : []),
  ];
}

/** Reads the objects of a file by the names of their folders. */
async function readObjects(bytes: Buffer): Promise<Map<string, EmbeddedObject>> {
  const files = await openPackage(bytes, 'objects').catch((error: unknown) => {
    throw toFailure(error);
  });
  return new Map(
    Array.from(files, ([name, part]) => [name.slice(0, name.indexOf('/')), readObject(part)]),
  );
}

/** A file with the content that a reader sees. */
export interface ShownFile extends Pick<ShownDocument, 'hidesText'> {
  bytes: Buffer;
}

/**
 * Returns a file with the content that a reader sees (`showOpenDocument`). Its other parts, of
 * which none but objects are read, stay the same.
 */
export async function showContent(bytes: Buffer): Promise<ShownFile> {
  const objects = await readObjects(bytes);
  const formulas = new Map(
    Array.from(objects).flatMap(([name, { kind, text }]): [string, string][] =>
      kind === 'formula' && text ? [[name, text]] : [],
    ),
  );
  const parts = await openPackage(bytes, 'open_document').catch((error: unknown) => {
    throw toFailure(error);
  });
  const content = parts.get('content.xml');
  if (!content) return { bytes, hidesText: false };
  const styles = parts.get('styles.xml')?.toString() ?? '';
  const shown = showOpenDocument({ content: content.toString(), styles, formulas });
  const packed = { ...Object.fromEntries(parts), 'content.xml': Buffer.from(shown.content) };
  return { bytes: Buffer.from(zipSync(packed, { level: 0 })), hidesText: shown.hidesText };
}

const asParagraph = (text: string): OfficeContentNode => ({
  type: 'paragraph',
  children: [{ type: 'text', text }],
});

function readObject(bytes: Buffer): EmbeddedObject {
  let root: XmlElement;
  try {
    root = parseXml(bytes);
  } catch {
    // A formula may have a document type. A damaged object costs the file nothing but that object.
    return /<(?:\w{1,20}:)?math[\s>]/.test(bytes.toString('latin1', 0, 2_000))
      ? { kind: 'formula', text: '' }
      : { kind: 'other', text: null };
  }
  const [formula] = descendantsOf(root, 'math:math');
  if (formula) return { kind: 'formula', text: writeFormula(toHtml(formula)) };
  const [chart] = descendantsOf(root, 'chart:chart');
  const tables = descendantsOf(chart ?? root, 'table:table').map(writeTable);
  const values = tables.filter((table) => table !== '').join('\n\n');
  if (!chart) return { kind: 'other', text: values === '' ? null : values };
  const title = childOf(chart, 'chart:title');
  const words = title ? linesOf(title) : '';
  return {
    kind: 'chart',
    text: values === '' ? null : `${words === '' ? 'Chart' : `Chart: ${words}`}\n\n${values}`,
  };
}

/** Turns MathML into the tree that writes it. */
const toHtml = ({ name, children }: XmlElement): Element => ({
  type: 'element',
  tagName: name.slice(name.indexOf(':') + 1),
  properties: {},
  children: children.map((child) =>
    typeof child === 'string' ? { type: 'text', value: child } : toHtml(child),
  ),
});

const linesOf = (element: XmlElement) =>
  descendantsOf(element, 'text:p')
    .map((line) => textOf(line).replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join(' ');

/** A cell is repeated at most this often, because a file can ask for billions of repetitions. */
const maxRepeats = 64;

/**
 * Writes the rows of a table that have a value. A chart keeps its values as a table with a name for
 * each column.
 */
function writeTable(table: XmlElement): string {
  const rows = descendantsOf(table, 'table:table-row').map((row) => {
    const cells = descendantsOf(row, 'table:table-cell').flatMap((cell) => {
      const repeated = Number(cell.attributes['table:number-columns-repeated'] ?? 1) || 1;
      return Array<string>(Math.min(repeated, maxRepeats)).fill(shownIn(cell));
    });
    while (cells.at(-1) === '') cells.pop();
    return cells;
  });
  const width = Math.min(Math.max(0, ...rows.map(({ length }) => length)), maxRepeats);
  const filled = rows.filter(({ length }) => length > 0);
  return filled
    .map(
      (cells) =>
        `| ${[...cells, ...Array<string>(Math.max(0, width - cells.length)).fill('')].join(' | ')} |`,
    )
    .join('\n');
}

/** Returns what a cell shows. A chart writes NaN where it has no value. */
function shownIn(cell: XmlElement): string {
  const shown = linesOf(cell) || (cell.attributes['office:value'] ?? '');
  return shown === 'NaN' ? '' : shown.replaceAll('|', '/');
}
