import { exportGoals } from '../growth/measure-export.ts';
import type { HttpResult, ServerName } from '../measure-http.ts';
import { compareWithEarlier } from '../model-calls/render-model-calls.ts';
import { seedSizes } from '../seed-tenants.ts';
import type { FollowingFigures } from '../streams/render-streams.ts';
import type { Findings } from './findings.ts';
import { renderTable } from './render-table.ts';

/** A goal of speed, and what this run measured in the same unit; undefined where it measured nothing. */
export interface Goal {
  row: string;
  bound: 'at least' | 'at most';
  goal: number;
  /** Empty for a ratio. */
  unit: string;
  measured: number | undefined;
}

/** The figures of which goals are set. */
export type GoalFindings = Pick<Findings, 'http' | 'following' | 'outside' | 'exports' | 'durable' | 'calls' | 'start'>;

const readGoals = { 'floor, awaited': 1.3, 'NestJS + TypeORM': 3.5, 'Next.js + Prisma': 5 };
/** How many times the requests of each server the platform answers at least, by the name of the endpoint. */
const httpGoals: [string, Partial<Record<ServerName, number>>][] = [
  ['Get Engagement', { ...readGoals, Directus: 10 }],
  [`Get Engagement, ${seedSizes.readers} keys`, readGoals],
  ['Get Engagement, If-None-Match', { 'floor, awaited': 4 }],
  ['List', { 'floor, awaited': 4 }],
  ['List, not cached', { 'floor, awaited': 1.3 }],
  ['Create, one tenant', { 'floor, awaited': 2 }],
  [`Create, ${seedSizes.creators} tenants`, { 'floor, awaited': 1.3 }],
];

/** Renders the goals of a run as a table. */
export function renderGoals(findings: GoalFindings): string {
  const rows = listGoals(findings).map(({ row, bound, goal, unit, measured }) => {
    if (measured === undefined) return [row, `${bound} ${goal} ${unit}`.trim(), 'not measured', ''];
    const shown = unit === 'ms' || unit === 'MB' ? measured.toFixed(0) : measured.toFixed(2);
    const reached = bound === 'at least' ? measured >= goal : measured <= goal;
    return [row, `${bound} ${goal} ${unit}`.trim(), `${shown} ${unit}`.trim(), reached ? 'yes' : 'no'];
  });
  return renderTable([['Row', 'goal', 'measured', 'reached'], ...rows]);
}

/** Lists all goals with the figures of a run. */
export function listGoals({ http, following, outside, exports, durable, calls, start }: GoalFindings): Goal[] {
  const { webhooks, pdf } = outside;
  const peer = durable.steps['LangGraph, sync'];
  const { inputRatio, costs } = compareWithEarlier(calls);
  const { firstByteMs, grownMb } = exports;
  return [
    ...httpGoals.flatMap(([name, goals]) => listHttpGoals(http, name, goals)),
    ...listFollowingGoals(following),
    atLeast('Webhooks over HTTPS / undici in a loop', 0.3, webhooks.platform.perSecond / webhooks.loop.perSecond),
    atLeast('Durable model calls / LangGraph, sync', 1, peer && durable.steps.ours.perSecond / peer.perSecond),
    ...(pdf ?? [undefined]).map((of) =>
      atLeast(
        of ? `PDF of ${of.pages.ours} pages, times as fast as Chromium` : 'PDF',
        4,
        of && of.chromiumMs / of.oursMs,
      ),
    ),
    atMost('Run of 8 tasks, wall time / critical path of its calls', 1.05, '', calls.wallMs / calls.criticalPathMs),
    atMost('Input tokens a document / before', 0.4, '', inputRatio),
    ...costs.map(({ name, ratio }) => atMost(`Dollars a document / before, ${name}`, 0.4, '', ratio)),
    atMost('Export, growth of memory', exportGoals.grownMb, 'MB', grownMb.all),
    atMost('Export, first byte', exportGoals.firstByteMs, 'ms', Math.max(firstByteMs.first, firstByteMs.later)),
    atMost('Start to ready, second start', 1.2, 's', start.warm.readyMs / 1_000),
  ];
}

function listHttpGoals(http: readonly HttpResult[], name: string, goals: (typeof httpGoals)[number][1]): Goal[] {
  const byServer = http.find((result) => result.name === name)?.byServer;
  const own = byServer?.platform?.requestsPerSecond;
  return Object.entries(goals).map(([server, goal]) => {
    const other = byServer?.[server as ServerName]?.requestsPerSecond;
    return atLeast(`${name} / ${server}`, goal, own && other && own / other);
  });
}

function listFollowingGoals({ pollers, streams }: FollowingFigures): Goal[] {
  const ratio = pollers['platform and engine'].requestsPerSecond / pollers['floor, awaited'].requestsPerSecond;
  const measured = 'needed' in streams ? undefined : streams;
  return [
    atLeast('Status and logs, pollers / floor, awaited', 1, ratio),
    atMost('Open streams, p99 of the delay of events in turn', 100, 'ms', measured?.spread.p99Ms),
    atMost('Open streams, p99 of the delay of events at one moment', 100, 'ms', measured?.together.p99Ms),
    atMost('Open streams, memory of each', 40, 'KB', measured && measured.platformKb + measured.engineKb),
  ];
}

function atLeast(row: string, goal: number, measured: number | undefined): Goal {
  return { row, bound: 'at least', goal, unit: '', measured };
}

function atMost(row: string, goal: number, unit: string, measured: number | undefined): Goal {
  return { row, bound: 'at most', goal, unit, measured };
}
