import type { DeliverableDetail } from '@ecp/contract/work/deliverables';
import type { Engagement } from '@ecp/contract/work/engagements';
import type { RunProgress, RunStarted } from '@ecp/contract/work/runs';
import { readConnectionFile } from '@ecp/database/embedded/connection-file';
import {
  type CookieClient,
  createClient,
  type SignedUpTenant,
  signUpTenant,
} from '@ecp/testing/cookie-client';
import { pollUntil } from '@ecp/testing/poll-until';
import pg from 'pg';

/** A signed-in owner who works on one engagement. */
export interface MainJob {
  client: CookieClient;
  tenant: SignedUpTenant;
  engagement: Engagement;
  /** The path /api/engagements/<id>. */
  path: string;
}

/** Three small tasks for a short run, of which the first two are independent. */
export const threeTasks = {
  name: 'Bicycle repair on subscription',
  client: 'Spoke & Co',
  brief: [
    'Spoke & Co repairs 5,200 bicycles a year in three workshops in Leeds, at an average price of £64 per repair.',
    'In January and February the workshops are idle for 40 percent of the time. The four mechanics are employed all year.',
    'The owner considers a subscription of £9 per month that covers two inspections and all labour.',
    'In a survey of 310 customers 22 percent said that they would subscribe. Should the subscription be offered, and how?',
  ].join(' '),
  budget: 5,
  tasks: [
    {
      id: 'demand',
      name: 'Demand analysis',
      description: 'Estimate who subscribes and what that earns.',
    },
    { id: 'costs', name: 'Cost model', description: 'Work out the cost of a subscriber.' },
    {
      id: 'offer',
      name: 'Subscription offer',
      description: 'Recommend the offer.',
      dependsOn: ['demand', 'costs'],
    },
  ],
};

/** Signs up a new owner and creates an engagement (AUT-1, ENG-3). */
export async function beginJob(baseUrl: string, body: object = threeTasks): Promise<MainJob> {
  const client = createClient(baseUrl);
  const tenant = await signUpTenant(client);
  const created = await client.post<Engagement>('/api/engagements', body);
  if (created.status !== 201)
    throw new Error(`Create answered ${created.status}: ${JSON.stringify(created.body)}`);
  return { client, tenant, engagement: created.body, path: `/api/engagements/${created.body.id}` };
}

/** Returns the same owner and engagement for a product that was restarted at another address. */
export function continueAt(job: MainJob, baseUrl: string): MainJob {
  const client = createClient(baseUrl);
  for (const [name, value] of job.client.cookies) client.cookies.set(name, value);
  return { ...job, client };
}

/** Starts a run and returns its id. */
export async function startRun({ client, path }: MainJob): Promise<string> {
  const started = await client.post<RunStarted>(`${path}/run`);
  if (started.status !== 200)
    throw new Error(`Start answered ${started.status}: ${JSON.stringify(started.body)}`);
  return started.body.runId;
}

export async function readStatus({ client, path }: MainJob): Promise<RunProgress> {
  return (await client.get<RunProgress>(`${path}/status`)).body;
}

/** Waits for a status of the run and returns the whole response. */
export function waitForStatus(
  job: MainJob,
  status: RunProgress['status'],
  limitMs?: number,
): Promise<RunProgress> {
  return pollUntil(
    () => readStatus(job),
    (progress) => progress.status === status,
    limitMs,
  );
}

export async function readDeliverable(
  { client, path }: MainJob,
  filename: string,
): Promise<DeliverableDetail> {
  return (
    await client.get<DeliverableDetail>(`${path}/deliverables/${encodeURIComponent(filename)}`)
  ).body;
}

/**
 * Runs one statement on the product's database, bypassing row-level security, and returns its rows.
 */
export async function queryProduct<Row extends pg.QueryResultRow>(
  dataDir: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const urls = await readConnectionFile(dataDir);
  if (urls === undefined) throw new Error(`No database is up in ${dataDir}`);
  const client = new pg.Client({ connectionString: urls.url });
  await client.connect();
  try {
    return (await client.query<Row>(statement, values)).rows;
  } finally {
    await client.end();
  }
}
