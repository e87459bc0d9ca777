import type { ReactNode } from 'react';
import { formatDecimal } from '../../format/format.ts';
import { labelled } from '../../format/words.ts';
import { classNames } from '../class-names.ts';
import { chartTexts } from './chart-figure.tsx';

/** One bar: its name, its value, and the value as text. */
export interface Bar {
  key: string;
  label: ReactNode;
  value: number;
  text: string;
  note?: ReactNode;
  /** Whether the bar is hollow, because it is not comparable with the others. */
  apart?: boolean | undefined;
}

interface BarListProps {
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
        <li
          key={key}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-1"
        >
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

/** Shapes that distinguish the marks of a row without colour. */
type DotShape = 'circle' | 'diamond';

interface Dot {
  label: string;
  value: number;
  shape: DotShape;
}

export function DotMark({ shape }: { shape: DotShape }) {
  return (
    <span
      aria-hidden
      className={classNames(
        'inline-block',
        shape === 'circle'
          ? 'size-2.5 rounded-full bg-chart-1'
          : 'size-2 rotate-45 border-2 border-chart-2 bg-surface',
      )}
    />
  );
}

interface DotRowProps {
  dots: readonly Dot[];
  max: number;
  /** Values to mark with a vertical line, such as the bound of a good score. */
  marks?: readonly number[];
}

/** Shows the values of one item as marks on a line. The page must also show them in figures. */
export function DotRow({ dots, max, marks = [] }: DotRowProps) {
  const place = (value: number) => `${Math.min(1, Math.max(0, value / max)) * 100}%`;
  return (
    <div aria-hidden className="relative mx-1.5 h-5">
      <div className="absolute inset-x-0 top-1/2 h-px bg-line" />
      {marks.map((mark) => (
        <div
          key={mark}
          className="absolute inset-y-0.5 w-px bg-line-strong/60"
          style={{ left: place(mark) }}
        />
      ))}
      {dots.map(({ label, value, shape }) => (
        <span
          key={label}
          title={labelled(label, formatDecimal(value))}
          className="absolute top-1/2 flex -translate-x-1/2 -translate-y-1/2"
          style={{ left: place(value) }}
        >
          <DotMark shape={shape} />
        </span>
      ))}
    </div>
  );
}

interface RangeBarProps {
  low: number;
  expected: number;
  high: number;
  min?: number;
  max: number;
  format: (value: number) => string;
  label: string;
  strong?: boolean;
}

/** Shows the range of a value as a band on a scale, with a mark at the expected value. */
export function RangeBar(props: RangeBarProps) {
  const { low, expected, high, min = 0, max, format, label, strong = true } = props;
  const place = (value: number) =>
    max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) * 100 : 0;
  const words = chartTexts.range(format(low), format(expected), format(high));
  return (
    <div
      role="img"
      aria-label={labelled(label, words)}
      title={words}
      className="relative h-4 w-full min-w-16"
    >
      <div className="absolute inset-x-0 top-1/2 h-px bg-line" />
      <div
        className={classNames(
          'absolute top-1/2 h-2 min-w-1 -translate-y-1/2 rounded-full',
          strong ? 'bg-chart-1/35' : 'bg-line-strong/40',
        )}
        style={{ left: `${place(low)}%`, width: `${place(high) - place(low)}%` }}
      />
      <div
        className={classNames(
          'absolute inset-y-0 w-0.5 -translate-x-1/2',
          strong ? 'bg-chart-1' : 'bg-line-strong',
        )}
        style={{ left: `${place(expected)}%` }}
      />
    </div>
  );
}

interface FigureTile {
  label: string;
  value: ReactNode;
  /** How the figure is measured, or where it comes from. */
  note?: ReactNode;
}

/** Shows the few most important figures side by side. */
export function FigureTiles({ tiles }: { tiles: readonly FigureTile[] }) {
  return (
    <dl className="flex flex-wrap gap-px overflow-hidden rounded-xl border bg-line">
      {tiles.map(({ label, value, note }) => (
        <div key={label} className="min-w-0 flex-1 basis-36 bg-surface px-4 py-3">
          <dt className="truncate text-muted text-sm">{label}</dt>
          <dd className="figures mt-0.5 font-semibold text-xl tracking-tight">{value}</dd>
          {note && <dd className="figures mt-0.5 text-muted text-sm">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
