/**
 * Disturbs several platforms and engines while people work, and checks what they saw
 * (docs/chaos.md):
 *   npm run chaos
 *   node ops/chaos/main.ts --faults 20 --engagements 6 --seed night --only Postgres
 * Prints each fault, a table of what was seen, and every broken promise. Exits with 1 if there is
 * one. SIGINT and SIGTERM end the faults; the checks and the table of what was seen so far follow.
 * `--write` keeps the table only of 300 faults of all kinds or more.
 */

import '../../scripts/build/bundle-programs.ts';
import '../../scripts/build/bundle-servers.ts';
import { parseArgs } from 'node:util';
import { readSize } from '../command-line.ts';
import { describeMachine } from '../machine.ts';
import { allFaults, planFaults } from './faults.ts';
import { readLoadSizes, renderArguments, renderChaos, watchSignals, writeTable } from './report.ts';
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
    /** Keeps the table in docs/chaos.md. */
    write: { type: 'boolean', default: false },
  },
});
const kinds = allFaults.filter(({ kind }) => kind.includes(values.only));
if (kinds.length === 0)
  throw new Error(`No kind of fault contains ${values.only}: see docs/chaos.md`);
const log = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);
const machine = await describeMachine();
log(`seed ${values.seed}`);
const planned = planFaults(values.seed, readSize('faults', values.faults), kinds);
const result = await runChaos({
  planned,
  kinds,
  recoveryMs: 3_000,
  restMs: 30_000,
  mayHold: 5,
  lanes: readSize('lanes', values.lanes),
  ...readLoadSizes(values),
  stopped: watchSignals(),
  log,
});
const facts = [...machine, `Arguments: ${renderArguments(values)}`];
const text = `${facts.map((line) => `- ${line}`).join('\n')}\n${renderChaos(result, planned.length)}`;
console.log(text);
if (result.logs !== null) console.log(`The logs of the services are in ${result.logs}`);
const isWhole = result.made.length >= 300 && values.only === '';
if (values.write && isWhole) await writeTable(text);
process.exit(result.findings.length === 0 ? 0 : 1);
