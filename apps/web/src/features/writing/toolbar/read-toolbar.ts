import { redoDepth, undoDepth } from 'prosemirror-history';
import type { MarkType } from 'prosemirror-model';
import type { EditorState } from 'prosemirror-state';
import { isInTable } from 'prosemirror-tables';
import { schema } from '../document/schema.ts';
import { type BlockName, findAncestor } from '../editing/block-commands.ts';

const { nodes, marks } = schema;

/** The state of the toolbar at the cursor. */
export interface ToolbarState {
  block: BlockName | null;
  bold: boolean;
  italic: boolean;
  code: boolean;
  link: boolean;
  bullets: boolean;
  numbers: boolean;
  quote: boolean;
  inTable: boolean;
  mayUndo: boolean;
  mayRedo: boolean;
}

function hasMark({ selection, storedMarks, doc }: EditorState, type: MarkType): boolean {
  const { from, to, empty, $from } = selection;
  return empty ? type.isInSet(storedMarks ?? $from.marks()) !== undefined : doc.rangeHasMark(from, to, type);
}

function blockAt({ selection: { $from } }: EditorState): BlockName | null {
  const { type, attrs } = $from.parent;
  if (type === nodes.paragraph) return 'paragraph';
  if (type === nodes.code_block) return 'code';
  const level: number = attrs['level'];
  return type === nodes.heading && level <= 4 ? (`heading-${level}` as BlockName) : null;
}

/** Reads what the toolbar shows. */
export function readToolbar(state: EditorState): ToolbarState {
  const list = findAncestor(state, [nodes.bullet_list, nodes.ordered_list]);
  const listType = list === null ? null : state.selection.$from.node(list).type;
  return {
    block: blockAt(state),
    bold: hasMark(state, marks.strong),
    italic: hasMark(state, marks.em),
    code: hasMark(state, marks.code),
    link: hasMark(state, marks.link),
    bullets: listType === nodes.bullet_list,
    numbers: listType === nodes.ordered_list,
    quote: findAncestor(state, [nodes.blockquote]) !== null,
    inTable: isInTable(state),
    mayUndo: undoDepth(state) > 0,
    mayRedo: redoDepth(state) > 0,
  };
}

/** Returns whether two states of the toolbar look the same. */
export const isSameToolbar = (one: ToolbarState, other: ToolbarState): boolean =>
  Object.entries(one).every(([name, value]) => other[name as keyof ToolbarState] === value);
