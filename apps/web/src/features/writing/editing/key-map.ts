import { baseKeymap, chainCommands, exitCode, toggleMark } from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { liftListItem, sinkListItem, splitListItemKeepMarks } from 'prosemirror-schema-list';
import { type Command, type Plugin, Selection } from 'prosemirror-state';
import { goToNextCell } from 'prosemirror-tables';
import { schema } from '../document/schema.ts';
import { leaveCode, toggleList, toggleQuote, turnInto } from './block-commands.ts';
import { insertFootnote, jumpOfFootnote } from './footnotes.ts';
import { goToCellBelow } from './table-commands.ts';

const { nodes, marks } = schema;

const insertBreak: Command = chainCommands(exitCode, (state, dispatch) => {
  const { parent } = state.selection.$from;
  if (parent.type !== nodes.paragraph) return parent.type.name.startsWith('table_');
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView());
  return true;
});

/** Goes to the start of the text below the front matter, which has no place for a cursor. */
const goToStart: Command = (state, dispatch) => {
  dispatch?.(state.tr.setSelection(Selection.atStart(state.doc)).scrollIntoView());
  return true;
};

/** Makes a command of an action outside of the text. */
const take =
  (act: () => void): Command =>
  () => {
    act();
    return true;
  };

/**
 * The keys of the editor. Tab goes to the next cell of a table and otherwise, as in its last cell, leaves the editor,
 * so that nobody is caught in it; Mod with brackets moves items of lists.
 */
export const createKeyMaps = (onLink: () => void, onTools: () => void): Plugin[] => [
  keymap({
    'Mod-Home': goToStart,
    'Mod-z': undo,
    'Mod-y': redo,
    'Shift-Mod-z': redo,
    'Mod-b': toggleMark(marks.strong),
    'Mod-i': toggleMark(marks.em),
    'Mod-e': toggleMark(marks.code),
    'Mod-k': take(onLink),
    'Alt-F10': take(onTools),
    'Mod-Alt-0': turnInto('paragraph'),
    'Mod-Alt-1': turnInto('heading-1'),
    'Mod-Alt-2': turnInto('heading-2'),
    'Mod-Alt-3': turnInto('heading-3'),
    'Mod-Alt-4': turnInto('heading-4'),
    'Mod-Shift-7': toggleList(nodes.ordered_list),
    'Mod-Shift-8': toggleList(nodes.bullet_list),
    'Mod-Shift-9': toggleQuote,
    'Mod-Alt-f': insertFootnote,
    'Mod-Enter': jumpOfFootnote,
    'Mod-]': sinkListItem(nodes.list_item),
    'Mod-[': liftListItem(nodes.list_item),
    Tab: goToNextCell(1),
    'Shift-Tab': goToNextCell(-1),
    'Shift-Enter': insertBreak,
    Enter: chainCommands(goToCellBelow, leaveCode, splitListItemKeepMarks(nodes.list_item)),
  }),
  keymap(baseKeymap),
];
