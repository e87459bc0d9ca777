import { perLocale } from '../../base/language/language.ts';
import { classNames } from '../../base/ui/class-names.ts';
import { NamedScrollBox } from '../../base/ui/layout/table.tsx';
import type { Cell, TableColumn } from './data-queries.ts';
import { dataTexts } from './texts.ts';

interface DataGridProps {
  caption: string;
  columns: readonly TableColumn[];
  rows: readonly (readonly Cell[])[];
  /** Number of the first row. Without it the rows have no numbers. */
  firstRow?: number | undefined;
  highlighted?: number | undefined;
  /** Indexes of the columns whose cells are marked in that row. */
  highlightedColumns?: readonly number[] | undefined;
  /**
   * False for a delimited file, whose percentages are written out. Workbooks and queries may hold
   * 12 % as 0.12.
   */
  mayHoldShares?: boolean;
  /** A second line of each head, such as its name in queries. */
  hints?: readonly string[] | undefined;
  /** What stands below the columns, such as their sums, under a name for the row. */
  totals?: { label: string; cells: readonly string[] }[] | undefined;
  /** All rows, if those shown are a part of them: they tell whether a column holds shares. */
  allRows?: readonly (readonly Cell[])[] | undefined;
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
    hints,
    totals = [],
    allRows = rows,
    className,
  } = props;
  const keyed = keyColumns(columns).map((one) => {
    const cells = allRows.map((row) => row[one.at] ?? null);
    return { ...one, isShare: mayHoldShares && areShares(cells, one.column) };
  });
  return (
    <NamedScrollBox
      label={caption}
      className={classNames('overflow-auto rounded-lg border bg-surface', className)}
    >
      <table className="figures min-w-full border-separate border-spacing-0 text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {firstRow !== undefined && (
              <th scope="col" className={classNames(headStyle, 'text-right')}>
                {dataTexts.grid.row}
              </th>
            )}
            {keyed.map(({ key, column, at }) => (
              <Head key={key} column={column} hint={hints?.[at]} />
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
        {totals.length > 0 && (
          <tfoot className="sticky bottom-0">
            {totals.map(({ label, cells }) => (
              <tr key={label}>
                <th scope="row" className={classNames(footStyle, 'text-right')}>
                  {label}
                </th>
                {keyed.map(({ key, column, at }) => (
                  <td
                    key={key}
                    className={classNames(
                      footStyle,
                      'whitespace-nowrap',
                      isNumber(column) && 'text-right',
                    )}
                  >
                    {cells[at]}
                  </td>
                ))}
              </tr>
            ))}
          </tfoot>
        )}
      </table>
    </NamedScrollBox>
  );
}

const headStyle =
  'sticky top-0 border-b bg-canvas px-3 py-2 align-bottom font-medium whitespace-nowrap';
const footStyle = 'border-t bg-canvas px-3 py-1.5 align-top font-medium';
const cellStyle = 'border-b px-3 py-1.5 align-top';
const isNumber = ({ type }: TableColumn) => type === 'number';

function Head({ column, hint }: { column: TableColumn; hint: string | undefined }) {
  return (
    <th
      scope="col"
      className={classNames(headStyle, isNumber(column) ? 'text-right' : 'text-left')}
    >
      {column.name}
      {column.unit !== null && !column.name.includes(column.unit) && (
        <span className="block font-normal text-muted text-xs">{column.unit}</span>
      )}
      {hint !== undefined && (
        <span className="block font-mono font-normal text-muted text-xs">{hint}</span>
      )}
    </th>
  );
}

interface RowProps {
  cells: readonly Cell[];
  columns: readonly (KeyedColumn & { isShare: boolean })[];
  number: number | undefined;
  isHighlighted: boolean;
  marked: readonly number[];
}

function Row({ cells, columns, number, isHighlighted, marked }: RowProps) {
  return (
    <tr
      aria-current={isHighlighted || undefined}
      className={isHighlighted ? 'bg-accent-soft' : undefined}
    >
      {number !== undefined && (
        <th scope="row" className={classNames(cellStyle, 'text-right font-normal text-muted')}>
          {number}
        </th>
      )}
      {columns.map(({ key, column, at, isShare }) => (
        <td
          key={key}
          dir="auto"
          className={classNames(
            cellStyle,
            isNumber(column) ? 'whitespace-nowrap text-right' : 'min-w-24 max-w-md',
          )}
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

const numbers = (options: Intl.NumberFormatOptions) =>
  perLocale((locale) => new Intl.NumberFormat(locale, options));
/** Up to fifteen digits are exact in a number, and no cell hides the digits that it has. */
const plain = numbers({ maximumSignificantDigits: 15 });
const rounded = numbers({ maximumSignificantDigits: 6 });
const share = numbers({ style: 'percent', maximumFractionDigits: 10 });
const percent = numbers({ style: 'unit', unit: 'percent', maximumSignificantDigits: 15 });

/**
 * Returns whether a column in `%` holds shares, 0.12 for 12 %. Only the values tell: no share is
 * more than 1.
 */
export function areShares(cells: readonly Cell[], { unit }: Pick<TableColumn, 'unit'>): boolean {
  return unit === '%' && cells.every((cell) => typeof cell !== 'number' || Math.abs(cell) <= 1);
}

/**
 * Formats a cell for people: numbers with separators and all their digits, shares as percentages.
 */
export function formatCell(cell: Cell, { isShare }: { isShare: boolean }): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return cell ? 'true' : 'false';
  if (typeof cell === 'string') return cell;
  return (isShare ? share : plain)().format(cell);
}

/** Formats a mean, whose digits have no end, with six of them. */
export const formatMean = (mean: number): string => rounded().format(mean);

/** Formats a number with its unit, as in “4,812,000 EUR”. A number in `%` is one of a hundred. */
export function formatQuantity(value: number, unit: string | null): string {
  if (unit === '%') return percent().format(value);
  const number = plain().format(value);
  return unit === null ? number : `${number} ${unit}`;
}

interface KeyedColumn {
  key: string;
  column: TableColumn;
  at: number;
}

/** Gives each column a key. A query may name two columns alike. */
export function keyColumns(columns: readonly TableColumn[]): KeyedColumn[] {
  const seen = new Map<string, number>();
  return columns.map((column, at) => {
    const count = (seen.get(column.name) ?? 0) + 1;
    seen.set(column.name, count);
    return { key: `${column.name} ${count}`, column, at };
  });
}
