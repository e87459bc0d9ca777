import type { AdminHealth } from '@ecp/contract/reach/service';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CloudOff, Cpu, Database, ShieldAlert, Zap } from 'lucide-react';
import { api } from '../../base/api/client.ts';
import { formatCount, formatExactTime, formatLatency } from '../../base/format/format.ts';
import { sentence, sentences } from '../../base/format/words.ts';
import { t, translated } from '../../base/language/translate.ts';
import { useSession } from '../../base/session/session.ts';
import { commonTexts, statusTexts } from '../../base/texts/common.ts';
import { Badge, type Tone } from '../../base/ui/badges.tsx';
import { buttonStyle } from '../../base/ui/buttons.tsx';
import { FigureTiles } from '../../base/ui/charts/bars.tsx';
import { ChartFigure } from '../../base/ui/charts/chart-figure.tsx';
import { LineChart } from '../../base/ui/charts/line-chart.tsx';
import { classNames } from '../../base/ui/class-names.ts';
import { Page, PageHeader } from '../../base/ui/layout/page.tsx';
import { ErrorState, SkeletonRows } from '../../base/ui/states.tsx';

const adminHealthTexts = translated({
  title: 'Health',
  description: 'The current health of the service and the activity of your workspace.',
  overall: { Healthy: 'Healthy', Degraded: 'Degraded', Down: 'Down' },
  meaning: {
    Healthy: 'All components respond.',
    Degraded:
      'A component is slow or does not respond. Runs continue; some pages may be slow or unavailable.',
    Down: 'The database does not respond. Nothing can be read or started until it is back.',
  },
  refreshed: (time: string, seconds: number) =>
    t('Refreshed at {time}. This page refreshes every {seconds} seconds.', { time, seconds }),
  stale: {
    title: 'The service cannot be reached',
    advice: (time: string) => t('This page shows the state at {time} and keeps trying.', { time }),
  },
  openLimits: (names: string) =>
    t(
      'Anybody can reach this installation, and settings that bound its costs are not set: {names}. The operations page of the documentation recommends values.',
      { names },
    ),
  parts: { database: 'Database', cache: 'Cache', engine: 'Engine' },
  partMeaning: {
    database: 'Stores everything: engagements, runs, documents.',
    cache: 'Lets several platform processes share rate limits and cached data.',
    engine: 'Executes the runs.',
  },
  notConfiguredCache: 'Not needed by a single platform process, which keeps limits in memory.',
  engineDown:
    'Runs cannot be started now. Active runs continue automatically once the engine is back.',
  cacheDown: 'Each process counts limits separately until the cache is back.',
  status: { healthy: 'Healthy', degraded: 'Slow', down: 'Down', not_configured: 'Not configured' },
  noLatency: 'no response',
  tiles: {
    activeRuns: 'Active runs',
    activeNote: 'running or paused now',
    engagements: 'Engagements',
    engagementsNote: 'in your workspace',
    errors: 'Failed runs',
    errorsNote: 'in the last 24 hours',
  },
  chart: {
    title: 'Latency',
    summary: (name: string, latest: string, highest: string) =>
      t('{name}: {latest} now, at most {highest}.', { name, latest, highest }),
    since: 'Since you opened this page.',
    waiting: 'The chart starts with the next refresh.',
    get time() {
      return t('Time', {}, 'moment');
    },
    column: (name: string) => t('{name}, ms', { name }),
  },
  forbidden: {
    title: 'This page is for admins',
    advice: (role: string, tenant: string) =>
      t(
        'Your role in {tenant} is {role}. Only admins and the owner can see the health of the service. Ask one of them if something does not work.',
        { tenant, role },
      ),
    team: 'See who is an admin',
  },
});

const overallTones: Record<keyof typeof adminHealthTexts.overall, Tone> = {
  Healthy: 'good',
  Degraded: 'warn',
  Down: 'danger',
};

/**
 * Shows the health of the service to admins and the owner. Other roles see that they lack
 * permission.
 */
export function AdminHealthPage() {
  const { has } = useSession();
  return <Page>{has('admin') ? <Health /> : <ForbiddenView />}</Page>;
}

function Health() {
  const { data, error, refetch } = useQuery(healthQuery);
  const latest = data?.at(-1);
  const overall = latest?.health.overall;
  return (
    <>
      <PageHeader
        title={adminHealthTexts.title}
        badges={
          overall && (
            <span role="status">
              <Badge tone={overallTones[overall]} dot>
                {adminHealthTexts.overall[overall]}
              </Badge>
            </span>
          )
        }
        description={
          latest ? (
            <>
              <p>{adminHealthTexts.meaning[latest.health.overall]}</p>
              <p className="figures text-sm">
                {adminHealthTexts.refreshed(
                  formatExactTime(new Date(latest.atMs)),
                  refreshMs / 1_000,
                )}
              </p>
            </>
          ) : (
            adminHealthTexts.description
          )
        }
      />
      {data && latest ? (
        <HealthView samples={data} latest={latest} isStale={error !== null} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={3} className="h-24 w-full" />
      )}
    </>
  );
}

/**
 * Explains that the role may not open the page and where to go instead. The platform has answered
 * with 403.
 */
function ForbiddenView() {
  const { role, tenant } = useSession();
  const { title, advice, team } = adminHealthTexts.forbidden;
  return (
    <div className="flex flex-col items-center gap-4 py-20 text-center">
      <ShieldAlert aria-hidden className="size-8 text-muted" />
      <PageHeader title={title} />
      <p className="max-w-md text-muted">{advice(statusTexts.role[role], tenant.name)}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Link to="/settings/team" className={buttonStyle()}>
          {team}
        </Link>
        <Link to="/engagements" search={{}} className={buttonStyle('primary')}>
          {commonTexts.toEngagements}
        </Link>
      </div>
    </div>
  );
}

const { tiles } = adminHealthTexts;

interface HealthViewProps {
  samples: readonly HealthSample[];
  latest: HealthSample;
  /** The last request got no response. */
  isStale: boolean;
}

function HealthView({ samples, latest, isStale }: HealthViewProps) {
  const { health, atMs } = latest;
  return (
    <>
      {isStale && (
        <div
          role="alert"
          className="flex items-start gap-3 rounded-xl bg-warn-soft px-4 py-3 text-warn"
        >
          <CloudOff aria-hidden className="mt-0.5 size-4 shrink-0" />
          <p>
            <span className="font-semibold">{sentence(adminHealthTexts.stale.title)}</span>{' '}
            <span className="figures">
              {adminHealthTexts.stale.advice(formatExactTime(new Date(atMs)))}
            </span>
          </p>
        </div>
      )}
      {health.openLimits.length > 0 && (
        <div className="flex items-start gap-3 rounded-xl bg-warn-soft px-4 py-3 text-warn">
          <ShieldAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <p className="wrap-anywhere">
            {adminHealthTexts.openLimits(health.openLimits.join(', '))}
          </p>
        </div>
      )}
      <ul className="grid gap-4 md:grid-cols-3">
        {parts.map((part) => (
          <PartCard key={part} part={part} state={health[part]} isStale={isStale} />
        ))}
      </ul>
      <FigureTiles
        tiles={[
          {
            label: tiles.activeRuns,
            value: formatCount(health.activeRuns),
            note: tiles.activeNote,
          },
          { label: tiles.errors, value: formatCount(health.errorsLast24h), note: tiles.errorsNote },
          {
            label: tiles.engagements,
            value: formatCount(health.totalEngagements),
            note: tiles.engagementsNote,
          },
        ]}
      />
      <LatencyFigure samples={samples} />
    </>
  );
}

type PartState = AdminHealth['database'];

const icons = { database: Database, cache: Zap, engine: Cpu };
const statusTones: Record<PartState['status'], Tone> = {
  healthy: 'good',
  degraded: 'warn',
  down: 'danger',
  not_configured: 'neutral',
};

interface PartCardProps {
  part: PartName;
  state: PartState;
  /** The current state is unknown, so the card is paler. */
  isStale: boolean;
}

function PartCard({ part, state: { status, latencyMs }, isStale }: PartCardProps) {
  const Icon = icons[part];
  return (
    <li className={classNames('rounded-xl border p-4', isStale ? 'border-dashed' : 'bg-surface')}>
      <div className="flex items-center gap-2.5">
        <Icon aria-hidden className="size-4 text-muted" />
        <h2 className="flex-1 font-semibold">{adminHealthTexts.parts[part]}</h2>
        <Badge tone={statusTones[status]} dot>
          {adminHealthTexts.status[status]}
        </Badge>
      </div>
      <p className="figures mt-3 font-semibold text-xl tracking-tight">
        {latencyMs === null ? '–' : formatLatency(latencyMs)}
        <span className="sr-only"> {latencyMs === null ? adminHealthTexts.noLatency : ''}</span>
      </p>
      <p className="mt-1 text-muted text-sm">{explainStatus(part, status)}</p>
    </li>
  );
}

function explainStatus(part: PartName, status: PartState['status']): string {
  if (part === 'cache' && status === 'not_configured') return adminHealthTexts.notConfiguredCache;
  if (part === 'engine' && status === 'down') return adminHealthTexts.engineDown;
  if (part === 'cache' && status === 'down') return adminHealthTexts.cacheDown;
  return adminHealthTexts.partMeaning[part];
}

const chartTexts = adminHealthTexts.chart;

/**
 * Draws how fast each part has answered since the page was opened. A part that never answered has
 * no line.
 */
function LatencyFigure({ samples }: { samples: readonly HealthSample[] }) {
  const answering = parts.filter((part) =>
    samples.some(({ health }) => health[part].latencyMs !== null),
  );
  const timeOf = ({ atMs }: HealthSample) => formatExactTime(new Date(atMs));
  return (
    <ChartFigure
      title={chartTexts.title}
      summary={sentences([
        ...answering.map((part) => summarizeLatency(part, samples)),
        chartTexts.since,
      ])}
      table={{
        columns: [
          {
            title: chartTexts.time,
            value: ({ atMs }) => new Date(atMs).toISOString(),
            text: timeOf,
          },
          ...answering.map((part) => ({
            title: chartTexts.column(adminHealthTexts.parts[part]),
            value: ({ health }: HealthSample) => health[part].latencyMs,
          })),
        ],
        rows: samples,
      }}
      rowKey={({ atMs }) => String(atMs)}
      filename="latency"
    >
      {samples.length < 2 ? (
        <p className="flex h-61 items-center justify-center text-muted">{chartTexts.waiting}</p>
      ) : (
        <LineChart
          label={chartTexts.title}
          points={samples.map(({ atMs, health }) => ({
            x: atMs,
            values: answering.map((part) => health[part].latencyMs),
          }))}
          lines={answering.map((part) => adminHealthTexts.parts[part])}
          formatX={(atMs) => formatExactTime(new Date(atMs))}
          formatY={formatLatency}
        />
      )}
    </ChartFigure>
  );
}

function summarizeLatency(part: PartName, samples: readonly HealthSample[]): string {
  const latencies = samples.flatMap(({ health }) => health[part].latencyMs ?? []);
  const latest = samples.at(-1)?.health[part].latencyMs ?? null;
  const now = latest === null ? adminHealthTexts.noLatency : formatLatency(latest);
  return chartTexts.summary(
    adminHealthTexts.parts[part],
    now,
    formatLatency(Math.max(...latencies)),
  );
}

const refreshMs = 5_000;
/** A response that takes longer counts as missing. The next request is sent in either case. */
const patienceMs = 4_000;
/** Number of samples in ten minutes. */
const mostSamples = 120;

const parts = ['database', 'engine', 'cache'] as const;
type PartName = (typeof parts)[number];

interface HealthSample {
  atMs: number;
  health: AdminHealth;
}

const queryKey = ['admin-health'] as const;

/**
 * The latest health samples, newest last. They are refreshed while the page is visible, never in a
 * hidden tab.
 */
const healthQuery = queryOptions({
  queryKey,
  staleTime: 0,
  refetchInterval: refreshMs,
  refetchIntervalInBackground: false,
  async queryFn({ signal, client }): Promise<HealthSample[]> {
    const health = await api.getAdminHealth({}, { signal, timeoutMs: patienceMs });
    const before = client.getQueryData<HealthSample[]>(queryKey) ?? [];
    return [...before.slice(1 - mostSamples), { atMs: Date.now(), health }];
  },
});
