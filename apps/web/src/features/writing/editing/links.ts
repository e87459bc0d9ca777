import type { Mark } from 'prosemirror-model';
import type { EditorState, Transaction } from 'prosemirror-state';
import { schema } from '../document/schema.ts';

const { link } = schema.marks;

/** A link around the cursor, or the selected text that may become one. */
export interface LinkPlace {
  from: number;
  to: number;
  /** The address of the link; empty where there is none yet. */
  href: string;
  text: string;
}

const markOf = (marks: readonly Mark[] | undefined): Mark | undefined => marks?.find(({ type }) => type === link);

/** Finds the link around the cursor with its whole text; without one, the selected text. */
export function findLink({ selection, doc }: EditorState): LinkPlace {
  const { $from, from, to } = selection;
  const mark = markOf($from.nodeAfter?.marks) ?? markOf($from.marks());
  if (mark === undefined) return { from, to, href: '', text: doc.textBetween(from, to, ' ') };
  const start = $from.start();
  const ends: number[] = [];
  $from.parent.forEach((child, offset) => {
    if (mark.isInSet(child.marks)) ends.push(start + offset, start + offset + child.nodeSize);
  });
  const [first = from, last = to] = [Math.min(...ends), Math.max(...ends)];
  return { from: first, to: last, href: mark.attrs['href'], text: doc.textBetween(first, last, ' ') };
}

/** Gives a place an address. Where there is no text, the address is the text. An empty address removes the link. */
export function setLink(state: EditorState, { from, to }: LinkPlace, href: string): Transaction {
  const tr = state.tr;
  if (from === to && href !== '') return tr.insert(from, schema.text(href, [link.create({ href })]));
  tr.removeMark(from, to, link);
  return href === '' ? tr : tr.addMark(from, to, link.create({ href }));
}
