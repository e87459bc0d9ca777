import { beginJob, type MainJob, queryProduct, startRun, waitForStatus } from '../../../e2e/testing/main-job.ts';

/** Number of engagements with which the pages are measured. The report states it. */
export const seededEngagements = 10_000;

const runLimitMs = 120_000;

export interface Workspace {
  /** The session cookies of the owner. */
  cookies: { name: string; value: string }[];
  engagementPath: string;
  deliverablePath: string;
  /** Path of the client's portal. */
  portalPath: string;
  /** File name of the deliverable, encoded for URLs. */
  filename: string;
}

/** Creates a workspace with one engagement that has run, by the API, and 10,000 others, by SQL. */
export async function seedWorkspace(baseUrl: string, dataDir: string): Promise<Workspace> {
  const job = await beginJob(baseUrl);
  await startRun(job);
  await waitForStatus(job, 'completed', runLimitMs);
  const { body: files } = await job.client.get<{ filename: string }[]>(`${job.path}/deliverables`);
  const [file] = files;
  if (!file) throw new Error('The run produced no deliverable');
  const shared = await job.client.post<{ token: string }>(`${job.path}/portal-tokens`, {});
  const { engagement } = job;
  await queryProduct(dataDir, insertEngagements, [engagement.tenantId, seededEngagements, engagement.id]);
  await queryProduct(dataDir, 'vacuum analyze platform.engagements');
  const filename = encodeURIComponent(file.filename);
  const engagementPath = `/engagements/${engagement.id}`;
  return {
    cookies: readCookies(job),
    engagementPath,
    deliverablePath: `${engagementPath}/deliverables/${filename}`,
    portalPath: `/portal/${shared.body.token}`,
    filename,
  };
}

const readCookies = ({ client }: MainJob) => [...client.cookies].map(([name, value]) => ({ name, value }));

/** Inserts copies of the engagement with different names and ages, in all statuses without an active run. */
const insertEngagements = `insert into platform.engagements
  (id, tenant_id, name, client, slug, brief, budget_nano_usd, tasks, status, created_at)
  select 'bench-' || n, tenant_id, 'Engagement ' || n || ': where to grow in region ' || n % 90, 'Client ' || n % 400,
    'engagement_' || n, brief, budget_nano_usd, tasks,
    (array['pending', 'completed', 'failed'])[1 + n % 3], now() - n * interval '30 minutes'
  from platform.engagements, generate_series(1, $2::integer) as n
  where tenant_id = $1 and id = $3`;
