import type { EngagementDetail } from '@ecp/contract/work/engagements';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { api } from '../../base/api/client.ts';
import { usePersistedState } from '../../base/session/persisted-state.ts';
import { useSession } from '../../base/session/session.ts';
import { engagementTexts } from '../../base/texts/engagements.ts';
import { Badge } from '../../base/ui/badges.tsx';
import { Sheet } from '../../base/ui/dialogs/dialog.tsx';
import { PageHeader } from '../../base/ui/layout/page.tsx';
import { useMedia } from '../../base/ui/screen.ts';
import { CellPanel, RowPanel } from './cell-panel.tsx';
import { CellSource } from './cell-source.tsx';
import { type Grid, type GridRow, type GridValue, gridTones } from './cells.ts';
import { GridActions } from './grid-actions.tsx';
import { GridFilters } from './grid-filters.tsx';
import type { ColumnWidths } from './grid-head.tsx';
import { GridProgress, GridSize } from './grid-progress.tsx';
import { type CellPlace, gridQuery, replaceCells } from './grid-queries.ts';
import { type GridSearch, readCellPlace, writeCellPlace } from './grid-search.ts';
import { GridTable, type ShownPlace } from './grid-table.tsx';
import { gridTexts } from './texts.ts';
import { useLiveGrid } from './use-live-grid.ts';
import { viewRows } from './view-rows.ts';

const route = getRouteApi('/shell/engagements/$engagementId/grids/$gridId');

/** The panel is beside the sheet from this width on, and over it below. */
const besideQuery = '(min-width: 1200px)';
const phoneQuery = '(max-width: 639px)';
const fileWidthPx = { phone: 132, wide: 220 };

interface GridViewProps {
  engagement: EngagementDetail;
  grid: Grid;
}

/** The sheet of a grid with its filters, and beside it the opened answer or its source. */
export function GridView({ engagement, grid }: GridViewProps) {
  const { id: engagementId } = engagement;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayEdit = useSession().has('member');
  const isBeside = useMedia(besideQuery);
  const isPhone = useMedia(phoneQuery);
  useLiveGrid(engagementId, grid);
  const { value: widths, change: setWidths } = usePersistedState<ColumnWidths>(
    `grid-widths ${grid.id}`,
    readWidths,
    () => ({}),
  );
  // The sheet follows the search a little later, so that typed letters appear at once.
  const view = useDeferredValue(search);
  const rows = useMemo(() => viewRows(grid, view), [grid, view]);
  const change = useCallback(
    (next: SearchChange) =>
      void navigate({
        search: (before) => clean({ ...before, ...next }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const [byKey, setByKey] = useState(false);
  const sheet = useRef<HTMLDivElement>(null);
  const opened = findOpened(grid, rows, search.cell);
  const open = ({ row, column }: ShownPlace, isKey: boolean) => {
    const file = rows[row];
    if (!file) return;
    setByKey(isKey);
    change({
      cell: writeCellPlace(file.attachmentId, grid.columns[column]?.id),
      source: undefined,
    });
  };
  const close = useCallback(() => {
    change({ cell: undefined, source: undefined });
    sheet.current
      ?.querySelector<HTMLElement>('[data-row][tabindex="0"]')
      ?.focus({ preventScroll: true });
  }, [change]);
  const { edit, ask } = useCellChanges(engagementId, grid);
  const editShown = ({ row, column }: ShownPlace, value: GridValue) => {
    const [file, of] = [rows[row], grid.columns[column]];
    if (file && of) edit.mutate({ attachmentId: file.attachmentId, columnId: of.id, value });
  };
  const step = (by: 1 | -1) => {
    if (!opened || opened.row === -1 || !rows[opened.row + by]) return undefined;
    return () => open({ row: opened.row + by, column: opened.column }, false);
  };
  const panel = opened && (
    <OpenedPanel
      key={search.cell}
      grid={grid}
      opened={opened}
      isSheet={!isBeside}
      takesFocus={byKey && isBeside}
      mayEdit={mayEdit}
      onClose={close}
      onPrevious={step(-1)}
      onNext={step(1)}
      onEdit={(place, value) => edit.mutate({ ...place, value })}
      ask={ask}
      onOpenColumn={(column) => open({ row: opened.row, column }, true)}
      onOpenSource={() => change({ source: true })}
    />
  );
  const way = [
    <Link key="all" to="/engagements">
      {engagementTexts.title}
    </Link>,
    <Link key="engagement" to="/engagements/$engagementId" params={{ engagementId }}>
      {engagement.name}
    </Link>,
    <Link key="grids" to="/engagements/$engagementId/grids" params={{ engagementId }}>
      {gridTexts.title}
    </Link>,
  ];
  const source = search.source && opened && opened.column >= 0;
  return (
    <div data-fills-window className="flex min-h-120 flex-1 min-[1200px]:[&>aside]:h-full">
      <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-3 p-4 md:p-6">
        <PageHeader
          // A phone has room for one line beside the menu.
          above={isPhone ? way.slice(-1) : way}
          title={grid.title}
          documentTitle={`${grid.title} · ${engagement.name}`}
          badges={
            <>
              <Badge tone={gridTones[grid.status]} dot>
                {gridTexts.status[grid.status]}
              </Badge>
              <GridSize grid={grid} />
            </>
          }
          actions={
            <GridActions engagementId={engagementId} grid={grid} rows={rows} isPhone={isPhone} />
          }
        />
        <GridProgress engagement={engagement} grid={grid} />
        <GridFilters
          engagementId={engagementId}
          grid={grid}
          view={search}
          onView={change}
          shown={rows.length}
        />
        <div ref={sheet} className="flex min-h-0 flex-1 flex-col">
          <GridTable
            grid={grid}
            rows={rows}
            view={view}
            onView={change}
            widths={widths}
            onWidths={setWidths}
            fileWidthPx={isPhone ? fileWidthPx.phone : fileWidthPx.wide}
            onEdit={mayEdit ? editShown : undefined}
            opened={opened && opened.row >= 0 ? opened : null}
            onOpen={open}
          />
        </div>
      </div>
      {source ? (
        <CellSource
          engagementId={engagementId}
          grid={grid}
          rows={rows}
          opened={opened}
          onShow={(cell) => change({ cell })}
          onClose={() => change({ source: undefined })}
        />
      ) : isBeside ? (
        panel && (
          <aside className="flex w-96 shrink-0 flex-col border-l bg-surface print:hidden">
            {panel}
          </aside>
        )
      ) : (
        <Sheet open={opened !== null} onClose={close} title={sheetTitle(grid, opened)}>
          {panel}
        </Sheet>
      )}
    </div>
  );
}

const sheetTitle = (grid: Grid, opened: ShownPlace | null) =>
  (opened && grid.columns[opened.column]?.name) ?? gridTexts.panel.rowLabel;

function readWidths(text: string): ColumnWidths | null {
  const read: unknown = JSON.parse(text);
  if (typeof read !== 'object' || read === null) return null;
  return Object.fromEntries(Object.entries(read).filter(([, px]) => typeof px === 'number'));
}

type SearchChange = { [K in keyof GridSearch]?: GridSearch[K] | undefined };

const clean = (search: SearchChange): GridSearch =>
  Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== ''),
  );

/** An opened cell. Its `row` is -1 if the filters hide it. */
interface OpenedPlace extends ShownPlace {
  attachmentId: string;
}

function findOpened(
  grid: Grid,
  rows: readonly GridRow[],
  cell: string | undefined,
): OpenedPlace | null {
  const place = readCellPlace(cell);
  if (!place || !grid.rows.some(({ attachmentId }) => attachmentId === place.attachmentId))
    return null;
  const column =
    place.columnId === undefined ? -1 : grid.columns.findIndex(({ id }) => id === place.columnId);
  if (column === -1 && place.columnId !== undefined) return null;
  const row = rows.findIndex(({ attachmentId }) => attachmentId === place.attachmentId);
  return { attachmentId: place.attachmentId, row, column };
}

type Changes = ReturnType<typeof useCellChanges>;

/** Writes a cell, shown at once, or asks it anew. */
function useCellChanges(engagementId: string, grid: Grid) {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const { queryKey } = gridQuery(engagementId, grid.id);
  const put = (change: Parameters<typeof replaceCells>[1]) =>
    queryClient.setQueryData(queryKey, (known) => known && replaceCells(known, change));
  const edit = useMutation({
    // Changes are sent one after another, so that the last value counts.
    scope: { id: `cell of ${grid.id}` },
    mutationFn: ({ attachmentId, columnId, value }: CellPlace & { value: GridValue }) =>
      api.editGridCell({
        id: engagementId,
        gridId: grid.id,
        attachmentId,
        column: columnId,
        value,
      }),
    onMutate({ value, ...place }) {
      const before = findCell(queryClient.getQueryData(queryKey), place);
      if (before) {
        const editedBy = { kind: 'user' as const, id: user.id, name: user.name ?? user.email };
        put([
          {
            ...place,
            cell: {
              ...before,
              value,
              state: 'edited',
              reason: null,
              editedBy,
              editedAt: new Date().toISOString(),
            },
          },
        ]);
      }
      return before;
    },
    onError(_error, { value: _value, ...place }, before) {
      if (before) put([{ ...place, cell: before }]);
    },
    onSuccess: (cell, { value: _value, ...place }) => put([{ ...place, cell }]),
  });
  const ask = useMutation({
    meta: { showsError: true },
    mutationFn: ({ attachmentId, columnId }: CellPlace) =>
      api.editGridCell({
        id: engagementId,
        gridId: grid.id,
        attachmentId,
        column: columnId,
        value: null,
        ask: true,
      }),
    async onSuccess(cell, place) {
      put([{ ...place, cell }]);
      // The grid works again, and its progress counts one less.
      await queryClient.invalidateQueries({ queryKey });
    },
  });
  return { edit, ask };
}

const findCell = (grid: Grid | undefined, { attachmentId, columnId }: CellPlace) =>
  grid?.rows.find((row) => row.attachmentId === attachmentId)?.cells[
    grid.columns.findIndex(({ id }) => id === columnId)
  ];

interface OpenedPanelProps {
  grid: Grid;
  opened: OpenedPlace;
  isSheet: boolean;
  takesFocus: boolean;
  mayEdit: boolean;
  onClose: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onEdit: (place: CellPlace, value: GridValue) => void;
  ask: Changes['ask'];
  onOpenColumn: (column: number) => void;
  onOpenSource: () => void;
}

/** The panel of the opened cell, or of all answers of a file. */
function OpenedPanel(props: OpenedPanelProps) {
  const { grid, opened, mayEdit, onEdit, ask, onOpenColumn, onOpenSource, ...frame } = props;
  const row = grid.rows.find(({ attachmentId }) => attachmentId === opened.attachmentId);
  if (!row) return null;
  const column = grid.columns[opened.column];
  const cell = row.cells[opened.column];
  if (!column || !cell)
    return <RowPanel {...frame} row={row} columns={grid.columns} onOpenCell={onOpenColumn} />;
  const place = { attachmentId: row.attachmentId, columnId: column.id };
  return (
    <CellPanel
      {...frame}
      gridId={grid.id}
      row={row}
      column={column}
      cell={cell}
      onEdit={mayEdit ? (value) => onEdit(place, value) : undefined}
      onAsk={mayEdit && cell.state !== 'waiting' ? () => ask.mutate(place) : undefined}
      isAsking={ask.isPending}
      askError={ask.error}
      onOpenSource={cell.state === 'waiting' ? undefined : onOpenSource}
    />
  );
}
