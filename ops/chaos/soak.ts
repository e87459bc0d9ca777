import '../../scripts/build/bundle-programs.ts';
import '../../scripts/build/bundle-servers.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { locateBinaries } from '@ecp/database/embedded/binaries';
import { describeMachine } from '../bench/machine.ts';
import { readSize } from '../command-line.ts';
import type { Finding } from './checks.ts';
import { readLoadSizes, renderArguments, watchSignals, writeTable } from './report.ts';
import { runLoad } from './run-chaos.ts';
import {
  allConnections,
  computeSlope,
  type Judged,
  listJudged,
  type Sample,
  type Slope,
  takeSample,
} from './samples.ts';

/** The result of a soak. */
interface SoakResult {
  slopes: readonly Slope[];
  /** Number of runs that ended. */
  ended: number;
  /** The highest number of connections to the database at a moment. */
  mostConnections: number;
  findings: readonly Finding[];
}

/** Shows a value that was not measured, because the soak was too short, as a dash. */
const show = (value: number): string => (Number.isFinite(value) ? value.toFixed(1) : '–');

/** Renders the slopes as a markdown table with their verdicts, and each broken promise. */
function renderSoak({ slopes, ended, mostConnections, findings }: SoakResult): string {
  return [
    `- Runs that ended: ${ended}`,
    `- Most connections to the database at once: ${mostConnections}`,
    `- Broken promises: ${findings.length}`,
    ...findings.map(({ rule, detail }) => `  - ${rule}: ${detail}`),
    '',
    '| measured | mean | highest | change an hour | tolerated | verdict |',
    '|---|---|---|---|---|---|',
    ...slopes.map(({ name, mean, highest, perHour, confidence, tolerated, verdict }) => {
      const change = Number.isFinite(confidence)
        ? `${show(perHour)} ± ${show(confidence)}`
        : 'too few rests';
      return `| ${name} | ${show(mean)} | ${show(highest)} | ${change} | ${show(tolerated)} | ${verdict} |`;
    }),
  ].join('\n');
}

/**
 * Lets people work for an hour and measures whether anything grows that should not (docs/chaos.md):
 *   npm run soak
 *   node ops/chaos/soak.ts --minutes 6
 * People rest twelve times; what services hold then is what they keep. Prints the slope of memory,
 * descriptors, children, connections and tables at these rests, and every broken promise. Exits
 * with 1 unless all are steady and no promise is broken. SIGINT and SIGTERM end the time; the table
 * of what was measured so far follows. `--write` keeps the table only of a whole soak of an hour or
 * more.
 */

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    platforms: { type: 'string', default: '1' },
    engines: { type: 'string', default: '1' },
    engagements: { type: 'string', default: '50' },
    'model-ms': { type: 'string', default: '200' },
    'pause-ms': { type: 'string', default: '20000' },
    'sample-s': { type: 'string', default: '5' },
    /** Keeps the table in docs/chaos.md. */
    write: { type: 'boolean', default: false },
  },
});
const sizes = {
  minutes: readSize('minutes', values.minutes),
  ...readLoadSizes(values),
  sampleMs: readSize('sample-s', values['sample-s']) * 1_000,
};
const machine = await describeMachine(`PostgreSQL ${(await locateBinaries()).majorVersion}`);
const stopped = watchSignals();
/** Rest between the start and the load, in which pools close what the start has opened. */
const restMs = 30_000;
const rounds = 12;
const roundMs = (sizes.minutes * 60_000) / rounds;
/** People rest at the end of each round. Servers close idle connections of HTTP after 72 s. */
const roundRestMs = Math.min(90_000, roundMs / 2);
/**
 * Limits the time in which people end their work before a rest. A run that takes longer breaks a
 * promise.
 */
const endLimitMs = 180_000;
/**
 * A service may hold so many connections, descriptors or children more after the load than before
 * it.
 */
const mayHold = 5;
const options = { ...sizes, restMs, mayHold, debuggers: true };
const samples: Sample[] = [];
let judged: Judged[] = [];

/** Waits unless the soak is stopped. */
const pause = (ms: number) => wait(ms, undefined, { signal: stopped }).catch(() => undefined);

const { findings, journal, logs } = await runLoad(options, async (system, journal, { gate }) => {
  judged = listJudged(system);
  const beganMs = performance.now();
  const sample = async (resting: boolean) => {
    const earlier = samples.findLast((one) => one.resting);
    samples.push(await takeSample(system, journal, { beganMs, resting, earlier }));
  };
  for (let round = 1; round <= rounds && !stopped.aborted; round += 1) {
    while (performance.now() < beganMs + round * roundMs - roundRestMs && !stopped.aborted) {
      await sample(false);
      await pause(sizes.sampleMs);
    }
    const allEnded = await Promise.race([
      gate.close().then(() => true),
      pause(endLimitMs).then(() => false),
    ]);
    if (allEnded) await pause(roundRestMs);
    else if (!stopped.aborted)
      console.log(`Round ${round} has no rest: people still work after ${endLimitMs / 1_000} s`);
    if (allEnded && !stopped.aborted) await sample(true);
    gate.open();
  }
  return [];
});
const slopes = judged.map((one) => computeSlope(samples, one));
const ended = journal.runs.filter((run) => run.ended !== null).length;
const facts = [...machine, `Arguments: ${renderArguments(values)}`].map((line) => `- ${line}`);
const mostConnections = Math.max(
  0,
  ...samples.map(({ values }) => values.get(allConnections) ?? 0),
);
const text = [...facts, renderSoak({ slopes, ended, mostConnections, findings })].join('\n');
console.log(text);
if (logs !== null) console.log(`The logs of the services are in ${logs}`);
if (values.write && !stopped.aborted && sizes.minutes >= 60) await writeTable('soak', text);
process.exit(findings.length === 0 && slopes.every(({ verdict }) => verdict === 'steady') ? 0 : 1);
