import type { Branding } from '@ecp/contract/identity/branding';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { logoPng, logoSvg, makeForm } from '../../../testing/hostile/example-requests.ts';
import { createKeyedTenant } from '../../../testing/keyed-tenant.ts';
import { createPopulatedTenant, type PopulatedTenant } from '../../../testing/populated-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let tenant: PopulatedTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createPopulatedTenant(platform);
});
afterAll(() => platform.close());
beforeEach(async () => {
  await platform.asSuperuser('delete from platform.branding where tenant_id = $1', [
    tenant.tenantId,
  ]);
});

/** Makes a PNG that declares this size and has no pixels. */
const pngOf = (width: number, height: number) => {
  const png = Buffer.from(logoPng);
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
};
const jpeg = Buffer.from(
  `/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP${'/'.repeat(86)}wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=`,
  'base64',
);

const asOwner = () => tenant.sessions.owner;
const path = '/api/account/branding';
async function put(name: string, content: string | Buffer, credentials = asOwner()) {
  const body = makeForm({}, { name, content });
  const answer = await fetch(`${platform.baseUrl}${path}/logo`, {
    method: 'PUT',
    body,
    headers: credentials,
  });
  return {
    status: answer.status,
    body: (await answer.json()) as Branding & { code?: string; error?: string },
  };
}
const getLogo = (url: string) => fetch(platform.baseUrl + url, { headers: asOwner() });
const audited = () =>
  platform.asSuperuser<{ action: string; metadata: unknown }>(
    `select action, metadata from platform.audit_log where tenant_id = $1 and resource_type = 'branding' order by created_at`,
    [tenant.tenantId],
  );

describe('company name, colours and typeface', () => {
  // BRA-1, BRA-4, BRA-7
  test('are null until they are set, and change separately', async () => {
    const { owner } = tenant;
    const look = { secondaryColor: null, typeface: null };
    const rest = { clientFootnotes: 'all', logoUrl: null };
    const empty = { companyName: null, primaryColor: null, ...look, ...rest };
    expect((await owner.get(path)).body).toEqual(empty);
    const named = await owner.patch(path, { companyName: ' Acme & Søn ' });
    expect(named).toMatchObject({ status: 200, body: { ...empty, companyName: 'Acme & Søn' } });
    const colored = await owner.patch(path, { primaryColor: '#AA0044' });
    expect(colored.body).toEqual({ ...empty, companyName: 'Acme & Søn', primaryColor: '#aa0044' });
    expect((await owner.get(path)).body).toEqual(colored.body);
    expect((await owner.patch(path, { companyName: null })).body).toEqual({
      ...empty,
      primaryColor: '#aa0044',
    });
    expect((await owner.patch(path, { companyName: '  ', primaryColor: null })).body).toEqual(
      empty,
    );
    const dressed = await owner.patch(path, { secondaryColor: '#00AA44', typeface: 'serif' });
    expect(dressed.body).toEqual({ ...empty, secondaryColor: '#00aa44', typeface: 'serif' });
    expect((await owner.patch(path, { secondaryColor: null })).body).toEqual({
      ...empty,
      typeface: 'serif',
    });
    expect((await owner.patch(path, { typeface: null })).body).toEqual(empty);
    const plain = await owner.patch(path, { clientFootnotes: 'none' });
    expect(plain.body).toEqual({ ...empty, clientFootnotes: 'none' });
    expect((await owner.patch(path, { companyName: null })).body).toEqual(plain.body);
    expect((await owner.patch(path, { clientFootnotes: 'all' })).body).toEqual(empty);
    expect(await audited()).toContainEqual({
      action: 'branding.update',
      metadata: { fields: ['primaryColor'] },
    });
  });

  test.each([
    [{}],
    [{ primaryColor: 'red' }],
    [{ primaryColor: '#fff' }],
    [{ primaryColor: '#12345g' }],
    [{ primaryColor: '#123456;background:url(//evil)' }],
    [{ primaryColor: '#123456\n' }],
    [{ secondaryColor: 'green' }],
    [{ typeface: 'comic' }],
    [{ clientFootnotes: 'some' }],
    [{ clientFootnotes: null }],
    [{ companyName: 'x'.repeat(201) }],
    [{ companyName: 7 }],
    [{ companyName: 'a\0b' }],
  ])('400 for %j', async (body) => {
    expect((await tenant.owner.patch(path, body)).status).toBe(400);
    expect((await tenant.owner.get(path)).body).toMatchObject({
      companyName: null,
      primaryColor: null,
    });
  });
});

describe('the logo', () => {
  // BRA-2
  test.each([
    ['logo.png', logoPng, 'image/png'],
    ['LOGO.JPG', jpeg, 'image/jpeg'],
    ['logo.jpeg', jpeg, 'image/jpeg'],
  ])('%s comes back byte by byte, and runs nowhere', async (name, content, type) => {
    const { status, body } = await put(name, content);
    expect(status).toBe(200);
    expect(body.logoUrl).toMatch(/^\/api\/account\/branding\/logo\?v=[0-9a-f]{16}$/);
    const answer = await getLogo(body.logoUrl ?? '');
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
    const { headers } = answer;
    expect(headers.get('content-type')).toBe(type);
    expect(headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none';.*sandbox/);
  });

  // BRA-2
  test('a drawing becomes a picture of the same form', async () => {
    const { status, body } = await put('logo.svg', logoSvg);
    expect(status).toBe(200);
    const answer = await getLogo(body.logoUrl ?? '');
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="logo.png"/);
    const png = Buffer.from(await answer.arrayBuffer());
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1_024, 341]);
  });

  // BRA-2
  test('another logo replaces it under another address, and it can be removed', async () => {
    const earlier = (await audited()).length;
    const first = await put('logo.png', logoPng);
    const second = await put('logo.svg', logoSvg);
    expect(second.body.logoUrl).not.toBe(first.body.logoUrl);
    expect((await getLogo(`${path}/logo`)).headers.get('content-length')).not.toBe(
      String(logoPng.length),
    );
    const removed = await tenant.owner.delete<Branding>(`${path}/logo`);
    expect(removed).toMatchObject({ status: 200, body: { logoUrl: null } });
    expect((await getLogo(`${path}/logo`)).status).toBe(404);
    expect((await tenant.owner.delete(`${path}/logo`)).status).toBe(200);
    expect((await audited()).slice(earlier).map(({ action }) => action)).toEqual([
      'branding.set_logo',
      'branding.set_logo',
      'branding.remove_logo',
    ]);
  });

  // BRA-2
  test.each([
    ['logo.gif', 'GIF89a', 'file_type_unsupported'],
    ['logo', logoPng, 'file_type_unsupported'],
    ['logo.svg.exe', 'MZ', 'file_type_unsupported'],
    ['logo.png', Buffer.from('MZ\0\0'), 'file_content_mismatch'],
    ['logo.png', jpeg, 'file_content_mismatch'],
    ['logo.svg', '<html><script>alert(1)</script></html>', 'file_content_mismatch'],
    ['logo.png', logoPng.subarray(0, 12), 'file_content_mismatch'],
    ['logo.png', '', 'file_content_mismatch'],
    ['logo.png', pngOf(60_000, 60_000), 'file_too_large'],
    ['logo.svg', `${logoSvg}${' '.repeat(1_048_577)}`, 'file_too_large'],
  ])('%s is refused: %#', async (name, content, code) => {
    expect(await put(name, content)).toMatchObject({ status: 400, body: { code } });
    expect((await tenant.owner.get(path)).body).toMatchObject({ logoUrl: null });
  });

  const svgOf = (content: string, size = 'width="120" height="40"') =>
    `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>`;
  // BRA-2
  test.each([
    ['<script>alert(1)</script>', 'it holds a script'],
    ['<rect onload="alert(1)"/>', 'it holds a script'],
    ['<image href="https://example.com/a.png"/>', 'it refers to another file'],
    ['<image href="/etc/logo.png"/>', 'it refers to another file'],
    ['<image href="&#x2f;etc/logo.png"/>', 'it refers to another file'],
    ['<style>@import url(https://example.com/a.css);</style>', 'it refers to another file'],
  ])('a drawing with %s is refused with the reason', async (content, reason) => {
    const { status, body } = await put('logo.svg', svgOf(content));
    expect([status, body.code]).toEqual([400, 'logo_unsupported']);
    expect(body.error).toMatch(/^The logo cannot be printed: it /);
    expect(body.error).toContain(reason);
  });

  // BRA-2
  test.each([
    [
      'a filter',
      '<filter id="f"><feGaussianBlur stdDeviation="2"/></filter><rect width="9" height="9" filter="url(#f)"/>',
    ],
    [
      'a pattern',
      '<pattern id="p" width="2" height="2"><rect width="1" height="1"/></pattern><rect fill="url(#p)"/>',
    ],
    ['an element that refers to itself', '<g id="a"><use href="#a"/></g>'],
    [
      'a gradient and a rule',
      `<style>g rect{fill:url('#g')}</style><linearGradient id="g"/><g><rect/></g>`,
    ],
  ])('a drawing with %s is accepted', async (_, content) => {
    expect(await put('logo.svg', svgOf(content))).toMatchObject({ status: 200 });
  });

  // BRA-2
  test('a drawing that grows to a billion elements is refused', async () => {
    const levels = Array.from(
      { length: 9 },
      (_, level) => `<g id="l${level + 1}">${`<use href="#l${level}"/>`.repeat(10)}</g>`,
    );
    const { status, body } = await put(
      'logo.svg',
      svgOf(`<rect id="l0" width="1" height="1"/>${levels.join('')}`),
    );
    expect([status, body.code]).toEqual([400, 'logo_unsupported']);
    expect(body.error).toContain('it is too complex');
  });

  // BRA-2
  test('a drawing that declares entities is refused', async () => {
    const declared = `<!DOCTYPE svg [<!ENTITY e SYSTEM "file:///etc/passwd">]>${svgOf('<text>&e;</text>')}`;
    expect(await put('logo.svg', declared)).toMatchObject({
      status: 400,
      body: { code: 'logo_unsupported' },
    });
  });

  // BRA-2
  test('a drawing of millions of pixels is refused', async () => {
    const { status, body } = await put('logo.svg', svgOf('', 'width="1e9" height="40"'));
    expect([status, body.code]).toEqual([400, 'logo_unsupported']);
  });

  // BRA-2
  test('a drawing that is not well-formed XML is refused', async () => {
    const { status, body } = await put(
      'logo.svg',
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><g></svg>',
    );
    expect([status, body.code]).toEqual([400, 'file_content_mismatch']);
  });

  // BRA-2, LIM-6
  test('a logo of exactly 1 MB is stored; one byte more is too large', async () => {
    const exact = logoSvg + ' '.repeat(1_048_576 - logoSvg.length);
    expect((await put('logo.svg', exact)).status).toBe(200);
    expect((await put('logo.svg', `${exact} `)).body.error).toBe(
      'File exceeds the maximum size of 1 MB',
    );
  });

  test('no file: 400', async () => {
    const body = new FormData();
    body.set('other', 'x');
    const answer = await fetch(`${platform.baseUrl}${path}/logo`, {
      method: 'PUT',
      body,
      headers: asOwner(),
    });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      400,
      'file_required',
    ]);
  });

  // BRA-3
  test('a member may look, not change', async () => {
    await put('logo.png', logoPng);
    expect(await put('logo.svg', logoSvg, tenant.sessions.member)).toMatchObject({ status: 403 });
    const answer = await fetch(`${platform.baseUrl}${path}/logo`, {
      headers: tenant.sessions.viewer,
    });
    expect(answer.headers.get('content-type')).toBe('image/png');
  });

  test('two tenants’ logos stay apart', async () => {
    const { cookies } = (await createKeyedTenant(platform)).owner;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    await put('logo.png', logoPng);
    expect(await put('logo.svg', logoSvg, { cookie })).toMatchObject({ status: 200 });
    expect((await getLogo(`${path}/logo`)).headers.get('content-type')).toBe('image/png');
  });
});
