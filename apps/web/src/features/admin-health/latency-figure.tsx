import { ChartFigure } from '../../charts/chart-figure.tsx';
import { LineChart } from '../../charts/line-chart.tsx';
import { formatLatency, formatTime } from '../../format/format.ts';
import { adminHealthTexts } from '../../texts/en/admin-health.ts';
import { type HealthSample, type PartName, parts } from './queries.ts';

const texts = adminHealthTexts.chart;

/** Draws how fast each part has answered since the page was opened. A part that never answered has no line. */
export function LatencyFigure({ samples }: { samples: readonly HealthSample[] }) {
  const answering = parts.filter((part) => samples.some(({ health }) => health[part].latencyMs !== null));
  const timeOf = ({ atMs }: HealthSample) => formatTime(new Date(atMs));
  return (
    <ChartFigure
      title={texts.title}
      summary={[...answering.map((part) => summarize(part, samples)), texts.since].join(' ')}
      table={{
        columns: [
          { title: texts.time, value: ({ atMs }) => new Date(atMs).toISOString(), text: timeOf },
          ...answering.map((part) => ({
            title: texts.column(adminHealthTexts.parts[part]),
            value: ({ health }: HealthSample) => health[part].latencyMs,
          })),
        ],
        rows: samples,
      }}
      rowKey={({ atMs }) => String(atMs)}
      filename="latency"
    >
      {samples.length < 2 ? (
        <p className="flex h-61 items-center justify-center text-muted">{texts.waiting}</p>
      ) : (
        <LineChart
          label={texts.title}
          points={samples.map(({ atMs, health }) => ({
            x: atMs,
            values: answering.map((part) => health[part].latencyMs),
          }))}
          lines={answering.map((part) => adminHealthTexts.parts[part])}
          formatX={(atMs) => formatTime(new Date(atMs))}
          formatY={formatLatency}
        />
      )}
    </ChartFigure>
  );
}

function summarize(part: PartName, samples: readonly HealthSample[]): string {
  const latencies = samples.flatMap(({ health }) => health[part].latencyMs ?? []);
  const latest = samples.at(-1)?.health[part].latencyMs ?? null;
  const now = latest === null ? adminHealthTexts.noLatency : formatLatency(latest);
  return texts.summary(adminHealthTexts.parts[part], now, formatLatency(Math.max(...latencies)));
}
