import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Button, copyText } from '../../base/ui/buttons.tsx';
import { showDoneToast, showErrorToast } from '../../base/ui/toasts/show-toast.ts';
import { CellEditor } from './cell-editor.tsx';
import { type Grid, type GridRow, type GridValue, writeValue } from './cells.ts';
import { type ColumnWidths, GridHead, widthOf } from './grid-head.tsx';
import { GridTableRow, headHeightPx, rowHeightPx } from './grid-row.tsx';
import type { GridView, ViewChange } from './grid-search.ts';
import { type Cursor, headRow, moveCursor, rectOf } from './move-cursor.ts';
import { gridTexts } from './texts.ts';
import { writeTsv } from './write-tsv.ts';

const texts = gridTexts.table;

/** A cell by the indexes of what is shown: `column` is -1 for the file itself. */
export interface ShownPlace {
  row: number;
  column: number;
}

interface GridTableProps {
  grid: Grid;
  /** The rows that are shown, in their order. */
  rows: readonly GridRow[];
  view: GridView;
  onView: (change: ViewChange) => void;
  widths: ColumnWidths;
  onWidths: (widths: ColumnWidths) => void;
  fileWidthPx: number;
  /** Undefined for those who may not edit. */
  onEdit: ((place: ShownPlace, value: GridValue) => void) | undefined;
  /** The cell that the panel shows. */
  opened: ShownPlace | null;
  /** Opens a cell. `byKey`: the focus goes into what opens. */
  onOpen: (place: ShownPlace, byKey: boolean) => void;
}

/** Rows drawn above and below the visible ones, so that scrolling shows no gaps. */
const overscan = 6;

/**
 * The cells of a grid as a sheet: only visible rows are drawn, the head and the files stay in view.
 * The arrow keys move, Shift extends, Enter opens, and typing edits.
 */
export function GridTable(props: GridTableProps) {
  const { grid, rows, view, onView, widths, onWidths, fileWidthPx, onEdit, opened, onOpen } = props;
  const { columns } = grid;
  const scroller = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<Cursor>({ row: 0, column: -1, anchor: null });
  const [editing, setEditing] = useState<{ text: string } | null>(null);
  const takesFocus = useRef(false);
  const size = { rows: rows.length, columns: columns.length };
  const place = clamp(cursor, size);
  const { row: activeRow, column: activeColumn } = place;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    scrollMargin: headHeightPx,
    overscan,
    // The active row stays drawn, so that the focus is not lost while its reader scrolls elsewhere.
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) => {
        const drawn = defaultRangeExtractor(range);
        if (activeRow < 0 || activeRow >= range.count || drawn.includes(activeRow)) return drawn;
        return [...drawn, activeRow].toSorted((one, other) => one - other);
      },
      [activeRow],
    ),
  });
  const widthsPx = useMemo(
    () => columns.map((column) => widthOf(column, widths)),
    [columns, widths],
  );
  const template = `${fileWidthPx}px ${widthsPx.map((px) => `${px}px`).join(' ')}`;
  const totalPx = widthsPx.reduce((sum, px) => sum + px, fileWidthPx);

  const show = useCallback(
    ({ row, column }: ShownPlace) => {
      const box = scroller.current;
      if (!box) return;
      const left = widthsPx.slice(0, Math.max(0, column)).reduce((sum, px) => sum + px, 0);
      scrollTo(box, { row, left, width: column < 0 ? 0 : (widthsPx[column] ?? 0), fileWidthPx });
    },
    [widthsPx, fileWidthPx],
  );
  const go = (next: Cursor) => {
    takesFocus.current = true;
    setCursor(next);
    show(next);
    if (opened && next.row >= 0 && next.anchor === null) onOpen(next, false);
  };
  useLayoutEffect(() => {
    if (!takesFocus.current || editing) return;
    takesFocus.current = false;
    const cell = scroller.current?.querySelector<HTMLElement>(
      `[data-row="${activeRow}"][data-column="${activeColumn}"]`,
    );
    (cell?.querySelector<HTMLElement>('[data-head]') ?? cell)?.focus({ preventScroll: true });
  });
  const [openedRow, openedColumn] = [opened?.row ?? null, opened?.column ?? null];
  useEffect(() => {
    if (openedRow === null || openedColumn === null) return;
    setCursor({ row: openedRow, column: openedColumn, anchor: null });
    show({ row: openedRow, column: openedColumn });
  }, [openedRow, openedColumn, show]);

  const rect = rectOf(place);
  const copy = () => {
    const chosen = rows.slice(rect.top, rect.bottom + 1);
    const text = writeTsv(chosen, columns, { from: rect.left, to: rect.right });
    void copyText(text).then(() => showDoneToast(gridTexts.actions.copied), showErrorToast);
  };
  const mayEditHere = onEdit !== undefined && activeRow >= 0 && activeColumn >= 0;
  const edit = (text: string) => setEditing({ text });
  const editValue = () => {
    const column = columns[activeColumn];
    if (column) edit(writeValue(rows[activeRow]?.cells[activeColumn]?.value ?? null, column));
  };
  const endEdit = (value: GridValue | undefined, by: { rows: number; columns: number }) => {
    setEditing(null);
    if (value !== undefined) onEdit?.({ row: activeRow, column: activeColumn }, value);
    const row = Math.min(rows.length - 1, Math.max(0, activeRow + by.rows));
    const column = Math.min(columns.length - 1, Math.max(0, activeColumn + by.columns));
    go({ row, column, anchor: null });
  };
  /** Returns what a key does in the sheet; null for a key that is left to the page. */
  const actionOf = (event: KeyboardEvent<HTMLElement>): (() => void) | null => {
    const { key, shiftKey, altKey } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    if (altKey) return null;
    const pageRows = Math.max(
      1,
      Math.floor(((scroller.current?.clientHeight ?? 0) - headHeightPx) / rowHeightPx) - 1,
    );
    const moved = moveCursor({ ...place, anchor: cursor.anchor }, event, { ...size, pageRows });
    if (moved) return () => go(moved);
    if (activeRow === headRow) return null;
    if (isCommand) {
      const all = { row: size.rows - 1, column: size.columns - 1, anchor: { row: 0, column: -1 } };
      if (key.toLowerCase() === 'a') return () => go(all);
      return key.toLowerCase() === 'c' && String(getSelection() ?? '') === '' ? copy : null;
    }
    if (key === 'Enter' || (key === ' ' && !shiftKey)) return () => onOpen(place, true);
    if (!mayEditHere) return null;
    if (key === 'F2') return editValue;
    if (key === 'Delete' || key === 'Backspace') return () => edit('');
    return [...key].length === 1 ? () => edit(key) : null;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (editing || event.defaultPrevented || event.nativeEvent.isComposing || !isWithin(event))
      return;
    // An opened menu gets the focus a moment later, and the keys until then are no moves here.
    if (event.target instanceof Element && event.target.ariaExpanded === 'true') return;
    const act = actionOf(event);
    if (!act) return;
    act();
    event.preventDefault();
    event.stopPropagation();
  };
  // A head opens its menu by the arrow down; here that key leads to the rows.
  const onHeadKeys = (event: KeyboardEvent<HTMLElement>) => {
    if (activeRow === headRow && /^Arrow/.test(event.key)) onKeyDown(event);
  };
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const clicked = readPlace(event.target);
    if (!clicked || editing) return;
    if (event.detail === 2 && mayEditHere) return editValue();
    if (event.shiftKey)
      return go({ ...clicked, anchor: cursor.anchor ?? { row: activeRow, column: activeColumn } });
    takesFocus.current = true;
    setCursor({ ...clicked, anchor: null });
    if (event.detail < 2) onOpen(clicked, false);
  };
  const onFocus = (event: { target: EventTarget }) => {
    const focused = readPlace(event.target, '[data-row]');
    const isActive = focused?.row === activeRow && focused.column === activeColumn;
    if (focused && !isActive) setCursor({ ...focused, anchor: null });
  };
  const isAsking = grid.status === 'running';
  return (
    <div
      ref={scroller}
      data-grid
      className="relative min-h-0 flex-1 overflow-auto overscroll-x-contain rounded-xl border bg-surface"
      style={{ '--columns': template } as CSSProperties}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: rows of a table cannot be placed. */}
      <div
        role="grid"
        aria-label={grid.title}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable
        aria-readonly={onEdit === undefined || undefined}
        aria-description={texts.keys}
        tabIndex={-1}
        onKeyDownCapture={onHeadKeys}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onFocus={onFocus}
        className="relative min-w-full"
        style={{ width: totalPx, height: virtualizer.getTotalSize() + headHeightPx }}
      >
        <GridHead
          columns={columns}
          view={view}
          onView={onView}
          widths={widths}
          onWidths={onWidths}
          active={activeRow === headRow ? activeColumn : null}
          scroller={scroller}
          fileWidthPx={fileWidthPx}
        />
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          const column = columns[activeColumn];
          const isActive = index === activeRow;
          const isChosen = index >= rect.top && index <= rect.bottom && rect.isRange;
          return (
            row && (
              <GridTableRow
                key={row.attachmentId}
                row={row}
                columns={columns}
                index={index}
                topPx={start}
                active={isActive ? activeColumn : null}
                opened={index === openedRow ? openedColumn : null}
                from={isChosen ? rect.left : null}
                to={isChosen ? rect.right : null}
                isAsking={isAsking}
                group={view.group}
                groupColumn={view.column}
                editor={
                  isActive && editing && column ? (
                    <CellEditor
                      label={texts.edit(column.name, row.filename)}
                      column={column}
                      text={editing.text}
                      onEnd={endEdit}
                    />
                  ) : null
                }
              />
            )
          );
        })}
        {rows.length === 0 && (
          <p className="sticky left-0 flex w-fit items-center gap-3 p-4 text-muted">
            {texts.none}
            <Button
              size="small"
              onClick={() => onView({ q: undefined, group: undefined, column: undefined })}
            >
              {texts.showAll}
            </Button>
          </p>
        )}
      </div>
    </div>
  );
}

/** Keeps a place within a grid that may have lost rows. */
function clamp(cursor: Cursor, size: { rows: number; columns: number }): Cursor {
  const row = Math.min(cursor.row, size.rows - 1);
  return {
    ...cursor,
    row: Math.max(headRow, row),
    column: Math.min(cursor.column, size.columns - 1),
  };
}

/** Whether an event comes from the sheet itself: those of an open menu reach it, too. */
const isWithin = ({
  currentTarget,
  target,
}: {
  currentTarget: Element;
  target: EventTarget;
}): boolean => target instanceof Node && currentTarget.contains(target);

/** Reads which cell an event is about; null outside of the cells. */
function readPlace(
  target: EventTarget,
  selector = '[data-row]:not([data-row="-1"])',
): ShownPlace | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>(selector) : null;
  return cell && { row: Number(cell.dataset['row']), column: Number(cell.dataset['column']) };
}

interface Spot {
  row: number;
  left: number;
  width: number;
  fileWidthPx: number;
}

/** Scrolls no further than it takes to show a cell beside the files and below the head. */
function scrollTo(box: HTMLElement, { row, left, width, fileWidthPx }: Spot): void {
  if (row >= 0) {
    const top = row * rowHeightPx;
    const room = box.clientHeight - headHeightPx;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + rowHeightPx > box.scrollTop + room) box.scrollTop = top + rowHeightPx - room;
  }
  const room = box.clientWidth - fileWidthPx;
  if (left < box.scrollLeft) box.scrollLeft = left;
  else if (left + width > box.scrollLeft + room)
    box.scrollLeft = Math.min(left, left + width - room);
}
