import { dataTexts } from '../../texts/en/data.ts';
import { classNames } from '../../ui/class-names.ts';
import { NamedScrollBox } from '../../ui/layout/named-scroll-box.tsx';
import { areShares, formatCell } from './format-cell.ts';
import { type KeyedColumn, keyColumns } from './key-columns.ts';
import type { Cell, TableColumn } from './queries.ts';

interface DataGridProps {
  /** Accessible name of the table. */
  caption: string;
  columns: readonly TableColumn[];
  rows: readonly (readonly Cell[])[];
  /** Number of the first row. Without it the rows have no numbers. */
  firstRow?: number | undefined;
  /** Number of the row to highlight. */
  highlighted?: number | undefined;
  /** Indexes of the columns whose cells are marked in that row. */
  highlightedColumns?: readonly number[] | undefined;
  /** False for a delimited file, whose percentages are written out. Workbooks and queries may hold 12 % as 0.12. */
  mayHoldShares?: boolean;
  /** Limits the height, so that the head stays in view while rows scroll. */
  className?: string | undefined;
}

/** A table of typed cells: units in the head, numbers to the right, one row highlighted. */
export function DataGrid(props: DataGridProps) {
  const {
    caption,
    columns,
    rows,
    firstRow,
    highlighted,
    highlightedColumns = [],
    mayHoldShares = true,
    className,
  } = props;
  const keyed = keyColumns(columns).map((one) => {
    const cells = rows.map((row) => row[one.at] ?? null);
    return { ...one, isShare: mayHoldShares && areShares(cells, one.column) };
  });
  return (
    <NamedScrollBox label={caption} className={classNames('overflow-auto rounded-lg border bg-surface', className)}>
      <table className="figures min-w-full border-separate border-spacing-0 text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {firstRow !== undefined && (
              <th scope="col" className={classNames(headStyle, 'text-right')}>
                {dataTexts.grid.row}
              </th>
            )}
            {keyed.map(({ key, column }) => (
              <Head key={key} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, at) => {
            const number = (firstRow ?? 1) + at;
            return (
              <Row
                key={number}
                cells={cells}
                columns={keyed}
                number={firstRow === undefined ? undefined : number}
                isHighlighted={number === highlighted}
                marked={number === highlighted ? highlightedColumns : []}
              />
            );
          })}
        </tbody>
      </table>
    </NamedScrollBox>
  );
}

const headStyle = 'sticky top-0 border-b bg-canvas px-3 py-2 align-bottom font-medium whitespace-nowrap';
const cellStyle = 'border-b px-3 py-1.5 align-top';
const isNumber = ({ type }: TableColumn) => type === 'number';

function Head({ column }: { column: TableColumn }) {
  return (
    <th scope="col" className={classNames(headStyle, isNumber(column) ? 'text-right' : 'text-left')}>
      {column.name}
      {column.unit !== null && !column.name.includes(column.unit) && (
        <span className="block font-normal text-muted text-xs">{column.unit}</span>
      )}
    </th>
  );
}

interface RowProps {
  cells: readonly Cell[];
  columns: readonly (KeyedColumn & { isShare: boolean })[];
  number: number | undefined;
  isHighlighted: boolean;
  /** Indexes of the columns whose cells are marked. */
  marked: readonly number[];
}

function Row({ cells, columns, number, isHighlighted, marked }: RowProps) {
  return (
    <tr aria-current={isHighlighted || undefined} className={isHighlighted ? 'bg-accent-soft' : undefined}>
      {number !== undefined && (
        <th scope="row" className={classNames(cellStyle, 'text-right font-normal text-muted')}>
          {number}
        </th>
      )}
      {columns.map(({ key, column, at, isShare }) => (
        <td
          key={key}
          dir="auto"
          className={classNames(cellStyle, isNumber(column) ? 'whitespace-nowrap text-right' : 'min-w-24 max-w-md')}
        >
          {marked.includes(at) ? (
            <mark className="rounded-sm bg-good-soft px-1 font-medium text-good">
              {formatCell(cells[at] ?? null, { isShare })}
            </mark>
          ) : (
            formatCell(cells[at] ?? null, { isShare })
          )}
        </td>
      ))}
    </tr>
  );
}
