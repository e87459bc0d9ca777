import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPopulatedTenant } from '../../../testing/populated-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant } from '../../../testing/test-tenant.ts';

const builtPages = fileURLToPath(new URL('../../../../web/dist', import.meta.url));

let platform: TestPlatform;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform?.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${platform.baseUrl}${path}`, { headers, redirect: 'manual' });
const asBrowser = { accept: 'text/html,application/xhtml+xml' };

it('pages are served to everyone, with a policy that allows nothing inline', async () => {
  for (const path of ['/', '/sign-in', '/engagements/abc/deliverables/a.md']) {
    const answer = await get(path);
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
      path,
      200,
      'text/html; charset=utf-8',
    ]);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe');
    expect(answer.headers.get('x-frame-options')).toBe('DENY');
  }
});

// POR-24
it('an address that is a secret stays out of search engines, and no other site learns it', async () => {
  for (const path of [
    '/portal/x',
    '/portal/x/y?z=1',
    '/api/portal',
    '/answer/x',
    '/unsubscribe/x',
    '/api/downloads/x',
    '/reset-password?token=x',
    '/confirm-address?token=x',
    '/sign-in/link?token=x',
  ]) {
    const { headers } = await get(path, asBrowser);
    expect([path, headers.get('x-robots-tag')]).toEqual([path, expect.stringContaining('noindex')]);
    expect([path, headers.get('referrer-policy')]).toEqual([path, 'no-referrer']);
  }
  expect((await get('/sign-in')).headers.get('x-robots-tag')).toBeNull();
  const page = await (await get('/portal/x', asBrowser)).text();
  expect(page).toContain('<meta name="robots" content="noindex, nofollow" />');
  expect(await (await get('/sign-in')).text()).not.toContain('name="robots"');
});

/**
 * Hosts in the files of pages that nothing is loaded from: names of XML, links in comments and in
 * words of errors.
 */
const namedOnly =
  /^https?:\/\/(127\.0\.0\.1|localhost|x|(?:models\.)?example\.com|foo\.bar|ns\.adobe\.com|www\.w3\.org|www\.xfa\.org|base-ui\.com|github\.com|prosemirror\.net|react\.dev|simplewebauthn\.dev|tailwindcss\.com)$/;

// OUT-9
it('pages load scripts, styles, fonts and data from their own host only', async () => {
  const answer = await get('/');
  const page = await answer.text();
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/https?:|\*|\bwss?:/);
  const loaded = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address = '']) => address);
  expect(loaded.length).toBeGreaterThan(3);
  expect(loaded.filter((address) => !/^\/[^/]/.test(address))).toEqual([]);
  const names = (await readdir(builtPages, { recursive: true })).filter((name) =>
    /\.(js|css|html|svg)$/.test(name),
  );
  const hosts = new Set<string>();
  for (const name of names) {
    const text = await readFile(join(builtPages, name), 'utf8');
    for (const [host] of text.matchAll(/https?:\/\/\w[\w.-]*/gi)) hosts.add(host);
    expect([name, /url\(\s*["']?(https?:)?\/\/|@import\s*["'](https?:)?\/\//i.test(text)]).toEqual([
      name,
      false,
    ]);
  }
  expect(names.length).toBeGreaterThan(20);
  expect([...hosts].filter((host) => !namedOnly.test(host))).toEqual([]);
});

it('scripts are compressed and cached forever; a missing file is 404', async () => {
  const page = await (await get('/')).text();
  const [script = ''] = /\/assets\/index-[^"]+\.js/.exec(page) ?? [];
  const answer = await get(script, { 'accept-encoding': 'br' });
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect((await get('/assets/none.js', asBrowser)).status).toBe(404);
});

it('an unknown address is a page for a browser and JSON for a program; the API responds with JSON to both', async () => {
  expect((await get('/nothing', asBrowser)).headers.get('content-type')).toBe(
    'text/html; charset=utf-8',
  );
  expect((await get('/nothing', asBrowser)).status).toBe(404);
  for (const answer of [await get('/nothing'), await get('/api/nothing', asBrowser)]) {
    expect(await answer.json()).toMatchObject({ code: 'not_found' });
  }
});

// HEA-5
it('the health page is 200 for the owner and 403 for others', async () => {
  const { cookie } = await createTestTenant(platform);
  const shown = await get('/dashboard/admin/health', { cookie });
  const refused = await get('/dashboard/admin/health');
  expect([shown.status, refused.status]).toEqual([200, 403]);
  expect(await refused.text()).toContain('<div id="root">');
});

// POR-11
it('a client link is 200 while it is valid, then 404 with the same page', async () => {
  const tenant = await createPopulatedTenant(platform);
  const made = await tenant.owner.post<{ id: string; token: string }>(
    `/api/engagements/${tenant.ids.engagement}/portal-tokens`,
    {},
  );
  const path = `/portal/${made.body.token}`;
  expect((await get(path)).status).toBe(200);
  await tenant.owner.delete(
    `/api/engagements/${tenant.ids.engagement}/portal-tokens/${made.body.id}`,
  );
  for (const closed of [path, '/portal/svc_portal_x', `/portal/svc_portal_${'0'.repeat(32)}`]) {
    const answer = await get(closed);
    expect([closed, answer.status]).toEqual([closed, 404]);
    expect(await answer.text()).toContain('<div id="root">');
  }
});

it('a used link redirects browsers to the sign-in and is an error for programs', async () => {
  const path = '/api/auth/magic-link/verify?token=spent';
  const followed = await get(path, asBrowser);
  expect([followed.status, followed.headers.get('location')]).toEqual([
    302,
    expect.stringMatching(/\/sign-in\?notice=link-expired$/),
  ]);
  expect((await get(path)).status).toBe(400);
});
