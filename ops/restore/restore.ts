import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Attachment } from '@ecp/contract/work/attachments';
import type { EngagementDetail } from '@ecp/contract/work/engagements';
import { openEmbeddedPostgres } from '@ecp/database/embedded/embedded-postgres';
import {
  beginJob,
  continueAt,
  type MainJob,
  startRun,
  waitForStatus,
} from '../../e2e/testing/main-job.ts';
import { startProduct } from '../../e2e/testing/product.ts';
import { query } from '../query.ts';
import { checkout, inherited } from '../services.ts';

/** Time for a run on a busy machine. */
const runLimitMs = 240_000;
/** Time of each model call, so that runs are active while the backup is taken. */
const modelMs = '1000';

/** A place of the product: its database, and the settings of programs for it. */
interface Place {
  adminUrl: string;
  dataDir: string;
  environment: Record<string, string>;
}

/** A job, and the text of each of its records as the product shows them. */
interface SeenJob {
  job: MainJob;
  fileId: string;
  records: string[];
}

interface RestoreOptions {
  folder: string;
  /** Number of runs that have ended before the backup, and of those that are active meanwhile. */
  jobs: number;
  /** Gets what ends everything. */
  closers: AsyncDisposableStack;
}

/**
 * Takes a backup while runs are active, kills the product, restores into an empty database and
 * other files, and starts the product there. Returns what is lost, changed or doubled.
 */
export async function backUpAndRestore({
  folder,
  jobs,
  closers,
}: RestoreOptions): Promise<string[]> {
  const dataDir = join(folder, 'database');
  const { url, close } = await openEmbeddedPostgres({ dataDir, log: console.error });
  closers.defer(async () => void (await close()));
  const first = await openPlace(url, 'first', folder);
  const product = await startProduct(first);
  closers.defer(() => product.stop());
  const ended = await repeat(jobs, () => doJob(product.baseUrl));
  const active = await repeat(jobs, () => beginRun(product.baseUrl));
  const backup = join(folder, 'backup');
  await runScript(first, 'scripts/backup.ts', backup);
  await product.killEverything();

  const second = await openPlace(url, 'second', folder);
  await runScript(second, 'scripts/restore.ts', backup);
  const [row] = await query<{ count: number }>(
    second.adminUrl,
    `select count(*)::integer as count from engine.runs where status = 'running'`,
  );
  const restored = await startProduct(second);
  closers.defer(() => restored.stop());
  const problems = row?.count === jobs ? [] : [`the backup holds ${row?.count} active runs`];
  for (const { job, fileId, records } of ended) {
    const after = await readRecords(continueAt(job, restored.baseUrl), fileId);
    problems.push(...compareRecords(records, after));
  }
  for (const { job, runId } of active) {
    const moved = continueAt(job, restored.baseUrl);
    await waitForStatus(moved, 'completed', runLimitMs);
    const { runs, deliverables } = await readDetail(moved);
    const names = [...runs.map(({ id }) => id), ...deliverables.map(({ filename }) => filename)];
    problems.push(...compareRecords([runId, ...documents], names));
  }
  await doJob(restored.baseUrl);
  return problems;
}

/** The documents of a run. */
const documents = ['demand-analysis.md', 'cost-model.md', 'subscription-offer.md'];

/** Makes an empty database and a folder of files for the product. */
async function openPlace(url: string, name: string, folder: string): Promise<Place> {
  await query(url, `create database ${name}`);
  const adminUrl = Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const dataDir = join(folder, name);
  const environment = {
    DATABASE_URL: adminUrl,
    SECRET_KEY: 'the-secret-of-both-places',
    LOCAL_MODEL_LATENCY_MS: modelMs,
  };
  return { adminUrl, dataDir, environment };
}

async function runScript(place: Place, script: string, backup: string): Promise<void> {
  const { adminUrl, dataDir, environment } = place;
  const addresses = { DATABASE_ADMIN_URL: adminUrl, DATA_DIR: dataDir };
  const env = { ...inherited, ...environment, ...addresses };
  await promisify(execFile)(process.execPath, [script, backup], { cwd: checkout, env });
}

async function repeat<Result>(count: number, act: () => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, act));
}

/** Starts a run, and returns its job and id while it is active. */
async function beginRun(baseUrl: string): Promise<{ job: MainJob; runId: string }> {
  const job = await beginJob(baseUrl);
  return { job, runId: await startRun(job) };
}

/** Does the main job: a file, a run and a review. */
async function doJob(baseUrl: string): Promise<SeenJob> {
  const job = await beginJob(baseUrl);
  const { client, path } = job;
  const form = new FormData();
  form.append('file', new Blob(['Of 310 customers 120 came back.']), 'workshop.md');
  const { body } = await client.post<{ attachment: Attachment }>(`${path}/attachments`, form);
  await startRun(job);
  await waitForStatus(job, 'completed', runLimitMs);
  const reviewed = await client.post(`${path}/deliverables/cost-model.md/review`, {
    action: 'approve',
  });
  if (reviewed.status !== 200) throw new Error(`The review was refused: ${reviewed.status}`);
  const fileId = body.attachment.id;
  return { job, fileId, records: await readRecords(job, fileId) };
}

async function readDetail({ client, path }: MainJob): Promise<EngagementDetail> {
  const { status, body } = await client.get<EngagementDetail>(path);
  if (status !== 200) throw new Error(`GET ${path} answered ${status}`);
  return body;
}

/** Reads the engagement, its runs, documents and reviews, and the text of its file. */
async function readRecords(job: MainJob, fileId: string): Promise<string[]> {
  const { runs, deliverables, ...engagement } = await readDetail(job);
  const { body } = await job.client.get<{ downloadUrl: string }>(
    `${job.path}/attachments/${fileId}`,
  );
  const file = await job.client.get<string>(new URL(body.downloadUrl).pathname);
  const texts = [engagement, ...runs, ...deliverables].map((record) => JSON.stringify(record));
  return [...texts, `the file of ${job.path}: ${file.body}`];
}

/** Returns what is lost or changed, and what is new or doubled. */
export function compareRecords(before: readonly string[], after: readonly string[]): string[] {
  const remainder = [...after];
  const problems: string[] = [];
  for (const record of before) {
    const at = remainder.indexOf(record);
    if (at === -1) problems.push(`lost: ${show(record)}`);
    else remainder.splice(at, 1);
  }
  return [...problems, ...remainder.map((record) => `new: ${show(record)}`)];
}

const show = (record: string) => `${record.slice(0, 200)} (${hash('sha1', record).slice(0, 8)})`;
