import type { Notice } from '@ecp/contract/reach/notices';
import type { DeliverableDetail, ReviewResult } from '@ecp/contract/work/deliverables';
import type { QueueItem } from '@ecp/contract/work/queue';
import { openDatabase } from '@ecp/database/database';
import { type CookieClient, createClient } from '@ecp/testing/cookie-client';
import { insertDeliverable, insertEngagement, insertRun } from '@ecp/testing/engagement-factory';
import { waitForMails } from '@ecp/testing/mail-folder';
import { pollUntil } from '@ecp/testing/poll-until';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertMember, insertSession } from '../../../../testing/insert-records.ts';
import { createKeyedTenant, type KeyedTenant } from '../../../../testing/keyed-tenant.ts';
import { raiseWall } from '../../../../testing/raise-wall.ts';
import { shareTestPlatform, type TestPlatform } from '../../../../testing/start-test-platform.ts';
import { buildApp } from '../../../app.ts';

/** A member of the team, signed in at both servers. */
interface Member {
  id: string;
  name: string;
  client: CookieClient;
  /** The same session at the second server. */
  elsewhere: CookieClient;
}

let platform: TestPlatform;
/** A second server on the same database, with connections of its own. */
let second: { app: FastifyInstance; database: TestPlatform['database']; url: string };
let tenant: KeyedTenant;
let ada: Member;
let ben: Member;
let cyd: Member;

beforeAll(async () => {
  platform = await shareTestPlatform();
  const database = openDatabase({ url: platform.url });
  const app = await buildApp({ ...platform.services, database });
  second = { app, database, url: await app.listen({ host: '127.0.0.1', port: 0 }) };
});
afterAll(async () => {
  await second.app.close();
  await second.database.close();
  await platform.close();
});
beforeEach(async () => {
  tenant = await createKeyedTenant(platform);
  ada = await addMember('Ada');
  ben = await addMember('Ben');
  cyd = await addMember('Cyd');
});

async function addMember(
  marker: string,
  role: 'member' | 'admin' | 'viewer' = 'member',
): Promise<Member> {
  const id = await insertMember(platform, tenant.tenantId, { role, marker });
  const token = `session-${id}`;
  await insertSession(platform, tenant.tenantId, { userId: id, token });
  const signedIn = (url: string) => {
    const client = createClient(url);
    client.cookies.set('ecp_session', token);
    return client;
  };
  return {
    id,
    name: `${role} ${marker}`,
    client: signedIn(platform.baseUrl),
    elsewhere: signedIn(second.url),
  };
}

const setPolicies = (policies: object) => tenant.owner.patch('/api/account/policies', policies);

interface Document {
  id: string;
  path: string;
  deliverableId: string;
}

async function createDocument(): Promise<Document> {
  const id = await insertEngagement(platform.database, tenant.tenantId, { status: 'completed' });
  const runId = await insertRun(platform.database, tenant.tenantId, id);
  const deliverableId = await insertDeliverable(platform.database, tenant.tenantId, id, {
    runId,
    filename: 'a.md',
  });
  return { id, deliverableId, path: `/api/engagements/${id}/deliverables/a.md` };
}

type Result = Static<typeof ReviewResult>;
const review = (
  by: CookieClient,
  { path }: Pick<Document, 'path'>,
  action: string,
  fields: object = {},
) => by.post<Result>(`${path}/review`, { action, ...fields });
const approve = (by: CookieClient, of: Pick<Document, 'path'>, fields?: object) =>
  review(by, of, 'approve', fields);
const read = async ({ path }: Pick<Document, 'path'>) =>
  (await tenant.owner.get<DeliverableDetail>(path)).body;
const namesOf = ({ approvals }: Pick<DeliverableDetail, 'approvals'>) =>
  approvals.map(({ by }) => by);
const eventsOf = async (deliverableId: string, event = 'deliverable.approved') =>
  await platform.asSuperuser(
    `select data from platform.outbox_events where event = $2 and data->>'deliverableId' = $1`,
    [deliverableId, event],
  );
const auditOf = async (deliverableId: string) =>
  (
    await platform.asSuperuser<{ metadata: Record<string, unknown> }>(
      `select metadata from platform.audit_log where resource_id = $1 and action = 'deliverable.review' order by created_at, id`,
      [deliverableId],
    )
  ).map(({ metadata }) => metadata);
const notAllowed = { status: 403, body: { code: 'author_may_not_approve' } };

describe('approvalsNeeded', () => {
  // SGN-1, SGN-2, SGN-6, SGN-12
  test('leaves a version in review until as many members have approved it, each once', async () => {
    await setPolicies({ approvalsNeeded: 2 });
    const document = await createDocument();
    expect(await read(document)).toMatchObject({
      approvals: [],
      approvalsNeeded: 2,
      authorId: null,
    });
    const first = await approve(ada.client, document);
    const ofAda = {
      by: ada.name,
      at: first.body.reviewedAt,
      author: { kind: 'user', id: ada.id, name: ada.name },
    };
    expect(first.body).toMatchObject({
      approvalStatus: 'pending_review',
      approvals: [ofAda],
      approvalsNeeded: 2,
    });
    const again = await approve(ada.client, document);
    expect(again.body).toMatchObject({ approvalStatus: 'pending_review', approvals: [ofAda] });
    expect(await eventsOf(document.deliverableId)).toEqual([]);
    const last = await approve(ben.client, document);
    expect(last.body).toMatchObject({
      approvalStatus: 'approved',
      approvals: [ofAda, { by: ben.name }],
    });
    expect(await read(document)).toMatchObject({
      approvalStatus: 'approved',
      approvals: last.body.approvals,
    });
    const after = await approve(cyd.client, document);
    expect(after.body).toMatchObject({
      approvalStatus: 'approved',
      approvals: [ofAda, {}, { by: cyd.name }],
    });
    expect(await eventsOf(document.deliverableId)).toHaveLength(1);
    expect(await eventsOf(document.deliverableId, 'deliverable.reviewed')).toHaveLength(4);
    expect(await auditOf(document.deliverableId)).toMatchObject([
      { action: 'approve', approvals: 1, approvalsNeeded: 2 },
      { action: 'approve', approvals: 1, approvalsNeeded: 2, repeated: true },
      { action: 'approve', approvals: 2, approvalsNeeded: 2 },
      { action: 'approve', approvals: 3, approvalsNeeded: 2 },
    ]);
    const { body } = await tenant.owner.get<{ versions: DeliverableDetail[] }>(
      `${document.path}/versions`,
    );
    expect(body.versions[0]).toMatchObject({ approvals: after.body.approvals, approvalsNeeded: 2 });
    const listed = await tenant.owner.get<DeliverableDetail[]>(
      `/api/engagements/${document.id}/deliverables`,
    );
    expect(listed.body[0]).toMatchObject({ approvals: after.body.approvals, approvalsNeeded: 2 });
  });

  // SGN-3, SGN-12
  test.each(['reject', 'request_revision'])(
    '%s needs one voice and voids the approvals so far',
    async (action) => {
      await setPolicies({ approvalsNeeded: 2 });
      const document = await createDocument();
      await approve(ada.client, document);
      const refused = await review(ben.client, document, action);
      expect(refused.body).toMatchObject({ approvals: [], approvalsNeeded: 2 });
      expect(refused.body.approvalStatus).toBe(
        action === 'reject' ? 'rejected' : 'revision_requested',
      );
      // The approval after it begins anew.
      expect((await approve(ben.client, document)).body).toMatchObject({
        approvalStatus: 'pending_review',
        approvals: [{ by: ben.name }],
      });
      expect((await approve(ada.client, document)).body.approvalStatus).toBe('approved');
      const facts = await auditOf(document.deliverableId);
      expect(facts[1]).toMatchObject({ action, voidedApprovals: 1 });
      // An approval after a rejection is a new one, and sends its event again.
      await review(cyd.client, document, 'reject');
      await approve(ada.client, document);
      await approve(ben.client, document);
      expect(await eventsOf(document.deliverableId)).toHaveLength(2);
    },
  );

  // SGN-4
  test('counts from the next review when it changes, and takes no status away', async () => {
    await setPolicies({ approvalsNeeded: 3 });
    const [lowered, raised] = [await createDocument(), await createDocument()];
    await approve(ada.client, lowered);
    await setPolicies({ approvalsNeeded: 1 });
    expect(await read(lowered)).toMatchObject({
      approvalStatus: 'pending_review',
      approvalsNeeded: 1,
    });
    expect((await approve(ada.client, lowered)).body).toMatchObject({
      approvalStatus: 'approved',
      approvals: [{ by: ada.name }],
    });
    expect(await eventsOf(lowered.deliverableId)).toHaveLength(1);
    await approve(ada.client, raised);
    await setPolicies({ approvalsNeeded: 3 });
    expect(await read(raised)).toMatchObject({ approvalStatus: 'approved', approvalsNeeded: 3 });
    expect((await approve(ben.client, raised)).body.approvalStatus).toBe('approved');
    await review(ben.client, raised, 'reject');
    expect((await approve(ben.client, raised)).body.approvalStatus).toBe('pending_review');
  });

  // SGN-5
  test('begins at none with each version: an edit, a restored one and a rerun', async () => {
    await setPolicies({ approvalsNeeded: 2 });
    const document = await createDocument();
    await approve(ada.client, document);
    await approve(ben.client, document);
    const edited = await ada.client.put<DeliverableDetail>(document.path, {
      content: '# New',
      baseVersion: 1,
    });
    const none = { approvals: [], approvalStatus: 'pending_review', authorId: ada.id };
    expect(edited.body).toMatchObject({ version: 2, ...none });
    await approve(ben.client, document);
    const restored = await ben.client.post<DeliverableDetail>(`${document.path}/restore`, {
      version: 1,
    });
    expect(restored.body).toMatchObject({ version: 3, ...none, authorId: ben.id });
    expect(
      (await tenant.owner.get<DeliverableDetail>(`${document.path}?version=1`)).body,
    ).toMatchObject({
      approvalStatus: 'approved',
      approvals: [{ by: ada.name }, { by: ben.name }],
    });
    expect(
      (await tenant.owner.get<DeliverableDetail>(`${document.path}?version=2`)).body,
    ).toMatchObject({
      approvalStatus: 'pending_review',
      approvals: [{ by: ben.name }],
    });
  });

  // SGN-7
  test('counts a key as its maker', async () => {
    await setPolicies({ approvalsNeeded: 2 });
    const document = await createDocument();
    const key = await tenant.createKey();
    expect((await approve(key, document)).body).toMatchObject({
      author: { kind: 'api_key' },
      approvals: [{ author: { kind: 'user', id: tenant.userId } }],
    });
    const twice = await approve(tenant.owner, document);
    expect(twice.body).toMatchObject({ approvalStatus: 'pending_review', approvals: [{}] });
    expect((await approve(ada.client, document)).body.approvalStatus).toBe('approved');
  });
});

describe('authorMayApprove', () => {
  // SGN-9
  test('keeps who wrote or restored the version, and its key, from approving it, and nobody else', async () => {
    await setPolicies({ authorMayApprove: false });
    const document = await createDocument();
    const key = await tenant.createKey();
    expect(
      (await key.put<DeliverableDetail>(document.path, { content: '# By key', baseVersion: 1 }))
        .body,
    ).toMatchObject({
      editedBy: { kind: 'api_key' },
      authorId: tenant.userId,
    });
    for (const author of [key, tenant.owner])
      expect(await approve(author, document)).toMatchObject(notAllowed);
    expect(await eventsOf(document.deliverableId)).toEqual([]);
    expect((await review(tenant.owner, document, 'request_revision')).status).toBe(200);
    expect((await approve(ada.client, document)).body.approvalStatus).toBe('approved');
    // The person who restores a version is its only author.
    await ada.client.post(`${document.path}/restore`, { version: 1 });
    expect(await approve(ada.client, document)).toMatchObject(notAllowed);
    expect((await approve(tenant.owner, document)).body.approvalStatus).toBe('approved');
    await setPolicies({ authorMayApprove: true });
    expect((await approve(ada.client, document)).status).toBe(200);
  });

  // SGN-9
  test('takes who ordered the run or the rerun as the author of its versions', async () => {
    await setPolicies({ authorMayApprove: false });
    const given = { name: 'Market entry', client: 'Acme', brief: 'Enter the Nordic market.' };
    const tasks = [{ id: 'entry', name: 'Entry' }];
    const { body } = await tenant.owner.post<{ id: string }>('/api/engagements', {
      ...given,
      tasks,
    });
    const path = `/api/engagements/${body.id}/deliverables/entry.md`;
    const deliver = async (runId: string, version: number) => {
      const run = await platform.engine.waitForRun(runId);
      const document = {
        taskId: 'entry',
        filename: 'entry.md',
        wordCount: 2,
        citations: [],
        figures: [],
      };
      run.push({ type: 'deliverable', ...document, content: `# Version ${version}` });
      run.push({ type: 'status', status: 'completed', error: null });
      await pollUntil(
        () => tenant.owner.get(path),
        (found) => found.body['version'] === version,
      );
      await pollUntil(
        () => tenant.owner.get(`/api/engagements/${body.id}`),
        (found) => found.body['status'] === 'completed',
      );
    };
    const key = await tenant.createKey();
    const run = await key.post<{ runId: string }>(`/api/engagements/${body.id}/run`);
    await deliver(run.body.runId, 1);
    expect((await read({ path })).authorId).toBe(tenant.userId);
    for (const author of [tenant.owner, key])
      expect(await approve(author, { path })).toMatchObject(notAllowed);
    expect((await approve(ada.client, { path })).body.approvalStatus).toBe('approved');
    const rerun = await ada.client.post<{ runId: string }>(`${path}/rerun`);
    await deliver(rerun.body.runId, 2);
    expect(await read({ path })).toMatchObject({
      authorId: ada.id,
      approvals: [],
      approvalStatus: 'pending_review',
    });
    expect(await approve(ada.client, { path })).toMatchObject(notAllowed);
    expect((await approve(tenant.owner, { path })).body.approvalStatus).toBe('approved');
  });
});

describe('at the same moment', () => {
  const rounds = Array.from({ length: 8 }, (_, index) => index);

  // SGN-10
  test('two members at two servers reach the number once, with one event', async () => {
    await setPolicies({ approvalsNeeded: 2 });
    for (const _ of rounds) {
      const document = await createDocument();
      const answers = await Promise.all([
        approve(ada.client, document),
        approve(ben.elsewhere, document),
        approve(ada.elsewhere, document),
        approve(ben.client, document),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const found = await read(document);
      expect(found.approvalStatus).toBe('approved');
      expect(namesOf(found).sort()).toEqual([ada.name, ben.name]);
      expect(await eventsOf(document.deliverableId)).toHaveLength(1);
    }
  });

  // SGN-10
  test('one person many times counts once, also with a key and with the same Idempotency-Key', async () => {
    await setPolicies({ approvalsNeeded: 2 });
    const document = await createDocument();
    const key = await tenant.createKey();
    const once = (client: CookieClient) =>
      client.post(`${document.path}/review`, { action: 'approve' }, { 'idempotency-key': 'one' });
    await Promise.all([
      ...rounds.map(() => approve(tenant.owner, document)),
      approve(key, document),
    ]);
    expect(namesOf(await read(document))).toHaveLength(1);
    const repeats = await Promise.all(
      rounds.map((at) => once(at % 2 ? ada.client : ada.elsewhere)),
    );
    const settled = repeats.filter(({ status }) => status === 200);
    expect(new Set(settled.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(repeats.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(await eventsOf(document.deliverableId)).toHaveLength(1);
    const reviewed = await eventsOf(document.deliverableId, 'deliverable.reviewed');
    expect(reviewed).toHaveLength(rounds.length + 2);
  });

  // SGN-8, SGN-10
  test('an approval and a new version: it counts for the version that was there, or is refused', async () => {
    await setPolicies({ approvalsNeeded: 2 });
    for (const _ of rounds) {
      const document = await createDocument();
      const [edited, ...approvals] = await Promise.all([
        cyd.client.put(document.path, { content: '# New', baseVersion: 1 }),
        approve(ada.client, document),
        approve(ben.elsewhere, document, { version: 1 }),
      ]);
      expect(edited.status).toBe(201);
      const counted = approvals.filter(({ status }) => status === 200);
      for (const { status, body } of approvals) {
        if (status !== 200)
          expect({ status, body }).toMatchObject({
            status: 409,
            body: { code: 'not_latest_version' },
          });
      }
      // Ada did not say a version: when hers arrived after the edit, it is for the new one.
      const ofSecond = counted.filter(({ body }) => body.deliverableId !== document.deliverableId);
      const latest = await read(document);
      expect(latest).toMatchObject({ version: 2, approvalStatus: 'pending_review' });
      expect(namesOf(latest)).toEqual(ofSecond.map(() => ada.name));
      const { body: first } = await tenant.owner.get<DeliverableDetail>(
        `${document.path}?version=1`,
      );
      expect(first.approvals).toHaveLength(counted.length - ofSecond.length);
    }
  });

  // SGN-3, SGN-10
  test('an approval and a rejection: whichever is last holds, and no approval outlives the rejection', async () => {
    await setPolicies({ approvalsNeeded: 2 });
    for (const _ of rounds) {
      const document = await createDocument();
      await approve(ada.client, document);
      const [approved, rejected] = await Promise.all([
        approve(ben.client, document),
        review(cyd.elsewhere, document, 'reject'),
      ]);
      const found = await read(document);
      const isRejectedLast = approved.body.reviewedAt < rejected.body.reviewedAt;
      expect({ status: found.approvalStatus, names: namesOf(found) }).toEqual(
        isRejectedLast
          ? { status: 'rejected', names: [] }
          : { status: 'pending_review', names: [ben.name] },
      );
      expect(await eventsOf(document.deliverableId)).toHaveLength(isRejectedLast ? 1 : 0);
    }
  });

  // SGN-4, SGN-10
  test('three members and a policy that changes meanwhile reach the number at most once', async () => {
    for (const needed of [1, 2, 3, 2]) {
      const document = await createDocument();
      await Promise.all([
        approve(ada.client, document),
        approve(ben.elsewhere, document),
        setPolicies({ approvalsNeeded: needed }),
        approve(cyd.client, document),
      ]);
      const found = await read(document);
      expect(found.approvals).toHaveLength(3);
      expect(found.approvalStatus).toBe('approved');
      expect(await eventsOf(document.deliverableId)).toHaveLength(1);
    }
  });
});

describe('a client', () => {
  const link = async ({ id }: Document) => {
    const { body } = await tenant.owner.post<{ token: string }>(
      `/api/engagements/${id}/portal-tokens`,
      {},
    );
    return (path: string, sent?: object) =>
      fetch(new URL(path, platform.baseUrl), {
        method: sent ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${body.token}`, 'content-type': 'application/json' },
        ...(sent && { body: JSON.stringify(sent) }),
      });
  };

  // SGN-11
  test.each([{ approvalsNeeded: 2 }, { authorMayApprove: false }])(
    'is nobody of the team, and reads nothing of its approvals: %o',
    async (policies) => {
      await setPolicies(policies);
      const document = await createDocument();
      if (policies.approvalsNeeded) await approve(ada.client, document);
      const portal = await link(document);
      const before = namesOf(await read(document));
      const decided = await portal('/api/portal/deliverables/a.md/review', {
        action: 'approve',
        author: 'Clara',
      });
      expect(decided.status).toBe(200);
      expect(Object.keys((await decided.json()) as object).sort()).toEqual(
        ['approvalStatus', 'author', 'deliverableId', 'reviewedAt', 'reviewedBy'].sort(),
      );
      expect(await read(document)).toMatchObject({
        approvalStatus: 'pending_review',
        clientDecision: { action: 'approve' },
      });
      expect(namesOf(await read(document))).toEqual(before);
      expect(await eventsOf(document.deliverableId)).toEqual([]);
      for (const path of ['/api/portal', '/api/portal/deliverables/a.md']) {
        const text = await (await portal(path)).text();
        expect(text).not.toContain(ada.name);
        expect(text).not.toMatch(/approvals|approvalsNeeded|authorId/);
      }
      // A rejection by the client sends the version back, as ever.
      await portal('/api/portal/deliverables/a.md/review', { action: 'reject', author: 'Clara' });
      expect(await read(document)).toMatchObject({ approvalStatus: 'rejected', approvals: [] });
    },
  );

  test('approves as ever where one approval is enough and nobody is barred', async () => {
    const document = await createDocument();
    const portal = await link(document);
    await portal('/api/portal/deliverables/a.md/review', { action: 'approve', author: 'Clara' });
    expect(await read(document)).toMatchObject({ approvalStatus: 'approved', approvals: [] });
    expect(await eventsOf(document.deliverableId)).toHaveLength(1);
  });
});

describe('releaseRole', () => {
  // SGN-13
  test('lets people from a role on release, keys as their makers, and hand out links of the latest versions', async () => {
    const document = await createDocument();
    const base = `/api/engagements/${document.id}`;
    const links = `${base}/portal-tokens`;
    const { body: made } = await tenant.owner.post<{ id: string }>(links, {
      documents: 'released',
    });
    const release = (by: CookieClient) =>
      by.post(`${base}/releases`, {
        linkIds: [made.id],
        documents: [{ filename: 'a.md', version: 1 }],
      });
    const admin = await addMember('Eve', 'admin');
    const keyOf = async ({ client }: Member) =>
      createClient(
        platform.baseUrl,
        (
          await client.post<{ key: string }>('/api/api-keys', {
            name: 'CI',
            engagementId: document.id,
          })
        ).body.key,
      );
    const adminsKey = await keyOf(admin);
    const outcomes = async () => {
      const ways = [ada.client, admin.client, adminsKey, tenant.owner];
      return await Promise.all(
        ways.map(async (by) => (await release(by)).body['code'] ?? 'released'),
      );
    };
    expect(await outcomes()).toEqual(['released', 'released', 'released', 'released']);
    await setPolicies({ releaseRole: 'admin' });
    expect(await outcomes()).toEqual(['admin_access_required', 'released', 'released', 'released']);
    expect(await ada.client.post(links, { documents: 'latest' })).toMatchObject({
      status: 403,
      body: { code: 'admin_access_required' },
    });
    expect((await ada.client.post(links, { documents: 'released' })).status).toBe(201);
    await setPolicies({ releaseRole: 'owner' });
    const owners = 'owner_access_required';
    expect(await outcomes()).toEqual([owners, owners, owners, 'released']);
    // A key may what its maker may at that moment.
    await setPolicies({ releaseRole: 'admin' });
    await tenant.owner.patch(`/api/team/${admin.id}`, { role: 'member' });
    expect((await release(adminsKey)).body).toMatchObject({ code: 'admin_access_required' });
  });
});

describe('the queue', () => {
  const read = async ({ client }: Pick<Member, 'client'>, scope = 'mine') => {
    const { body } = await client.get<{ items: QueueItem[] }>(
      `/api/queue?kind=review&scope=${scope}`,
    );
    const counted = await client.get<{ reviews: number }>(`/api/queue/count?scope=${scope}`);
    expect(counted.body.reviews).toBe(body.items.length);
    return body.items.map(({ approvals, approvalsNeeded }) => `${approvals} of ${approvalsNeeded}`);
  };

  // SGN-14
  test('asks nobody twice, and all others once the owner can do no more', async () => {
    await setPolicies({ approvalsNeeded: 2 });
    const document = await createDocument();
    await tenant.owner.patch(`/api/engagements/${document.id}`, { ownerId: ada.id });
    expect([await read(ada), await read(ben), await read(cyd)]).toEqual([['0 of 2'], [], []]);
    await approve(ada.client, document);
    expect([await read(ada), await read(ben), await read(cyd)]).toEqual([
      [],
      ['1 of 2'],
      ['1 of 2'],
    ]);
    expect(await read(ada, 'all')).toEqual(['1 of 2']);
    // The number is lowered: anybody's next approval is the last one.
    await setPolicies({ approvalsNeeded: 1 });
    expect([await read(ada), await read(ben)]).toEqual([['1 of 1'], []]);
    await setPolicies({ approvalsNeeded: 2 });
    await approve(ben.client, document);
    expect([await read(ada), await read(cyd), await read(cyd, 'all')]).toEqual([[], [], []]);
  });

  // SGN-14
  test('does not ask the author, who may not approve', async () => {
    await setPolicies({ authorMayApprove: false });
    const document = await createDocument();
    await ada.client.put(document.path, { content: '# Of Ada', baseVersion: 1 });
    expect([await read(ada), await read(ben)]).toEqual([[], ['0 of 1']]);
    await tenant.owner.patch(`/api/engagements/${document.id}`, { ownerId: ada.id });
    expect([await read(ada), await read(ben)]).toEqual([[], ['0 of 1']]);
    await setPolicies({ authorMayApprove: true });
    expect([await read(ada), await read(ben)]).toEqual([['0 of 1'], []]);
  });
});

describe('an approval below the number', () => {
  /** The ids of whom each notice about a document was told, in the order of time. */
  const told = async ({ id }: Document) => {
    const rows = await platform.asSuperuser<{ ids: string[] }>(
      `select array_agg(r.user_id) as ids from platform.notices n
        join platform.notice_recipients r on r.tenant_id = n.tenant_id and r.notice_id = n.id
        where n.engagement_id = $1 and n.kind = 'approval_needed' group by n.id, n.created_at order by n.created_at`,
      [id],
    );
    return rows.map(({ ids }) => ids.sort());
  };

  // SGN-17
  test('is told once to the engagement’s owner and the admins who may approve, and to nobody else', async () => {
    await setPolicies({ approvalsNeeded: 3 });
    const [eve, left] = [await addMember('Eve', 'admin'), await addMember('Left', 'admin')];
    await platform.asSuperuser('update platform.users set deactivated_at = now() where id = $1', [
      left.id,
    ]);
    const document = await createDocument();
    await tenant.owner.patch(`/api/engagements/${document.id}`, { ownerId: ada.id });
    for (const _ of ['first', 'repeated']) await approve(eve.client, document);
    const asked = [ada.id, tenant.userId].sort();
    expect(await told(document)).toEqual([asked]);
    const { body } = await ada.client.get<{ notices: Notice[] }>('/api/notices');
    const approved = {
      filename: 'a.md',
      version: 1,
      approvedBy: eve.name,
      approvals: 1,
      approvalsNeeded: 3,
    };
    const shown = {
      kind: 'approval_needed',
      group: 'runs',
      engagementId: document.id,
      data: approved,
    };
    expect(body.notices[0]).toMatchObject(shown);
    const mails = await waitForMails(platform.dataDir, `member-${ada.id}@example.com`, 2);
    const mail = mails.find((each) => each.includes('Subject: Approval needed'));
    expect(mail).toContain(`/engagements/${document.id}/deliverables/a.md`);
    await approve(ben.client, document);
    expect(await told(document)).toEqual([asked, asked]);
    await approve(ada.client, document);
    await review(cyd.client, document, 'reject');
    expect(await told(document)).toHaveLength(2);
    await approve(ada.client, document);
    expect((await told(document))[2]).toEqual([eve.id, tenant.userId].sort());
  });

  // SGN-17
  test('is told to all others who may approve if neither owner nor admins can', async () => {
    await setPolicies({ approvalsNeeded: 2, authorMayApprove: false });
    await addMember('Vic', 'viewer');
    const document = await createDocument();
    await tenant.owner.put(document.path, { content: '# Of the owner', baseVersion: 1 });
    await approve(ada.client, document);
    expect(await told(document)).toEqual([[ben.id, cyd.id].sort()]);
    // Where the author may approve, the owner alone is asked.
    await setPolicies({ authorMayApprove: true });
    await review(ada.client, document, 'reject');
    await approve(ada.client, document);
    expect((await told(document))[1]).toEqual([tenant.userId]);
  });

  // SGN-17
  test('is told to nobody outside of a wall, and not about the sample', async () => {
    await setPolicies({ approvalsNeeded: 2 });
    const [walled, sample] = [await createDocument(), await createDocument()];
    await raiseWall(platform, tenant.tenantId, {
      engagementIds: [walled.id],
      memberIds: [ada.id, ben.id],
    });
    await approve(ada.client, walled);
    expect(await told(walled)).toEqual([[ben.id]]);
    await platform.asSuperuser('update platform.engagements set sample = true where id = $1', [
      sample.id,
    ]);
    expect((await approve(ada.client, sample)).body.approvalStatus).toBe('pending_review');
    expect(await told(sample)).toEqual([]);
  });
});
