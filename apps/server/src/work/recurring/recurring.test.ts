import type { AuditLogEntry } from '@ecp/contract/identity/audit-log';
import type { Attachment } from '@ecp/contract/work/attachments';
import { waitForMails } from '@ecp/testing/mail-folder';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Cited,
  createRecurringTenant,
  type RecurringTenant,
} from '../../../testing/recurring/recurring-tenant.ts';
import { type FakeWeb, startFakeWeb } from '../../../testing/research/research-tenant.ts';
import { startTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let web: FakeWeb;
let platform: TestPlatform;
let first: FakeWeb;
beforeAll(async () => {
  first = await startFakeWeb();
  platform = await startTestPlatform({ config: first.config });
});
afterAll(async () => {
  await platform.close();
  await first.close();
});
// Each test has a site of its own, whose pages it changes.
beforeEach(async () => {
  web = await startFakeWeb();
  platform.services.config.outboundAllowedHosts.push(...web.config.outboundAllowedHosts);
});
afterEach(() => web.close());

const waiting = 'grid/connections/waiting-times';
const offer = 'yard/offers/budget-price-2025';
const market = 'grid/market/prices';

const small = (title: string): Cited => ({
  title,
  claim: 'A connection of up to 5 MW takes 18 months.',
  quote: 'takes 18 months from the order',
});
const price = (title: string): Cited => ({
  title,
  claim: 'Power cost EUR 0.071 a kWh in 2024.',
  quote: 'The average price in the Halden area was EUR 0.071 a kWh in 2024',
});
const forwards = (title: string): Cited => ({
  title,
  claim: 'Forwards for 2028 trade at EUR 0.066.',
  quote: null,
  passage: 'Forwards for 2028 trade at EUR 0.066.',
});

/** An engagement with one document of two sections about two pages. */
async function createCiting(): Promise<RecurringTenant> {
  const { tenant, pages } = await createRecurringTenant(
    platform,
    [waiting, market].map(web.site.addressOf),
  );
  const [times, prices] = pages.map(({ title }) => title) as [string, string];
  await tenant.deliver([
    {
      taskId: 'a',
      filename: 'grid.md',
      sections: [
        { heading: 'Waiting times', statements: [small(times)] },
        { heading: 'Prices', statements: [price(prices), forwards(prices)] },
      ],
    },
    {
      taskId: 'b',
      filename: 'other.md',
      sections: [{ heading: 'Prices', statements: [price(prices)] }],
    },
  ]);
  await tenant.schedule();
  return tenant;
}

const countRuns = async ({ tenantId }: RecurringTenant) =>
  (await platform.asSuperuser('select from platform.runs where tenant_id = $1', [tenantId])).length;

describe('a check', () => {
  // NOT-2, REC-4, REC-5, REC-6, REC-8, REC-11
  test('proposes what changed in each document that cites it, with price, mail and event; nothing runs', async () => {
    const tenant = await createCiting();
    const before = await countRuns(tenant);
    web.site.moveOn();
    web.site.setBody(
      market,
      'Nordgrid no longer publishes prices. Forwards for 2028 trade at EUR 0.066.',
    );
    const update = await tenant.check();
    expect(update).toMatchObject({
      status: 'proposed',
      runId: null,
    });
    const { low = 0, expected = 0, high = 0 } = update.cost ?? {};
    expect([low > 0, low < expected, expected < high]).toEqual([true, true, true]);
    const url = web.site.addressOf(waiting);
    expect(update.sources.toSorted((a) => (a.source.url === url ? -1 : 1))).toMatchObject([
      {
        kind: 'page',
        source: { title: 'Waiting times for new connections', url },
        outcome: 'changed',
      },
      {
        kind: 'page',
        source: { url: web.site.addressOf(market) },
        outcome: 'changed',
        reason: null,
      },
    ]);
    const changes = update.changes.toSorted(({ type }) => (type === 'figure' ? -1 : 1));
    expect(changes).toEqual([
      {
        kind: 'page',
        type: 'figure',
        source: expect.objectContaining({ url }),
        newTitle: 'Waiting times for new connections (127.0.0.1)',
        before:
          'A connection of up to 5 MW in the region of Halden takes 18 months from the order.',
        after: 'A connection of up to 5 MW in the region of Halden takes 27 months from the order.',
        documents: [
          {
            filename: 'grid.md',
            version: 1,
            section: 'Waiting times',
            footnote: '1',
            claim: 'A connection of up to 5 MW takes 18 months.',
          },
        ],
      },
      expect.objectContaining({
        type: 'words',
        after: null,
        before: expect.stringContaining('EUR 0.071'),
        documents: [
          expect.objectContaining({ filename: 'grid.md', section: 'Prices', footnote: '2' }),
          expect.objectContaining({ filename: 'other.md', section: 'Prices', footnote: '1' }),
        ],
      }),
    ]);
    expect((await tenant.listPages()).map(({ title }) => title)).toContain(changes[0]?.newTitle);
    const isProposal = (mail: string) => mail.includes('\nSubject: Sources have changed');
    const mails = await pollUntil(
      () => waitForMails(platform.dataDir, tenant.email, 0),
      (all) => all.some(isProposal),
    );
    expect(mails.filter(isProposal)).toHaveLength(1);
    expect(mails.find(isProposal)).toContain(`/engagements/${tenant.engagementId}/updates`);
    const events = await platform.asSuperuser<{ data: object }>(
      `select data from platform.outbox_events where tenant_id = $1 and event = 'update.proposed'`,
      [tenant.tenantId],
    );
    expect(events.map(({ data }) => data)).toEqual([
      { engagementId: tenant.engagementId, updateId: update.id },
    ]);
    const notices = await platform.asSuperuser(
      `select data->>'updateId' as id from platform.notices where tenant_id = $1 and kind = 'update_proposed'`,
      [tenant.tenantId],
    );
    expect(notices).toEqual([{ id: update.id }]);
    expect(await countRuns(tenant)).toBe(before);
  });

  // REC-6, REC-8
  test('proposes nothing for layout, white space, a footer, or words beside what is cited', async () => {
    const tenant = await createCiting();
    web.site.setBody(
      market,
      `Updated on 21 November 2026.\n\nThe   average price in the Halden area was EUR 0.071 a kWh in 2024 and EUR 0.094 in 2023. For 2028, forwards trade at EUR 0.066. Taxes add EUR 0.011 for ships in scheduled service.\n\nPage 3 of 9`,
    );
    const update = await tenant.check();
    expect(update).toMatchObject({ status: 'unchanged', changes: [], cost: null });
    expect(update.sources.map(({ outcome }) => outcome)).toEqual(['same', 'same']);
    expect(await tenant.listPages()).toHaveLength(2);
  });

  // REC-7
  test('takes a page that is gone for a change, and one that cannot be read for a fact', async () => {
    const addresses = [offer, market, waiting].map(web.site.addressOf);
    const { tenant, pages } = await createRecurringTenant(platform, addresses, { maxPages: 3 });
    const gone = {
      title: pages[0]?.title ?? '',
      claim: 'The yard offers a ferry.',
      quote: 'EUR 14.8 million',
    };
    await tenant.deliver([
      {
        taskId: 'b',
        filename: 'yards.md',
        sections: [
          { heading: 'Offers', statements: [gone] },
          { heading: 'Prices', statements: [price(pages[1]?.title ?? '')] },
          { heading: 'Times', statements: [small(pages[2]?.title ?? '')] },
        ],
      },
    ]);
    await tenant.schedule();
    web.site.moveOn();
    await platform.asSuperuser('delete from platform.web_robots');
    web.site.setRobots('grid', { status: 200, body: 'User-agent: *\nDisallow: /market/\n' });
    await platform.asSuperuser(
      'update platform.engagements set research_max_pages = 2 where id = $1',
      [tenant.engagementId],
    );
    const update = await tenant.check();
    const byUrl = new Map(
      update.sources.map(({ source, outcome, reason }) => [source.url, { outcome, reason }]),
    );
    expect([...byUrl.values()].filter(({ reason }) => reason === 'limit_reached')).toHaveLength(1);
    await platform.asSuperuser(
      'update platform.engagements set research_max_pages = 3 where id = $1',
      [tenant.engagementId],
    );
    const next = await tenant.check(1);
    expect(
      Object.fromEntries(next.sources.map(({ source, ...found }) => [source.url, found])),
    ).toEqual({
      [addresses[0] ?? '']: { kind: 'page', outcome: 'gone', reason: 'status', detail: '410' },
      [addresses[1] ?? '']: {
        kind: 'page',
        outcome: 'unread',
        reason: 'robots',
        detail: '127.0.0.1',
      },
      [addresses[2] ?? '']: { kind: 'page', outcome: 'changed', reason: null, detail: null },
    });
    const change = next.changes.find(({ type }) => type === 'gone');
    expect(change).toMatchObject({
      after: null,
      documents: [{ filename: 'yards.md', section: 'Offers' }],
    });
  });

  // REC-5, REC-11
  test('reads attachments that came from a URL again, and attaches what changed', async () => {
    const { tenant } = await createRecurringTenant(platform, [web.site.addressOf(market)]);
    const url = web.site.addressOf(waiting);
    const answer = await tenant.fromUrl(url);
    const { filename } = (answer.json as unknown as { attachment: Attachment }).attachment;
    await tenant.deliver([
      {
        taskId: 'a',
        filename: 'grid.md',
        sections: [{ heading: 'Times', statements: [small(filename)] }],
      },
    ]);
    await tenant.schedule();
    expect(await tenant.check()).toMatchObject({
      status: 'unchanged',
      sources: [{ kind: 'attachment', outcome: 'same', source: { title: filename, url } }],
    });
    web.site.moveOn();
    const update = await tenant.check(1);
    const newTitle = filename.replace('.md', '_1.md');
    expect(update.changes).toMatchObject([{ kind: 'attachment', type: 'figure', newTitle }]);
    expect((await tenant.list()).map((one) => one.filename).sort()).toEqual(
      [filename, newTitle].sort(),
    );
    // The text is attached once.
    expect((await tenant.check(2)).changes).toMatchObject([{ newTitle }]);
    expect(await tenant.list()).toHaveLength(2);
    expect((await tenant.listUpdates()).map(({ status }) => status)).toEqual([
      'proposed',
      'replaced',
      'unchanged',
    ]);
  });

  // REC-5, REC-6
  test('runs cited queries again on the present tables', async () => {
    const { tenant } = await createRecurringTenant(platform, [web.site.addressOf(market)]);
    const upload = async (content: string) => {
      const { id } = await tenant.upload('sales.csv', content);
      const list = async () =>
        (await tenant.get<{ tables: { attachmentId: string }[] }>(`${tenant.base}/tables`)).body;
      await pollUntil(list, ({ tables }) => tables.some(({ attachmentId }) => attachmentId === id));
      return id;
    };
    const id = await upload('region,amount\nNorth,10\nSouth,32\n');
    const sql = 'select sum(amount) as total from sales';
    const { body: query } = await tenant.post<{ id: string }>(`${tenant.base}/queries`, {
      sql,
      title: 'Total',
    });
    const statement: Cited = {
      title: `Query ${query.id}`,
      claim: 'Sales are 42.',
      quote: '42',
      source: { kind: 'query', title: `Query ${query.id}`, location: null },
    };
    await tenant.deliver([
      {
        taskId: 'a',
        filename: 'sales.md',
        sections: [{ heading: 'Sales', statements: [statement] }],
      },
    ]);
    await tenant.schedule();
    expect(await tenant.check()).toMatchObject({
      status: 'unchanged',
      sources: [{ kind: 'query', outcome: 'same' }],
    });
    expect((await tenant.delete(`${tenant.path}/${id}`)).status).toBe(200);
    await upload('region,amount\nNorth,10\nSouth,35\n');
    expect((await tenant.check(1)).changes).toMatchObject([
      {
        kind: 'query',
        type: 'result',
        before: 'total\n42',
        after: 'total\n45',
        documents: [{ section: 'Sales' }],
      },
    ]);
  });
});

describe('a proposal', () => {
  // REC-9
  test('is accepted once: one run amends the documents concerned, told by reviews', async () => {
    const tenant = await createCiting();
    web.site.moveOn();
    const update = await tenant.check();
    const answers = await Promise.all([
      tenant.decide(update, 'accept'),
      tenant.decide(update, 'accept'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body['code']).toBe('update_decided');
    const accepted = answers.find(({ status }) => status === 200)?.body as {
      runId: string;
      documents: object[];
    };
    expect(accepted.documents).toEqual([{ filename: 'grid.md', version: 1 }]);
    const { request } = await platform.engine.waitForRun(accepted.runId);
    expect(request).toMatchObject({ rerunTaskId: 'a', rerunTaskIds: ['a'] });
    const notes = new Map(
      request.previous.map(({ filename, reviewNotes }) => [filename, reviewNotes]),
    );
    expect(notes.get('other.md')).toEqual([]);
    expect(notes.get('grid.md')).toEqual([
      'Sources of this document have changed. Change only the sections named here:\n' +
        '- In the section “Waiting times” (footnote 1): “Waiting times for new connections” said “A connection of up to 5 MW in the region of Halden takes 18 months from the order.”. It now says “A connection of up to 5 MW in the region of Halden takes 27 months from the order.”. Cite it as “Waiting times for new connections (127.0.0.1)”. Bring what the section says into line with it.',
    ]);
    expect(request.sources.map(({ title }) => title)).toContain(
      'Waiting times for new connections (127.0.0.1)',
    );
    expect(await tenant.listUpdates()).toMatchObject([
      { status: 'accepted', runId: accepted.runId },
    ]);
    const { body } = await tenant.get<{ entries: AuditLogEntry[] }>('/api/audit-log?limit=10');
    expect(body.entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'update.propose',
        'update.accept',
        'deliverable.review',
        'run.rerun',
      ]),
    );
  });

  // REC-13
  test('reaches its run as data too, and another run as words alone', async () => {
    const tenant = await createCiting();
    const reviewed = await tenant.post(`${tenant.base}/deliverables/grid.md/review`, {
      action: 'request_revision',
      notes: '- Shorten it.\n- Name the prices.',
    });
    expect(reviewed.status).toBe(200);
    web.site.moveOn();
    const { body } = await tenant.decide(await tenant.check(), 'accept');
    const run = await platform.engine.waitForRun(String(body['runId']));
    const changesOf = ({ request }: typeof run) =>
      new Map(request.previous.map(({ filename, sourceChanges }) => [filename, sourceChanges]));
    expect(changesOf(run).get('other.md')).toBeUndefined();
    expect(changesOf(run).get('grid.md')).toEqual([
      {
        type: 'figure',
        title: 'Waiting times for new connections',
        readAt: expect.stringMatching(/^20.*Z$/),
        newTitle: 'Waiting times for new connections (127.0.0.1)',
        before:
          'A connection of up to 5 MW in the region of Halden takes 18 months from the order.',
        after: 'A connection of up to 5 MW in the region of Halden takes 27 months from the order.',
        section: 'Waiting times',
        footnotes: ['1'],
        // The engine counts each point of a note as a note.
        note: 3,
        point: 1,
      },
    ]);
    run.push({ type: 'status', status: 'failed', error: 'No model answers' });
    await tenant.waitForEnd(tenant.engagementId);
    const rerun = await tenant.post<{ runId: string }>(`${tenant.base}/deliverables/grid.md/rerun`);
    const again = await platform.engine.waitForRun(rerun.body.runId);
    expect(again.request.previous.map(({ reviewNotes }) => reviewNotes.length)).toEqual([3, 0]);
    expect(changesOf(again).get('grid.md')).toBeUndefined();
    again.push({ type: 'status', status: 'failed', error: 'No model answers' });
  });

  // REC-9
  test('that no document waits for any more is refused, and so is one during a run', async () => {
    const tenant = await createCiting();
    web.site.moveOn();
    const update = await tenant.check();
    const { body } = await tenant.post<{ runId: string }>(`${tenant.base}/run`);
    expect((await tenant.decide(update, 'accept')).body['code']).toBe('already_running');
    const run = await platform.engine.waitForRun(body.runId);
    for (const [taskId, filename] of [
      ['a', 'grid.md'],
      ['b', 'other.md'],
    ] as const) {
      run.push({
        type: 'deliverable',
        taskId,
        filename,
        wordCount: 2,
        content: '# New\n',
        citations: [],
      });
    }
    run.push({ type: 'status', status: 'completed', error: null });
    await tenant.waitForEnd(tenant.engagementId);
    expect((await tenant.decide(update, 'accept')).body['code']).toBe('update_outdated');
    expect(await tenant.listUpdates()).toMatchObject([{ status: 'proposed' }]);
  });

  // REC-10
  test('is not made again once it is dismissed, unless the source changes further', async () => {
    const tenant = await createCiting();
    web.site.moveOn();
    const update = await tenant.check();
    expect(await tenant.decide(update, 'dismiss')).toMatchObject({
      status: 200,
      body: { status: 'dismissed' },
    });
    expect((await tenant.decide(update, 'dismiss')).body['code']).toBe('update_decided');
    expect((await tenant.decide(update, 'accept')).body['code']).toBe('update_decided');
    expect(await tenant.check(1)).toMatchObject({ status: 'unchanged', changes: [] });
    web.site.setBody(
      waiting,
      'A connection of up to 5 MW in the region of Halden takes 33 months from the order.',
    );
    expect((await tenant.check(2)).changes).toMatchObject([
      { after: expect.stringContaining('33 months') },
    ]);
  });
});
