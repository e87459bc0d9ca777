import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { ScrollBox } from './scroll-box.tsx';

export interface Column<T> {
  /** In its head. */
  title: string;
  cell: (row: T) => ReactNode;
  /** Numbers stand at the right, in figures of one width. */
  numeric?: boolean;
  /** Left out on narrow screens. */
  wideOnly?: boolean;
}

interface TableProps<T> {
  /** Says what the table holds, to who cannot see it. */
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
}

const cellStyle = <T,>({ numeric, wideOnly }: Column<T>) =>
  classNames('px-4 py-2.5', numeric ? 'figures text-right' : 'text-left', wideOnly && 'hidden md:table-cell');

/** A table of some hundred rows; longer ones are a `VirtualList`. */
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
