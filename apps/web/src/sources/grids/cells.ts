import type {
  Grid,
  GridCell,
  GridCellState,
  GridColumn,
  GridRow,
  GridValue,
} from '@ecp/contract/work/grids';
import { CircleDashed, CircleMinus, type LucideIcon, OctagonX, PencilLine } from 'lucide-react';
import { parseDay } from '../../base/format/days.ts';
import { formatUtcDay, readNumber, writeNumber } from '../../base/format/format.ts';
import { shownLocale } from '../../base/language/language.ts';
import type { Tone } from '../../base/ui/badges.tsx';
import { nameState, stateIcons } from '../../shared/citations/citation-state.tsx';
import { formatCell } from '../../shared/data/data-grid.tsx';
import type { CellGroup } from './grid-search.ts';
import { gridTexts } from './texts.ts';

export type { Grid, GridCell, GridCellState, GridColumn, GridRow, GridValue };

const groups: Record<GridCellState, CellGroup> = {
  verified: 'found',
  computed: 'found',
  unjudged: 'unjudged',
  altered: 'doubted',
  unsupported: 'doubted',
  not_found: 'not_found',
  edited: 'edited',
  failed: 'failed',
  waiting: 'waiting',
};

export const groupOf = ({ state }: Pick<GridCell, 'state'>): CellGroup => groups[state];

const icons: Record<GridCellState, LucideIcon> = {
  ...stateIcons,
  waiting: CircleDashed,
  not_found: CircleMinus,
  edited: PencilLine,
  failed: OctagonX,
};

/** The mark of a state. Marks differ in shape, not only in color. */
export const iconOf = ({ state }: Pick<GridCell, 'state'>): LucideIcon => icons[state];

const tones: Record<CellGroup, Tone> = {
  found: 'good',
  unjudged: 'neutral',
  doubted: 'warn',
  not_found: 'neutral',
  edited: 'info',
  failed: 'danger',
  waiting: 'neutral',
};

/** The color of each state of a grid. */
export const gridTones: Record<Grid['status'], Tone> = {
  running: 'info',
  completed: 'good',
  failed: 'danger',
  stopped: 'warn',
};

export const toneOf = (cell: Pick<GridCell, 'state'>): Tone => tones[groupOf(cell)];

/** Names the state of a cell, as it begins a line. */
export function nameCellState({ state }: Pick<GridCell, 'state'>): string {
  if (state === 'waiting' || state === 'not_found' || state === 'edited' || state === 'failed') {
    return gridTexts.state[state];
  }
  return nameState({ state });
}

/** Writes the value of a cell for people; empty without one. */
export function formatValue(value: GridValue, { type }: Pick<GridColumn, 'type'>): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? gridTexts.answers.yes : gridTexts.answers.no;
  // A year has no mark of thousands.
  if (typeof value === 'number')
    return Number.isInteger(value) && value >= 1900 && value <= 2100
      ? String(value)
      : formatCell(value, { isShare: false });
  return type === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatUtcDay(value) : value;
}

/** Writes the value of a cell as a person edits it. */
export function writeValue(value: GridValue, column: Pick<GridColumn, 'type'>): string {
  return typeof value === 'number' ? writeNumber(value) : formatValue(value, column);
}

export type ReadValue = { value: GridValue } | { problem: string };

const affirmative = /^(y|yes|true|1|j|ja|o|oui|s|si|sí|はい)$/i;
const negative = /^(n|no|false|0|nein|non|いいえ)$/i;

/** Reads what a person typed into a cell, by the type of its column. An empty text is no value. */
export function readValue(text: string, { type }: Pick<GridColumn, 'type'>): ReadValue {
  const typed = text.trim();
  if (typed === '') return { value: null };
  if (type === 'number') {
    const value = readNumber(typed);
    return Number.isFinite(value) ? { value } : { problem: gridTexts.edit.number };
  }
  if (type === 'date') {
    const value = parseDay(typed, shownLocale());
    return value === null ? { problem: gridTexts.edit.date } : { value };
  }
  if (type === 'boolean') {
    if (affirmative.test(typed)) return { value: true };
    return negative.test(typed) ? { value: false } : { problem: gridTexts.edit.boolean };
  }
  return { value: typed };
}
