import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkAudit } from './checks.ts';
import { checkFiles } from './leftovers.ts';
import { makeSeenTenant, makeTemporaryFolder } from './seen-tenant.ts';

const folder = makeTemporaryFolder();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Makes the exported chain of an engagement, a comment and the starts of these runs. */
function makeChain(runIds: readonly string[], others = ['engagement.create', 'comment.create']) {
  const salt = 'salt';
  let head = '';
  const starts = runIds.map((runId) => ({ action: 'run.start', metadata: { runId } }));
  const acts = [...starts, ...others.map((action) => ({ action, metadata: {} }))];
  const entries = acts.map(({ action, metadata }, index) => {
    const plain = { id: `a${index}`, action, resourceType: 'engagement' };
    const named = { tenantId: 't', userId: 'u', resourceId: 'e1', metadata, ipAddress: null };
    const hashed = Object.entries(named).map(([name, value]) => [
      name,
      sha256(`${salt}\n${name}\n${JSON.stringify(value)}`),
    ]);
    const committed = JSON.stringify({
      ...plain,
      position: index + 1,
      createdAt: '2026-11-23T00:00:00.000000Z',
      resourceId: null,
      names: Object.fromEntries(hashed),
    });
    head = sha256(`${head}\n${committed}`);
    return {
      ...plain,
      ...named,
      createdAt: '2026-11-23T00:00:00.000Z',
      committed,
      salt,
      hash: head,
    };
  });
  return { head, entries };
}

// FLT-3
test('a changed entry, a lost one, a missing start and a double act are found in the exported audit log', async () => {
  const { journal, shown, tenant } = makeSeenTenant();
  const check = async () =>
    (await checkAudit(journal, [tenant], folder)).map(({ detail }) => detail);
  shown.exported.auditLog = makeChain(['r1', 'r2']);
  expect(await check()).toEqual([]);
  expect(await checkFiles(folder)).toEqual([]);

  Object.assign(shown.exported.auditLog.entries[0] ?? {}, { userId: 'another' });
  expect(await check()).toEqual(['Broken at entry 1 of 4 (a0): its userId was changed.']);

  shown.exported.auditLog = makeChain(['r1', 'r2']);
  shown.exported.auditLog.entries.pop();
  expect(await check()).toEqual([
    expect.stringContaining('Broken after entry 3'),
    '0 entries comment.create for 1 acts',
  ]);

  shown.exported.auditLog = makeChain(['r1']);
  expect(await check()).toEqual(['the start of run r2 has 0 entries']);

  shown.exported.auditLog = makeChain(['r1', 'r1', 'r2']);
  expect(await check()).toEqual(['the start of run r1 has 2 entries']);

  shown.exported.auditLog = makeChain(
    ['r1', 'r2'],
    ['engagement.create', 'comment.create', 'comment.create'],
  );
  expect(await check()).toEqual(['2 entries comment.create for 1 acts']);
});
