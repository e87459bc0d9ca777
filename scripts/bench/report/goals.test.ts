import { expect, it } from 'vitest';
import { type HttpResult, listEndpoints, type ServerName } from '../measure-http.ts';
import { seedSizes } from '../seed-tenants.ts';
import { type GoalFindings, listGoals, renderGoals } from './goals.ts';

const keys = (count: number) => Array.from({ length: count }, (_, index) => `key-${index}`);
const seed = { key: '', readerKeys: keys(seedSizes.readers), listKey: '', engagementId: '' };
const endpoints = listEndpoints({ ...seed, creatorKeys: keys(seedSizes.creators) });

/** The platform answers 200 requests a second, and every other server 100. */
function measured(name: string): HttpResult {
  const of = (requestsPerSecond: number) => {
    return { requestsPerSecond, spread: 0, p50Ms: 1, p99Ms: 1, serverCpuUs: 1, postgresCpuUs: 1 };
  };
  const others: ServerName[] = ['floor, awaited', 'NestJS + TypeORM', 'Next.js + Prisma', 'Directus'];
  return {
    name,
    byServer: { platform: of(200), ...Object.fromEntries(others.map((one) => [one, of(100)])) },
    missing: {},
  };
}

const rate = (perSecond: number) => ({ perSecond, spread: 0 });
const polled = { requestsPerSecond: 10, spread: 0, p50Ms: 1, p99Ms: 1, serverCpuUs: 1, postgresCpuUs: 1 };
const start = { readyMs: 1_300, healthMs: 1_300, slowestReadyMs: 1_300, spread: 0 };
const findings = {
  http: endpoints.map(({ name }) => measured(name)),
  following: {
    pollers: { 'platform and engine': polled, 'floor, awaited': polled },
    streams: { descriptors: 1_024, needed: 5_500 },
  },
  outside: {
    webhooks: {
      platform: { ...rate(31), serverCpuUs: 1, postgresCpuUs: 1 },
      loop: { ...rate(100), serverCpuUs: 1 },
      twice: 0,
    },
    pdf: [{ pages: { ours: 10, chromium: 11 }, oursMs: 100, chromiumMs: 390, spread: { ours: 0, chromium: 0 } }],
  },
  exports: {
    documents: 1,
    sizeMb: 1,
    seconds: 1,
    firstByteMs: { first: 150, later: 20 },
    grownMb: { first: 55, all: 60 },
  },
  durable: {
    steps: { 'LangGraph, sync': rate(1_000), ours: rate(900), 'ours, a tenant for each run': rate(1_100) },
    wholeRuns: { concurrent: 1, steps: rate(650), runsPerSecond: 1, callsPerSecond: 1 },
  },
  calls: { byPurpose: {}, documents: 1, wallMs: 1_040, criticalPathMs: 1_000 },
  start: { cold: start, warm: start },
} as GoalFindings;

it('names each goal with what a run measured, and whether that reaches it', () => {
  const lines = renderGoals(findings).split('\n');
  const line = (row: string) => lines.find((one) => one.startsWith(`| ${row} |`));
  expect(line('Get Engagement / floor, awaited')).toMatch('| at least 1.3 | 2.00 | yes |');
  expect(line(`Get Engagement, ${seedSizes.readers} keys / Next.js + Prisma`)).toMatch('| at least 5 | 2.00 | no |');
  expect(line('PDF of 10 pages, times as fast as Chromium')).toMatch('| at least 4 | 3.90 | no |');
  expect(line('Webhooks over HTTPS / undici in a loop')).toMatch('| 0.31 | yes |');
  expect(line('Export, growth of memory')).toMatch('| at most 50 MB | 60 MB | no |');
  expect(line('Start to ready, second start')).toMatch('| at most 1.2 s | 1.30 s | no |');
});

it('claims nothing of what a run did not measure', () => {
  const unmeasured = ({ outside, ...others }: GoalFindings) =>
    listGoals({ ...others, outside: { ...outside, pdf: null } }).filter((goal) => goal.measured === undefined);
  expect(unmeasured(findings).map(({ row }) => row)).toEqual([
    'Open streams, p99 of the delay of events in turn',
    'Open streams, p99 of the delay of events at one moment',
    'Open streams, memory of each',
    'PDF',
  ]);
  expect(renderGoals(findings)).toMatch('| Open streams, memory of each | at most 40 KB | not measured |  |');
});
