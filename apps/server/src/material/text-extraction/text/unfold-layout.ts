import type { Element, ElementContent, Root } from 'hast';
import { textOf } from './spell-out-elements.ts';

/** The longest text of a cell that is a value or a label, in characters. */
const longestCell = 200;
const tableParts = /^(?:table|thead|tbody|tfoot|tr|td|th|caption)$/;
/** Blocks that a table of values does not hold. */
const layoutBlocks = /^(?:table|h[1-6]|ul|ol|blockquote|hr)$/;

/**
 * Turns the tables by which mail programs place paragraphs into blocks, and leaves tables of values
 * as they are.
 */
export function unfoldLayout(tree: Root): void {
  const visit = (parent: Root | Element): void => {
    for (const child of parent.children as ElementContent[]) {
      if (child.type !== 'element') continue;
      if (child.tagName === 'table' && isLayout(child)) unfold(child);
      visit(child);
    }
  };
  visit(tree);
}

/**
 * Tells whether a table places blocks: it says so, has one column or row, or cells with blocks or
 * long texts.
 */
function isLayout(table: Element): boolean {
  if (/^(?:presentation|none)$/.test(String(table.properties['role'] ?? ''))) return true;
  const rows = partsOf(table, 'tr').map((row) => cellsOf(row));
  if (rows.length < 2 || rows.every((cells) => cells.length < 2)) return true;
  return rows
    .flat()
    .some((cell) => holdsBlocks(cell) || textOf(cell, longestCell + 1).trim().length > longestCell);
}

/** Lists the rows of a table, without those of tables inside of it. */
function partsOf(table: Element, name: string): Element[] {
  return table.children.flatMap((child) => {
    if (child.type !== 'element') return [];
    if (child.tagName === name) return [child];
    return /^(?:thead|tbody|tfoot)$/.test(child.tagName) ? partsOf(child, name) : [];
  });
}

function cellsOf(row: Element): Element[] {
  return row.children.filter(
    (child) => child.type === 'element' && /^t[dh]$/.test(child.tagName),
  ) as Element[];
}

function holdsBlocks(element: Element): boolean {
  return element.children.some(
    (child) => child.type === 'element' && (layoutBlocks.test(child.tagName) || holdsBlocks(child)),
  );
}

/** Makes blocks of a table and its parts, without those of tables inside of it. */
function unfold(part: Element): void {
  part.tagName = 'div';
  for (const child of part.children) if (child.type === 'element' && isPart(child)) unfold(child);
}

const isPart = ({ tagName }: Element) => tagName !== 'table' && tableParts.test(tagName);
