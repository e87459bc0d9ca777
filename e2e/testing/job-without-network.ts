import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { startFakeModels } from './fake-models.ts';
import { beginJob, type MainJob, startRun, threeTasks, waitForStatus } from './main-job.ts';
import { startProduct } from './product.ts';

/** The results of the product in a network without a route. */
export interface JobWithoutNetwork {
  /** The system's answer to a connection to another host. */
  tried: string;
  /** Packets without a route that this one connection made the system count. */
  counted: number;
  /** Packets without a route while the product started, ran and exported. */
  attempts: number;
  refused: { code: string; ping: string };
  documents: number;
  /** The first bytes of each export. */
  exports: Record<string, string>;
  output: string;
}

/**
 * Settings that name services outside of the network. None of them may stop the start, be called or
 * be waited for.
 */
const outside = {
  ANTHROPIC_API_KEY: 'unused',
  STRIPE_SECRET_KEY: 'unused',
  KMS_KEY_ID: 'unused',
  SEARCH_PROVIDER: 'brave',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://198.51.100.7:4318',
};

// A program for `unshare --net`: does the main job on the data folder of its first argument and
// prints what happened.
const [dataDir = ''] = process.argv.slice(2);
const before = await countUnroutedPackets();
const tried = await connectTo('192.0.2.1');
const counted = (await countUnroutedPackets()) - before;
const models = await startFakeModels(dirname(dataDir));
const product = await startProduct({
  dataDir,
  environment: { OUTBOUND: 'off', ...outside, ...models.environment },
});
try {
  const tasks = threeTasks.tasks.slice(0, 1);
  const job = await beginJob(product.baseUrl, { ...threeTasks, tasks });
  const refused = await tryToReach(job);
  await startRun(job);
  await waitForStatus(job, 'completed', 240_000);
  const { body: list } = await job.client.get<unknown[]>(`${job.path}/deliverables`);
  const exports = await exportAll(job);
  const attempts = (await countUnroutedPackets()) - before - counted;
  const done = {
    tried,
    counted,
    attempts,
    refused,
    documents: list.length,
    exports,
    output: product.output(),
  };
  console.log(JSON.stringify(done satisfies JobWithoutNetwork));
} finally {
  await product.stop();
  await models.server.close();
}

/** Returns how many packets this network namespace had no route for. */
async function countUnroutedPackets(): Promise<number> {
  const [names = '', values = ''] =
    (await readFile('/proc/net/snmp', 'utf8')).match(/^Ip: .*$/gm) ?? [];
  const at = names.split(' ').indexOf('OutNoRoutes');
  const six = /^Ip6OutNoRoutes\s+(\d+)$/m.exec(
    await readFile('/proc/net/snmp6', 'utf8').catch(() => ''),
  );
  return Number(values.split(' ')[at]) + Number(six?.[1] ?? 0);
}

function connectTo(host: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect(80, host, () => resolve('connected'));
  socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  return promise.finally(() => socket.destroy());
}

async function tryToReach({ client, path }: MainJob): Promise<JobWithoutNetwork['refused']> {
  const attached = await client.post(`${path}/attachments/from-url`, {
    url: 'https://example.com/',
  });
  const webhook = await client.post('/api/webhooks', {
    url: 'https://example.com/',
    events: ['engagement.completed'],
  });
  const ping = await client.post(`/api/webhooks/${webhook.body['id']}/test`);
  return { code: String(attached.body['code']), ping: String(ping.body['error']) };
}

async function exportAll({ client, path }: MainJob): Promise<Record<string, string>> {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const exports: Record<string, string> = {};
  for (const format of ['pdf', 'docx', 'pptx', 'xlsx']) {
    const answer = await fetch(`${product.baseUrl}${path}/export/${format}`, {
      headers: { cookie },
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    exports[format] = answer.ok ? bytes.subarray(0, 4).toString('latin1') : bytes.toString();
  }
  return exports;
}
