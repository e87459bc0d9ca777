import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from '@ecp/sdk/api-error';
import { type Client, createClient } from '@ecp/sdk/create-client';

/** A call of the client library that failed after all its attempts. */
export interface FailedCall {
  call: string;
  failure: string;
  /** The service has not refused it, so it may have been done, once. */
  mayBeDone: boolean;
}

/** A job as far as the service has acknowledged it. */
export interface Job {
  client: Client;
  engagementId: string;
  /** Time at which the engagement was acknowledged, by `performance.now()`. */
  createdMs: number;
  attachmentId?: string;
  runId?: string;
  /** Time at which the run was acknowledged. */
  startedMs?: number;
  approved?: boolean;
}

/** Clients that do the main job again and again until they are stopped. */
export interface Clients {
  attempts: Attempt[];
  failures: FailedCall[];
  jobs: Job[];
  /** Lets each client end its job. Throws if a job does not end in time. */
  stop(): Promise<void>;
}

/** Retries of the client library. With its pauses it bears half a minute without the service. */
const maxRetries = 8;
const runLimitMs = 240_000;
const pollMs = 250;
/** Engagements that the plan of a new tenant allows in a month. */
const jobsOfTenant = 5;
/** The document of the job that is reviewed and printed. */
export const reviewed = 'subscription-offer.md';
/** Text of the attached file. */
export const attached =
  'Of 310 customers of the workshop in the old town, 120 came back within a year.';
const brief = {
  name: 'Bicycle repair on subscription',
  client: 'Spoke & Co',
  brief:
    'Spoke & Co repairs 5,200 bicycles a year in three workshops. Should it offer a subscription of £9 per month?',
  budget: 5,
  tasks: [
    { id: 'demand', name: 'Demand analysis', description: 'Estimate who subscribes.' },
    {
      id: 'offer',
      name: 'Subscription offer',
      description: 'Recommend the offer.',
      dependsOn: ['demand'],
    },
  ],
};

/**
 * Starts `count` clients at the proxy: sign-up, engagement, file, run, status until it ends,
 * documents, review, PDF.
 */
export function startClients(baseUrl: string, count: number): Clients {
  let stopped = false;
  const attempts: Attempt[] = [];
  const recording = recordAttempts(attempts);
  const connect = (apiKey?: string) =>
    createClient({ baseUrl, apiKey, fetch: recording, maxRetries });
  const clients: Clients = {
    attempts,
    failures: [],
    jobs: [],
    async stop() {
      stopped = true;
      await working;
    },
  };
  /** Makes a call and returns its answer, or undefined if it failed. */
  async function attempt<Answer>(
    call: string,
    send: () => Promise<Answer>,
  ): Promise<Answer | undefined> {
    try {
      return await send();
    } catch (error) {
      clients.failures.push({ call, failure: String(error), mayBeDone: !isRefusal(error) });
      return undefined;
    }
  }

  async function work(): Promise<void> {
    while (!stopped) {
      const client = connect(await signUp(connect()));
      for (let done = 0; done < jobsOfTenant && !stopped; done += 1) {
        await doJob(client, attempt, (job) => clients.jobs.push(job));
      }
    }
  }
  const working = Promise.all(Array.from({ length: count }, work));
  // `stop` tells the error. Until then nobody waits for it, and it would end the process without
  // closing the stack.
  working.catch(() => undefined);
  return clients;
}

const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && error.code !== 'idempotency_in_progress';

/**
 * Signs up a tenant and returns a key of it. A sign-up has no Idempotency-Key, so the client
 * library does not repeat it: after a failure it is tried with another address.
 */
async function signUp(visitor: Client): Promise<string> {
  const deadlineMs = performance.now() + 60_000;
  for (;;) {
    const unique = randomUUID();
    const person = {
      company: `Company ${unique}`,
      name: 'Olga Owner',
      email: `${unique}@example.com`,
      password: unique,
    };
    try {
      const { headers } = await visitor.request('signUp', person);
      const cookie = headers.getSetCookie().map((line) => line.split(';')[0]);
      return (
        await visitor.createApiKey(
          { name: 'Rehearsal' },
          { headers: { cookie: cookie.join('; ') } },
        )
      ).key;
    } catch (error) {
      if (performance.now() > deadlineMs) throw error;
      await wait(1_000);
    }
  }
}

type AttemptCall = <Answer>(
  call: string,
  send: () => Promise<Answer>,
) => Promise<Answer | undefined>;

async function doJob(
  client: Client,
  attempt: AttemptCall,
  addJob: (job: Job) => void,
): Promise<void> {
  const engagement = await attempt('createEngagement', () => client.createEngagement(brief));
  if (!engagement) return;
  const { id } = engagement;
  const job: Job = { client, engagementId: id, createdMs: performance.now() };
  addJob(job);
  const file = new File([attached], 'workshop.md');
  const upload = await attempt('uploadAttachment', () => client.uploadAttachment({ id, file }));
  if (upload) job.attachmentId = upload.attachment.id;
  const started = await attempt('startRun', () => client.startRun({ id }));
  if (!started) return;
  Object.assign(job, { runId: started.runId, startedMs: performance.now() });
  const deadlineMs = performance.now() + runLimitMs;
  for (let status = ''; !['completed', 'failed', 'stopped'].includes(status); await wait(pollMs)) {
    status = (await attempt('getRunStatus', () => client.getRunStatus({ id })))?.status ?? status;
    if (performance.now() > deadlineMs) throw new Error(`The run ${started.runId} has not ended`);
  }
  const document = { id, filename: reviewed };
  await attempt('getEngagement', () => client.getEngagement({ id }));
  await attempt('listDeliverables', () => client.listDeliverables({ id }));
  const review = await attempt('reviewDeliverable', () =>
    client.reviewDeliverable({ ...document, action: 'approve' }),
  );
  job.approved = review !== undefined;
  await attempt('exportDeliverable', async () => (await client.exportDeliverable(document)).blob());
  if (job.attachmentId) await attempt('downloadAttachment', () => readAttachment(job));
  await attempt('listEngagements', () => client.listEngagements());
}

/** Reads the text of a job's attached file by its signed link. */
export async function readAttachment({
  client,
  engagementId: id,
  attachmentId = '',
}: Job): Promise<string> {
  const { downloadUrl } = await client.getAttachment({ id, attachmentId });
  const token = new URL(downloadUrl).pathname.split('/').at(-1) ?? '';
  const download = await client.downloadAttachment({ token });
  return (await download.blob()).text();
}

/** One attempt of a request. */
export interface Attempt {
  /** Method and path, with `:id` and `:token` in the place of ids. */
  request: string;
  /** The reason for people; null for an answer below 400. */
  failure: string | null;
}

/** An attempt without an answer ends after this time. */
const limitMs = 60_000;

/** Returns a `fetch` that records each attempt of the client library. */
function recordAttempts(attempts: Attempt[]): typeof fetch {
  return async (input, init = {}) => {
    const request = `${init.method ?? 'GET'} ${nameIds(new URL(String(input)).pathname)}`;
    const signals = [AbortSignal.timeout(limitMs), ...(init.signal ? [init.signal] : [])];
    try {
      const response = await fetch(input, { ...init, signal: AbortSignal.any(signals) });
      const { status } = response;
      const failure = status < 400 ? null : `${status} ${await response.clone().text()}`;
      attempts.push({ request, failure });
      return response;
    } catch (error) {
      const failure = String(error instanceof Error ? (error.cause ?? error) : error);
      attempts.push({ request, failure });
      throw error;
    }
  };
}

const nameIds = (path: string) =>
  path.replace(/(\/downloads)\/.*/, '$1/:token').replaceAll(/\/[a-z0-9]{20,}(?=\/|$)/g, '/:id');
