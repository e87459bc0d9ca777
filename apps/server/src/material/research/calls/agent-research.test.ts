import { createHash } from 'node:crypto';
import { ApiError } from '@ecp/contract/declaring/errors';
import { createId } from '@ecp/database/create-id';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createResearchTenant,
  type FakeWeb,
  searchNanoUsd,
  startFakeWeb,
} from '../../../../testing/research/research-tenant.ts';
import { startTestPlatform, type TestPlatform } from '../../../../testing/start-test-platform.ts';

let web: FakeWeb;
let platform: TestPlatform;
beforeAll(async () => {
  web = await startFakeWeb();
  platform = await startTestPlatform({
    config: {
      ...web.config,
      abuseContact: 'abuse@example.com',
    },
  });
});
afterAll(async () => {
  await platform.close();
  await web.close();
});

const taken = new ApiError('research_id_taken');

describe('the start of a run', () => {
  // RES-1
  test('has the bounds of research where the engagement allows it, and none elsewhere', async () => {
    const tenant = await createResearchTenant(platform, { domains: ['example.com'], maxPages: 7 });
    expect(tenant.run.request.research).toEqual({
      domains: ['example.com'],
      maxPages: 7,
      searchNanoUsd,
    });
    const plain = await tenant.createEngagement();
    const { body } = await tenant.post<{ runId: string }>(`/api/engagements/${plain.id}/run`);
    const { request } = await platform.engine.waitForRun(body.runId);
    expect(request).not.toHaveProperty('research');
  });
});

describe('a search', () => {
  // RES-3, RES-16
  test('gives bounded results of the provider, and is recorded with its price', async () => {
    const tenant = await createResearchTenant(platform);
    const answer = await tenant.search('battery ferry price');
    expect(answer).toMatchObject({ paid: true });
    const hits = 'hits' in answer ? answer.hits : [];
    expect(hits.length).toBeGreaterThan(2);
    expect(hits.length).toBeLessThanOrEqual(10);
    expect(hits.map(({ url }) => url)).toContain(
      web.site.addressOf('press/2025/electric-ferry-prices'),
    );
    const { searches } = await tenant.listResearch();
    expect(searches).toMatchObject([
      {
        query: 'battery ferry price',
        agent: 'market-research-analyst',
        taskId: 'task-1',
        runId: tenant.run.request.runId,
        results: hits.length,
        reason: null,
        costUsd: 0.005,
      },
    ]);
  });

  // RES-4, RES-5
  test('is sent once: for an id, and in a run for the same words, also in parallel', async () => {
    const tenant = await createResearchTenant(platform);
    const id = createId();
    const before = web.search.calls.length;
    const same = await Promise.all([
      tenant.search('Grid  connection', id),
      tenant.search('Grid  connection', id),
      tenant.search('grid connection'),
    ]);
    expect(web.search.calls.length - before).toBe(1);
    const [first, again, other] = same;
    expect(again).toEqual(first);
    expect({ ...other, paid: null }).toEqual({ ...first, paid: null });
    expect([first, other].filter(({ paid }) => paid)).toHaveLength(1);
    expect(await tenant.search('Grid  connection', id)).toEqual(first);
    await expect(tenant.search('something else', id)).rejects.toThrow(taken);
    expect(web.search.calls.length - before).toBe(1);
    const { searches } = await tenant.listResearch();
    expect(searches.map(({ costUsd }) => costUsd).sort()).toEqual([0, 0.005]);
  });

  // RES-6
  test('finds only what may be read', async () => {
    const tenant = await createResearchTenant(platform, { domains: ['elsewhere.example'] });
    expect(await tenant.search('battery ferry price')).toEqual({ hits: [], paid: true });
  });
});

describe('a page', () => {
  // RES-3, RES-12, RES-13, RES-15
  test('is archived with its bytes, text and what it says about itself', async () => {
    const tenant = await createResearchTenant(platform);
    await tenant.find('what a battery ferry really costs');
    const url = web.site.addressOf('press/2025/electric-ferry-prices');
    const page = await tenant.readPage(url);
    expect(page).toMatchObject({
      title: 'What a battery ferry really costs',
      url,
      author: 'Tomas Eklund',
      publishedOn: '2025-04-14',
      text: expect.stringContaining('EUR 16.9 million'),
    });
    const [listed] = await tenant.listPages();
    const { text, ...fields } = page;
    expect(listed).toEqual({ ...fields, sizeBytes: expect.any(Number), citedBy: [] });
    expect(await tenant.get(`${tenant.base}/pages/${page.id}`)).toMatchObject({
      body: { ...fields, text },
    });
    const original = await fetch(`${platform.baseUrl}${tenant.base}/pages/${page.id}/original`, {
      headers: { cookie: tenant.cookie },
    });
    const bytes = Buffer.from(await original.arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(page.sha256);
    expect(bytes.length).toBe(listed?.sizeBytes);
    expect(original.headers.get('content-type')).toBe('application/octet-stream');
    expect(original.headers.get('content-disposition')).toMatch(
      /^attachment; filename="What-a-battery-ferry-really-costs\.html"/,
    );
    expect(original.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    const { reads } = await tenant.listResearch();
    expect(reads).toMatchObject([
      { url, pageId: page.id, reason: null, runId: tenant.run.request.runId },
    ]);
  });

  // RES-12
  test('may be a PDF, whose information says author and day; nobody invents them', async () => {
    const tenant = await createResearchTenant(platform);
    await tenant.find('annual report 2024');
    await tenant.find('our fleet');
    expect(
      await tenant.readPage(web.site.addressOf('operator/annual-report-2024.pdf')),
    ).toMatchObject({
      title: 'Halden Sound Ferries: Annual report 2024',
      author: 'Halden Sound Ferries',
      publishedOn: '2025-03-18',
      text: expect.stringContaining('3.42 million passengers'),
    });
    const fleet = await tenant.readPage(web.site.addressOf('operator/fleet'));
    expect(fleet).toMatchObject({ title: 'Our fleet', author: null, publishedOn: null });
    expect(fleet.text).toMatch(/\| Skarvoy +\| 1994/);
  });

  // RES-4, RES-5
  test('is fetched once in a run: for an id, an address and one that redirects there, also in parallel', async () => {
    const tenant = await createResearchTenant(platform);
    const moved = web.site.addressOf('port/old/shore-power');
    const study = web.site.addressOf('port/halden/shore-power-study.pdf');
    await tenant.find('charging at halden quay');
    const id = createId();
    const before = web.site.requests.length;
    const pages = await Promise.all([
      tenant.readPage(moved, id),
      tenant.readPage(moved, id),
      tenant.readPage(`${moved}#part`),
      tenant.readPage(study),
      tenant.readPage(study),
    ]);
    expect(new Set(pages.map((page) => JSON.stringify(page))).size).toBe(1);
    const asked = web.site.requests.slice(before).map(({ path }) => path);
    expect(asked.filter((path) => path !== '/robots.txt').sort()).toEqual([
      '/halden/shore-power-study.pdf',
      '/old/shore-power',
    ]);
    expect(await tenant.readPage(moved, id)).toEqual(pages[0]);
    expect(web.site.requests.length - before).toBe(asked.length);
    expect(await tenant.listPages()).toHaveLength(1);
    await expect(tenant.read(study, id)).rejects.toThrow(taken);
  });

  // RES-13, RES-14, RES-17
  test('of the same bytes stays the same over runs; one that has changed is another, and both stay readable', async () => {
    const own = await startFakeWeb();
    try {
      const hosts = platform.services.config.outboundAllowedHosts;
      hosts.push(...own.config.outboundAllowedHosts);
      const changing = own.site.addressOf('grid/connections/waiting-times');
      const leaving = own.site.addressOf('yard/offers/budget-price-2025');
      const tenant = await createResearchTenant(platform, {
        brief: `Read ${changing} and ${leaving}, please.`,
      });
      const early = [await tenant.readPage(changing), await tenant.readPage(leaving)] as const;
      const second = await tenant.runAgain();
      expect((await second.readPage(changing)).id).toBe(early[0].id);
      expect(own.site.countRequests('grid/connections/waiting-times')).toBe(2);
      own.site.moveOn();
      const third = await second.runAgain();
      const late = await third.readPage(changing);
      expect(late).toMatchObject({ title: `${early[0].title} (127.0.0.1)`, url: changing });
      expect(late.text).toContain('27 months');
      expect(await third.refusal(leaving)).toBe('status');
      expect((await third.listResearch()).reads[0]).toMatchObject({ url: leaving, detail: '410' });
      expect(await third.listPages()).toHaveLength(3);
      for (const page of [...early, late]) {
        const answer = await fetch(`${platform.baseUrl}${tenant.base}/pages/${page.id}/original`, {
          headers: { cookie: tenant.cookie },
        });
        const bytes = Buffer.from(await answer.arrayBuffer());
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(page.sha256);
      }
      expect(third.run.request.sources.filter(({ id }) => id.startsWith('page-'))).toEqual(
        early.map(({ id, title, url, text, fetchedAt }) => ({
          id: `page-${id}`,
          title,
          location: `${url}, read on ${fetchedAt.slice(0, 10)}`,
          text,
        })),
      );
    } finally {
      await own.close();
    }
  });
});

describe('a run reads no page', () => {
  // RES-7
  test('of an address that nobody but a model can have made', async () => {
    const tenant = await createResearchTenant(platform);
    const url = web.site.addressOf('ministry/statistics/ferries-2024');
    const before = web.site.requests.length;
    expect(await tenant.refusal(`${url}?secret=our-margin-is-6-percent`)).toBe('unknown_address');
    await tenant.find('ferries in figures 2024');
    expect(await tenant.refusal(`${url}?secret=our-margin-is-6-percent`)).toBe('unknown_address');
    expect(web.site.requests.length).toBe(before);
    await tenant.readPage(url);
  });

  // RES-7
  test('unless the brief or an archived page shows its address', async () => {
    const start = web.site.addressOf('operator/news/path-to-zero');
    const tenant = await createResearchTenant(platform, { brief: `Begin with ${start}.` });
    const linked = web.site.addressOf('ministry/zero-emission-rule');
    expect(await tenant.refusal(linked)).toBe('unknown_address');
    await tenant.readPage(start);
    expect(await tenant.readPage(linked)).toMatchObject({
      title: 'Zero-emission rule for ferry concessions',
    });
  });

  // RES-6
  test('outside its domains', async () => {
    const start = web.site.addressOf('operator/fleet');
    const tenant = await createResearchTenant(platform, {
      brief: `See ${start}`,
      domains: ['halden.example'],
    });
    const before = web.site.requests.length;
    expect(await tenant.refusal(start)).toBe('outside_domains');
    expect(web.site.requests.length).toBe(before);
    expect((await tenant.listResearch()).reads).toMatchObject([
      { pageId: null, reason: 'outside_domains', detail: '127.0.0.1' },
    ]);
  });

  // RES-6
  test('beyond the number of its pages, also in parallel', async () => {
    const urls = ['operator/fleet', 'operator/routes', 'grid/tariffs/2025', 'yard/news/slots'].map(
      web.site.addressOf,
    );
    const tenant = await createResearchTenant(platform, { brief: urls.join(' '), maxPages: 2 });
    const answers = await Promise.all(urls.map((url) => tenant.read(url)));
    expect(answers.filter((answer) => 'page' in answer)).toHaveLength(2);
    expect(answers.filter((answer) => 'refused' in answer)).toEqual(
      Array.from({ length: 2 }, () => ({ refused: 'No more than 2 pages may be read.' })),
    );
  });

  // RES-9
  test('that its robots.txt closes, and asks for the robots.txt once', async () => {
    const closed = web.site.addressOf('ministry/internal/draft-2034');
    const open = web.site.addressOf('ministry/emissions/factors');
    const tenant = await createResearchTenant(platform, { brief: `${closed} ${open}` });
    expect(await tenant.refusal(closed)).toBe('robots');
    await tenant.readPage(open);
    expect(web.site.countRequests('ministry/internal/draft-2034')).toBe(0);
    expect(web.site.countRequests('ministry/robots.txt')).toBe(1);
    const agents = new Set(web.site.requests.map(({ userAgent }) => userAgent));
    expect([...agents]).toEqual([
      `EngagementPlatform/1.0 (+${platform.services.config.baseUrl}; abuse@example.com)`,
    ]);
  });

  // RES-9
  test('of a host whose robots.txt cannot be had', async () => {
    const own = await startFakeWeb();
    try {
      platform.services.config.outboundAllowedHosts.push(...own.config.outboundAllowedHosts);
      own.site.setRobots('grid', { status: 503 });
      own.site.setRobots('yard', {
        status: 200,
        body: 'User-agent: engagementplatform\nDisallow: /*slots$\n',
      });
      const [grid, slots, data] = [
        'grid/market/prices',
        'yard/news/slots',
        'yard/references/lysefjord',
      ].map(own.site.addressOf) as [string, string, string];
      const tenant = await createResearchTenant(platform, { brief: `${grid} ${slots} ${data}` });
      expect(await tenant.refusal(grid)).toBe('robots');
      expect(await tenant.refusal(slots)).toBe('robots');
      await tenant.readPage(data);
      expect(own.site.requests.map(({ path }) => path)).not.toContain('/market/prices');
    } finally {
      await own.close();
    }
  });
});

describe('the pace', () => {
  // RES-10
  test('is one request in so much time for each host, over all tenants', async () => {
    const own = await startFakeWeb();
    const { research } = platform.services;
    const { paceMs } = research;
    try {
      research.paceMs = 100;
      platform.services.config.outboundAllowedHosts.push(...own.config.outboundAllowedHosts);
      const urls = ['fleet', 'routes', 'tariffs', 'news/path-to-zero'].map((path) =>
        own.site.addressOf(`operator/${path}`),
      );
      const tenants = await Promise.all(
        [1, 2].map(() => createResearchTenant(platform, { brief: urls.join(' ') })),
      );
      await Promise.all(tenants.flatMap((tenant) => urls.map((url) => tenant.readPage(url))));
      const times = own.site.requests.map(({ atMs }) => atMs);
      expect(times.length).toBe(9);
      // Nine requests at this pace take 800 ms. A request may reach the host a little later than it
      // was sent.
      expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(600);
    } finally {
      research.paceMs = paceMs;
      await own.close();
    }
  });
});

describe('the research of a run', () => {
  // RES-2
  test('shows nothing to another tenant', async () => {
    const tenant = await createResearchTenant(platform);
    const stranger = await createResearchTenant(platform);
    await tenant.find('our fleet');
    const { id } = await tenant.readPage(web.site.addressOf('operator/fleet'));
    for (const path of [`pages/${id}`, `pages/${id}/original`]) {
      expect((await stranger.get(`${stranger.base}/${path}`)).status).toBe(404);
      expect((await stranger.get(`${tenant.base}/${path}`)).status).toBe(404);
    }
  });

  // RES-2
  test('is refused once the engagement no longer allows it', async () => {
    const tenant = await createResearchTenant(platform);
    await platform.asSuperuser(
      'update platform.engagements set research_enabled = false where id = $1',
      [tenant.engagementId],
    );
    expect(await tenant.search('ferry')).toEqual({
      refused: 'Research is not enabled.',
      paid: false,
    });
    expect(await tenant.refusal(web.site.addressOf('operator/fleet'))).toBe('not_enabled');
  });
});
