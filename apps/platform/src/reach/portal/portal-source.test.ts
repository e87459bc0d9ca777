import type { PortalSource } from '@ecp/contract/reach/portal-files';
import type { DeliverableSource } from '@ecp/contract/work/sources';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPopulatedTenant, type PopulatedTenant } from '../../../testing/populated-tenant.ts';
import { citationOf, openReleasing } from '../../../testing/releases/releasing-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let tenant: PopulatedTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createPopulatedTenant(platform);
});
afterAll(() => platform.close());

/** Attaches a file of two pages, archives a page and records a query; returns their titles. */
async function addSources(engagementId: string) {
  const attachmentId = await tenant.addAttachment(engagementId);
  const pageId = await tenant.addPage(engagementId);
  const { query } = await tenant.addTable(engagementId);
  const pages = [
    ['page 1', 0, 'Sales rose.'],
    ['page 2', 0, 'Costs rose, and margins'],
    ['page 2', 16, 'margins fell. Rent stood still.'],
  ];
  for (const [ordinal, [location, position, content]] of pages.entries()) {
    await platform.asSuperuser(
      `insert into platform.context_chunks (tenant_id, engagement_id, attachment_id, ordinal, location, position, content)
        values ($1, $2, $3, $4, $5, $6, $7)`,
      [tenant.tenantId, engagementId, attachmentId, ordinal, location, position, content],
    );
  }
  return { file: `${tenant.marker}${attachmentId}.md`, page: `${tenant.marker}${pageId}`, query };
}

// REL-5, REL-13, REL-15
test('a client reads what a shown document cites with the text around it, and nothing that is the team’s', async () => {
  const engagementId = await tenant.addEngagement();
  const team = openReleasing(platform, tenant, engagementId);
  const { file, page, query } = await addSources(engagementId);
  const sources = [
    ['attachment', file],
    ['url', page],
    ['query', `Query ${query}`],
    ['deliverable', 'shown.md'],
    ['deliverable', 'not-shown.md'],
    ['brief', 'Brief'],
    ['colleague', 'Ada'],
  ] as const;
  const citations = sources.map(([kind, title], index) =>
    citationOf(String(index + 1), { source: { kind, title, location: kind === 'attachment' ? 'p. 2' : null } }),
  );
  const notes = sources.map(([, title], index) => `[^${index + 1}]: ${title}: “margins fell”`);
  const body = `# Paper\n\nMargins fell.${sources.map((_, index) => `[^${index + 1}]`).join('')}\n\n`;
  await team.addFile('paper.md', `${body}${notes.join('\n')}\n`, 1, citations);
  await team.addFile('shown.md', '# The other paper\n');
  await team.addFile('not-shown.md', '# Secret title\n');
  const { link, client, view } = await team.issue();
  const released = [
    ['paper.md', 1],
    ['shown.md', 1],
  ] satisfies [string, number][];
  await team.release([link.id], released);
  const read = async (footnote: string) => {
    const answer = await client.get<PortalSource>(`/api/portal/deliverables/paper.md/sources/${footnote}`);
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const words = { quote: 'margins fell', passage: 'margins fell', claim: 'Margins fell.' };
  const nothing = { text: null, mark: null, url: null, fetchedAt: null, document: null, table: null };
  expect(await read('1')).toEqual({
    ...{ ...words, ...nothing, footnote: '1', kind: 'file', title: file, place: 'page 2' },
    ...{ text: 'Costs rose, and margins fell. Rent stood still.', mark: { start: 16, end: 28 } },
  });
  expect(await read('2')).toMatchObject({ kind: 'page', text: tenant.marker, url: expect.stringContaining('https:') });
  expect(await read('3')).toMatchObject({
    ...{ kind: 'query', title: tenant.marker },
    table: { columns: [tenant.marker], rows: [[tenant.marker]], truncated: false },
  });
  expect(await read('4')).toMatchObject({ kind: 'document', title: 'The other paper', document: 'shown.md' });
  expect(await read('5')).toMatchObject({ ...nothing, kind: 'words', title: 'Not shown' });
  expect(await read('6')).toMatchObject({ ...nothing, kind: 'words', title: 'Brief' });
  for (const footnote of ['7', '8']) {
    expect((await client.get(`/api/portal/deliverables/paper.md/sources/${footnote}`)).status).toBe(404);
  }
  const [shown] = (await view()).deliverables;
  expect(shown?.content).toContain(`[^3]: Query ${tenant.marker}: “margins fell”\n[^4]: The other paper: “`);
  expect(shown?.content).not.toContain('Ada');
  expect(shown?.evidenceNotes.map(({ footnote }) => footnote)).toEqual(['2']);
  const own = `${team.path}/deliverables/paper.md/sources`;
  const { attachmentId, ...teams } = (await tenant.owner.get<DeliverableSource>(`${own}/1?version=1`)).body;
  expect(file).toContain(attachmentId);
  expect(teams).toEqual({ ...(await read('1')), pageId: null, queryId: null });
  expect((await tenant.owner.get(`${own}/3`)).body).toMatchObject({ queryId: query, title: tenant.marker });
  expect((await tenant.owner.get(`${own}/5`)).body).toMatchObject({ kind: 'document', title: 'Secret title' });
  for (const path of [`${own}/8`, `${own}/1?version=2`]) expect((await tenant.owner.get(path)).status).toBe(404);
  const reader = await team.issue({ permissions: ['read'] });
  await team.release([reader.link.id], released);
  expect((await reader.client.get('/api/portal/deliverables/paper.md/sources/1')).status).toBe(403);
});
