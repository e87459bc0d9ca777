import { percent, renderTable, whole } from '../report/render-table.ts';
import { type PollerFigures, pollerSizes } from './measure-pollers.ts';
import { type StreamFigures, streamSizes, type TooFewDescriptors } from './measure-streams.ts';

/** All figures of readers that follow running engagements. */
export interface FollowingFigures {
  pollers: PollerFigures;
  streams: StreamFigures | TooFewDescriptors;
}

/** Renders the section of pollers and streams. */
export function renderFollowing({ pollers, streams }: FollowingFigures): string {
  return [pollersMethod(), renderPollers(pollers), streamsMethod(), renderStreams(streams)].join('\n\n');
}

function pollersMethod(): string {
  const { pollers: count, lines, rounds, seconds } = pollerSizes;
  return `${count} connections ask a running engagement for its status and its ${lines} log lines in turn, in ${rounds} rounds of ${seconds} s for each server. The floor is \`node:http\` and \`pg\` without security, as above: it awaits three queries for each answer, and reads what the platform and the engine have stored. The platform checks the key of each request, asks the engine, and applies its events; requests of the same engagement that wait at the same time share one read.`;
}

function renderPollers(pollers: PollerFigures): string {
  const floor = pollers['floor, awaited'].requestsPerSecond;
  const rows = Object.entries(pollers).map(
    ([name, { requestsPerSecond, spread, p50Ms, p99Ms, serverCpuUs, postgresCpuUs }]) => [
      name,
      whole(requestsPerSecond),
      (requestsPerSecond / floor).toFixed(2),
      percent(spread),
      ...[p50Ms, p99Ms, serverCpuUs, postgresCpuUs].map(whole),
    ],
  );
  const title = `Status and logs of a running engagement, ${pollerSizes.pollers} pollers`;
  return renderTable([
    [title, 'req/s', 'ratio', 'spread', 'p50 ms', 'p99 ms', 'server CPU µs', 'Postgres CPU µs'],
    ...rows,
  ]);
}

function streamsMethod(): string {
  const { tenants, keys, streamsOfKey, seconds } = streamSizes;
  return `${whole(tenants * keys * streamsOfKey)} streams are open on one platform: ${tenants} runs, each read by ${keys} keys with ${streamsOfKey} streams, which are the limits of a key and a tenant. Each run has one event a second for ${seconds} s, first in turn and then all at the same moment. The delay is from the time that Postgres gives the event to its arrival in another process, which opens the streams on bare sockets. Memory is the growth of the resident memory of each process after a warm-up. Each way is measured once, over all events of its time, so there is no spread.`;
}

function renderStreams(figures: StreamFigures | TooFewDescriptors): string {
  if ('needed' in figures) {
    return `Not measured: the streams need ${whole(figures.needed)} descriptors in a process, and \`ulimit -Hn\` is ${whole(figures.descriptors)}.`;
  }
  const { streams, platformKb, engineKb, spread, together, platformCpuUs } = figures;
  return renderTable([
    [`${whole(streams)} open streams, one event a second`, 'measured'],
    ['delay p50 / p99 / longest, ms', delaysOf(spread)],
    ['the same, all runs at the same moment', delaysOf(together)],
    ['events missing, out of order or twice; streams broken', `${together.wrong}; ${together.broken}`],
    ['memory a stream: platform + engine, KB', `${platformKb.toFixed(1)} + ${engineKb.toFixed(1)}`],
    ['CPU of the platform for an event of a stream, µs', platformCpuUs.toFixed(0)],
  ]);
}

const delaysOf = ({ p50Ms, p99Ms, slowestMs }: { p50Ms: number; p99Ms: number; slowestMs: number }) =>
  [p50Ms, p99Ms, slowestMs].map(whole).join(' / ');
