import { type ElementNode, type ParentNode, walkElements } from './document-tree.ts';
import { type FoldedText, findFolded, foldText } from './fold-words.ts';

/** Words of a text, after which the page renders something of its own. */
export interface Place {
  /** Given to `renderPlace`. */
  key: number;
  words: string;
}

/** A piece of visible text in a block. */
interface Piece {
  parent: ElementNode;
  node: { type: 'text'; value: string };
  start: number;
}

const blocks = /^(p|li|td|th|h[1-6]|dd|dt)$/;
const footnoteReference = /\[\^[^\]\s]+\]/g;

/**
 * A rehype plugin that finds the words of each place in one block of the text and puts a `span` with `data-place`
 * behind them. Words that do not stand in the text, or run over several blocks, get none. It ends at the footnotes.
 */
export function markPlaces({ places }: { places: readonly Place[] }) {
  return (tree: ParentNode): void => {
    if (places.length === 0) return;
    const found = listBlocks(tree).map((element) => ({ element, folded: foldText(textOf(listPieces(element))) }));
    for (const { key, words } of places) {
      const wanted = words.replace(footnoteReference, ' ');
      for (const { element, folded } of found) if (insertBehind(element, folded, wanted, key)) break;
    }
  };
}

/** Lists the innermost blocks in document order. */
function listBlocks(tree: ParentNode): ElementNode[] {
  const listed: ElementNode[] = [];
  for (const element of walkElements(tree)) {
    if (element.properties['dataFootnotes'] !== undefined) break;
    if (blocks.test(element.tagName) && !hasBlock(element)) listed.push(element);
  }
  return listed;
}

const hasBlock = (element: ElementNode) => walkElements(element).some(({ tagName }) => blocks.test(tagName));

/** Lists the pieces of text in a block, without footnote numbers. */
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
  const place: ElementNode = { type: 'element', tagName: 'span', properties: { dataPlace: String(key) }, children: [] };
  const { parent, node, start } = piece;
  if (parent === block) insertInto(block, node, last.end - start, place);
  else insertAfter(block, node, place);
  return true;
}

const closingMarks = /^[\p{P}\p{S}]*/u;

/** Puts a place into a text of the block. The full stop of its sentence comes before it. */
function insertInto(block: ElementNode, node: Piece['node'], end: number, place: ElementNode): void {
  const [closing = ''] = closingMarks.exec(node.value.slice(end)) ?? [];
  const cut = end + closing.length;
  const before = { type: 'text' as const, value: node.value.slice(0, cut) };
  const after = { type: 'text' as const, value: node.value.slice(cut) };
  block.children.splice(block.children.indexOf(node), 1, before, place, after);
}

/** Puts a place behind the link or emphasis that holds a text, since a link may not contain what it renders. */
function insertAfter(block: ElementNode, node: Piece['node'], place: ElementNode): void {
  const at = block.children.findIndex((child) => child.type === 'element' && holds(child, node));
  const next = block.children[at + 1];
  if (next?.type === 'text') insertInto(block, next, 0, place);
  else block.children.splice(at + 1, 0, place);
}

const holds = (element: ElementNode, node: Piece['node']): boolean =>
  element.children.some((child) => child === node || (child.type === 'element' && holds(child, node)));
