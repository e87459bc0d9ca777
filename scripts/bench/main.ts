import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { openBenchDatabase } from './bench-database.ts';
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
import { installPeers } from './peers/install-peers.ts';
import { renderReport } from './render-report.ts';
import { measurePollers } from './streams/measure-pollers.ts';
import { measureStreams } from './streams/measure-streams.ts';
import { measureWebhooks } from './webhooks/measure-webhooks.ts';

/**
 * Measures the product against bare servers in one run, prints the tables and writes them to docs/benchmarks.md.
 * `--rounds`, `--seconds` and `--connections` change the HTTP part. Beside other work on the machine it keeps no figures.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '50' },
  },
});
const plan = {
  rounds: Number(values.rounds),
  durationSeconds: Number(values.seconds),
  connections: Number(values.connections),
};
const report = (line: string) => console.error(line);
const reportFile = new URL('../../docs/benchmarks.md', import.meta.url);

// The installation and the database are work of this run already.
const loadAtStart = loadavg()[0] ?? 0;
const database = await openBenchDatabase();
// Ctrl-C also ends the servers and the load. Postgres runs in a separate session and must be closed.
process.once('SIGINT', () => void database.close().finally(() => process.exit(130)));
try {
  const machine = await describeMachine(database.version);
  const missing = await installPeers(report);
  const endWatch = await watchForeignLoad([database.pid], loadAtStart);
  const http = await measureHttp({
    ...plan,
    url: await database.create('bench_http'),
    missing,
    postgresPid: database.pid,
    report,
  });
  const following = {
    pollers: await measurePollers(database, report),
    streams: await measureStreams(database, report),
  };
  const outside = { webhooks: await measureWebhooks(database, report), pdf: await measurePdf(report) };
  const exports = await measureExport(database, report);
  const durable = await measureDurable(database, report);
  const audit = await measureAudit(database, report);
  const calls = await measureModelCalls(database);
  const start = await measureStart(report);
  const sandbox = await measureSandbox(report);
  const files = await measureStoredFiles(report);
  const load = endWatch();
  machine.push(describeForeignLoad(load));
  const text = renderReport({
    machine,
    http,
    plan,
    following,
    outside,
    exports,
    durable,
    calls,
    audit,
    start,
    sandbox,
    files,
  });
  console.log(text);
  if (load.quiet) await writeFile(reportFile, text);
  else
    console.error('Other programs used the processor, so these figures are not kept. Run it again on a quiet machine.');
} finally {
  await database.close();
}
