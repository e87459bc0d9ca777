import { splitBlock } from 'prosemirror-commands';
import { type Command, TextSelection } from 'prosemirror-state';
import { goToNextCell, isInTable, selectedRect } from 'prosemirror-tables';
import { schema } from '../document/schema.ts';

const { nodes } = schema;
const size = { rows: 3, columns: 3 };

/** Inserts an empty table with a head below the block with the cursor, and puts the cursor into it. */
export const insertTable: Command = (state, dispatch) => {
  const { $from } = state.selection;
  if (isInTable(state) || $from.depth === 0) return false;
  const rows = Array.from({ length: size.rows }, (_, row) =>
    nodes.table_row.create(
      null,
      Array.from({ length: size.columns }, () => (row === 0 ? nodes.table_header : nodes.table_cell).create()),
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
  dispatch?.(state.tr.setSelection(TextSelection.create(state.doc, position, end)).scrollIntoView());
  return true;
};

/** Splits a block, but never a cell. */
export const splitOutsideTable: Command = (state, dispatch) => !isInTable(state) && splitBlock(state, dispatch);
