import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';

/** One bar: its name, its value, and the value as text. */
export interface Bar {
  key: string;
  label: ReactNode;
  value: number;
  text: string;
  /** A remark in small type under the name. */
  note?: ReactNode;
  /** Whether the bar is hollow, because it is not comparable with the others. */
  apart?: boolean | undefined;
}

interface BarListProps {
  /** Accessible name of the list. */
  label: string;
  bars: readonly Bar[];
  /** Value of a full bar; by default the highest value. */
  max?: number;
}

/** Shows values as bars with text. Reading them requires neither colours nor a pointer. */
export function BarList({ label, bars, max }: BarListProps) {
  const longest = max ?? Math.max(0, ...bars.map(({ value }) => value));
  return (
    <ul aria-label={label} className="flex flex-col gap-2.5">
      {bars.map(({ key, label: name, value, text, note, apart }) => (
        <li key={key} className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-1">
          <span className="wrap-anywhere line-clamp-2 min-w-0">{name}</span>
          <span className="figures text-right font-medium">{text}</span>
          <span aria-hidden className="col-span-2 block h-2 rounded-sm bg-sunken">
            <span
              className={classNames(
                'block h-full rounded-sm',
                value > 0 && 'min-w-0.5',
                apart ? 'border border-chart-1 bg-surface' : 'bg-chart-1',
              )}
              style={{ width: `${longest > 0 ? (Math.max(0, value) / longest) * 100 : 0}%` }}
            />
          </span>
          {note && <span className="col-span-2 text-muted text-sm">{note}</span>}
        </li>
      ))}
    </ul>
  );
}
