import type { AuditLogEntry } from '@ecp/contract/identity/audit-log';
import type { Role } from '@ecp/contract/identity/auth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createWalledTenant, type WalledTenant } from '../../../testing/walled-tenant.ts';

let platform: TestPlatform;
let tenant: WalledTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  tenant = await createWalledTenant(platform);
});

async function list(role: Role, query = ''): Promise<AuditLogEntry[]> {
  const { json } = await tenant.ask(role, 'GET', `/api/audit-log?limit=200${query}`);
  return (json as unknown as { entries: AuditLogEntry[] }).entries;
}
/** Changes the hidden engagement in several ways, each with an entry that holds a word. */
async function leaveWords(): Promise<void> {
  const place = `/api/engagements/${tenant.hidden}`;
  await tenant.ask('member', 'PATCH', place, { name: 'Nightingale' });
  await tenant.ask('member', 'POST', `${place}/comments`, {
    body: 'Hello',
    filename: `${tenant.marker}.md`,
  });
  await tenant.ask('member', 'POST', `${place}/deliverables/${tenant.marker}.md/review`, {
    action: 'approve',
  });
  await tenant.ask(tenant.client, 'POST', '/api/portal/comments', {
    author: 'Clara',
    body: 'Too high',
  });
  const card = await tenant.addCard(tenant.hidden);
  await tenant.ask('member', 'PATCH', `/api/library/cards/${card}`, { title: 'Nightingale sings' });
}

// WAL-13
test('shows an admin outside the id of a hidden engagement alone, and a member everything', async () => {
  await leaveWords();
  await tenant.join('owner');
  const inside = await list('owner');
  const outside = await list('admin');
  expect(outside.map(({ id }) => id)).toEqual(inside.map(({ id }) => id));
  const about = ({ resourceType, resourceId, metadata }: AuditLogEntry) =>
    resourceType === 'engagement'
      ? resourceId
      : (metadata as { engagementId?: string }).engagementId;
  const hidden = inside.filter((entry) => about(entry) === tenant.hidden);
  const actions = hidden.map(({ action }) => action);
  expect(actions).toEqual(
    expect.arrayContaining([
      'engagement.update',
      'comment.create',
      'deliverable.review',
      'portal.comment',
      'card.update',
    ]),
  );
  for (const [index, entry] of inside.entries()) {
    const shown = outside[index];
    if (about(entry) !== tenant.hidden) expect(shown).toEqual(entry);
    else {
      expect(shown).toEqual({
        ...entry,
        resourceId: entry.resourceId === tenant.hidden ? tenant.hidden : null,
        metadata: { engagementId: tenant.hidden },
        ipAddress: null,
        salt: null,
        committed: null,
      });
    }
  }
  expect(JSON.stringify(outside)).not.toContain('Nightingale');
  const verified = await tenant.ask('admin', 'GET', '/api/audit-log/verify');
  expect(verified.json).toMatchObject({ intact: true, entries: outside[0]?.position });
});

// WAL-13
test('hides words of an engagement that was deleted behind a wall, and finds no more by filters', async () => {
  await leaveWords();
  await tenant.join('owner');
  await tenant.ask('member', 'DELETE', `/api/engagements/${tenant.hidden}`);
  await platform.asSuperuser('delete from platform.engagements where id = $1', [tenant.hidden]);
  for (const query of [
    '',
    '&action=engagement.update',
    '&resourceType=engagement',
    '&resourceType=library_card',
  ]) {
    const [inside, outside] = [await list('owner', query), await list('admin', query)];
    expect(outside.map(({ id }) => id)).toEqual(inside.map(({ id }) => id));
    expect(JSON.stringify(outside)).not.toContain('Nightingale');
  }
});

// WAL-13
test('hides the name of a key of the engagement, also in entries that do not name the engagement', async () => {
  const key = await tenant.keyOf('member', tenant.hidden);
  await tenant.join('owner');
  await tenant.ask('owner', 'PATCH', `/api/api-keys/${key.id}`);
  const [rotated] = await list('admin', '&action=api_key.rotate');
  expect(rotated?.metadata).toEqual({ engagementId: tenant.hidden });
  const [created] = await list('owner', '&action=api_key.create');
  expect(created?.metadata).toMatchObject({ engagementId: null });
  await platform.asSuperuser(
    `insert into platform.audit_log (id, tenant_id, action, resource_type, resource_id, metadata)
      values ($1, $2, 'api_key.revoke', 'api_key', $3, '{"name": "Nightingale"}')`,
    [`old-${key.id}`, tenant.tenantId, key.id],
  );
  const [revoked] = await list('admin', '&action=api_key.revoke');
  expect(revoked).toMatchObject({ resourceId: null, metadata: { engagementId: tenant.hidden } });
  expect((await list('owner', '&action=api_key.revoke'))[0]?.metadata).toEqual({
    name: 'Nightingale',
  });
});
