import { setTimeout as wait } from 'node:timers/promises';
import { median } from '../bench/report.ts';
import type { Journal } from './consultant.ts';
import { countConnections, countSurplusChildren, readHeld } from './leftovers.ts';
import { collectGarbage } from './processes.ts';
import type { ChaosSystem } from './system.ts';

/** The measurements of one moment, each by its name with its unit. */
export interface Sample {
  /** Minutes since the beginning. */
  atMinutes: number;
  /** True at the end of a rest, when nobody works and idle connections have been closed. */
  resting: boolean;
  values: Map<string, number>;
}

const kilobyte = 1_024;
const megabyte = 1_048_576;
/** Postgres numbers its own tables below. */
const firstOwnOid = 16_384;

/**
 * Looks at a rest, of which the median counts. A poll that opens a connection between two readings
 * is left out so.
 */
const looksAtRest = 5;
const lookPauseMs = 2_000;

/** The connections of all services, a measurement that is told and not judged. */
export const allConnections = 'connections';

/** Names the measurements, and how each is judged. */
export function listJudged({ platforms, engines }: ChaosSystem): Judged[] {
  const services = [...platforms, ...engines].flatMap(({ name }): Judged[] => [
    { name: `memory of ${name} (MB)`, tolerated: { share: 0.15 } },
    { name: `descriptors of ${name}`, tolerated: { perHour: 1 } },
    { name: `surplus children of ${name}`, tolerated: { perHour: 1 } },
  ]);
  return [
    ...services,
    { name: 'unused connections', tolerated: { perHour: 1 } },
    // Each run adds rows. What it adds must not rise with the runs before it.
    { name: 'rows inserted a run', tolerated: { share: 0.1 } },
    { name: 'rows kept a run (KB)', tolerated: { share: 0.1 } },
  ];
}

/**
 * Takes the measurements that `listJudged` names. `earlier` is the sample of the rest before, for
 * what a run in between adds to tables.
 */
export async function takeSample(
  system: ChaosSystem,
  journal: Journal,
  { beganMs, resting, earlier }: { beganMs: number; resting: boolean; earlier: Sample | undefined },
): Promise<Sample> {
  const looks = [await readServices(system, resting)];
  while (resting && looks.length < looksAtRest) {
    await wait(lookPauseMs);
    looks.push(await readServices(system, resting));
  }
  const names = [...(looks[0]?.keys() ?? [])];
  const values = new Map(
    names.map((name) => [name, median(looks.map((look) => look.get(name) ?? Number.NaN))]),
  );
  if (resting) await measureTables(values, system.postgres, journal, earlier?.values);
  return { atMinutes: (performance.now() - beganMs) / 60_000, resting, values };
}

/** Reads what services hold now, at a rest after a collection of garbage. */
async function readServices(system: ChaosSystem, resting: boolean): Promise<Map<string, number>> {
  const services = [...system.platforms, ...system.engines].filter(({ pid }) => pid !== undefined);
  if (resting) for (const { name } of services) await collectGarbage(debuggerPortOf(system, name));
  const { usages, connections } = await readHeld(system.postgres, services);
  const values = new Map<string, number>();
  for (const [name, usage] of usages) {
    values.set(`memory of ${name} (MB)`, usage.memoryBytes / megabyte);
    values.set(`descriptors of ${name}`, usage.descriptors - countPooled(system, name));
    values.set(`surplus children of ${name}`, countSurplusChildren(usage));
  }
  values.set('unused connections', sum(connections.values()));
  values.set(allConnections, sum((await countConnections(system.postgres, 0)).values()));
  return values;
}

function debuggerPortOf({ debuggerPorts }: ChaosSystem, name: string): number {
  const port = debuggerPorts.get(name);
  if (port === undefined) throw new Error(`The debugger of ${name} is not open`);
  return port;
}

const sum = (counts: Iterable<number>): number =>
  [...counts].reduce((total, count) => total + count, 0);

/**
 * Counts a service's connections to the database. How many its pools hold depends on how their
 * polls meet.
 */
function countPooled({ links }: ChaosSystem, name: string): number {
  const link = links.find(({ target }) => target.from === name && target.to === 'postgres');
  return link?.proxy.countConnections() ?? 0;
}

/**
 * Measures the rows that were inserted into all tables and the bytes of the rows that are left, in
 * total and for each run since the rest before. The sizes of files would not do: they grow by 64
 * pages at once. The bytes leave out durable work, because its rows go after ten minutes.
 */
async function measureTables(
  values: Map<string, number>,
  postgres: ChaosSystem['postgres'],
  { runs }: Journal,
  earlier: ReadonlyMap<string, number> | undefined,
): Promise<void> {
  await postgres.query('create extension if not exists pgstattuple');
  const [tables] = await postgres.query<{ inserted: string; kept: string }>(
    `select sum(pg_stat_get_tuples_inserted(c.oid)) as inserted,
        sum((pgstattuple(c.oid)).tuple_len)
          filter (where coalesce(owner.oid, c.oid) <> 'platform.works'::regclass) as kept
      from pg_class c left join pg_class owner on owner.reltoastrelid = c.oid
      where c.relkind in ('r', 't') and c.oid >= ${firstOwnOid}`,
  );
  const totals = {
    'ended runs': runs.filter(({ ended }) => ended !== null).length,
    'rows inserted': Number(tables?.inserted),
    'rows kept (KB)': Number(tables?.kept) / kilobyte,
  };
  for (const [name, value] of Object.entries(totals)) values.set(name, value);
  const grown = (name: keyof typeof totals) => totals[name] - (earlier?.get(name) ?? 0);
  if (earlier === undefined || grown('ended runs') === 0) return;
  values.set('rows inserted a run', grown('rows inserted') / grown('ended runs'));
  values.set('rows kept a run (KB)', grown('rows kept (KB)') / grown('ended runs'));
}

/** The first part of the time fills caches and pools, and the heap finds its size. */
const warmUpShare = 1 / 3;
/** Student's t of 95 %, two-sided, by degrees of freedom, from one. */
const tValues = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145,
];
/** A slope needs at least so many rests after the warm-up. */
const fewestRests = 4;

/** The change of a measured value and how sure it is. */
export interface Slope {
  name: string;
  /** Mean at the rests after the warm-up. */
  mean: number;
  /** Highest at any time. */
  highest: number;
  /** Change an hour by least squares over these rests. */
  perHour: number;
  /** Half the width of its confidence interval of 95 %. */
  confidence: number;
  /** Change an hour that counts as none. */
  tolerated: number;
  verdict: 'steady' | 'grows' | 'unclear';
}

/** How a value is judged. */
export interface Judged {
  name: string;
  /** Tolerated change an hour, absolute or as a share of the mean. */
  tolerated: { perHour: number } | { share: number };
}

interface Point {
  hours: number;
  value: number;
}

/**
 * Computes the slope of what is kept while nobody works, and judges it. It is unclear with too few
 * rests.
 */
export function computeSlope(samples: readonly Sample[], { name, tolerated }: Judged): Slope {
  const highest = Math.max(
    ...samples.map(({ values }) => values.get(name) ?? Number.NEGATIVE_INFINITY),
  );
  const rests = samples.flatMap(({ atMinutes, resting, values }): Point[] => {
    const value = values.get(name);
    return value === undefined || !resting ? [] : [{ hours: atMinutes / 60, value }];
  });
  const points = rests.slice(Math.ceil(rests.length * warmUpShare));
  const { perHour, confidence } = points.length < fewestRests ? unfitted : fitLine(points);
  const mean = average(points.map(({ value }) => value));
  const limit = 'share' in tolerated ? Math.abs(mean) * tolerated.share : tolerated.perHour;
  const verdict =
    perHour + confidence <= limit ? 'steady' : perHour - confidence > limit ? 'grows' : 'unclear';
  return { name, mean, highest, perHour, confidence, tolerated: limit, verdict };
}

/** The slope of too few values. */
const unfitted = { perHour: 0, confidence: Number.POSITIVE_INFINITY };

/** Fits a line by least squares. Its confidence follows from what the points deviate from it. */
function fitLine(points: readonly Point[]): { perHour: number; confidence: number } {
  const hours = average(points.map((point) => point.hours));
  const value = average(points.map((point) => point.value));
  const spread = points.reduce((sum, point) => sum + (point.hours - hours) ** 2, 0);
  const perHour =
    points.reduce((sum, point) => sum + (point.hours - hours) * (point.value - value), 0) / spread;
  const deviations = points.map((point) => point.value - value - perHour * (point.hours - hours));
  const freedom = points.length - 2;
  const variance = deviations.reduce((sum, deviation) => sum + deviation ** 2, 0) / freedom;
  const tValue = tValues[Math.min(freedom, tValues.length) - 1] ?? Number.POSITIVE_INFINITY;
  return { perHour, confidence: tValue * Math.sqrt(variance / spread) };
}

const average = (values: readonly number[]): number =>
  values.reduce((sum, one) => sum + one, 0) / values.length;
