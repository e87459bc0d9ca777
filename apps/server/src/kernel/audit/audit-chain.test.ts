import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AuditLogEntry, AuditLogVerification } from '@ecp/contract/identity/audit-log';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKeyedTenant, type KeyedTenant } from '../../../testing/keyed-tenant.ts';
import { startTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { anonymizeAuditLog } from './audit-log.ts';
import { recordAudit } from './record-audit.ts';

const logLength = 7;
let platform: TestPlatform;
let tenant: KeyedTenant;
beforeAll(async () => {
  platform = await startTestPlatform();
  tenant = await createKeyedTenant(platform);
  const key = await tenant.createKey();
  for (const { post } of [tenant.owner, key])
    await post('/api/engagements', { name: 'E', client: 'C', brief: 'B' });
  await tenant.owner.post('/api/team', {
    email: `chain-${tenant.tenantId}@example.com`,
    name: 'Ada',
  });
  await tenant.owner.post('/api/auth/switch-tenant', { tenantId: tenant.tenantId });
  await tenant.owner.post('/api/api-keys', { name: 'Ünïcode “K” 名 🔑' });
});
afterAll(() => platform.close());

const verify = async (of = tenant) => {
  const { status, body } = await of.owner.get<AuditLogVerification>('/api/audit-log/verify');
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
};
const exported = async (of = tenant) => {
  const { body } = await of.owner.get<{ auditLog: { head: string; entries: AuditLogEntry[] } }>(
    '/api/account/export',
  );
  return body.auditLog;
};

/** Runs the auditor's script on an export. Returns its exit code and sentence. */
async function runScript(auditLog: unknown): Promise<{ code: number; said: string }> {
  const file = join(platform.dataDir, 'export.json');
  await writeFile(file, JSON.stringify({ auditLog }));
  const script = fileURLToPath(new URL('../../../../../scripts/verify-audit.ts', import.meta.url));
  const { promise, resolve } = Promise.withResolvers<{ code: number; said: string }>();
  execFile(process.execPath, [script, file], (error, stdout, stderr) => {
    resolve({ code: error ? Number(error.code) : 0, said: (stdout + stderr).trim() });
  });
  const result = await promise;
  await rm(file);
  return result;
}

const tables = ['audit_log', 'audit_links', 'audit_heads'];
const quietly = (statements: string[]) =>
  platform.asSuperuser(
    ['begin; set local session_replication_role = replica', ...statements, 'commit'].join(';'),
  );

/**
 * Runs `change` as the superuser without triggers, lets `look` see the result, and restores all
 * rows.
 */
async function whileChanged<Result>(change: string, look: () => Promise<Result>): Promise<Result> {
  await quietly([
    ...tables.map((table) => `create table public.saved_${table} as table platform.${table}`),
    change,
  ]);
  try {
    return await look();
  } finally {
    const restore = (table: string) =>
      `delete from platform.${table}; insert into platform.${table} table public.saved_${table}; drop table public.saved_${table}`;
    await quietly(tables.map(restore));
  }
}

describe('the chain of an audit log', () => {
  // AUD-5, AUD-6
  test('links every entry to the one before it, up to the head', async () => {
    const { head, ...result } = await verify();
    expect(result).toEqual({
      entries: logLength,
      intact: true,
      firstBroken: null,
      firstBrokenId: null,
    });
    const { body } = await tenant.owner.get<{ entries: AuditLogEntry[] }>('/api/audit-log');
    expect(body.entries.map(({ position }) => position)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(body.entries[0]?.hash).toBe(head);
    for (const { committed, userId, tenantId } of body.entries) {
      expect(JSON.parse(committed ?? '')).toMatchObject({
        action: expect.any(String),
        names: expect.anything(),
      });
      for (const name of [userId, tenantId, '127.0.0.1', 'Ada'])
        if (name) expect(committed).not.toContain(name);
    }
  });

  const idAt = (place: number) => `(select entry_id from public.saved_audit_links
    where tenant_id = '${tenant.tenantId}' and position = ${place})`;
  const edits = [
    `created_at = created_at + interval '1 microsecond'`,
    `user_id = case when user_id is null then 'u' end`,
    `action = action || 's'`,
    `resource_type = 'thing'`,
    `resource_id = case when resource_id is null then 'r' end`,
    `metadata = '{"by":"me"}'`,
    `ip_address = null`,
    `tenant_id = null`,
    `tenant_id = 'another'`,
    `id = id || 'x'`,
  ];
  const linkEdits = [
    'salt = null',
    `salt = salt || 'x'`,
    `committed = committed || ' '`,
    `hash = repeat('0', 64)`,
    'tenant_id = null',
    `chain_id = 'other'`,
    `entry_id = entry_id || 'x'`,
    'position = -position',
  ];
  const removals = (place: number) => [
    `delete from platform.audit_log where id = ${idAt(place)}`,
    `delete from platform.audit_links where entry_id = ${idAt(place)}`,
    `delete from platform.audit_log where id = ${idAt(place)}; delete from platform.audit_links where entry_id = ${idAt(place)}`,
  ];
  const changesOf = (place: number, ofEntry: string[], ofLink: string[]) => [
    ...ofEntry.map((edit) => `update platform.audit_log set ${edit} where id = ${idAt(place)}`),
    ...ofLink.map(
      (edit) => `update platform.audit_links set ${edit} where entry_id = ${idAt(place)}`,
    ),
    ...removals(place),
  ];
  // AUD-6
  test.each<[number, string[], string[]]>([
    [1, edits.slice(0, 1), linkEdits.slice(0, 1)],
    [4, edits, linkEdits],
    [logLength, edits.slice(-1), linkEdits.slice(-1)],
  ])('breaks at entry %i when that entry is changed or deleted', async (place, ofEntry, ofLink) => {
    for (const change of changesOf(place, ofEntry, ofLink)) {
      const result = await whileChanged(change, verify);
      expect({ change, result }).toMatchObject({
        change,
        result: { intact: false, firstBroken: place },
      });
    }
    expect(await verify()).toMatchObject({ intact: true });
  });

  test.each([2, logLength])(
    'breaks when entry %i and the one before it change places',
    async (place) => {
      const own = `where tenant_id = '${tenant.tenantId}' and position`;
      const swaps = [
        // The unique place is free while one of the two is away.
        `update platform.audit_links set position = 0 ${own} = ${place};
        update platform.audit_links set position = ${place} ${own} = ${place - 1};
        update platform.audit_links set position = ${place - 1} ${own} = 0`,
        `update platform.audit_log entry set created_at = other.created_at
        from public.saved_audit_log other where entry.id in (${idAt(place)}, ${idAt(place - 1)})
        and other.id in (${idAt(place)}, ${idAt(place - 1)}) and other.id <> entry.id`,
      ];
      for (const swap of swaps) {
        expect(await whileChanged(swap, verify)).toMatchObject({
          intact: false,
          firstBroken: place - 1,
        });
      }
    },
  );

  test('breaks when an entry is slipped in, and when the head is changed or removed', async () => {
    const slip = `insert into platform.audit_log (id, tenant_id, action, resource_type, created_at)
      values ('slipped', '${tenant.tenantId}', 'a.b', 'thing', '2026-01-01')`;
    const broken = { intact: false, firstBroken: logLength + 1, firstBrokenId: 'slipped' };
    expect(await whileChanged(slip, verify)).toMatchObject(broken);
    const ofHead = `where tenant_id = '${tenant.tenantId}'`;
    for (const change of [
      `update platform.audit_heads set head = repeat('0', 64) ${ofHead}`,
      `update platform.audit_heads set entries = entries - 1 ${ofHead}`,
      `update platform.audit_heads set entries = entries + 1 ${ofHead}`,
      `delete from platform.audit_heads ${ofHead}`,
    ]) {
      expect({ change, ...(await whileChanged(change, verify)) }).toMatchObject({
        change,
        intact: false,
      });
    }
  });

  test('is empty and intact without entries', async () => {
    const other = await createKeyedTenant(platform);
    const gone = `delete from platform.audit_log where tenant_id = '${other.tenantId}';
      delete from platform.audit_links where tenant_id = '${other.tenantId}';
      delete from platform.audit_heads where tenant_id = '${other.tenantId}'`;
    const empty = { entries: 0, head: '', intact: true, firstBroken: null, firstBrokenId: null };
    expect(await whileChanged(gone, () => verify(other))).toEqual(empty);
  });
});

describe('the auditor’s script', () => {
  // AUD-8
  test('confirms an export, and finds what was changed or left out in it', async () => {
    const auditLog = await exported();
    expect(auditLog.entries.map(({ position }) => position)).toEqual(
      auditLog.entries.map((_, index) => index + 1),
    );
    expect(auditLog.entries.at(-1)).toMatchObject({
      action: 'account.export',
      hash: auditLog.head,
    });
    const { length } = auditLog.entries;
    expect(await runScript(auditLog)).toEqual({
      code: 0,
      said: `Intact: ${length} entries, head ${auditLog.head}.`,
    });
    const last = length - 1;
    // One field for each way in which the script compares.
    for (const field of [
      'action',
      'userId',
      'resourceId',
      'createdAt',
      'salt',
      'committed',
      'hash',
    ]) {
      const altered = structuredClone(auditLog);
      Object.assign(altered.entries[last] ?? {}, { [field]: 'x' });
      expect({ field, ...(await runScript(altered)) }).toMatchObject({
        code: 1,
        said: expect.stringContaining(`Broken at entry ${length} of ${length}`),
      });
    }
    for (const from of [0, last]) {
      const cut = { ...auditLog, entries: auditLog.entries.toSpliced(from, 1) };
      expect(await runScript(cut)).toMatchObject({
        code: 1,
        said: expect.stringMatching(/^Broken/),
      });
    }
    expect(await runScript(undefined)).toMatchObject({ code: 2 });
  });
});

describe('erasing names', () => {
  // AUD-7, ACC-9
  test('keeps the chain, and leaves neither names nor salts', async () => {
    const other = await createKeyedTenant(platform);
    await other.createKey();
    const before = await exported(other);
    await platform.database.withSystem((tx) => anonymizeAuditLog(tx, other.tenantId));
    const rows = await platform.asSuperuser<{ line: { entry: object; link: object } }>(
      `select json_build_object('entry', entry, 'link', link) as line from platform.audit_links link
        join platform.audit_log entry on entry.id = link.entry_id where link.hash = any($1) order by link.position`,
      [before.entries.map(({ hash }) => hash)],
    );
    for (const name of [
      other.tenantId,
      other.userId,
      '127.0.0.1',
      ...before.entries.map(({ salt }) => salt),
    ]) {
      expect(JSON.stringify(rows)).not.toContain(name);
    }
    const nameless = { tenantId: null, userId: null, metadata: {}, ipAddress: null, salt: null };
    const erased = before.entries.map((entry) => ({
      ...entry,
      ...nameless,
      resourceId:
        entry.resourceType === 'user' || entry.resourceId === other.tenantId
          ? null
          : entry.resourceId,
    }));
    expect(rows.map(({ line }) => line)).toMatchObject(
      erased.map(({ id, resourceId, hash, committed }) => ({
        entry: { id, resource_id: resourceId },
        link: { hash, committed },
      })),
    );
    expect(await runScript({ ...before, entries: erased })).toMatchObject({ code: 0 });
    const [first, ...rest] = erased;
    const named = { ...before, entries: [{ ...first, userId: 'someone' }, ...rest] };
    expect(await runScript(named)).toMatchObject({
      code: 1,
      said: expect.stringContaining('its userId was changed'),
    });
  });
});

describe('many changes at once', () => {
  const entry = (n: number) =>
    ({ action: 'run.stop', resourceType: 'engagement', resourceId: `e${n}` }) as const;
  const actor = (tenantId: string) => ({ tenantId, userId: null, ipAddress: null });

  test('of one tenant all get a place, and a transaction that fails gets none', async () => {
    const { tenantId, owner } = await createKeyedTenant(platform);
    const writes = Array.from({ length: 60 }, (_, n) =>
      platform.database.withTenant(tenantId, async (tx) => {
        await recordAudit(tx, actor(tenantId), entry(n));
        await recordAudit(tx, actor(tenantId), entry(n));
        if (n % 3 === 0) throw new Error('refused');
      }),
    );
    const settled = await Promise.allSettled(writes);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(40);
    const { body } = await owner.get('/api/audit-log/verify');
    expect(body).toMatchObject({ entries: 81, intact: true });
  });

  test('an open transaction that has recorded an entry holds up no other of the tenant', async () => {
    const { tenantId } = await createKeyedTenant(platform);
    await platform.database.withTenant(tenantId, async (tx) => {
      await recordAudit(tx, actor(tenantId), entry(1));
      // If the head were locked before the commit, the two transactions would wait for each other.
      await platform.database.withTenant(tenantId, (other) =>
        recordAudit(other, actor(tenantId), entry(2)),
      );
    });
    const links = await platform.asSuperuser<{ id: string | null }>(
      `select committed::json ->> 'resourceId' as id from platform.audit_links where tenant_id = $1 order by position`,
      [tenantId],
    );
    expect(links.map(({ id }) => id)).toEqual([null, 'e2', 'e1']);
  });

  test('several checks at once agree with appends in between', async () => {
    const of = await createKeyedTenant(platform);
    const append = (n: number) =>
      platform.database.withTenant(of.tenantId, (tx) =>
        recordAudit(tx, actor(of.tenantId), entry(n)),
      );
    const results = await Promise.all(
      Array.from({ length: 30 }, async (_, n) => (n % 2 === 0 ? verify(of) : append(n))),
    );
    const checks = results.filter((result) => result !== undefined);
    expect(checks.every(({ intact }) => intact)).toBe(true);
    expect(await verify(of)).toMatchObject({ entries: 16, intact: true });
  });
});

test('a chain longer than many batches is checked whole', async () => {
  const of = await createKeyedTenant(platform);
  await platform.asSuperuser(
    `insert into platform.audit_log (id, tenant_id, action, resource_type)
      select $1 || n, $1, 'a.b', 'thing' from generate_series(1, 5000) n`,
    [of.tenantId],
  );
  expect(await verify(of)).toMatchObject({ entries: 5001, intact: true });
  const change = `update platform.audit_log set action = 'a.c' where id = '${of.tenantId}4500'`;
  expect(await whileChanged(change, () => verify(of))).toMatchObject({
    intact: false,
    firstBroken: 4501,
    firstBrokenId: `${of.tenantId}4500`,
  });
});
