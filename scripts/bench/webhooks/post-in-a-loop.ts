import { readFile } from 'node:fs/promises';
import { createId } from '@ecp/database/create-id';
import { Pool } from 'undici';
import { signDelivery } from '../../../apps/platform/src/reach/webhooks/delivering.ts';

/** One measurement. This program takes it as an argument in JSON. */
export interface LoopJob {
  url: string;
  certificateFile: string;
  posts: number;
  atOnce: number;
  body: string;
  event: string;
}

/**
 * Posts the same body with the same signatures over kept-alive connections, without a database, which is the floor.
 * Prints the posts a second, and the processor time of each in microseconds.
 */
const job = JSON.parse(process.argv[2] ?? '') as LoopJob;
const url = new URL(job.url);
const pool = new Pool(url.origin, { connections: job.atOnce, connect: { ca: await readFile(job.certificateFile) } });
const secrets = ['whsec_0123456789abcdef01234567'];
let left = job.posts;

async function post(): Promise<void> {
  while (left > 0) {
    left -= 1;
    const { event, body } = job;
    const headers = signDelivery({ deliveryId: createId(), event, body, secrets, now: new Date() });
    const answer = await pool.request({ path: url.pathname, method: 'POST', headers, body });
    await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`The receiver answered ${answer.statusCode}`);
  }
}

const startedMs = performance.now();
const before = process.cpuUsage();
await Promise.all(Array.from({ length: job.atOnce }, post));
const seconds = (performance.now() - startedMs) / 1_000;
const { user, system } = process.cpuUsage(before);
await pool.close();
console.log(JSON.stringify({ perSecond: job.posts / seconds, serverCpuUs: (user + system) / job.posts }));
