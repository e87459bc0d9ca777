import { curveLinear, curveStepAfter } from '@visx/curve';
import { LinePath } from '@visx/shape';
import { useRef } from 'react';
import { LimitLine, LineAxes } from './line-axes.tsx';
import { LineLegend, lineStyles } from './line-legend.tsx';
import { chooseMoments, makePlot } from './line-plot.ts';
import type { LinePoint, LineWords } from './line-point.ts';
import { LineTooltip } from './line-tooltip.tsx';
import { useHighlightedPoint } from './use-highlighted-point.ts';
import { useWidth } from './use-width.ts';

interface LineChartProps extends LineWords {
  /** Accessible name of the chart. */
  label: string;
  /** Ordered by time. */
  points: readonly LinePoint[];
  /** A limit, drawn as a dashed line across. */
  limit?: { value: number; label: string } | undefined;
  /** Draws steps: each value holds until the next one. */
  stepped?: boolean;
}

const heightPx = 220;

/** Shows values over time. Lines also differ by dashes. The arrow keys move the tooltip from point to point. */
export function LineChart(props: LineChartProps) {
  const { label, points, lines, formatX, formatY, limit, stepped = false } = props;
  const box = useRef<HTMLDivElement>(null);
  const widthPx = useWidth(box);
  const highest = Math.max(limit?.value ?? 0, ...points.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const plot = makePlot(points, highest, formatY, { widthPx, heightPx });
  const moments = chooseMoments(plot, formatX(points.at(-1)?.x ?? 0).length);
  const { point, listeners } = useHighlightedPoint(points, plot);
  return (
    <div>
      {lines.length > 1 && <LineLegend lines={lines} />}
      <div ref={box} className="relative" style={{ height: heightPx }}>
        <svg
          role="application"
          aria-label={label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move through its points.
          tabIndex={0}
          className="size-full"
          {...listeners}
        >
          <LineAxes plot={plot} moments={moments} formatX={formatX} formatY={formatY} />
          {limit && <LimitLine plot={plot} {...limit} />}
          {lines.map((name, index) => (
            <LinePath
              key={name}
              data={[...points]}
              defined={({ values }) => typeof values[index] === 'number'}
              x={({ x }) => plot.x(x)}
              y={({ values }) => plot.y(values[index] ?? 0)}
              curve={stepped ? curveStepAfter : curveLinear}
              strokeWidth={2}
              {...lineStyles[index % lineStyles.length]}
            />
          ))}
          {point && (
            <line
              x1={plot.x(point.x)}
              x2={plot.x(point.x)}
              y1={plot.top}
              y2={plot.bottom}
              className="stroke-line-strong"
            />
          )}
        </svg>
        <div
          role="status"
          className="pointer-events-none absolute top-2 z-10 w-max"
          style={point && besides(plot.x(point.x), widthPx)}
        >
          <LineTooltip point={point} lines={lines} formatX={formatX} formatY={formatY} />
        </div>
      </div>
    </div>
  );
}

/** Positions the tooltip on the side with more room. */
const besides = (xPx: number, widthPx: number) =>
  xPx < widthPx / 2 ? { left: xPx + 12 } : { right: widthPx - xPx + 12 };
