import type { Slide } from '@ecp/contract/work/slides';
import type { Storyline } from '@ecp/contract/work/storylines';
import { createId } from '@ecp/database/create-id';
import { insertDeliverable, insertEngagement, insertRun } from '@ecp/testing/engagement-factory';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../testing/test-tenant.ts';

let platform: TestPlatform;
let tenant: TestTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createTestTenant(platform);
});
afterAll(() => platform.close());

const chart = {
  query: 'QUERY',
  type: 'bar',
  x: 'year',
  y: ['sales'],
  title: 'Sales grew each year',
  unit: 'EUR m',
};

const paper = (share = '61 percent') => `# Keep the shop

**Decision:** The board decides in May.

**Recommendation:** Keep the shop and close the stall.[^1] Look again in a year.

**Three figures:**

- **${share}** of sales come from the shop[^1]
- **12** people work there[^2]
- **3** of them leave in May

**Price:** At most 4,000 EUR.

**Greatest risk:** The landlord raises the rent. Then the shop moves.[^3]

\`\`\`chart
${JSON.stringify(chart)}
\`\`\`

## What each place earns

**The shop earns most**

| Place | Sales (EUR) | Cost (EUR) |
| --- | --- | --- |
| Shop[^1] | 61,000 | 40,000 |
| Stall[^2] | 39,000 | 38,500 |

Source: the till.

The stall pays for itself only in summer.[^2] ${'It was said before and it is said again here in many words. '.repeat(5)}

## The options

**The lease decides between the options**

| Criterion | Keep | Close |
| --- | --- | --- |
| Rent | 900 | none |
| People | stay | leave |

## Next steps

1. **Renew the lease.** The manager asks by 1 March.
2. **Sell the stall.** An agent is asked.

[^1]: till-2025.csv, sheet Sales: “Shop | 61,000”
[^2]: staff_list.xlsx: “12”
[^3]: Colleague data-analyst: “ask again”
`;

async function createPaper(files: Record<string, string> = { 'paper.md': paper() }) {
  const { database, asSuperuser } = platform;
  const id = await insertEngagement(database, tenant.tenantId, {
    name: 'Shop or stall',
    tasks: [{ id: 'a', name: 'A' }],
  });
  const runId = await insertRun(database, tenant.tenantId, id);
  const query = createId();
  const add = (filename: string, content: string, version = 1) =>
    insertDeliverable(database, tenant.tenantId, id, {
      runId,
      taskId: 'a',
      filename,
      version,
      content: content.replace('QUERY', query),
    });
  for (const [filename, content] of Object.entries(files)) await add(filename, content);
  const rows = JSON.stringify([2023, 2024, 2025].map((year, at) => [year, 30 + at * 10]));
  await asSuperuser(
    `insert into platform.queries (id, tenant_id, engagement_id, title, sql, columns, rows, rows_bytes, row_count,
        truncated, result_hash, tables, author_kind, author_name, created_at)
      values ($1, $2, $3, 'Sales by year', 'select 1', $4, $5, $6, 3, false, 'h', '[]', 'user', 'Ada', now())`,
    [
      query,
      tenant.tenantId,
      id,
      JSON.stringify(['year', 'sales'].map((name) => ({ name, type: 'number', unit: null }))),
      rows,
      Buffer.byteLength(rows),
    ],
  );
  return { id, add, query, path: `/api/engagements/${id}/storyline` };
}

const read = async (path: string) => {
  const answer = await tenant.get<Storyline>(path);
  expect(answer.status).toBe(200);
  return answer.body;
};
const titles = ({ slides }: Storyline) => slides.map(({ title }) => title);
const find = ({ slides }: Storyline, wanted: Partial<Slide>) => {
  const found = slides.find((slide) =>
    Object.entries(wanted).every(([key, value]) => slide[key as keyof Slide] === value),
  );
  if (!found) throw new Error(`There is no slide ${JSON.stringify(wanted)}`);
  return found;
};

// DCK-1, DCK-2, DCK-3, DCK-8
test('before anybody wrote slides they follow from the documents', async () => {
  const { path } = await createPaper();
  const storyline = await read(path);
  expect(storyline).toMatchObject({
    filename: null,
    origin: 'documents',
    status: 'ready',
    revision: 0,
    stale: false,
    dropped: [],
    language: 'en',
    documents: [{ filename: 'paper.md', version: 1 }],
    findings: [],
    costUsd: 0,
    updatedAt: null,
  });
  expect(storyline.slides.map(({ kind, title }) => [kind, title])).toEqual([
    ['title', 'Shop or stall'],
    ['summary', 'Keep the shop and close the stall'],
    ['exhibit', 'Sales grew each year'],
    ['exhibit', 'The shop earns most'],
    ['comparison', 'The lease decides between the options'],
    ['risks', 'Greatest risk: The landlord raises the rent'],
    ['next_steps', 'Next steps'],
    ['sources', 'Sources'],
  ]);
  expect(find(storyline, { kind: 'summary' })).toMatchObject({
    points: ['Look again in a year.'],
    table: {
      columns: [{ name: 'Three figures' }, { name: '' }],
      rows: [
        ['61 percent', 'of sales come from the shop'],
        ['12', 'people work there'],
        ['3', 'of them leave in May'],
        ['Price', 'At most 4,000 EUR.'],
        ['Greatest risk', 'The landlord raises the rent.'],
      ],
    },
  });
  expect(find(storyline, { title: 'Sales grew each year' })).toMatchObject({
    chart: {
      type: 'column',
      categories: ['2023', '2024', '2025'],
      series: [{ values: [30, 40, 50] }],
      unit: 'EUR m',
    },
    sources: ['Sales by year'],
  });
  const table = find(storyline, { title: 'The shop earns most' });
  expect(table).toMatchObject({
    points: [
      'The stall pays for itself only in summer.',
      ...Array.from(
        { length: 2 },
        () => 'It was said before and it is said again here in many words.',
      ),
    ],
    table: {
      columns: [{ numeric: false }, { numeric: true }, { numeric: true }],
      rows: [
        ['Shop', '61,000', '40,000'],
        ['Stall', '39,000', '38,500'],
      ],
    },
    sources: ['till-2025.csv, sheet Sales', 'staff_list.xlsx'],
  });
  expect(table.notes).toContain('[1] till-2025.csv, sheet Sales: “Shop | 61,000”');
  expect(find(storyline, { kind: 'next_steps' }).table?.rows).toEqual([
    ['Renew the lease', 'The manager asks by 1 March.'],
    ['Sell the stall', 'An agent is asked.'],
  ]);
});

// DCK-1, DCK-3
test('without a synthesis the paper on which no other builds gives the summary: its motions with amounts and dates', async () => {
  const { database } = platform;
  const id = await insertEngagement(database, tenant.tenantId, {
    name: 'Laden',
    tasks: [
      { id: 'a', name: 'Umsatz' },
      { id: 'b', name: 'Vorlage', dependsOn: ['a'] },
    ],
  });
  const runId = await insertRun(database, tenant.tenantId, id);
  const add = (filename: string, taskId: string, content: string) =>
    insertDeliverable(database, tenant.tenantId, id, { runId, filename, taskId, content });
  const proof =
    '[^1]: umsatz-liste.xlsx, sheet Kasse: “900”; Brief: “der Laden”\n[^2]: nie-gezeigt.pdf, page 2: “9”\n';
  await add(
    'umsatz.md',
    'a',
    `# Umsatz\n\nDer Umsatz steht.[^1] Anderes wird nicht gezeigt.\n\n${proof}`,
  );
  const motions = [
    '1. **Der Beirat gibt 550.000 € frei: 340.000 € für den Laden und 210.000 € für den Stand.**[^1] Die Leitung beginnt im Januar 2027.',
    '2. **Die Leitung kündigt den Vertrag zum 31. Dezember 2026.** Das kostet nichts.',
  ];
  await add(
    'vorlage.md',
    'b',
    `# Laden behalten\n\n## Anträge\n\n${motions.join('\n')}\n\n${proof}`,
  );
  const storyline = await read(`/api/engagements/${id}/storyline`);
  expect(find(storyline, { kind: 'summary' })).toMatchObject({
    title: 'Laden behalten',
    sources: ['umsatz-liste.xlsx, Blatt Kasse', 'Briefing'],
    table: {
      columns: [{ name: 'Anträge' }, { name: 'Betrag' }, { name: 'Wann' }],
      rows: [
        [expect.stringContaining('Der Beirat gibt'), '550.000 €', 'Januar 2027'],
        [expect.stringContaining('Die Leitung kündigt'), '', '31. Dezember 2026'],
      ],
    },
  });
  expect(find(storyline, { kind: 'sources' }).table?.rows).toEqual([
    ['umsatz-liste.xlsx', '2, 3'],
    ['Briefing', '2, 3'],
  ]);
});

// DCK-1, DCK-3
test('several papers that decide each have their summary, motions and greatest risk', async () => {
  const { database } = platform;
  const id = await insertEngagement(database, tenant.tenantId, {
    name: 'Two questions',
    tasks: [
      { id: 'a', name: 'Stall' },
      { id: 'b', name: 'Shop' },
    ],
  });
  const runId = await insertRun(database, tenant.tenantId, id);
  const decide = (advice: string, risk: string, motion: string) =>
    [
      `# ${advice}`,
      `**Recommendation:** ${advice}.[^1]`,
      `**Greatest risk:** ${risk}. It can be met.[^1]`,
      `## The motions\n\n1. **${motion}.** The manager does it.[^1]\n2. **Look again in May.** The board reads the figures.[^1]`,
      '[^1]: Proposal: it is the cheaper way\n',
    ].join('\n\n');
  const add = (filename: string, taskId: string, content: string) =>
    insertDeliverable(database, tenant.tenantId, id, { runId, filename, taskId, content });
  await add('stall.md', 'a', decide('Close the stall', 'Nobody buys it', 'Sell the stall'));
  await add('shop.md', 'b', decide('Keep the shop', 'The rent rises', 'Renew the lease'));
  const storyline = await read(`/api/engagements/${id}/storyline`);
  expect(
    storyline.slides.map(({ id: name, kind, title }) => [
      kind === 'next_steps' ? kind : name,
      title,
    ]),
  ).toEqual([
    ['title', 'Two questions'],
    ['summary', 'Close the stall'],
    ['summary-2', 'Keep the shop'],
    ['risk', 'Greatest risk: Nobody buys it'],
    ['risk-2', 'Greatest risk: The rent rises'],
    ['next_steps', 'The motions: Close the stall'],
    ['next_steps', 'The motions: Keep the shop'],
  ]);
});

// DCK-1, DCK-3, DCK-18
test('each table has a slide, and what repeats another document waits among the dropped ones', async () => {
  const costs = (first: string, second: string) =>
    `| Item | 2024 | 2025 |\n|---|---|---|\n| Rent | ${first} | 20 |\n| Light | ${second} | 9 |`;
  const repeated = `**The till grows**\n\n${costs('70', '80')}`;
  const { path } = await createPaper({
    'a.md': `# Costs\n\n## 1. Shop\n\nThe bills say it.[^1]\n\n${costs('10', '8')}\n\n${costs('11', '7')}\n\n## 2. Till\n\n${repeated}\n\n[^1]: bills.xlsx, sheet May: “10”\n`,
    'b.md': `# Till\n\n${repeated}\n`,
  });
  const { slides, dropped } = await read(path);
  const shown = slides.filter(({ kind }) => kind === 'exhibit');
  expect(shown.map(({ title }) => title).sort()).toEqual(['Shop', 'Shop (2)', 'The till grows']);
  expect(shown.find(({ title }) => title === 'Shop')?.sources).toEqual(['bills.xlsx, sheet May']);
  expect(dropped.map(({ title }) => title)).toEqual(['The till grows']);
  const [spare] = dropped;
  const kept = [...slides, ...dropped].map(({ id, title }) => ({ id, title }));
  const changed = await tenant.put<Storyline>(path, { revision: 0, slides: kept });
  expect(changed.body.slides.at(-1)?.id).toBe(spare?.id);
  expect(changed.body.dropped).toEqual([]);
});

// DCK-4
test('a client’s slides have neither notes nor what is the team’s', async () => {
  const { path, query } = await createPaper();
  const own = await read(path);
  const shown = await read(`${path}?audience=client`);
  expect(titles(shown)).toEqual(titles(own));
  expect(shown.slides.map(({ id }) => id)).toEqual(own.slides.map(({ id }) => id));
  expect(shown.slides.flatMap(({ notes }) => notes)).toEqual([]);
  expect(JSON.stringify(own)).toContain('Colleague data-analyst');
  expect(JSON.stringify(shown)).not.toMatch(/data-analyst|till-2025|select 1|SQL/);
  const kept = own.slides
    .slice(0, 3)
    .map(({ id }, at) => ({ id, title: at === 1 ? `Query ${query} of paper.md` : 'Own' }));
  expect((await tenant.put(path, { revision: 0, slides: kept })).status).toBe(200);
  const retitled = await read(`${path}?audience=client`);
  expect(retitled).toMatchObject({
    origin: 'person',
    dropped: [],
    slides: [{ title: 'Own' }, {}, { title: 'Own' }],
  });
  expect(JSON.stringify(retitled)).not.toMatch(new RegExp(`${query}|paper.md: |of paper`));
});

// DCK-5, DCK-7
test('a person reorders, retitles and drops slides, takes one back and returns to the rules', async () => {
  const { path } = await createPaper();
  const before = await read(path);
  const [title, summary, sales, table] = before.slides;
  const asked = [title, table, sales].map((slide) => ({ id: slide?.id, title: slide?.title }));
  const renamed = asked.with(2, { id: sales?.id, title: 'Sales grew by 20' });
  const changed = await tenant.put<Storyline>(path, { revision: 0, slides: renamed });
  expect(changed).toMatchObject({ status: 200, body: { origin: 'person', revision: 1 } });
  expect(await read(path)).toEqual(changed.body);
  expect(titles(changed.body)).toEqual([
    'Shop or stall',
    'The shop earns most',
    'Sales grew by 20',
  ]);
  expect(changed.body.slides[1]).toEqual(table);
  expect(changed.body.dropped.map(({ id }) => id)).toEqual(
    before.slides.filter((slide) => ![title, table, sales].includes(slide)).map(({ id }) => id),
  );
  const stale = await tenant.put(path, { revision: 0, slides: asked });
  expect(stale).toMatchObject({ status: 409, body: { code: 'not_latest_version' } });
  const unknown = await tenant.put(path, {
    revision: 1,
    slides: [...asked, { id: 'nothing', title: 'x' }],
  });
  expect(unknown).toMatchObject({ status: 400, body: { details: [{ path: '/slides/3/id' }] } });
  const twice = await tenant.put(path, { revision: 1, slides: [asked[0], asked[0]] });
  expect(twice.status).toBe(400);
  const back = await tenant.put<Storyline>(path, {
    revision: 1,
    slides: [...asked, { id: summary?.id, title: 'Keep it', points: ['One point.'] }],
  });
  expect(back.body.slides.at(-1)).toMatchObject({
    kind: 'summary',
    title: 'Keep it',
    points: ['One point.'],
  });
  expect(titles(back.body)[2]).toBe('Sales grew each year');
  expect(await tenant.delete(path)).toMatchObject({ status: 200, body: { success: true } });
  expect(await read(path)).toEqual(before);
});

// DCK-6
test('slides show the latest version, and say that they are older', async () => {
  const { path, add } = await createPaper();
  const first = await read(path);
  const kept = first.slides
    .slice(0, 4)
    .map(({ id, title }) => ({ id, title: title === 'Shop or stall' ? 'Own' : title }));
  await tenant.put(path, { revision: 0, slides: kept });
  await add(
    'paper.md',
    paper('63 percent')
      .replaceAll('61,000', '63,000')
      .replace('The shop earns most', 'The shop wins'),
    2,
  );
  const later = await read(path);
  expect(later).toMatchObject({ stale: true, documents: [{ version: 1 }] });
  expect(titles(later)).toEqual([
    'Own',
    'Keep the shop and close the stall',
    'Sales grew each year',
    'The shop wins',
  ]);
  expect(later.slides[3]?.table?.rows[0]).toEqual(['Shop', '63,000', '40,000']);
  await add('paper.md', '# Keep the shop\n\nNothing is left.\n', 3);
  expect(titles(await read(path))).toEqual(['Own', 'Nothing is left']);
});

// DCK-1
test('a document has slides of its own; one that is missing is not found', async () => {
  const { id, path } = await createPaper({
    'paper.md': paper(),
    'more.md': '# More\n\nThere is more.\n',
  });
  const own = await read(`${path}?filename=more.md`);
  expect(own).toMatchObject({ filename: 'more.md', documents: [{ filename: 'more.md' }] });
  expect(titles(own)).toEqual(['More', 'There is more']);
  const [first] = own.slides;
  const changed = { filename: 'more.md', revision: 0, slides: [{ id: first?.id, title: 'Most' }] };
  expect(await tenant.put(path, changed)).toMatchObject({
    status: 200,
    body: { filename: 'more.md' },
  });
  expect(await read(path)).toMatchObject({ origin: 'documents', revision: 0 });
  expect(await tenant.get(`${path}?filename=none.md`)).toMatchObject({
    status: 404,
    body: { code: 'deliverable_not_found' },
  });
  const empty = await insertEngagement(platform.database, tenant.tenantId);
  const none = await tenant.get(`/api/engagements/${empty}/storyline`);
  expect(none).toMatchObject({ status: 404, body: { code: 'no_deliverables' } });
  const other = await createTestTenant(platform);
  for (const answer of [
    await other.get(path),
    await other.put(path, changed),
    await other.delete(path),
  ]) {
    expect(answer.status).toBe(404);
  }
  expect((await tenant.get(`/api/engagements/${id}x/storyline`)).status).toBe(404);
});
