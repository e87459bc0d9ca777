import { lift, setBlockType, wrapIn } from 'prosemirror-commands';
import type { NodeType } from 'prosemirror-model';
import { liftListItem, wrapInList } from 'prosemirror-schema-list';
import { type Command, type EditorState, TextSelection } from 'prosemirror-state';
import { schema } from '../document/schema.ts';

const { nodes } = schema;

/** The block around the cursor that a person can choose. */
export type BlockName = 'paragraph' | 'code' | `heading-${1 | 2 | 3 | 4}`;

/** Returns the command that turns the selected blocks into such ones. */
export function turnInto(name: BlockName): Command {
  if (name === 'paragraph') return setBlockType(nodes.paragraph);
  if (name === 'code') return setBlockType(nodes.code_block);
  return setBlockType(nodes.heading, { level: Number(name.at(-1)) });
}

/** Returns the depth of the innermost ancestor of these types; null without one. */
export function findAncestor({ selection: { $from } }: EditorState, types: readonly NodeType[]): number | null {
  for (let depth = $from.depth; depth > 0; depth -= 1) if (types.includes($from.node(depth).type)) return depth;
  return null;
}

/** Makes a list of the selected blocks, or text of a list of this type, or changes a list of the other type. */
export const toggleList =
  (type: NodeType): Command =>
  (state, dispatch, view) => {
    const depth = findAncestor(state, [nodes.bullet_list, nodes.ordered_list]);
    if (depth === null) return wrapInList(type)(state, dispatch);
    const { $from } = state.selection;
    if ($from.node(depth).type === type) return liftListItem(nodes.list_item)(state, dispatch, view);
    dispatch?.(state.tr.setNodeMarkup($from.before(depth), type, { tight: $from.node(depth).attrs['tight'] }));
    return true;
  };

/** Puts the selected blocks into a quote, or takes them out of one. */
export const toggleQuote: Command = (state, dispatch) =>
  (findAncestor(state, [nodes.blockquote]) === null ? wrapIn(nodes.blockquote) : lift)(state, dispatch);

/** Inserts a line between two blocks. */
export const insertRule: Command = (state, dispatch) => {
  if (!state.selection.$from.parent.type.isTextblock || findAncestor(state, [nodes.table]) !== null) return false;
  dispatch?.(state.tr.replaceSelectionWith(nodes.rule.create()).scrollIntoView());
  return true;
};

/** Ends code or source at its last line by a second Enter, as there is no other key that leaves it. */
export const leaveCode: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  const isAtEnd = $from.parentOffset === $from.parent.content.size;
  if (!empty || !$from.parent.type.spec.code || !isAtEnd || !$from.parent.textContent.endsWith('\n')) return false;
  const after = $from.after();
  const tr = state.tr.insert(after, nodes.paragraph.create()).delete($from.pos - 1, $from.pos);
  dispatch?.(tr.setSelection(selectionIn(tr, after)).scrollIntoView());
  return true;
};

const selectionIn = (tr: EditorState['tr'], position: number) =>
  TextSelection.near(tr.doc.resolve(Math.min(position, tr.doc.content.size)));
