import type { PortalView } from '@ecp/contract/reach/portal';
import type { Citation, DeliverableCitations } from '@ecp/contract/values/citations';
import type { ListedPage } from '@ecp/contract/work/research';
import { createClient } from '@ecp/testing/cookie-client';
import { insertDeliverable, insertEngagement, insertRun } from '@ecp/testing/engagement-factory';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertPage } from '../../../testing/insert-records.ts';
import { createKeyedTenant, type KeyedTenant } from '../../../testing/keyed-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { keepPace, purgeWebHosts } from './fetching.ts';

let platform: TestPlatform;
let tenant: KeyedTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createKeyedTenant(platform);
});
afterAll(() => platform.close());

/** An engagement whose document cites an archived page twice, and two things that are none. */
async function citePage() {
  const { tenantId } = tenant;
  const engagementId = await insertEngagement(platform.database, tenantId);
  const runId = await insertRun(platform.database, tenantId, engagementId);
  const page = await insertPage(platform, { tenantId, engagementId, marker: 'Prices ' });
  const write = (version: number) =>
    insertDeliverable(platform.database, tenantId, engagementId, {
      runId,
      filename: 'plan.md',
      version,
      content: '# Plan\n\nIt is so.[^1]\n\n[^1]: Prices\n',
    });
  const cite = (kind: Citation['source']['kind'], title: string): Citation => ({
    footnote: '1',
    claim: 'It is so.',
    quote: null,
    source: { kind, title, location: null },
    state: 'verified',
    reason: null,
    passage: null,
    derivation: null,
  });
  const title = `Prices ${page}`;
  const citations = [
    cite('url', title),
    cite('attachment', title),
    cite('brief', title),
    cite('url', 'Another'),
  ];
  await platform.asSuperuser(
    'insert into platform.deliverable_citations (tenant_id, deliverable_id, citations) values ($1, $2, $3)',
    [tenantId, await write(1), JSON.stringify(citations)],
  );
  const shown = { url: `https://example.com/${page}`, fetchedAt: expect.any(String) };
  return { path: `/api/engagements/${engagementId}`, page, title, shown, write };
}

describe('a citation', () => {
  // RES-18
  test('of an archived page shows its address, its hash and when it was read; others show none', async () => {
    const { path, page, shown } = await citePage();
    const { body } = await tenant.owner.get<DeliverableCitations>(
      `${path}/deliverables/plan.md/citations`,
    );
    const cited = { id: page, ...shown, sha256: '0'.repeat(64) };
    expect(body.citations.map((citation) => citation.page)).toEqual([cited, cited, null, null]);
  });

  // RES-21
  test('is counted at its page, while it is in the latest version of its document', async () => {
    const { path, write } = await citePage();
    const readCiting = async () =>
      (await tenant.owner.get<{ pages: ListedPage[] }>(`${path}/pages`)).body.pages.map(
        ({ citedBy }) => citedBy,
      );
    expect(await readCiting()).toEqual([[{ filename: 'plan.md', version: 1, citations: 2 }]]);
    await write(2);
    expect(await readCiting()).toEqual([[]]);
  });

  // POR-14
  test('of an archived page shows clients its title, its address and when it was read, and no more', async () => {
    const { path, title, shown } = await citePage();
    const { body: link } = await tenant.owner.post<{ token: string }>(`${path}/portal-tokens`, {});
    const { body } = await createClient(platform.baseUrl, link.token).get<PortalView>(
      '/api/portal',
    );
    const note = { footnote: '1', claim: 'It is so.', title, ...shown };
    expect(body.deliverables[0]?.citedPages).toEqual([note, note]);
  });
});

describe('the search provider', () => {
  // RES-16
  test('is shown to anybody who may read, also if there is none', async () => {
    expect((await tenant.owner.get('/api/research')).body).toEqual({
      configured: false,
      provider: null,
      usdPer1000: null,
    });
  });
});

describe('the pace of a host', () => {
  // RES-10
  test('is forgotten after an hour, as its robots.txt is, and refuses a turn that would come too late', async () => {
    const url = new URL('http://busy.example/');
    const take = () => keepPace(platform.services, url, AbortSignal.timeout(30_000));
    await take();
    await platform.asSuperuser(
      `update platform.web_hosts set next_at = now() + interval '1 minute' where host = $1`,
      [url.host],
    );
    await expect(take()).rejects.toMatchObject({
      refusal: { reason: 'host_busy', detail: 'busy.example' },
    });
    await platform.asSuperuser(
      `insert into platform.web_robots (origin, state, fetched_at) values
        ('http://old.example', 'open', now() - interval '2 hours'), ('http://new.example', 'open', now())`,
    );
    await platform.asSuperuser(
      `update platform.web_hosts set next_at = now() - interval '2 hours'`,
    );
    await purgeWebHosts(platform.database);
    expect(
      await platform.asSuperuser(`select host from platform.web_hosts where host = 'busy.example'`),
    ).toEqual([]);
    expect(
      await platform.asSuperuser(
        `select origin from platform.web_robots where origin like '%w.example' or origin like '%d.example'`,
      ),
    ).toEqual([{ origin: 'http://new.example' }]);
  });
});
