import { CartesianGrid, Line, LineChart as Lines, ReferenceLine, Tooltip, XAxis, YAxis } from 'recharts';
import { LineLegend, lineStyles } from './line-legend.tsx';
import type { LinePoint, LineWords } from './line-point.ts';
import { LineTooltip } from './line-tooltip.tsx';
import { niceTicks } from './nice-ticks.ts';

interface LineChartProps extends LineWords {
  /** Names the chart to who cannot see it. */
  label: string;
  points: readonly LinePoint[];
  /** A value that must not be exceeded: a dashed line across. */
  limit?: { value: number; label: string } | undefined;
  /** Holds a value until the next one instead of rising towards it. */
  stepped?: boolean;
}

const heightPx = 220;
const axis = { stroke: 'var(--line-strong)', tick: { fill: 'var(--muted)', fontSize: 12 }, tickLine: false } as const;

/**
 * Values over time. Lines differ by dashes too; the arrow keys lead the tooltip from point to point. Only lazy pages
 * import it: it brings the library of charts with it.
 */
export function LineChart(props: LineChartProps) {
  const { label, points, lines, formatX, formatY, limit, stepped = false } = props;
  const highest = Math.max(limit?.value ?? 0, ...points.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const ticks = niceTicks(highest);
  return (
    <div>
      {lines.length > 1 && <LineLegend lines={lines} />}
      <Lines
        responsive
        data={points as LinePoint[]}
        style={{ width: '100%', height: heightPx }}
        margin={{ top: 12, right: 12, bottom: 0, left: 0 }}
        accessibilityLayer
        aria-label={label}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          {...axis}
          dataKey="x"
          type="number"
          domain={['dataMin', 'dataMax']}
          tickFormatter={formatX}
          minTickGap={40}
        />
        <YAxis
          {...axis}
          axisLine={false}
          width="auto"
          ticks={ticks}
          domain={[0, ticks.at(-1) ?? 1]}
          tickFormatter={formatY}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: 'var(--line-strong)' }}
          content={({ active, label: x }) => (
            <LineTooltip
              point={active ? points.find((point) => point.x === x) : undefined}
              lines={lines}
              formatX={formatX}
              formatY={formatY}
            />
          )}
        />
        {limit && drawLimit(limit)}
        {lines.map((name, index) => (
          <Line
            key={name}
            name={name}
            dataKey={({ values }: LinePoint) => values[index] ?? null}
            type={stepped ? 'stepAfter' : 'linear'}
            {...lineStyles[index % lineStyles.length]}
            strokeWidth={2}
            dot={false}
            isAnimationActive={false}
          />
        ))}
      </Lines>
    </div>
  );
}

function drawLimit({ value, label }: NonNullable<LineChartProps['limit']>) {
  return (
    <ReferenceLine
      y={value}
      stroke="var(--danger)"
      strokeDasharray="2 4"
      ifOverflow="extendDomain"
      label={{ value: label, position: 'insideBottomRight', fill: 'var(--danger)', fontSize: 12 }}
    />
  );
}
