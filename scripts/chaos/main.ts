/**
 * Disturbs three platforms and three engines while people work, and checks what they saw:
 *   npm run chaos -- --faults 300 --seed night
 * Prints each fault, a table of what was seen, and every broken promise. Exits with 1 if there is one.
 */
import { parseArgs } from 'node:util';
import { networkFaults } from './faults/network-faults.ts';
import { processFaults } from './faults/process-faults.ts';
import { serverFaults } from './faults/server-faults.ts';
import { renderChaos } from './render-chaos.ts';
import { runChaos } from './run-chaos.ts';

const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: '300' },
    seed: { type: 'string', default: String(Date.now()) },
    lanes: { type: 'string', default: '3' },
    platforms: { type: 'string', default: '3' },
    engines: { type: 'string', default: '3' },
    engagements: { type: 'string', default: '50' },
    'model-ms': { type: 'string', default: '1000' },
    'pause-ms': { type: 'string', default: '60000' },
    /** Makes only kinds of faults whose name contains this text. */
    only: { type: 'string', default: '' },
  },
});
const kinds = [...processFaults, ...networkFaults, ...serverFaults].filter(({ kind }) => kind.includes(values.only));
const log = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);
log(`seed ${values.seed}`);
const result = await runChaos({
  seed: values.seed,
  faults: Number(values.faults),
  kinds,
  lanes: Number(values.lanes),
  platforms: Number(values.platforms),
  engines: Number(values.engines),
  engagements: Number(values.engagements),
  modelMs: Number(values['model-ms']),
  pauseMs: Number(values['pause-ms']),
  log,
});
console.log(renderChaos(result));
process.exit(result.findings.length === 0 ? 0 : 1);
