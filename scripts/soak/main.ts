/**
 * Lets people work for an hour and measures whether anything grows that should not:
 *   npm run soak -- --minutes 60
 * Prints the slope of memory, descriptors, connections and tables, and every broken promise. Exits with 1 if there is one.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { checkPromises } from '../chaos/check/check-promises.ts';
import { openJournal } from '../chaos/journal.ts';
import { openLoad } from '../chaos/load/open-load.ts';
import { openSystem } from '../chaos/system/open-system.ts';
import { renderSoak } from './render-soak.ts';
import { type Sample, takeSample } from './sample.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    platforms: { type: 'string', default: '1' },
    engines: { type: 'string', default: '1' },
    engagements: { type: 'string', default: '50' },
    'model-ms': { type: 'string', default: '200' },
    'pause-ms': { type: 'string', default: '20000' },
    'sample-s': { type: 'string', default: '15' },
  },
});
const journal = openJournal();
const system = await openSystem({
  platforms: Number(values.platforms),
  engines: Number(values.engines),
  modelMs: Number(values['model-ms']),
});
try {
  const options = { engagements: Number(values.engagements), pauseMs: Number(values['pause-ms']) };
  const load = await openLoad(system, journal, options);
  const beganMs = performance.now();
  const endMs = beganMs + Number(values.minutes) * 60_000;
  const samples: Sample[] = [];
  while (performance.now() < endMs) {
    samples.push(await takeSample(system, journal, beganMs));
    await wait(Number(values['sample-s']) * 1_000);
  }
  const { findings } = await checkPromises(system, load, journal, []);
  console.log(renderSoak(samples, findings));
  process.exitCode = findings.length === 0 ? 0 : 1;
} finally {
  await system.close();
}
process.exit();
