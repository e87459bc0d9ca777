import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HostileSite, startHostileSite } from '../../../../testing/hostile/hostile-site.ts';
import {
  createResearchTenant,
  type FakeWeb,
  type ResearchTenant,
  startFakeWeb,
} from '../../../../testing/research/research-tenant.ts';
import { type LocalServer, startLocalServer } from '../../../../testing/servers/local-server.ts';
import { startTestPlatform, type TestPlatform } from '../../../../testing/start-test-platform.ts';
import { openOutboundClient } from '../../../kernel/outbound/outbound-request.ts';

const paths = [
  'instructions',
  'loop',
  'endless',
  'there',
  'back',
  'to-private',
  'to-metadata',
  'to-file',
  'gigabyte',
  'gzip-bomb',
  'brotli-bomb',
  'empty-members',
  'drip',
  'program',
  'deep',
  'false-pdf',
];

let web: FakeWeb;
/** A server of the private network. It must get no request. */
let inside: LocalServer;
let site: HostileSite;
let platform: TestPlatform;
let tenant: ResearchTenant;
beforeAll(async () => {
  web = await startFakeWeb();
  inside = await startLocalServer((_request, response) => response.end('<p>secret'));
  site = await startHostileSite(`http://127.0.0.1:${inside.port}`);
  const outboundAllowedHosts = [...web.config.outboundAllowedHosts, `127.0.0.1:${site.port}`];
  platform = await startTestPlatform({ config: { ...web.config, outboundAllowedHosts } });
  const brief = paths.map((path) => `${site.origin}/${path}`).join('\n');
  tenant = await createResearchTenant(platform, { brief, maxPages: 50 });
});
afterAll(async () => {
  await platform.close();
  await Promise.all([web.close(), inside.close(), site.close()]);
});

const refusal = (path: string) => tenant.refusal(`${site.origin}/${path}`);

describe('a page', () => {
  // RES-7, RES-11, RES-14
  test('with instructions is text: nothing it names is fetched, and it passes for no other source', async () => {
    const page = await tenant.readPage(`${site.origin}/instructions`);
    expect(page.title).toBe('Query q1 (127.0.0.1)');
    expect(page.text).toContain('Ignore all previous instructions');
    expect(page.text).not.toContain('/script');
    // Addresses that a model composes are refused: with another query, another path or an appended
    // link.
    const target = `http://127.0.0.1:${inside.port}`;
    for (const made of ['/steal?data=Enter+the+market', '/Enter-the-market', '/collect?d=Enter']) {
      expect(await tenant.refusal(target + made)).toBe('unknown_address');
    }
    // A link that it shows may be asked for, but leads inside.
    expect(await tenant.refusal(`${target}/collect?d=`)).toBe('private_address');
    expect(inside.requests()).toBe(0);
  });

  // RES-11
  test('that redirects without end, into the private network or to a file, reaches nothing', async () => {
    expect(await refusal('loop')).toBe('too_many_redirects');
    expect(await refusal('endless')).toBe('too_many_redirects');
    expect(site.paths.filter((path) => path.startsWith('/endless'))).toHaveLength(6);
    expect(await refusal('to-private')).toBe('private_address');
    expect(await refusal('to-metadata')).toBe('private_address');
    expect(await refusal('to-file')).toBe('invalid_address');
    expect(inside.connections()).toBe(0);
  });

  // RES-5, RES-11
  test('that redirects to one that redirects back is refused, also while both are read', async () => {
    const reasons = await Promise.all([refusal('there'), refusal('back')]);
    expect(reasons).toEqual(['too_many_redirects', 'too_many_redirects']);
  });

  // RES-11
  test('whose name leads inside, at once or only the second time, reaches nothing', async () => {
    const { outbound } = platform.services;
    const answers = [['8.8.8.8', '127.0.0.1'], ['127.0.0.1'], ['::1']];
    const rebinding = openOutboundClient({
      allowedHosts: [],
      resolveName: async () => answers.shift() ?? ['10.0.0.1'],
    });
    const urls = [1, 2, 3].map((number) => `http://rebind-${number}.example:${inside.port}/`);
    const own = await createResearchTenant(platform, { brief: urls.join(' ') });
    platform.services.outbound = rebinding;
    try {
      for (const url of urls) expect(await own.refusal(url)).toBe('private_address');
    } finally {
      platform.services.outbound = outbound;
      await rebinding.close();
    }
    expect(inside.connections()).toBe(0);
  });

  // RES-11
  test('of a gigabyte, also packed, costs ten megabytes', async () => {
    for (const path of ['gigabyte', 'gzip-bomb', 'brotli-bomb', 'empty-members']) {
      expect([path, await refusal(path)]).toEqual([path, 'too_large']);
    }
    // Bytes in the buffers of sockets come on top.
    expect(site.sentBytes()).toBeLessThan(60 * 1_048_576);
  });

  // RES-11
  test('that drips ends after its twenty seconds, of which this test waits one', async () => {
    const { outbound } = platform.services;
    const limits: number[] = [];
    platform.services.outbound = {
      ...outbound,
      request(request) {
        limits.push(request.timeoutMs);
        return outbound.request({ ...request, timeoutMs: request.timeoutMs / 20 });
      },
    };
    try {
      expect(await refusal('drip')).toBe('timeout');
    } finally {
      platform.services.outbound = outbound;
    }
    expect(limits.at(-1)).toBe(20_000);
  });

  // RES-11, RES-12
  test('of another type, nested too deep or broken has an outcome, and others go on', async () => {
    expect(await refusal('program')).toBe('unsupported_type');
    // A title without a visible character is none.
    expect(await tenant.readPage(`${site.origin}/deep`)).toMatchObject({
      title: `${site.origin}/deep`,
    });
    expect(await refusal('false-pdf')).toBe('unreadable');
  });
});

// RES-9
test('a robots.txt that is made to take long allows nothing', async () => {
  const rules = Array.from({ length: 400 }, () => `Disallow: /${'*a'.repeat(600)}$`).join('\n');
  const body = `User-agent: *\n${rules}\n`;
  web.site.setRobots('press', { status: 200, body });
  const url = `${web.site.origins.press}/${'a'.repeat(1_500)}`;
  const own = await createResearchTenant(platform, { brief: url });
  expect(['robots', 'status']).toContain(await own.refusal(url));
});
