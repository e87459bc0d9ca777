import type { PhrasingContent } from 'mdast';
import type { Mark, Node } from 'prosemirror-model';

/** Marks that are written around other text, from the outside to the inside. */
const order = ['link', 'strike', 'strong', 'em'];

/** A node with the marks that are not written yet. */
interface Piece {
  node: Node;
  marks: readonly Mark[];
}

/** Writes the text of a block. Spaces and breaks at its ends are left out, because markdown has no place for them. */
export function writeInline(block: Node): PhrasingContent[] {
  const pieces: Piece[] = [];
  block.forEach((node) => {
    pieces.push({ node, marks: node.marks });
  });
  const first = pieces.findIndex((piece) => !isBlank(piece));
  const last = pieces.findLastIndex((piece) => !isBlank(piece));
  const phrases = nest(pieces.slice(first === -1 ? pieces.length : first, last + 1));
  trimEnds(phrases);
  return closeLinks(phrases, true);
}

function isBlank({ node: { type, text, marks } }: Piece): boolean {
  if (type.name === 'hard_break' || type.name === 'soft_break') return true;
  return text !== undefined && text.trim() === '' && !marks.some(({ type: { name } }) => name === 'code');
}

function trimEnds(phrases: PhrasingContent[]): void {
  const [first, last] = [phrases[0], phrases.at(-1)];
  if (first?.type === 'text') first.value = first.value.replace(/^[ \t\n]+/, '');
  if (last?.type === 'text') last.value = last.value.replace(/[ \t\n]+$/, '');
}

function nest(pieces: readonly Piece[]): PhrasingContent[] {
  const written: PhrasingContent[] = [];
  for (let at = 0; at < pieces.length; ) {
    const { mark, end } = findLongest(pieces, at);
    written.push(...(mark ? wrap(mark, pieces.slice(at, end)) : pieces.slice(at, end).map(writeLeaf)));
    at = end;
  }
  return joinTexts(written);
}

/** Finds the mark that reaches farthest from a piece, and the index after its end. */
function findLongest(pieces: readonly Piece[], at: number): { mark: Mark | undefined; end: number } {
  const marks = order.flatMap((name) => pieces[at]?.marks.find(({ type }) => type.name === name) ?? []);
  const ends = marks.map((mark) => {
    const end = pieces.findIndex((piece, index) => index > at && !piece.marks.some((other) => other.eq(mark)));
    return end === -1 ? pieces.length : end;
  });
  const end = Math.max(at + 1, ...ends);
  return { mark: marks[ends.indexOf(end)], end };
}

function writeLeaf({ node, marks }: Piece): PhrasingContent {
  const { type, attrs, text = '' } = node;
  if (type.name === 'footnote_reference') {
    return { type: 'footnoteReference', identifier: attrs['label'], label: attrs['label'] };
  }
  if (type.name === 'hard_break') return { type: 'break', data: { marker: attrs['marker'] } };
  if (type.name === 'soft_break') return { type: 'text', value: '\n' };
  if (marks.some((mark) => mark.type.name === 'code')) return { type: 'inlineCode', value: text };
  if (marks.some((mark) => mark.type.name === 'raw')) return { type: 'sourceText', value: text };
  return { type: 'text', value: text };
}

function wrap(mark: Mark, pieces: readonly Piece[]): PhrasingContent[] {
  const inside = pieces.map(({ node, marks }) => ({ node, marks: marks.filter((other) => !other.eq(mark)) }));
  const children = nest(inside);
  const { name } = mark.type;
  if (name === 'link') return [writeLink(mark, closeLinks(children, false))];
  const [before, unclosed, after] = moveSpacesOut(children);
  const inner = closeLinks(unclosed, false);
  const type = name === 'strong' ? 'strong' : name === 'em' ? 'emphasis' : 'delete';
  const around = (value: string): PhrasingContent[] => (value === '' ? [] : [{ type: 'text', value }]);
  return [...around(before), ...(inner.length > 0 ? [{ type, children: inner } as const] : []), ...around(after)];
}

/** Writes a bare address as it is, unless its words were changed. */
function writeLink({ attrs: { href, title, form } }: Mark, children: PhrasingContent[]): PhrasingContent {
  const [only, ...more] = children;
  const words = only?.type === 'text' && more.length === 0 ? only.value : undefined;
  const isBare = words !== undefined && [words, `http://${words}`, `mailto:${words}`].includes(href);
  if (form === 'bare' && isBare) return { type: 'sourceText', value: words, data: { href } };
  return { type: 'link', url: href, title, children: children as [] };
}

/**
 * Writes bare addresses in brackets where what stands before or behind them would become a part of them or keep them from
 * being read as links. Nothing stands around them at the ends of a block, and marks do at those of emphasized text.
 */
function closeLinks(phrases: PhrasingContent[], isBlock: boolean): PhrasingContent[] {
  return phrases.map((phrase, index) => {
    if (phrase.type !== 'sourceText' || phrase.data?.href === undefined) return phrase;
    const [previous, next, afterNext] = [phrases[index - 1], phrases[index + 1], phrases[index + 2]];
    // The underscore of emphasized text would be a letter of a mail address.
    const isBegun =
      previous === undefined
        ? isBlock || !phrase.data.href.startsWith('mailto:')
        : previous.type === 'break' || (previous.type === 'text' && /[\s(]$/.test(previous.value));
    const ending = isBlock && afterNext === undefined ? /^[.,;:!?)]*(?:\s(?!\s)|$)/ : /^[.,;:!?)]*\s(?!\s)/;
    const isEnded =
      next === undefined ? isBlock : next.type === 'break' || (next.type === 'text' && ending.test(next.value));
    const children = [{ type: 'text', value: phrase.value } as const];
    return isBegun && isEnded ? phrase : { type: 'link', url: phrase.data.href, children };
  });
}

/** Moves spaces at the ends of emphasized text out of it, because there they would keep the marks from acting. */
function moveSpacesOut(children: PhrasingContent[]): [before: string, inner: PhrasingContent[], after: string] {
  let [before, after] = ['', ''];
  const [first, last] = [children[0], children.at(-1)];
  if (first?.type === 'text') {
    before = /^[ \t\n]*/.exec(first.value)?.[0] ?? '';
    first.value = first.value.slice(before.length);
  }
  if (last?.type === 'text') {
    after = /[ \t\n]*$/.exec(last.value)?.[0] ?? '';
    last.value = last.value.slice(0, last.value.length - after.length);
  }
  return [before, children.filter((child) => child.type !== 'text' || child.value !== ''), after];
}

function joinTexts(phrases: readonly PhrasingContent[]): PhrasingContent[] {
  const joined: PhrasingContent[] = [];
  for (const phrase of phrases) {
    const last = joined.at(-1);
    if (phrase.type === 'text' && last?.type === 'text') last.value += phrase.value;
    else joined.push(phrase);
  }
  return joined;
}
