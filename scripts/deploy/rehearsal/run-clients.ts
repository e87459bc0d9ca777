import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type CookieClient, createClient, signUpTenant } from '@ecp/testing/cookie-client';

/** One request of a client. `failure` is null for an answer below 400. */
export interface SentRequest {
  phase: string;
  request: string;
  durationMs: number;
  failure: string | null;
}

/** The result of one job. The run has to be completed, and each document has to be there once. */
export interface FinishedJob {
  path: string;
  runId: string;
  client: CookieClient;
}

/** Clients that do the main job again and again until they are stopped. */
export interface Clients {
  requests: SentRequest[];
  jobs: FinishedJob[];
  /** Names what happens to the services, for the requests that are sent from now on. */
  enter(phase: string): void;
  /** Lets each client end its job. Throws if a job does not end in time. */
  stop(): Promise<void>;
}

const runLimitMs = 180_000;
const pollMs = 250;
/** Engagements that the plan of a new tenant allows in a month. */
const jobsOfTenant = 5;
const brief = {
  name: 'Bicycle repair on subscription',
  client: 'Spoke & Co',
  brief: 'Spoke & Co repairs 5,200 bicycles a year in three workshops. Should it offer a subscription of £9 per month?',
  budget: 5,
  tasks: [
    { id: 'demand', name: 'Demand analysis', description: 'Estimate who subscribes.' },
    { id: 'offer', name: 'Subscription offer', description: 'Recommend the offer.', dependsOn: ['demand'] },
  ],
};

/** Starts `count` clients at the proxy: sign-up, engagement, run, status until it ends, documents, review, PDF. */
export function startClients(baseUrl: string, count: number): Clients {
  const requests: SentRequest[] = [];
  const jobs: FinishedJob[] = [];
  let phase = 'all are up';
  let stopped = false;

  async function send<Body>(
    client: CookieClient,
    method: 'get' | 'post',
    path: string,
    body?: unknown,
  ): Promise<Body | undefined> {
    const sent = { phase, startedMs: performance.now() };
    // Each POST has a key, as those of the SDK have.
    const answer = await (method === 'get'
      ? client.get<Body>(path)
      : client.post<Body>(path, body, { 'idempotency-key': randomUUID() })
    ).catch((error: Error) => error);
    const failed = answer instanceof Error || answer.status >= 400;
    requests.push({
      phase: sent.phase,
      request: `${method.toUpperCase()} ${path.replaceAll(/[a-z0-9]{20,}/g, ':id')}`,
      durationMs: performance.now() - sent.startedMs,
      failure: !failed
        ? null
        : answer instanceof Error
          ? String(answer.cause ?? answer)
          : `${answer.status} ${JSON.stringify(answer.body)}`,
    });
    return failed ? undefined : (answer as { body: Body }).body;
  }

  async function doJob(client: CookieClient): Promise<void> {
    const engagement = await send<{ id: string }>(client, 'post', '/api/engagements', brief);
    if (!engagement) return;
    const path = `/api/engagements/${engagement.id}`;
    const started = await send<{ runId: string }>(client, 'post', `${path}/run`, {});
    if (!started) return;
    const deadlineMs = performance.now() + runLimitMs;
    for (let status = ''; !['completed', 'failed', 'stopped'].includes(status); await wait(pollMs)) {
      status = (await send<{ status: string }>(client, 'get', `${path}/status`))?.status ?? status;
      if (performance.now() > deadlineMs) throw new Error(`The run ${started.runId} has not ended`);
    }
    jobs.push({ path, runId: started.runId, client });
    await send(client, 'get', path);
    await send(client, 'get', `${path}/deliverables`);
    await send(client, 'post', `${path}/deliverables/subscription-offer.md/review`, { action: 'approve' });
    await send(client, 'get', `${path}/deliverables/subscription-offer.md/export/pdf`);
    await send(client, 'get', '/api/engagements');
  }

  async function work(): Promise<void> {
    while (!stopped) {
      const client = createClient(baseUrl);
      await signUpTenant(client);
      for (let done = 0; done < jobsOfTenant && !stopped; done += 1) await doJob(client);
    }
  }
  const working = Promise.all(Array.from({ length: count }, work));
  return {
    requests,
    jobs,
    enter(next) {
      phase = next;
    },
    async stop() {
      stopped = true;
      await working;
    },
  };
}
