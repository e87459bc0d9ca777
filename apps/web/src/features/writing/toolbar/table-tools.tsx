import {
  BetweenHorizontalEnd,
  BetweenHorizontalStart,
  BetweenVerticalEnd,
  BetweenVerticalStart,
  Columns2,
  Rows2,
  Trash2,
} from 'lucide-react';
import type { Command } from 'prosemirror-state';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
} from 'prosemirror-tables';
import { writingTexts } from '../../../texts/en/documents/writing.ts';
import { ToolButton } from './tool-button.tsx';

const texts = writingTexts.tables;

const tools = [
  [texts.rowAbove, BetweenHorizontalStart, addRowBefore],
  [texts.rowBelow, BetweenHorizontalEnd, addRowAfter],
  [texts.columnBefore, BetweenVerticalStart, addColumnBefore],
  [texts.columnAfter, BetweenVerticalEnd, addColumnAfter],
  [texts.deleteRow, Rows2, deleteRow],
  [texts.deleteColumn, Columns2, deleteColumn],
  [texts.deleteTable, Trash2, deleteTable],
] as const;

/** The tools for the table with the cursor (EDI-2). */
export function TableTools({ run }: { run: (command: Command) => void }) {
  return tools.map(([label, Icon, command]) => (
    <ToolButton key={label} label={label} onClick={() => run(command)}>
      <Icon aria-hidden />
    </ToolButton>
  ));
}
