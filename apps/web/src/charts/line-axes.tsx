import { AxisBottom, AxisLeft } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { type Plot, yTicks } from './line-plot.ts';
import type { LineWords } from './line-point.ts';

interface LineAxesProps extends Pick<LineWords, 'formatX' | 'formatY'> {
  plot: Plot;
  /** Moments with a label on the lower axis. */
  moments: readonly number[];
}

const words = { fill: 'var(--muted)', fontFamily: 'inherit', fontSize: 12 } as const;

/** Draws both axes with labels, and a thin line across for each value. */
export function LineAxes({ plot: { left, right, bottom, x, y }, moments, formatX, formatY }: LineAxesProps) {
  return (
    <g aria-hidden>
      <GridRows scale={y} left={left} width={right - left} numTicks={yTicks} stroke="var(--line)" />
      <AxisLeft
        scale={y}
        left={left}
        numTicks={yTicks}
        tickFormat={(value) => formatY(Number(value))}
        tickLabelProps={{ ...words, dx: -2, dy: '0.35em', textAnchor: 'end' }}
        tickLength={2}
        hideAxisLine
        hideTicks
      />
      <AxisBottom
        scale={x}
        top={bottom}
        tickValues={[...moments]}
        tickFormat={(value) => formatX(Number(value))}
        tickLabelProps={(_value, index) => ({ ...words, dy: 2, textAnchor: anchorOf(index, moments.length) })}
        stroke="var(--line-strong)"
        hideTicks
      />
    </g>
  );
}

/** Keeps the outer labels inside the drawing. */
function anchorOf(index: number, count: number): 'start' | 'middle' | 'end' {
  if (index === 0) return 'start';
  return index === count - 1 ? 'end' : 'middle';
}

/** Draws a limit as a line across the drawing. */
export function LimitLine({ plot, value, label }: { plot: Plot; value: number; label: string }) {
  const { left, right, y } = plot;
  return (
    <g>
      <line x1={left} x2={right} y1={y(value)} y2={y(value)} strokeDasharray="2 4" className="stroke-danger" />
      <text x={right} y={y(value) + 15} textAnchor="end" className="fill-danger text-xs">
        {label}
      </text>
    </g>
  );
}
