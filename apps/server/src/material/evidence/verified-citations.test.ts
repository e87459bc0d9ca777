import type { PortalView } from '@ecp/contract/reach/portal';
import type { Citation } from '@ecp/contract/values/citations';
import type { DeliverableVersions } from '@ecp/contract/work/deliverables';
import { createClient } from '@ecp/testing/cookie-client';
import type { Static } from 'typebox';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createKeyedTenant, type KeyedTenant } from '../../../testing/keyed-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let tenant: KeyedTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
beforeEach(async () => {
  tenant = await createKeyedTenant(platform);
});
afterAll(() => platform.close());

const verified: Citation = {
  footnote: '1',
  claim: 'Sales were 12.',
  quote: '12',
  source: { kind: 'attachment', title: 'a.csv', location: null },
  state: 'verified',
  reason: null,
  passage: '12',
  derivation: null,
};
const derivation = {
  expression: 'b - a',
  inputs: [
    { label: 'a', value: 10, unit: null, citation: '1' },
    { label: 'b', value: 12, unit: null, citation: '1' },
  ],
  result: 2,
};
const computed: Citation = {
  ...verified,
  footnote: '2',
  claim: 'They grew by 2.',
  state: 'computed',
  derivation,
};
const unsupported: Citation = {
  ...verified,
  footnote: '3',
  claim: 'They fell.',
  state: 'unsupported',
  reason: 'rose',
};

async function createChecked(citations: Citation[]) {
  const { owner } = tenant;
  const { body } = await owner.post<{ id: string }>('/api/engagements', {
    name: 'Entry',
    client: 'Acme',
    brief: 'Enter.',
    tasks: [{ id: 'a', name: 'A' }],
  });
  platform.engine.onStart((run) => {
    run.push({
      type: 'deliverable',
      taskId: 'a',
      filename: 'a.md',
      wordCount: 2,
      content: '# A\n',
      citations,
    });
    run.push({ type: 'status', status: 'completed', error: null });
  });
  await owner.post(`/api/engagements/${body.id}/run`);
  await expect
    .poll(async () => (await owner.get(`/api/engagements/${body.id}`)).body['status'])
    .toBe('completed');
  return { id: body.id, path: `/api/engagements/${body.id}/deliverables/a.md` };
}
const require = (requireVerifiedCitations: boolean) =>
  tenant.owner.patch('/api/account/policies', { requireVerifiedCitations });
const approve = (path: string, more: object = {}) =>
  tenant.owner.post(`${path}/review`, { action: 'approve', ...more });
const open = {
  status: 409,
  body: { code: 'citations_open', error: expect.stringContaining('Open citations: 1') },
};

describe('open citations', () => {
  // REV-17
  test('are counted in the answer of a review; computed ones are not open', async () => {
    const { path } = await createChecked([verified, computed, unsupported]);
    expect(await approve(path)).toMatchObject({ status: 200, body: { openCitations: 1 } });
  });

  // REV-18
  test('refuse an approval where the tenant requires verified citations, and nothing else', async () => {
    await require(true);
    const { path } = await createChecked([verified, unsupported]);
    expect(await approve(path)).toMatchObject(open);
    expect((await tenant.owner.get(path)).body).toMatchObject({ approvalStatus: 'pending_review' });
    expect(
      (await tenant.owner.post(`${path}/review`, { action: 'request_revision', notes: 'Mend.' }))
        .status,
    ).toBe(200);
    const closed = await createChecked([verified, computed]);
    expect(await approve(closed.path)).toMatchObject({ status: 200, body: { openCitations: 0 } });
    await require(false);
    expect((await approve(path)).status).toBe(200);
  });

  // REV-19
  test('are overridden by an admin with a reason, which the history and the audit log keep', async () => {
    await require(true);
    const { id, path } = await createChecked([verified, unsupported]);
    const wrong = { status: 400, body: { code: 'override_reason_required' } };
    expect(await approve(path, { override: {} })).toMatchObject(wrong);
    expect(await approve(path, { override: { reason: ' ' } })).toMatchObject(wrong);
    const override = { reason: 'The client knows the figure.' };
    const bound = await tenant.createKey({ engagementId: id });
    const below = await bound.post(`${path}/review`, { action: 'approve', override });
    expect(below).toMatchObject({ status: 403, body: { code: 'admin_access_required' } });
    expect((await approve(path, { override })).status).toBe(200);
    const { body } = await tenant.owner.get<Static<typeof DeliverableVersions>>(`${path}/versions`);
    expect(body.versions[0]?.reviews).toMatchObject([
      { action: 'approve', overrideReason: override.reason },
    ]);
    const audit = await tenant.owner.get<{ entries: object[] }>(
      '/api/audit-log?action=deliverable.review',
    );
    expect(audit.body.entries).toMatchObject([{ metadata: { overrideReason: override.reason } }]);
  });

  // REV-18, POR-13
  test('refuse a client too, who is told nothing else of the check', async () => {
    await require(true);
    const { id } = await createChecked([verified, computed, unsupported]);
    const { body: link } = await tenant.owner.post<{ token: string }>(
      `/api/engagements/${id}/portal-tokens`,
      {
        permissions: ['read', 'approve'],
      },
    );
    const client = createClient(platform.baseUrl, link.token);
    const review = { action: 'approve', author: 'Clara', override: { reason: 'I may not' } };
    const refused = await client.post<{ error: string }>(
      '/api/portal/deliverables/a.md/review',
      review,
    );
    expect(refused).toMatchObject({ status: 409, body: { code: 'citations_open' } });
    expect(refused.body.error).not.toMatch(/\d|citation|override|admin/i);
    const { body } = await client.get<PortalView>('/api/portal');
    expect(body.deliverables.map(({ derivations }) => derivations)).toEqual([[]]);
    expect(JSON.stringify(body.deliverables)).not.toMatch(/computed|unsupported/);
  });
});
