import type { Plot } from './line-plot.ts';
import type { LineWords } from './line-point.ts';

interface LineAxesProps extends Pick<LineWords, 'formatX' | 'formatY'> {
  plot: Plot;
  /** Values at the left axis. */
  ticks: readonly number[];
  /** Moments at the lower one. */
  moments: readonly number[];
}

/** Both axes with their words, and a hairline across for each value. */
export function LineAxes({ plot, ticks, moments, formatX, formatY }: LineAxesProps) {
  const { left, right, bottom, toX, toY } = plot;
  return (
    <g aria-hidden className="fill-muted text-xs">
      {ticks.map((value) => (
        <g key={value}>
          <line x1={left} x2={right} y1={toY(value)} y2={toY(value)} className="stroke-line" />
          <text x={left - 8} y={toY(value)} dy="0.35em" textAnchor="end">
            {formatY(value)}
          </text>
        </g>
      ))}
      <line x1={left} x2={right} y1={bottom} y2={bottom} className="stroke-line-strong" />
      {moments.map((x, index) => (
        <text key={x} x={toX(x)} y={bottom + 18} textAnchor={anchorOf(index, moments.length)}>
          {formatX(x)}
        </text>
      ))}
    </g>
  );
}

/** The outer words stay inside the drawing. */
function anchorOf(index: number, count: number): 'start' | 'middle' | 'end' {
  if (index === 0) return 'start';
  return index === count - 1 ? 'end' : 'middle';
}

/** A value that must not be exceeded, across the drawing. */
export function LimitLine({ plot, value, label }: { plot: Plot; value: number; label: string }) {
  const { left, right, toY } = plot;
  return (
    <g>
      <line x1={left} x2={right} y1={toY(value)} y2={toY(value)} strokeDasharray="2 4" className="stroke-danger" />
      <text x={right} y={toY(value) + 15} textAnchor="end" className="fill-danger text-xs">
        {label}
      </text>
    </g>
  );
}
