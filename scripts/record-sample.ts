/**
 * Records the finished sample of new workspaces: `node scripts/record-sample.ts`. Replays the
 * recorded example through the real engine, as `npm run demo -- --recorded` does, and writes the
 * engagement, its files and what its run produced to the platform. Run it, then `npm run format`,
 * after the example or what the engine writes has changed.
 */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CreateEngagementBody } from '@ecp/contract/work/engagements';
import type { Product } from './demo/product.ts';
import { signUp } from './demo/product.ts';
import { readQueries, readRunEvents } from './demo/recorded/recordings.ts';
import { runRecorded } from './demo/recorded/replay.ts';
import { type Example, listAttachments, runEngagement, say } from './demo/run-engagement.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'examples/window-maker-export');
const target = join(root, 'apps/server/src/work/runs/recorded/sample');
const timeLimitMs = 300_000;

async function readExample(): Promise<Example> {
  const engagement = JSON.parse(
    await readFile(join(folder, 'engagement.json'), 'utf8'),
  ) as CreateEngagementBody;
  return { engagement, attachments: await listAttachments(join(folder, 'attachments')) };
}

async function record(
  product: Product,
  example: Example,
  dataDirectory: string,
  signal: AbortSignal,
): Promise<void> {
  const session = await signUp(product.baseUrl, signal);
  await runEngagement(session, example, join(dataDirectory, 'deliverables'));
  const events = await readRunEvents(dataDirectory);
  const [engagement] = await session.client.listEngagements({}, { signal });
  if (!engagement) throw new Error('The product has no engagement');
  const { name, client, brief, budget, tasks } = engagement;
  const queries = await readQueries(dataDirectory);
  const recorded = { engagement: { name, client, brief, budget, tasks }, events, queries };
  await mkdir(target, { recursive: true });
  await writeFile(join(target, 'engagement.json'), `${JSON.stringify(recorded, null, 1)}\n`);
  await rm(join(target, 'attachments'), { recursive: true, force: true });
  await cp(join(folder, 'attachments'), join(target, 'attachments'), { recursive: true });
  say(`Recorded    ${events.length} events in ${target}`);
}

const signal = AbortSignal.timeout(timeLimitMs);
const dataDirectory = await mkdtemp(join(tmpdir(), 'sample-'));
try {
  const example = await readExample();
  const run = (product: Product, given: Example) => record(product, given, dataDirectory, signal);
  await runRecorded({ folder, slow: false, root, dataDirectory, example, run }, signal);
} finally {
  await rm(dataDirectory, { recursive: true, force: true });
}
