import type { Release } from '@ecp/contract/reach/releases';
import { createClient } from '@ecp/testing/cookie-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPopulatedTenant, type PopulatedTenant } from '../../../testing/populated-tenant.ts';
import { openReleasing } from '../../../testing/releases/releasing-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let tenant: PopulatedTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createPopulatedTenant(platform);
});
afterAll(() => platform.close());

const text = 'I have read these documents and stand by them.';

async function openTeam(of = tenant) {
  const team = openReleasing(platform, of, await of.addEngagement());
  await team.addFile('paper.md', '# Paper\n\nFirst.\n');
  const { link } = await team.issue({ clientName: 'Clara' });
  return { team, link };
}

const setPolicy = (requireAttestation: boolean, { owner } = tenant) =>
  owner.patch('/api/account/policies', { requireAttestation });

// AIU-1, AIU-2
test('an attestation stays with its release, with its author and time, in the audit log and the export', async () => {
  const { team, link } = await openTeam();
  const { status, body } = await team.release([link.id], [['paper.md', 1]], {
    attestation: ` ${text} `,
  });
  expect({ status, body }).toMatchObject({
    status: 201,
    body: { attestation: text, releasedBy: { kind: 'user' } },
  });
  const listed = await tenant.owner.get<{ releases: Release[] }>(`${team.path}/releases`);
  expect(listed.body.releases).toEqual([body]);
  const log = await platform.asSuperuser(
    'select metadata from platform.audit_log where resource_id = $1',
    [body.id],
  );
  expect(log).toMatchObject([{ metadata: { attestation: text } }]);
  const { body: account } = await tenant.owner.get<{ releases: Release[] }>('/api/account/export');
  expect(account.releases).toContainEqual(
    expect.objectContaining({ id: body.id, attestation: text, aiUse: false }),
  );
  expect(
    (await team.release([link.id], [['paper.md', 1]], { attestation: 'x'.repeat(2_001) })).status,
  ).toBe(400);
});

// AIU-3
test('the policy refuses a release without an attestation, by a person and by a key, in its workspace alone', async () => {
  const { team, link } = await openTeam();
  const stranger = await createPopulatedTenant(platform);
  const others = await openTeam(stranger);
  expect((await setPolicy(true)).body).toMatchObject({ requireAttestation: true });
  const required = { status: 409, body: { code: 'attestation_required' } };
  for (const attestation of [undefined, null, '  ']) {
    expect(await team.release([link.id], [['paper.md', 1]], { attestation })).toMatchObject(
      required,
    );
  }
  const key = await tenant.owner.post<{ key: string }>('/api/api-keys', {
    name: 'CI',
    scope: 'read_write',
  });
  const program = createClient(platform.baseUrl, key.body.key);
  const order = { linkIds: [link.id], documents: [{ filename: 'paper.md', version: 1 }] };
  expect(await program.post(`${team.path}/releases`, order)).toMatchObject(required);
  expect((await tenant.owner.get(`${team.path}/releases`)).body).toEqual({ releases: [] });
  expect(
    (await program.post(`${team.path}/releases`, { ...order, attestation: text })).status,
  ).toBe(201);
  expect((await others.team.release([others.link.id], [['paper.md', 1]])).status).toBe(201);
  await setPolicy(false);
  expect((await team.release([link.id], [['paper.md', 1]])).status).toBe(201);
});
