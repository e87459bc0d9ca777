/**
 * Lets people work for an hour and measures whether anything grows that should not (docs/chaos.md):
 *   npm run soak
 *   node scripts/soak/main.ts --minutes 6
 * Prints the slope of memory, descriptors, processes, connections and tables, and every broken promise. Exits with 1
 * unless all are steady and no promise is broken. SIGINT and SIGTERM end the time; the table of what was measured so far
 * follows.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { locateBinaries } from '@ecp/database/embedded/locate-binaries';
import '../build/bundle-programs.ts';
import '../build/bundle-servers.ts';
import { describeMachine } from '../bench/describe-machine.ts';
import { readLoadSizes } from '../chaos/read-load-sizes.ts';
import { renderArguments } from '../chaos/render-chaos.ts';
import { runLoad } from '../chaos/run-load.ts';
import { watchSignals } from '../chaos/watch-signals.ts';
import { writeTable } from '../chaos/write-table.ts';
import { readSize } from '../command-line/read-size.ts';
import { renderSoak } from './render-soak.ts';
import { listJudged, type Sample, takeSample } from './sample.ts';
import { computeSlope, type Judged } from './slopes.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    platforms: { type: 'string', default: '1' },
    engines: { type: 'string', default: '1' },
    engagements: { type: 'string', default: '50' },
    'model-ms': { type: 'string', default: '200' },
    'pause-ms': { type: 'string', default: '20000' },
    'sample-s': { type: 'string', default: '5' },
    /** Writes the table to docs/chaos.md. */
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
/** Tables grow by pages and by indexes, so what they grow by a run is measured over some time. */
const spanMinutes = sizes.minutes / 12;
/** Rest between the start and the load, in which pools close what the start has opened. */
const restMs = 30_000;
/** A service may hold so many connections, descriptors or processes more after the load than before it. */
const mayHold = 5;
const samples: Sample[] = [];
let judged: Judged[] = [];

const { findings, journal, logs } = await runLoad({ ...sizes, restMs, mayHold }, async (system, journal) => {
  judged = listJudged(system);
  const beganMs = performance.now();
  const endMs = beganMs + sizes.minutes * 60_000;
  while (performance.now() < endMs && !stopped.aborted) {
    const earlier = samples.findLast(
      ({ atMinutes }) => atMinutes < (performance.now() - beganMs) / 60_000 - spanMinutes,
    );
    samples.push(await takeSample(system, journal, { beganMs, earlier }));
    await wait(sizes.sampleMs, undefined, { signal: stopped }).catch(() => undefined);
  }
  return [];
});
const slopes = judged.map((one) => computeSlope(samples, one));
const ended = journal.runs.filter((run) => run.ended !== null).length;
const facts = [...machine, `Arguments: ${renderArguments(values)}`].map((line) => `- ${line}`);
const text = [...facts, renderSoak(slopes, ended, findings)].join('\n');
console.log(text);
if (logs !== null) console.log(`The logs of the services are in ${logs}`);
if (values.write) await writeTable('soak', text);
process.exit(findings.length === 0 && slopes.every(({ verdict }) => verdict === 'steady') ? 0 : 1);
