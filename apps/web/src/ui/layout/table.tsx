import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { ScrollBox } from './scroll-box.tsx';

export interface Column<T> {
  /** Title in the header row. */
  title: string;
  cell: (row: T) => ReactNode;
  /** Aligns numbers to the right, in digits of equal width. */
  numeric?: boolean;
  /** Hides the column on narrow screens. */
  wideOnly?: boolean;
}

interface TableProps<T> {
  /** Accessible name of the table. */
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
}

const cellStyle = <T,>({ numeric, wideOnly }: Column<T>) =>
  classNames('px-4 py-2.5', numeric ? 'figures text-right' : 'text-left', wideOnly && 'hidden md:table-cell');

/** A table of up to a few hundred rows. Use `VirtualList` for more. */
export function Table<T>({ caption, columns, rows, rowKey }: TableProps<T>) {
  return (
    <ScrollBox className="relative rounded-xl border bg-surface">
      <table className="w-full border-collapse">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b text-muted text-sm">
            {columns.map((column) => (
              <th key={column.title} scope="col" className={classNames(cellStyle(column), 'font-medium')}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="border-b last:border-0 hover:bg-hover">
              {columns.map((column) => (
                <td key={column.title} className={cellStyle(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
