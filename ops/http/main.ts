import '../../scripts/build/bundle-programs.ts';
import '../../scripts/build/bundle-servers.ts';
import { onInterrupt, readOptions, readSize } from '../command-line.ts';
import { describeMachine } from '../machine.ts';
import { measureHttp } from './http.ts';
import { measureIdle } from './idle.ts';
import { type Bench, openBenchDatabase } from './servers.ts';

/**
 * Measures requests beside a floor, then both roles while idle, and prints tables
 * (docs/benchmarks.md).
 */
const values = readOptions({
  rounds: { type: 'string', default: '5' },
  seconds: { type: 'string', default: '4' },
  connections: { type: 'string', default: '50' },
});
const plan: Bench['plan'] = {
  rounds: readSize('rounds', values.rounds),
  seconds: readSize('seconds', values.seconds),
  connections: readSize('connections', values.connections),
};
const database = await openBenchDatabase();
// Postgres runs in a session of its own, which Ctrl-C does not reach.
onInterrupt(async () => {
  await database.close();
  process.exit(130);
});
try {
  const bench = { database, plan, report: (line: string) => console.error(line) };
  console.log(await measureHttp(bench));
  console.log(await measureIdle(bench));
  console.log((await describeMachine()).join('\n'));
} finally {
  await database.close();
}
