import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeForm } from '../../../testing/hostile/example-requests.ts';
import type { Credentials } from '../../../testing/populated-tenant.ts';
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

interface Exported {
  withheld: number;
  engagements: { id: string }[];
  templates: { id: string }[];
  economics: unknown[];
  auditLog: { entries: Record<string, unknown>[] };
}

async function readExport(credentials: Credentials): Promise<{ text: string; data: Exported }> {
  const response = await fetch(`${platform.baseUrl}/api/account/export`, { headers: credentials });
  const text = await response.text();
  expect({ status: response.status, text }).toMatchObject({ status: 200 });
  return { text, data: JSON.parse(text) as Exported };
}

/** Leaves words of the hidden engagement in records of several kinds, each with an audit entry. */
async function leaveWords(): Promise<void> {
  const place = `/api/engagements/${tenant.hidden}`;
  const expectDone = async (method: string, path: string, body: object) => {
    const { status, text } = await tenant.ask('member', method, path, body);
    expect([path, status < 300 ? '' : text]).toEqual([path, '']);
  };
  await expectDone('PATCH', place, { name: 'Nightingale' });
  await expectDone('POST', `${place}/comments`, { body: 'Nightingale sings' });
  await expectDone('POST', '/api/templates', {
    name: 'Nightingale',
    description: 'D',
    brief: 'Nightingale',
    engagementId: tenant.hidden,
  });
  const card = await tenant.addCard(tenant.hidden);
  await expectDone('PATCH', `/api/library/cards/${card}`, { title: 'Nightingale' });
}

const enter = () =>
  tenant.ask('owner', 'POST', `/api/walls/${tenant.wall}/enter`, { reason: 'The regulator asks.' });

// ACC-17, WAL-24
test('leaves out what is behind a wall for everybody outside, and counts the engagements', async () => {
  await leaveWords();
  const keys = [
    await tenant.keyOf('admin'),
    await tenant.addKey({ scope: 'read_only' }),
    await tenant.addKey({ scope: 'read_write' }),
  ];
  const outside = [
    tenant.sessions.admin,
    tenant.sessions.owner,
    ...keys.map(({ credentials }) => credentials),
  ];
  for (const credentials of outside) {
    const { text, data } = await readExport(credentials);
    expect(data.withheld).toBe(1);
    expect(data.engagements.map(({ id }) => id)).not.toContain(tenant.hidden);
    expect(data.engagements.map(({ id }) => id)).toContain(tenant.open);
    expect(text).not.toContain('Nightingale');
  }
});

// ACC-17, WAL-24
test('holds it for a member of the wall, and for an owner who has entered, as long as the hour lasts', async () => {
  await leaveWords();
  await tenant.join('admin');
  const inside = await readExport(tenant.sessions.admin);
  expect(inside.data.withheld).toBe(0);
  expect(inside.text).toContain('Nightingale sings');
  expect((await enter()).status).toBe(200);
  expect((await readExport(tenant.sessions.owner)).data).toMatchObject({ withheld: 0 });
  await platform.asSuperuser(
    `update platform.wall_insiders set since = now() - interval '2 hours', until = now() - interval '1 second'
      where wall_id = $1 and reason is not null`,
    [tenant.wall],
  );
  expect((await readExport(tenant.sessions.owner)).data).toMatchObject({ withheld: 1 });
});

// ACC-17
test('counts an engagement behind two walls once, and a deleted one not at all', async () => {
  await tenant.join('admin');
  const second = { name: 'Quay', engagementIds: [tenant.hidden], memberIds: [] };
  expect((await tenant.ask('admin', 'POST', '/api/walls', second)).status).toBe(201);
  expect((await readExport(tenant.sessions.owner)).data.withheld).toBe(1);
  await platform.asSuperuser('delete from platform.engagements where id = $1', [tenant.hidden]);
  expect((await readExport(tenant.sessions.owner)).data.withheld).toBe(0);
});

// ACC-16, ACC-17
test('the archive has no file of it either, and counts it in its manifest', async () => {
  const form = makeForm(
    { category: 'data' },
    { name: 'tides.csv', content: 'hour,metres\n1,2.5\n' },
  );
  const upload = await fetch(`${platform.baseUrl}/api/engagements/${tenant.hidden}/attachments`, {
    method: 'POST',
    headers: tenant.sessions.member,
    body: form,
  });
  expect(upload.status).toBe(201);
  const read = async () => {
    const response = await fetch(`${platform.baseUrl}/api/account/export/archive`, {
      headers: tenant.sessions.owner,
    });
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    const json = (path: string) =>
      JSON.parse(strFromU8(files[path] ?? new Uint8Array())) as { withheld: number };
    return {
      paths: Object.keys(files),
      withheld: json('export.json').withheld,
      manifest: json('manifest.json'),
    };
  };
  const isHidden = (path: string) => path.includes(tenant.hidden);
  const outside = await read();
  expect(outside).toMatchObject({
    withheld: 1,
    manifest: { formatVersion: 'service-data-export-v1', withheld: 1 },
  });
  expect(outside.paths.filter(isHidden)).toEqual([]);
  expect((await enter()).status).toBe(200);
  const inside = await read();
  expect(inside).toMatchObject({ withheld: 0, manifest: { withheld: 0 } });
  expect(inside.paths.filter(isHidden).length).toBeGreaterThan(0);
});

// ACC-18, AUD-8
test('shows a key without admin access no economics, and the chain still verifies', async () => {
  await leaveWords();
  const path = `/api/engagements/${tenant.open}/economics`;
  const { text: before } = await tenant.ask('admin', 'GET', path);
  const { revision } = JSON.parse(before) as { revision: number };
  const entered = {
    revision,
    fee: 987_654,
    feeDate: null,
    currency: 'EUR',
    usdRate: null,
    hours: [],
    costs: [],
  };
  expect((await tenant.ask('admin', 'PUT', path, entered)).status).toBe(200);
  const readOnly = await tenant.addKey({ scope: 'read_only' });
  const { text, data } = await readExport(readOnly.credentials);
  expect(text).not.toContain('987654');
  expect(data.economics).toEqual([]);
  const bare = data.auditLog.entries.filter(({ action }) => action === 'economics.set');
  expect(bare.map((entry) => Object.keys(entry).sort())).toEqual([
    ['action', 'hash', 'id', 'position'],
  ]);
  const file = join(platform.dataDir, 'walled-export.json');
  await writeFile(file, text);
  const script = fileURLToPath(new URL('../../../../../scripts/verify-audit.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, file]);
  expect(stdout).toMatch(/^Intact: .*Of \d+ withheld entries only the place was checked\.\n$/);
  expect((await readExport(tenant.sessions.admin)).text).toContain('987654');
});
