import { lift, setBlockType, wrapIn } from 'prosemirror-commands';
import type { Mark, Node, NodeType } from 'prosemirror-model';
import { liftListItem, wrapInList } from 'prosemirror-schema-list';
import {
  type Command,
  type EditorState,
  NodeSelection,
  TextSelection,
  type Transaction,
} from 'prosemirror-state';
import { goToNextCell, isInTable, selectedRect } from 'prosemirror-tables';
import { schema } from './document/schema.ts';

const { nodes } = schema;

export type BlockName = 'paragraph' | 'code' | `heading-${1 | 2 | 3 | 4}`;

/** Returns the command that turns the selected blocks into such ones. */
export function turnInto(name: BlockName): Command {
  if (name === 'paragraph') return setBlockType(nodes.paragraph);
  if (name === 'code') return setBlockType(nodes.code_block);
  return setBlockType(nodes.heading, { level: Number(name.at(-1)) });
}

/** Returns the depth of the innermost ancestor of these types; null without one. */
export function findAncestor(
  { selection: { $from } }: EditorState,
  types: readonly NodeType[],
): number | null {
  for (let depth = $from.depth; depth > 0; depth -= 1)
    if (types.includes($from.node(depth).type)) return depth;
  return null;
}

/**
 * Makes a list of the selected blocks, or text of a list of this type, or changes a list of the
 * other type.
 */
export const toggleList =
  (type: NodeType): Command =>
  (state, dispatch, view) => {
    const depth = findAncestor(state, [nodes.bullet_list, nodes.ordered_list]);
    if (depth === null) return wrapInList(type)(state, dispatch);
    const { $from } = state.selection;
    if ($from.node(depth).type === type)
      return liftListItem(nodes.list_item)(state, dispatch, view);
    dispatch?.(
      state.tr.setNodeMarkup($from.before(depth), type, {
        tight: $from.node(depth).attrs['tight'],
      }),
    );
    return true;
  };

export const toggleQuote: Command = (state, dispatch) =>
  (findAncestor(state, [nodes.blockquote]) === null ? wrapIn(nodes.blockquote) : lift)(
    state,
    dispatch,
  );

export const insertRule: Command = (state, dispatch) => {
  if (!state.selection.$from.parent.type.isTextblock || findAncestor(state, [nodes.table]) !== null)
    return false;
  dispatch?.(state.tr.replaceSelectionWith(nodes.rule.create()).scrollIntoView());
  return true;
};

/**
 * Ends code or source at its last line by a second Enter, as there is no other key that leaves it.
 */
export const leaveCode: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  const isAtEnd = $from.parentOffset === $from.parent.content.size;
  if (
    !empty ||
    !$from.parent.type.spec.code ||
    !isAtEnd ||
    !$from.parent.textContent.endsWith('\n')
  )
    return false;
  const after = $from.after();
  const tr = state.tr.insert(after, nodes.paragraph.create()).delete($from.pos - 1, $from.pos);
  dispatch?.(tr.setSelection(selectionIn(tr, after)).scrollIntoView());
  return true;
};

const selectionIn = (tr: EditorState['tr'], position: number) =>
  TextSelection.near(tr.doc.resolve(Math.min(position, tr.doc.content.size)));

const size = { rows: 3, columns: 3 };

/**
 * Inserts an empty table with a head below the block with the cursor, and puts the cursor into it.
 */
export const insertTable: Command = (state, dispatch) => {
  const { $from } = state.selection;
  if (isInTable(state) || $from.depth === 0) return false;
  const rows = Array.from({ length: size.rows }, (_, row) =>
    nodes.table_row.create(
      null,
      Array.from({ length: size.columns }, () =>
        (row === 0 ? nodes.table_header : nodes.table_cell).create(),
      ),
    ),
  );
  const after = $from.after(1);
  const tr = state.tr.insert(after, nodes.table.create(null, rows));
  // A table at the end of the document would leave no place for text below it.
  const end = after + (tr.doc.nodeAt(after)?.nodeSize ?? 0);
  if (end === tr.doc.content.size) tr.insert(end, nodes.paragraph.create());
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, after + 3)).scrollIntoView());
  return true;
};

/** Goes to the cell below. A cell of markdown has one line. */
export const goToCellBelow: Command = (state, dispatch) => {
  if (!isInTable(state)) return false;
  const { map, table, tableStart, bottom, left } = selectedRect(state);
  if (bottom >= map.height) return goToNextCell(1)(state, dispatch) || true;
  const position = tableStart + map.positionAt(bottom, left, table) + 1;
  const end = position + (state.doc.nodeAt(position - 1)?.content.size ?? 0);
  dispatch?.(
    state.tr.setSelection(TextSelection.create(state.doc, position, end)).scrollIntoView(),
  );
  return true;
};

/** Returns the lowest number that no footnote has as its label. */
function nextLabel(doc: Node): string {
  const numbers = [0];
  doc.descendants(({ type, attrs }) => {
    const isNote = type === nodes.footnote_reference || type === nodes.footnote_definition;
    if (isNote && /^\d{1,9}$/.test(attrs['label'])) numbers.push(Number(attrs['label']));
  });
  return String(Math.max(...numbers) + 1);
}

/**
 * Inserts a footnote at the cursor, with its empty text at the end of the document, and goes there.
 */
export const insertFootnote: Command = (state, dispatch) => {
  const { $from } = state.selection;
  const isPossible = $from.parent.inlineContent && $from.parent.type.spec.code !== true;
  if (!isPossible || $from.parent.type === nodes.heading) return false;
  const label = nextLabel(state.doc);
  const tr = state.tr.insert(state.selection.to, nodes.footnote_reference.create({ label }));
  const end = tr.doc.content.size;
  tr.insert(end, nodes.footnote_definition.create({ label }, nodes.paragraph.create()));
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, end + 2)).scrollIntoView());
  return true;
};

/**
 * Finds the position before the first node of a type with this label. Labels differ by more than
 * case.
 */
function findNote(doc: Node, type: Node['type'], label: string): number | null {
  let found: number | null = null;
  doc.descendants((node, position) => {
    if (
      found === null &&
      node.type === type &&
      node.attrs['label'].toLowerCase() === label.toLowerCase()
    ) {
      found = position;
    }
    return found === null;
  });
  return found;
}

/** Returns the label of the reference that is selected, or that the cursor touches. */
function referenceAt({ selection }: EditorState): string | null {
  const { $from } = selection;
  const touched =
    selection instanceof NodeSelection ? [selection.node] : [$from.nodeBefore, $from.nodeAfter];
  return touched.find((node) => node?.type === nodes.footnote_reference)?.attrs['label'] ?? null;
}

export const goToNote =
  (label: string): Command =>
  (state, dispatch) => {
    const position = findNote(state.doc, nodes.footnote_definition, label);
    if (position === null) return false;
    dispatch?.(
      state.tr.setSelection(TextSelection.near(state.doc.resolve(position + 1))).scrollIntoView(),
    );
    return true;
  };

/** Goes from a footnote's text to where it is first referred to. */
export const goToReference =
  (label: string): Command =>
  (state, dispatch) => {
    const position = findNote(state.doc, nodes.footnote_reference, label);
    if (position === null) return false;
    dispatch?.(
      state.tr.setSelection(TextSelection.create(state.doc, position + 1)).scrollIntoView(),
    );
    return true;
  };

/** Jumps between a footnote's number and its text, whichever has the cursor. */
export const jumpOfFootnote: Command = (state, dispatch) => {
  const reference = referenceAt(state);
  if (reference !== null) return goToNote(reference)(state, dispatch);
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const { type, attrs } = $from.node(depth);
    if (type === nodes.footnote_definition) return goToReference(attrs['label'])(state, dispatch);
  }
  return false;
};

const { link } = schema.marks;

/** A link around the cursor, or the selected text that may become one. */
export interface LinkPlace {
  from: number;
  to: number;
  /** The address of the link; empty where there is none yet. */
  href: string;
  text: string;
}

const markOf = (marks: readonly Mark[] | undefined): Mark | undefined =>
  marks?.find(({ type }) => type === link);

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
  return {
    from: first,
    to: last,
    href: mark.attrs['href'],
    text: doc.textBetween(first, last, ' '),
  };
}

/**
 * Gives a place an address. Where there is no text, the address is the text. An empty address
 * removes the link.
 */
export function setLink(state: EditorState, { from, to }: LinkPlace, href: string): Transaction {
  const tr = state.tr;
  if (from === to && href !== '')
    return tr.insert(from, schema.text(href, [link.create({ href })]));
  tr.removeMark(from, to, link);
  return href === '' ? tr : tr.addMark(from, to, link.create({ href }));
}
