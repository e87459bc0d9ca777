import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { loadAtStart } from './machine/load-at-start.ts';
import '../build/bundle-programs.ts';
import { onInterrupt } from '../command-line/on-interrupt.ts';
import { readSize } from '../command-line/read-size.ts';
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts';
import { describeMachine } from './describe-machine.ts';
import { measureDurable } from './durable/measure-durable.ts';
import { measureExport } from './growth/measure-export.ts';
import { describeForeignLoad, watchForeignLoad } from './machine/foreign-load.ts';
import { measureAudit } from './measure-audit.ts';
import { measureHttp } from './measure-http.ts';
import { measureSandbox } from './measure-sandbox.ts';
import { measureStart } from './measure-start.ts';
import { measureStoredFiles } from './measure-stored-files.ts';
import { measureModelCalls } from './model-calls/measure-model-calls.ts';
import { measurePdf } from './pdf/measure-pdf.ts';
import { installPeers, type MissingPeers } from './peers/install-peers.ts';
import { renderReport } from './render-report.ts';
import { measurePollers } from './streams/measure-pollers.ts';
import { measureStreams } from './streams/measure-streams.ts';
import { measureWebhooks } from './webhooks/measure-webhooks.ts';

/**
 * Measures the product against bare servers in one run, prints the tables and writes them to docs/benchmarks.md.
 * `--rounds`, `--seconds` and `--connections` change the HTTP part. Beside other work on the machine it keeps no figures.
 * `--only http,streams` measures these parts and prints what it found as JSON, which is not kept either.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '50' },
    only: { type: 'string' },
  },
});
const plan = {
  rounds: readSize('rounds', values.rounds),
  durationSeconds: readSize('seconds', values.seconds),
  connections: readSize('connections', values.connections),
};
const report = (line: string) => console.error(line);
const reportFile = new URL('../../docs/benchmarks.md', import.meta.url);

/** The parts in the order in which they are measured. */
const parts = {
  http: async (database: BenchDatabase, missing: MissingPeers) =>
    measureHttp({ ...plan, url: await database.create('bench_http'), missing, postgresPid: database.pid, report }),
  pollers: (database: BenchDatabase) => measurePollers(database, report),
  streams: (database: BenchDatabase) => measureStreams(database, report),
  webhooks: (database: BenchDatabase) => measureWebhooks(database, report),
  pdf: () => measurePdf(report),
  exports: (database: BenchDatabase) => measureExport(database, report),
  durable: (database: BenchDatabase, missing: MissingPeers) => measureDurable(database, missing, report),
  audit: (database: BenchDatabase) => measureAudit(database, report),
  calls: (database: BenchDatabase) => measureModelCalls(database),
  start: () => measureStart(report),
  sandbox: () => measureSandbox(report),
  files: () => measureStoredFiles(report),
};
type Part = keyof typeof parts;
type Measured = { [P in Part]: Awaited<ReturnType<(typeof parts)[P]>> };

const isPart = (name: string): name is Part => name in parts;
const chosen = values.only?.split(',') ?? Object.keys(parts);
if (!chosen.every(isPart)) throw new Error(`--only takes some of ${Object.keys(parts).join()}`);

const database = await openBenchDatabase();
// Ctrl-C also ends the servers and the load. Postgres runs in a separate session and must be closed.
onInterrupt(() => void database.close().finally(() => process.exit(130)));
try {
  const machine = await describeMachine(database.version);
  const hasPeers = chosen.includes('http') || chosen.includes('durable');
  const missing = hasPeers ? await installPeers(report) : new Map();
  const endWatch = await watchForeignLoad(loadAtStart[0]);
  const measured: Partial<Record<Part, unknown>> = {};
  for (const part of chosen) measured[part] = await parts[part](database, missing);
  const load = endWatch();
  machine.push(describeForeignLoad(load));
  report(describeForeignLoad(load));
  const text = values.only === undefined ? render(machine, measured as Measured) : JSON.stringify(measured, null, 2);
  console.log(text);
  if (!load.quiet) console.error('Other programs used the processor. Run it again on a quiet machine.');
  if (values.only !== undefined || !load.quiet) console.error('These figures are not kept.');
  else await writeFile(reportFile, text);
} finally {
  await database.close();
}

function render(machine: string[], { pollers, streams, webhooks, pdf, ...others }: Measured): string {
  return renderReport({ machine, plan, following: { pollers, streams }, outside: { webhooks, pdf }, ...others });
}
