import {
  ArrowDown,
  ArrowUp,
  Calendar,
  ChevronDown,
  FileText,
  Hash,
  ListFilter,
  type LucideIcon,
  MoveHorizontal,
  Text,
  ToggleLeft,
  X,
} from 'lucide-react';
import { type PointerEvent, type ReactNode, type RefObject, useRef } from 'react';
import { classNames } from '../../base/ui/class-names.ts';
import { Menu, MenuItem, MenuSeparator } from '../../base/ui/dialogs/menu.tsx';
import type { GridColumn } from './cells.ts';
import { headHeightPx } from './grid-row.tsx';
import type { GridView, ViewChange } from './grid-search.ts';
import { cellGroups } from './grid-search.ts';
import { headRow } from './move-cursor.ts';
import { gridTexts } from './texts.ts';

const texts = gridTexts.column;

/** Widths in pixels that a person has chosen, by the ids of columns. */
export type ColumnWidths = Readonly<Record<string, number>>;

const usualWidths: Record<GridColumn['type'], number> = {
  text: 240,
  number: 150,
  date: 150,
  boolean: 130,
};
const [narrowest, widest, stepPx] = [90, 800, 60];

/** Returns the width of a column: the chosen one, or the usual one of its type. */
export const widthOf = (
  { id, type }: Pick<GridColumn, 'id' | 'type'>,
  widths: ColumnWidths,
): number => widths[id] ?? usualWidths[type];

const within = (px: number) => Math.round(Math.min(widest, Math.max(narrowest, px)));

const typeIcons: Record<GridColumn['type'], LucideIcon> = {
  text: Text,
  number: Hash,
  date: Calendar,
  boolean: ToggleLeft,
};

interface GridHeadProps {
  columns: readonly GridColumn[];
  view: GridView;
  onView: (change: ViewChange) => void;
  widths: ColumnWidths;
  onWidths: (widths: ColumnWidths) => void;
  /** The active column while the heads have the cursor, -1 for that of the files. */
  active: number | null;
  scroller: RefObject<HTMLElement | null>;
  fileWidthPx: number;
}

/** The heads of the columns. Each is a menu that sorts, filters and widens its column. */
export function GridHead(props: GridHeadProps) {
  const { columns, view, onView, widths, onWidths, active, scroller, fileWidthPx } = props;
  const sortItems = (id: string) => (
    <>
      <MenuItem
        icon={ArrowUp}
        label={texts.ascending}
        onSelect={() => onView({ sort: id, order: undefined })}
      />
      <MenuItem
        icon={ArrowDown}
        label={texts.descending}
        onSelect={() => onView({ sort: id, order: 'desc' })}
      />
      {view.sort === id && (
        <MenuItem
          icon={X}
          label={texts.unsorted}
          onSelect={() => onView({ sort: undefined, order: undefined })}
        />
      )}
    </>
  );
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the heads in it take the focus.
    // biome-ignore lint/a11y/useSemanticElements: rows of a table cannot be placed.
    <div
      role="row"
      aria-rowindex={1}
      className="sticky top-0 z-20 grid border-b bg-canvas [grid-template-columns:var(--columns)]"
      style={{ height: headHeightPx }}
    >
      <HeadCell
        at={-1}
        view={view}
        id="file"
        isActive={active === -1}
        name={gridTexts.table.file}
        icon={FileText}
      >
        {sortItems('file')}
      </HeadCell>
      {columns.map((column, at) => (
        <HeadCell
          key={column.id}
          at={at}
          id={column.id}
          view={view}
          isActive={active === at}
          name={column.name}
          question={column.question}
          icon={typeIcons[column.type]}
          handle={
            <WidthHandle
              at={at}
              columns={columns}
              widths={widths}
              onWidths={onWidths}
              scroller={scroller}
              fileWidthPx={fileWidthPx}
            />
          }
        >
          {sortItems(column.id)}
          <MenuSeparator />
          {cellGroups.map((group) => (
            <MenuItem
              key={group}
              icon={ListFilter}
              label={texts.filter(gridTexts.group[group])}
              onSelect={() => onView({ column: column.id, group })}
            />
          ))}
          <MenuSeparator />
          {([1, -1] as const).map((by) => (
            <MenuItem
              key={by}
              icon={MoveHorizontal}
              label={by === 1 ? texts.wider : texts.narrower}
              onSelect={() =>
                onWidths({ ...widths, [column.id]: within(widthOf(column, widths) + by * stepPx) })
              }
            />
          ))}
        </HeadCell>
      ))}
    </div>
  );
}

interface HeadCellProps {
  /** Index of the column, -1 for that of the files. */
  at: number;
  id: string;
  view: GridView;
  isActive: boolean;
  name: string;
  question?: string;
  icon: LucideIcon;
  handle?: ReactNode;
  children: ReactNode;
}

function HeadCell({
  at,
  id,
  view,
  isActive,
  name,
  question,
  icon: Icon,
  handle,
  children,
}: HeadCellProps) {
  const isSorted = view.sort === id;
  const isFiltered = view.column === id && view.group !== undefined;
  const Arrow = view.order === 'desc' ? ArrowDown : ArrowUp;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the button in it takes the focus.
    // biome-ignore lint/a11y/useSemanticElements: cells of a table cannot be placed.
    <div
      role="columnheader"
      aria-colindex={at + 2}
      aria-sort={isSorted ? (view.order === 'desc' ? 'descending' : 'ascending') : undefined}
      data-row={headRow}
      data-column={at}
      className={classNames(
        'relative flex min-w-0 border-r bg-canvas',
        at === -1 && 'sticky left-0 z-10',
      )}
    >
      <Menu
        align="start"
        trigger={
          <button
            type="button"
            data-head
            tabIndex={isActive ? 0 : -1}
            title={question}
            className="flex min-w-0 flex-1 flex-col justify-center gap-0.5 px-3 text-left hover:bg-hover focus-visible:-outline-offset-2"
          >
            <span className="flex w-full min-w-0 items-center gap-1.5">
              <Icon aria-hidden className="size-3.5 shrink-0 text-muted" />
              <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
              {isFiltered && (
                <ListFilter aria-hidden className="size-3.5 shrink-0 text-accent-text" />
              )}
              {isSorted && <Arrow aria-hidden className="size-3.5 shrink-0 text-accent-text" />}
              <ChevronDown aria-hidden className="size-3.5 shrink-0 text-muted" />
            </span>
            {question !== undefined && question !== name && (
              <span className="w-full truncate text-muted text-xs">{question}</span>
            )}
          </button>
        }
      >
        {children}
      </Menu>
      {handle}
    </div>
  );
}

interface WidthHandleProps {
  at: number;
  columns: readonly GridColumn[];
  widths: ColumnWidths;
  onWidths: (widths: ColumnWidths) => void;
  scroller: RefObject<HTMLElement | null>;
  fileWidthPx: number;
}

/**
 * The edge of a column, which is dragged to another width. While it is dragged only the style
 * changes, and nothing is drawn anew. Keys use the menu of the column.
 */
function WidthHandle({ at, columns, widths, onWidths, scroller, fileWidthPx }: WidthHandleProps) {
  const drag = useRef<{ fromX: number; startPx: number; px: number } | null>(null);
  const column = columns[at];
  if (!column) return null;
  const show = (px: number) => {
    const all = columns.map((one, of) => (of === at ? px : widthOf(one, widths)));
    scroller.current?.style.setProperty(
      '--columns',
      `${fileWidthPx}px ${all.map((each) => `${each}px`).join(' ')}`,
    );
  };
  const start = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    const startPx = widthOf(column, widths);
    drag.current = { fromX: event.clientX, startPx, px: startPx };
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    if (!drag.current) return;
    drag.current.px = within(drag.current.startPx + event.clientX - drag.current.fromX);
    show(drag.current.px);
  };
  const end = () => {
    if (drag.current && drag.current.px !== drag.current.startPx)
      onWidths({ ...widths, [column.id]: drag.current.px });
    drag.current = null;
  };
  return (
    <div
      aria-hidden
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      className="absolute inset-y-0 -right-1 z-10 w-2 cursor-col-resize touch-none hover:bg-accent-soft"
    />
  );
}
