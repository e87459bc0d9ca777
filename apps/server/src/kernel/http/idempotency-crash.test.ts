import { allEndpoints } from '@ecp/contract/all-endpoints';
import { type Endpoint, takesIdempotencyKey } from '@ecp/contract/declaring/endpoint';
import { createEngagement } from '@ecp/contract/work/engagements';
import { startRun } from '@ecp/contract/work/runs';
import { createId } from '@ecp/database/create-id';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ExampleRequest,
  exampleRequest,
  type Ids,
} from '../../../testing/hostile/example-requests.ts';
import { makeFreshIds } from '../../../testing/make-fresh-ids.ts';
import {
  type Credentials,
  createPopulatedTenant,
  type PopulatedTenant,
} from '../../../testing/populated-tenant.ts';
import { type SentAnswer, sendRequest } from '../../../testing/send-request.ts';
import { type LocalServer, startLocalServer } from '../../../testing/servers/local-server.ts';
import { startTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant } from '../../../testing/test-tenant.ts';

let platform: TestPlatform;
let tenant: PopulatedTenant;
let site: LocalServer;
beforeAll(async () => {
  site = await startLocalServer((_request, response) => {
    response.setHeader('content-type', 'text/plain');
    response.end('Quay');
  });
  platform = await startTestPlatform({
    config: { outboundAllowedHosts: [`127.0.0.1:${site.port}`] },
  });
  tenant = await createPopulatedTenant(platform);
  // A process that dies after its work has committed writes nothing more, so an update outside that
  // transaction fails.
  await platform.asSuperuser('create table public.dying ()');
  await platform.asSuperuser(`create function platform.die_after_commit() returns trigger language plpgsql security definer as $$
    begin
      if current_query() like 'update%' and pg_current_xact_id_if_assigned() is null and exists (select from public.dying) then
        raise 'The process is dead';
      end if;
      return null;
    end $$`);
  await platform.asSuperuser(`create trigger die_after_commit before update on platform.idempotency_keys
    for each statement execute function platform.die_after_commit()`);
});
afterAll(async () => {
  await platform.close();
  await site.close();
});

const setDying = (dies: boolean) =>
  platform.asSuperuser(
    dies ? 'insert into public.dying default values' : 'delete from public.dying',
  );
/** Lets the claims of dead processes expire, as after a minute. */
const endClaims = () =>
  platform.asSuperuser(
    `update platform.idempotency_keys set claimed_until = least(claimed_until, now())`,
  );

/**
 * Sends a request whose process dies after the commit of its work, and repeats it after its claim
 * has expired.
 */
async function sendTwice(
  request: ExampleRequest,
  credentials: Credentials,
  meanwhile: () => Promise<unknown> = async () => undefined,
): Promise<SentAnswer[]> {
  const send = () => sendRequest(platform, request, { ...credentials, 'idempotency-key': key });
  const key = createId();
  await setDying(true);
  const first = await send();
  await setDying(false);
  await meanwhile();
  await endClaims();
  return [first, await send()];
}

/** Makes the records that one request names, and returns their ids and the caller. */
async function prepare(endpoint: Endpoint): Promise<{ ids: Ids; caller: Credentials }> {
  const ids = await makeFreshIds(tenant, endpoint);
  if (endpoint.name === 'rerunStale') await makeStale(ids.engagement);
  if (endpoint.name === 'sendMessage') await beginRun(ids.engagement);
  if (['approveAnswer', 'returnAnswer'].includes(endpoint.name)) await beginWait(ids.engagement);
  if (endpoint.credentials !== 'portal') return { ids, caller: tenant.sessions.owner };
  return { ids, caller: (await tenant.addPortalToken(ids.engagement)).credentials };
}

/** Lets an engagement's last run be at work, as far as the platform knows. */
async function beginRun(engagement: string): Promise<void> {
  await platform.asSuperuser(`update platform.engagements set status = 'running' where id = $1`, [
    engagement,
  ]);
}

/** Lets an engagement's last run wait for the approval of its answer. */
async function beginWait(engagement: string): Promise<void> {
  await beginRun(engagement);
  await platform.asSuperuser(
    `insert into platform.answer_approvals (tenant_id, engagement_id, run_id, round)
      select tenant_id, engagement_id, id, 2 from platform.runs where engagement_id = $1`,
    [engagement],
  );
}

/** Lets the latest version be built on an outdated one. */
async function makeStale(engagement: string): Promise<void> {
  await platform.asSuperuser(
    `insert into platform.deliverable_upstreams (tenant_id, deliverable_id, upstream_id)
      select latest.tenant_id, latest.id, first.id from platform.deliverables latest
      join platform.deliverables first using (tenant_id, engagement_id, filename)
      where engagement_id = $1 and latest.version = 2 and first.version = 1`,
    [engagement],
  );
}

/** Endpoints whose repetition changes nothing more; the decision record says why. */
const guarded = [
  'stopRun',
  'pauseRun',
  'resumeRun',
  'testWebhook',
  'testNoticeChannel',
  'startCheckout',
  'openBillingPortal',
  'cancelSubscription',
  'confirmMemberAddress',
  'enterWall',
  'changePassword',
  'verifySsoDomain',
  'verifyQuery',
  'reproduceNotebookEntry',
  'previewChart',
  'drawTableChart',
  'draftFromText',
  'draftFromFile',
];
const concluding = allEndpoints.filter(
  (one) => takesIdempotencyKey(one) && !guarded.includes(one.name),
);
const everything = [
  'engagements',
  'runs',
  'api_keys',
  'portal_tokens',
  'comments',
  'templates',
  'attachments',
];
const countAll = async (tenantId: string) => {
  const tables = [
    ...everything,
    'users',
    'webhook_endpoints',
    'webhook_secrets',
    'reviews',
    'outbox_events',
  ];
  const counts = tables.map(
    (table) => `(select count(*) from platform.${table} where tenant_id = $1) as ${table}`,
  );
  const audit = `(select count(*) from platform.audit_log where tenant_id = $1) as audit_log`;
  return platform.asSuperuser(`select ${[...counts, audit].join(', ')}`, [tenantId]);
};

describe('Idempotency-Key: a process that dies between its commit and its answer', () => {
  // PRO-15
  test.each(concluding.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s is not done twice',
    async (_, one) => {
      const { ids, caller } = await prepare(one);
      const example = exampleRequest(one, ids);
      const url = `http://127.0.0.1:${site.port}/page`;
      const request = one.name === 'attachFromUrl' ? { ...example, body: { url } } : example;
      const [first, second] = await sendTwice(request, caller);
      expect(String(first?.status), first?.text).toBe(Object.keys(one.responses)[0]);
      expect([second?.status, second?.headers.get('idempotency-replayed')], second?.text).toEqual([
        first?.status,
        'true',
      ]);
      expect(second?.json).toEqual(first?.json);
    },
  );

  test('leaves one record and one entry in the audit log', async () => {
    // This test needs its own tenant: work of the other tests may still be running.
    const { tenantId, cookie } = await createTestTenant(platform);
    const [was] = await countAll(tenantId);
    await sendTwice(exampleRequest(createEngagement, tenant.ids), { cookie });
    const [counts] = await countAll(tenantId);
    const grown = Object.entries(counts ?? {}).filter(([table, count]) => count !== was?.[table]);
    expect(grown.map(([table]) => table)).toEqual(['engagements', 'audit_log']);
    expect(grown.map(([table, count]) => Number(count) - Number(was?.[table]))).toEqual([1, 1]);
  });

  test('does not start a finished run again', async () => {
    const { ids, caller } = await prepare(startRun);
    platform.engine.onStart((run) => run.complete());
    const runs = () =>
      platform.asSuperuser<{ status: string }>(
        `select status from platform.runs where engagement_id = $1 order by started_at`,
        [ids.engagement],
      );
    const isOver = () =>
      pollUntil(runs, (found) => found.length > 0 && found.at(-1)?.status === 'completed');
    const before = (
      await platform.asSuperuser('select 1 from platform.runs where engagement_id = $1', [
        ids.engagement,
      ])
    ).length;
    const [first, second] = await sendTwice(exampleRequest(startRun, ids), caller, isOver);
    expect([first?.status, second?.status, second?.json]).toEqual([200, 200, first?.json]);
    const after = await platform.asSuperuser(
      'select 1 from platform.runs where engagement_id = $1',
      [ids.engagement],
    );
    expect(after.length - before).toBe(1);
  });
});
