import { memo, type ReactNode } from 'react';
import type { Tone } from '../../base/ui/badges.tsx';
import { classNames } from '../../base/ui/class-names.ts';
import {
  formatValue,
  type GridCell,
  type GridColumn,
  type GridRow,
  groupOf,
  iconOf,
  nameCellState,
  toneOf,
} from './cells.ts';
import type { CellGroup } from './grid-search.ts';
import { gridTexts } from './texts.ts';

export const rowHeightPx = 52;
export const headHeightPx = 60;

const texts = gridTexts.table;

interface GridTableRowProps {
  row: GridRow;
  columns: readonly GridColumn[];
  index: number;
  topPx: number;
  /** The active column of this row, -1 for the file; null if another row is active. */
  active: number | null;
  /** The column that the panel shows. */
  opened: number | null;
  /** The first and the last selected column. */
  from: number | null;
  to: number | null;
  isAsking: boolean;
  /** The filter of the rows. Cells of other groups are drawn faintly. */
  group: CellGroup | undefined;
  groupColumn: string | undefined;
  /** The field in place of the active cell. */
  editor: ReactNode;
}

/** One file with its answers. Drawn again only when something of it changes. */
export const GridTableRow = memo(function GridTableRow(props: GridTableRowProps) {
  const {
    row,
    columns,
    index,
    topPx,
    active,
    opened,
    from,
    to,
    isAsking,
    group,
    groupColumn,
    editor,
  } = props;
  const isSelected = (column: number) =>
    from !== null && to !== null && column >= from && column <= to;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the cells of a grid take the focus, not its rows.
    // biome-ignore lint/a11y/useSemanticElements: rows of a table cannot be placed.
    <div
      role="row"
      aria-rowindex={index + 2}
      // The editor's message covers the next row.
      className={classNames(
        'group absolute inset-x-0 top-0 grid border-b [grid-template-columns:var(--columns)]',
        editor !== null && 'z-10',
      )}
      style={{ height: rowHeightPx, transform: `translateY(${topPx}px)` }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
      <div
        role="rowheader"
        aria-colindex={1}
        aria-selected={isSelected(-1) || undefined}
        tabIndex={active === -1 ? 0 : -1}
        data-row={index}
        data-column={-1}
        title={row.filename}
        className={classNames(
          'sticky left-0 z-10 flex min-w-0 cursor-default items-center gap-2 border-r px-3 font-medium',
          opened === -1 || isSelected(-1) ? 'bg-accent-soft' : 'bg-surface group-hover:bg-hover',
          cellFocus,
        )}
      >
        <span className="wrap-anywhere line-clamp-2 min-w-0 leading-tight">{row.filename}</span>
      </div>
      {columns.map((column, at) => (
        <GridTableCell
          key={column.id}
          filename={row.filename}
          column={column}
          cell={row.cells[at]}
          index={index}
          at={at}
          isActive={active === at}
          isOpened={opened === at}
          isSelected={isSelected(at)}
          isAsking={isAsking}
          isFaint={isFaint(row.cells[at], group, groupColumn, column.id)}
          editor={active === at ? editor : null}
        />
      ))}
    </div>
  );
});

const cellFocus =
  'outline-none focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent-text';

function isFaint(
  cell: GridCell | undefined,
  group: CellGroup | undefined,
  of: string | undefined,
  id: string,
): boolean {
  if (group === undefined || !cell) return false;
  return groupOf(cell) !== group || (of !== undefined && of !== id);
}

interface GridTableCellProps {
  filename: string;
  column: GridColumn;
  cell: GridCell | undefined;
  index: number;
  at: number;
  isActive: boolean;
  isOpened: boolean;
  isSelected: boolean;
  isAsking: boolean;
  isFaint: boolean;
  editor: ReactNode;
}

/** One answer: its value, and its state as a mark, with words unless it is checked. */
function GridTableCell(props: GridTableCellProps) {
  const {
    filename,
    column,
    cell = waitingCell,
    index,
    at,
    isActive,
    isOpened,
    isSelected,
    isAsking,
    isFaint: faint,
    editor,
  } = props;
  const value = formatValue(cell.value, column);
  return (
    // biome-ignore lint/a11y/useSemanticElements: cells of a table cannot be placed.
    <div
      role="gridcell"
      aria-colindex={at + 2}
      aria-label={texts.cell(filename, column.name, value, sayState(cell))}
      aria-selected={isSelected || undefined}
      aria-current={isOpened || undefined}
      tabIndex={isActive ? 0 : -1}
      data-row={index}
      data-column={at}
      className={classNames(
        'relative flex min-w-0 cursor-default flex-col justify-center border-r px-3 leading-tight',
        isOpened || isSelected ? 'bg-accent-soft' : 'group-hover:bg-hover',
        column.type === 'number' && 'figures text-right',
        faint && 'text-muted',
        cellFocus,
      )}
    >
      {editor ?? (
        <CellWords
          cell={cell}
          value={value}
          isAsking={isAsking}
          isFaint={faint}
          isNumber={column.type === 'number'}
        />
      )}
    </div>
  );
}

/**
 * Says the state of a cell, and who edited it. The name of a cell has the same words as the cell.
 */
const sayState = (cell: GridCell): string =>
  cell.state === 'edited' && cell.editedBy
    ? gridTexts.panel.editedBy(cell.editedBy.name)
    : nameCellState(cell);

const waitingCell: GridCell = {
  value: null,
  unit: null,
  text: '',
  state: 'waiting',
  quote: null,
  place: null,
  passage: null,
  reason: null,
};

const colors: Record<Tone, string> = {
  good: 'text-good',
  warn: 'text-warn',
  danger: 'text-danger',
  info: 'text-info',
  neutral: 'text-muted',
  accent: 'text-accent-text',
};

interface CellWordsProps {
  cell: GridCell;
  value: string;
  isAsking: boolean;
  isFaint: boolean;
  isNumber: boolean;
}

function CellWords({ cell, value, isAsking, isFaint: faint, isNumber }: CellWordsProps) {
  if (cell.state === 'waiting' && isAsking) {
    return <span aria-hidden className="block h-3 w-3/4 animate-pulse rounded bg-hover" />;
  }
  const Icon = iconOf(cell);
  const color = faint ? 'text-muted' : colors[toneOf(cell)];
  if (groupOf(cell) === 'found') {
    return (
      <span
        aria-hidden
        className={classNames('flex min-w-0 items-center gap-1.5', isNumber && 'justify-end')}
      >
        <span dir="auto" className="wrap-anywhere line-clamp-2 min-w-0">
          {value}
        </span>
        <Icon className={classNames('size-3.5 shrink-0', color)} />
      </span>
    );
  }
  return (
    <span aria-hidden className="min-w-0">
      {value !== '' && (
        <span dir="auto" className="block truncate">
          {value}
        </span>
      )}{' '}
      <span
        className={classNames(
          'flex min-w-0 items-center gap-1.5 text-xs',
          isNumber && 'justify-end',
          color,
        )}
      >
        <Icon className="size-3.5 shrink-0" />
        <span className="truncate">{sayState(cell)}</span>
      </span>
    </span>
  );
}
