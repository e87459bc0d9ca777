import { chartTexts } from '../texts/en/shared/charts.ts';
import { classNames } from '../ui/class-names.ts';

interface RangeBarProps {
  low: number;
  expected: number;
  high: number;
  /** Ends of the scale. Bars above one another need the same scale. */
  min?: number;
  max: number;
  /** Formats a value with its unit. */
  format: (value: number) => string;
  /** Accessible name of the range. */
  label: string;
  /** Whether the bar is emphasised. */
  strong?: boolean;
}

/** Shows the range of a value as a band on a scale, with a mark at the expected value. */
export function RangeBar(props: RangeBarProps) {
  const { low, expected, high, min = 0, max, format, label, strong = true } = props;
  const place = (value: number) => (max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) * 100 : 0);
  const words = chartTexts.range(format(low), format(expected), format(high));
  return (
    <div role="img" aria-label={`${label}: ${words}`} title={words} className="relative h-4 w-full min-w-16">
      <div className="absolute inset-x-0 top-1/2 h-px bg-line" />
      <div
        className={classNames(
          'absolute top-1/2 h-2 min-w-1 -translate-y-1/2 rounded-full',
          strong ? 'bg-chart-1/35' : 'bg-line-strong/40',
        )}
        style={{ left: `${place(low)}%`, width: `${place(high) - place(low)}%` }}
      />
      <div
        className={classNames('absolute inset-y-0 w-0.5 -translate-x-1/2', strong ? 'bg-chart-1' : 'bg-line-strong')}
        style={{ left: `${place(expected)}%` }}
      />
    </div>
  );
}
