import { type ReactNode, useEffect, useRef, useState } from 'react';
import { classNames } from '../class-names.ts';

export interface Column<T> {
  title: string;
  cell: (row: T) => ReactNode;
  /** Aligns numbers to the right, in digits of equal width. */
  numeric?: boolean;
  /** Hides the column on narrow screens. */
  wideOnly?: boolean;
}

interface TableProps<T> {
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
}

const cellStyle = <T,>({ numeric, wideOnly }: Column<T>) =>
  classNames(
    'px-4 py-2.5',
    numeric ? 'figures text-right' : 'text-left',
    wideOnly && 'hidden md:table-cell',
  );

/** A table of up to a few hundred rows. Use `VirtualList` for more. */
export function Table<T>({ caption, columns, rows, rowKey }: TableProps<T>) {
  return (
    <ScrollBox className="relative rounded-xl border bg-surface">
      <table className="w-full border-collapse">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b text-muted text-sm">
            {columns.map((column) => (
              <th
                key={column.title}
                scope="col"
                className={classNames(cellStyle(column), 'font-medium')}
              >
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

interface ScrollBoxProps {
  className?: string | undefined;
  children: ReactNode;
}

/**
 * Scrolls content larger than itself, by default sideways. The Tab key stops at it only while it
 * scrolls.
 */
export function ScrollBox({ className, children }: ScrollBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const isLarger =
        element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight;
      if (isLarger) element.tabIndex = 0;
      else element.removeAttribute('tabindex');
    });
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={box} className={classNames('overflow-x-auto', className)}>
      {children}
    </div>
  );
}

interface NamedScrollBoxProps {
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

const isLarger = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element) =>
  scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1;

/** A box that scrolls content larger than itself. The Tab key reaches it only while it scrolls. */
export function NamedScrollBox({ label, className, children }: NamedScrollBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setScrolls(isLarger(element)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const reachable = scrolls ? { role: 'group', 'aria-label': label, tabIndex: 0 } : {};
  return (
    <div ref={box} className={className} {...reachable}>
      {children}
    </div>
  );
}
