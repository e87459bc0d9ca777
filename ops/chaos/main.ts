import '../../scripts/build/bundle-programs.ts';
import '../../scripts/build/bundle-servers.ts';
import { endWith, onInterrupt, readOptions, readSize } from '../command-line.ts';
import { describeMachine } from '../machine.ts';
import { allFaults, planFaults } from './faults.ts';
import { renderChaos } from './report.ts';
import { runChaos } from './run-chaos.ts';

/**
 * Disturbs several platforms and engines while people work, and checks what they saw
 * (docs/chaos.md). Prints each fault, a table of what was seen, and every broken promise. Exits with
 * 1 if there is one. SIGINT and SIGTERM end the faults, and the checks follow.
 */
const values = readOptions({
  faults: { type: 'string', default: '60' },
  seed: { type: 'string', default: String(Date.now()) },
  platforms: { type: 'string', default: '3' },
  engines: { type: 'string', default: '3' },
  engagements: { type: 'string', default: '50' },
  /** Makes only kinds of faults whose name contains this text. */
  only: { type: 'string', default: '' },
});
const kinds = allFaults.filter(({ kind }) => kind.includes(values.only));
if (kinds.length === 0) endWith(`No kind of fault contains ${values.only}: see docs/chaos.md`);
const log = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);
const stopped = new AbortController();
onInterrupt(() => stopped.abort());
log(`seed ${values.seed}`);
const planned = planFaults(values.seed, readSize('faults', values.faults), kinds);
const result = await runChaos({
  planned,
  kinds,
  recoveryMs: 3_000,
  platforms: readSize('platforms', values.platforms),
  engines: readSize('engines', values.engines),
  engagements: readSize('engagements', values.engagements),
  modelMs: 1_000,
  pauseMs: 60_000,
  stopped: stopped.signal,
  log,
});
console.log((await describeMachine()).map((line) => `- ${line}`).join('\n'));
console.log(renderChaos(result, planned.length));
if (result.logs !== null) console.log(`The logs of the services are in ${result.logs}`);
process.exit(result.findings.length === 0 ? 0 : 1);
