import { findNumberColumns } from '@ecp/markdown/merge-sections';
import type { ExtraProps } from 'react-markdown';
import { type FoldedText, findFolded, foldText } from './find-words.ts';

export type ElementNode = NonNullable<ExtraProps['node']>;
type AnyNode = ElementNode['children'][number];
/** A node that contains elements: the document or an element. */
export interface ParentNode {
  children: readonly ({ type: string } | AnyNode)[];
}

const isElement = (node: { type: string }): node is ElementNode => node.type === 'element';

export function* walkElements(parent: ParentNode): Generator<ElementNode> {
  for (const child of parent.children) {
    if (!isElement(child)) continue;
    yield child;
    yield* walkElements(child);
  }
}

export function readText(node: ElementNode): string {
  return node.children
    .map((child) => (isElement(child) ? readText(child) : 'value' in child ? child.value : ''))
    .join('');
}

interface SectionOptions {
  idPrefix: string;
  /** Level of the highest headings, below the headings of the surrounding page. */
  topLevel: number;
}

const deepest = 6;
const maxSlugLength = 60;

/**
 * A rehype plugin that gives every heading an id and closes gaps between levels, starting at
 * `topLevel`.
 */
export function nameSections({ idPrefix, topLevel }: SectionOptions) {
  return (tree: ParentNode): void => {
    const above: number[] = [];
    const taken = new Map<string, number>();
    for (const element of walkElements(tree)) {
      if (isFootnotes(element)) {
        nameFootnotes(element, idPrefix, topLevel);
        return;
      }
      const depth = headingDepth(element);
      if (depth === null) continue;
      while ((above.at(-1) ?? 0) >= depth) above.pop();
      element.tagName = `h${Math.min(topLevel + above.length, deepest)}`;
      element.properties['id'] = `${idPrefix}section-${unique(toSlug(readText(element)), taken)}`;
      above.push(depth);
    }
  };
}

function headingDepth({ tagName }: ElementNode): number | null {
  const [, depth] = /^h([1-6])$/.exec(tagName) ?? [];
  return depth === undefined ? null : Number(depth);
}

const isFootnotes = ({ properties }: ElementNode) => properties['dataFootnotes'] !== undefined;

function nameFootnotes(section: ElementNode, idPrefix: string, topLevel: number): void {
  for (const element of walkElements(section)) {
    if (headingDepth(element) === null) continue;
    element.tagName = `h${topLevel}`;
    element.properties['id'] = `${idPrefix}footnotes`;
    return;
  }
}

/** Joins the letters and digits of any script with hyphens. */
export function toSlug(text: string): string {
  const words =
    text
      .toLowerCase()
      .normalize('NFKC')
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.join('-').slice(0, maxSlugLength).toWellFormed().replace(/-$/, '') || 'untitled';
}

function unique(slug: string, taken: Map<string, number>): string {
  const uses = taken.get(slug) ?? 0;
  taken.set(slug, uses + 1);
  return uses === 0 ? slug : unique(`${slug}-${uses + 1}`, taken);
}

/** Words of a text, after which the page renders something of its own. */
export interface Place {
  /** Given to `renderPlace`. */
  key: number;
  words: string;
}

interface Piece {
  parent: ElementNode;
  node: { type: 'text'; value: string };
  start: number;
}

const blocks = /^(p|li|td|th|h[1-6]|dd|dt)$/;
const footnoteReference = /\[\^[^\]\s]+\]/g;

/**
 * A rehype plugin that puts a `span` with `data-place` behind the words of each place within one
 * block.
 */
export function markPlaces({ places }: { places: readonly Place[] }) {
  return (tree: ParentNode): void => {
    if (places.length === 0) return;
    const found = listBlocks(tree).map((element) => ({
      element,
      folded: foldText(textOf(listPieces(element))),
    }));
    for (const { key, words } of places) {
      const wanted = words.replace(footnoteReference, ' ');
      for (const { element, folded } of found)
        if (insertBehind(element, folded, wanted, key)) break;
    }
  };
}

function listBlocks(tree: ParentNode): ElementNode[] {
  const listed: ElementNode[] = [];
  for (const element of walkElements(tree)) {
    if (element.properties['dataFootnotes'] !== undefined) break;
    if (blocks.test(element.tagName) && !hasBlock(element)) listed.push(element);
  }
  return listed;
}

const hasBlock = (element: ElementNode) =>
  walkElements(element).some(({ tagName }) => blocks.test(tagName));

function listPieces(block: ElementNode): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  const walk = (parent: ElementNode) => {
    for (const node of parent.children) {
      if (node.type === 'element' && node.tagName !== 'sup') walk(node);
      if (node.type !== 'text') continue;
      pieces.push({ parent, node, start });
      start += node.value.length;
    }
  };
  walk(block);
  return pieces;
}

const textOf = (pieces: readonly Piece[]) => pieces.map(({ node }) => node.value).join('');

function insertBehind(block: ElementNode, folded: FoldedText, words: string, key: number): boolean {
  const last = findFolded(folded, words).at(-1);
  if (!last) return false;
  const piece = listPieces(block).findLast(({ start }) => start < last.end);
  if (!piece) return false;
  const place: ElementNode = {
    type: 'element',
    tagName: 'span',
    properties: { dataPlace: String(key) },
    children: [],
  };
  const { parent, node, start } = piece;
  if (parent === block) insertInto(block, node, last.end - start, place);
  else insertAfter(block, node, place);
  return true;
}

const closingMarks = /^[\p{P}\p{S}]*/u;

/** Puts a place into a text of the block. The full stop of its sentence comes before it. */
function insertInto(
  block: ElementNode,
  node: Piece['node'],
  end: number,
  place: ElementNode,
): void {
  const [closing = ''] = closingMarks.exec(node.value.slice(end)) ?? [];
  const cut = end + closing.length;
  const before = { type: 'text' as const, value: node.value.slice(0, cut) };
  const after = { type: 'text' as const, value: node.value.slice(cut) };
  block.children.splice(block.children.indexOf(node), 1, before, place, after);
}

/**
 * Puts a place behind the link or emphasis that holds a text, since a link may not contain what it
 * renders.
 */
function insertAfter(block: ElementNode, node: Piece['node'], place: ElementNode): void {
  const at = block.children.findIndex((child) => child.type === 'element' && holds(child, node));
  const next = block.children[at + 1];
  if (next?.type === 'text') insertInto(block, next, 0, place);
  else block.children.splice(at + 1, 0, place);
}

const holds = (element: ElementNode, node: Piece['node']): boolean =>
  element.children.some(
    (child) => child === node || (child.type === 'element' && holds(child, node)),
  );

/**
 * A rehype plugin that aligns columns of figures to the right where the document sets no alignment.
 */
export function alignFigures() {
  return (tree: ParentNode): void => {
    for (const element of walkElements(tree)) if (element.tagName === 'table') alignTable(element);
  };
}

function alignTable(table: ElementNode): void {
  const rows = [...walkElements(table)].filter(({ tagName }) => tagName === 'tr').map(cellsOf);
  const [head = [], ...body] = rows;
  const texts = body.map((row) => row.map(readCell));
  const isOfFigures = findNumberColumns(texts, head.length);
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      if (isOfFigures[column] === true) cell.properties['align'] ??= 'right';
    }
  }
}

type Child = ElementNode['children'][number];
const isElementChild = (child: Child): child is ElementNode => child.type === 'element';
const cellsOf = (row: ElementNode): ElementNode[] => row.children.filter(isElementChild);

function readCell({ children }: ElementNode): string {
  const read = (child: Child): string => {
    if (!isElementChild(child)) return 'value' in child ? child.value : '';
    return child.tagName === 'sup' ? '' : child.children.map(read).join('');
  };
  return children.map(read).join('').trim();
}
