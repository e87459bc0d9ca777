import { AxisBottom, AxisLeft } from '@visx/axis';
import { curveLinear, curveStepAfter } from '@visx/curve';
import { GridRows } from '@visx/grid';
import { scaleLinear } from '@visx/scale';
import { LinePath } from '@visx/shape';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useWidth } from '../screen.ts';

interface LineChartProps extends LineWords {
  label: string;
  points: readonly LinePoint[];
  /** A limit, drawn as a dashed line across. */
  limit?: { value: number; label: string } | undefined;
  /** Draws steps: each value holds until the next one. */
  stepped?: boolean;
}

const heightPx = 220;

/**
 * Shows values over time. Lines also differ by dashes. The arrow keys move the tooltip from point
 * to point.
 */
export function LineChart(props: LineChartProps) {
  const { label, points, lines, formatX, formatY, limit, stepped = false } = props;
  const box = useRef<HTMLDivElement>(null);
  const widthPx = useWidth(box);
  const highest = Math.max(
    limit?.value ?? 0,
    ...points.flatMap(({ values }) => values.map((value) => value ?? 0)),
  );
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

interface LineAxesProps extends Pick<LineWords, 'formatX' | 'formatY'> {
  plot: Plot;
  /** Moments with a label on the lower axis. */
  moments: readonly number[];
}

const axisWords = { fill: 'var(--muted)', fontFamily: 'inherit', fontSize: 12 } as const;

/** Draws both axes with labels, and a thin line across for each value. */
function LineAxes({
  plot: { left, right, bottom, x, y },
  moments,
  formatX,
  formatY,
}: LineAxesProps) {
  return (
    <g aria-hidden>
      <GridRows scale={y} left={left} width={right - left} numTicks={yTicks} stroke="var(--line)" />
      <AxisLeft
        scale={y}
        left={left}
        numTicks={yTicks}
        tickFormat={(value) => formatY(Number(value))}
        tickLabelProps={{ ...axisWords, dx: -2, dy: '0.35em', textAnchor: 'end' }}
        tickLength={2}
        hideAxisLine
        hideTicks
      />
      <AxisBottom
        scale={x}
        top={bottom}
        tickValues={[...moments]}
        tickFormat={(value) => formatX(Number(value))}
        tickLabelProps={(_value, index) => ({
          ...axisWords,
          dy: 2,
          textAnchor: anchorOf(index, moments.length),
        })}
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

function LimitLine({ plot, value, label }: { plot: Plot; value: number; label: string }) {
  const { left, right, y } = plot;
  return (
    <g>
      <line
        x1={left}
        x2={right}
        y1={y(value)}
        y2={y(value)}
        strokeDasharray="2 4"
        className="stroke-danger"
      />
      <text x={right} y={y(value) + 15} textAnchor="end" className="fill-danger text-xs">
        {label}
      </text>
    </g>
  );
}

/**
 * Styles of a chart's lines. They differ by colour, and by dashes for people who cannot distinguish
 * colours.
 */
const lineStyles = [
  { stroke: 'var(--chart-1)' },
  { stroke: 'var(--chart-2)', strokeDasharray: '6 3' },
  { stroke: 'var(--chart-3)', strokeDasharray: '2 3' },
] as const;

function LineSample({ index }: { index: number }) {
  return (
    <svg aria-hidden="true" width="20" height="8" className="shrink-0">
      <line
        x1="0"
        x2="20"
        y1="4"
        y2="4"
        strokeWidth="2"
        {...lineStyles[index % lineStyles.length]}
      />
    </svg>
  );
}

function LineLegend({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm">
      {lines.map((name, index) => (
        <li key={name} className="flex items-center gap-2">
          <LineSample index={index} />
          {name}
        </li>
      ))}
    </ul>
  );
}

interface LineTooltipProps extends LineWords {
  point: LinePoint | undefined;
}

/** Shows the values of one moment in a small table. */
function LineTooltip({ point, lines, formatX, formatY }: LineTooltipProps) {
  if (!point) return null;
  return (
    <div className="rounded-lg border bg-surface px-3 py-2 text-sm shadow-black/5 shadow-lg">
      <p className="figures text-muted">{formatX(point.x)}</p>
      <table>
        <tbody>
          {lines.map((name, index) => {
            const value = point.values[index];
            return value === null || value === undefined ? null : (
              <tr key={name}>
                <th scope="row" className="pr-4 text-left font-normal">
                  <span className="flex items-center gap-2">
                    {lines.length > 1 && <LineSample index={index} />}
                    {name}
                  </span>
                </th>
                <td className="figures text-right font-medium">{formatY(value)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Positions of the values of a line chart, in pixels. */
type Plot = ReturnType<typeof makePlot>;

interface PlotSize {
  widthPx: number;
  heightPx: number;
}

const letterPx = 7.5;
/** Approximate number of steps on the left axis. */
const yTicks = 4;

/**
 * Lays out a line chart. Its left axis goes from 0 to a round value above `highest`, its lower axis
 * from the first moment to the last. The labels that `formatY` returns determine the room at the
 * left.
 */
export function makePlot(
  points: readonly LinePoint[],
  highest: number,
  formatY: (y: number) => string,
  { widthPx, heightPx }: PlotSize,
) {
  const [top, bottom] = [12, heightPx - 26];
  const y = scaleLinear<number>({ domain: [0, highest || 1], range: [bottom, top], nice: yTicks });
  const longest = Math.max(...y.ticks(yTicks).map((tick) => formatY(tick).length));
  const [left, right] = [longest * letterPx + 8, Math.max(1, widthPx - 12)];
  const x = scaleLinear<number>({
    domain: [points[0]?.x ?? 0, points.at(-1)?.x ?? 0],
    range: [left, right],
  });
  return { left, right, top, bottom, x, y };
}

/**
 * Chooses evenly spaced moments for the lower axis, as many as labels of `labelLength` characters
 * have room for.
 */
export function chooseMoments({ left, right, x }: Plot, labelLength: number): number[] {
  const [first = 0, last = 0] = x.domain();
  if (first === last) return [first];
  const fitting = Math.floor((right - left) / (labelLength * letterPx + 40));
  const steps = Math.min(5, Math.max(1, fitting));
  return Array.from({ length: steps + 1 }, (_, index) => first + ((last - first) * index) / steps);
}

/** Returns the index of the point that is horizontally nearest to `xPx`. */
export function findNearest(points: readonly LinePoint[], plot: Plot, xPx: number): number {
  const distances = points.map(({ x }) => Math.abs(plot.x(x) - xPx));
  return distances.indexOf(Math.min(...distances));
}

interface LinePoint {
  x: number;
  values: readonly (number | null)[];
}

/** Names of a chart's lines, in the order of the values, and how its axes format their values. */
interface LineWords {
  /** At most three names. */
  lines: readonly string[];
  formatX: (x: number) => string;
  formatY: (y: number) => string;
}

/**
 * Returns the point of a chart that pointer or keys have selected, and the event listeners that the
 * drawing needs.
 */
function useHighlightedPoint(points: readonly LinePoint[], plot: Plot) {
  const [pointed, setPointed] = useState<number | null>(null);
  const leave = () => setPointed(null);
  return {
    point: pointed === null ? undefined : points[pointed],
    listeners: {
      onPointerMove: ({ currentTarget, clientX }: PointerEvent) =>
        setPointed(findNearest(points, plot, clientX - currentTarget.getBoundingClientRect().left)),
      onPointerLeave: leave,
      onBlur: leave,
      onKeyDown(event: KeyboardEvent) {
        const next = stepTo(event.key, pointed, points.length - 1);
        if (next === undefined) return;
        event.preventDefault();
        setPointed(next);
      },
    },
  };
}

/** Returns the index after a key press, null for none; undefined if the key does nothing. */
function stepTo(key: string, from: number | null, last: number): number | null | undefined {
  if (key === 'ArrowRight') return from === null ? 0 : Math.min(last, from + 1);
  if (key === 'ArrowLeft') return from === null ? last : Math.max(0, from - 1);
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  return key === 'Escape' && from !== null ? null : undefined;
}
