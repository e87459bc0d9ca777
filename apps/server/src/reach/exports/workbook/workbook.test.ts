import type { Citation } from '@ecp/contract/values/citations';
import type { Figure } from '@ecp/contract/values/figures';
import type { Engagement } from '@ecp/contract/work/engagements';
import type { RecordedQuery } from '@ecp/contract/work/tables';
import { type ReadSheet, readWorkbook } from '@ecp/documents/workbook/testing/read-workbook';
import { recalculate } from '@ecp/documents/workbook/testing/recalculate';
import { insertDeliverable, insertEngagement, insertRun } from '@ecp/testing/engagement-factory';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeForm } from '../../../../testing/hostile/example-requests.ts';
import { createKeyedTenant, type KeyedTenant } from '../../../../testing/keyed-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let tenant: KeyedTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createKeyedTenant(platform);
});
afterAll(() => platform.close());

const send = (path: string, init: RequestInit = {}, by = tenant) => {
  const cookie = [...by.owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return fetch(platform.baseUrl + path, { ...init, headers: { cookie } });
};

async function download(path: string) {
  const response = await send(path);
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect({ status: response.status, type: response.headers.get('content-type') }).toEqual({
    status: 200,
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  });
  const book = readWorkbook(bytes);
  const sheet = (name: string): ReadSheet => {
    const found = book.sheets.find((one) => one.name === name);
    if (!found)
      throw new Error(
        `There is no sheet ${name} but ${book.sheets.map((one) => one.name).join(', ')}`,
      );
    return found;
  };
  return { ...book, bytes, headers: response.headers, sheet };
}

/** Returns the rows of a sheet below its head as texts and numbers, by the words of the head. */
function rowsOf({ cells }: ReadSheet): Record<string, string | number | null>[] {
  const at = new Map<number, Map<string, string | number | null>>();
  for (const [place, { text, number }] of cells) {
    const row = Number(place.replace(/\D/g, ''));
    at.set(row, (at.get(row) ?? new Map()).set(place.replace(/\d/g, ''), text ?? number));
  }
  const [, heads = new Map()] = [...at].find(([, row]) => row.size > 2) ?? [];
  const start = [...at].findIndex(([, row]) => row === heads);
  return [...at]
    .slice(start + 1)
    .map(([, row]) =>
      Object.fromEntries([...row].map(([column, value]) => [heads.get(column), value])),
    );
}

describe('the workbook of the sample', () => {
  // XLS-1, XLS-2, XLS-3
  test('computes each figure as its documents say it, in LibreOffice too', async () => {
    const { body: sample } = await tenant.owner.post<Engagement>('/api/engagements/sample');
    await tenant.owner.get(`/api/engagements/${sample.id}/tables`);
    const { sheets, sheet, bytes, parts, headers } = await download(
      `/api/engagements/${sample.id}/export/xlsx`,
    );
    expect(headers.get('content-disposition')).toContain('.xlsx');
    const isOfPaper = (name: string) => /^T\d+ /.test(name);
    const names = sheets.map(({ name }) => name);
    expect(names.filter((name) => isOfPaper(name)).length).toBeGreaterThan(5);
    expect(names.slice(0, 5).map((name) => (isOfPaper(name) ? 'a table' : name))).toEqual([
      'Contents',
      'Summary',
      'Inputs',
      'Figures',
      'a table',
    ]);
    expect(names.slice(4).filter((name) => !isOfPaper(name))).toEqual([
      'Queries',
      'Q1 What a window leaves after',
      'Revenue by market (EUR 000)',
      'Cost per window 2025 (EUR)',
      'Price and freight 2025 (EUR)',
      'Production 2025',
      'Sources',
    ]);
    const figures = rowsOf(sheet('Figures'));
    expect(figures.length).toBeGreaterThan(200);
    expect(new Set(figures.map((row) => row['Agrees']))).toEqual(new Set(['yes', 'as stated']));
    const formulas = [...sheet('Figures').cells].filter(
      ([place, { formula }]) => place.startsWith('C') && formula !== null,
    );
    expect(formulas.length).toBeGreaterThan(200);
    expect(parts.filter((part) => /vba|macro|externalLink/i.test(part))).toEqual([]);
    const computed = await recalculate(bytes);
    if (computed) expect(computed).toEqual({ formulas: expect.any(Number), differences: [] });
  }, 240_000);
});

const sales =
  'Region,Sales 2024 (EUR),Sales 2025 (EUR)\n=North,1200,1500\nSouth,800,700\nWest,0,250\n';

const cite = (fields: Partial<Citation>): Citation => ({
  footnote: null,
  claim: '',
  quote: null,
  state: 'verified',
  reason: null,
  passage: null,
  derivation: null,
  source: { kind: 'unknown', title: '', location: null },
  ...fields,
});

const figure = (fields: Partial<Figure> & Pick<Figure, 'label' | 'value' | 'text'>): Figure => ({
  unit: 'EUR',
  period: null,
  section: 'Sales',
  state: 'computed',
  ...fields,
});

/**
 * Creates an engagement with a table, a query, and a document that computes with both and with a
 * number of the brief.
 */
async function createComputing() {
  const id = await insertEngagement(platform.database, tenant.tenantId, {
    name: 'Sales & more',
    status: 'completed',
    tasks: [{ id: 'a', name: 'Sales review' }],
  });
  const form = makeForm({}, { name: "it's_sales.csv", content: Buffer.from(sales) });
  expect(
    (await send(`/api/engagements/${id}/attachments`, { method: 'POST', body: form })).status,
  ).toBe(201);
  const { body: listed } = await tenant.owner.get<{ tables: { name: string }[] }>(
    `/api/engagements/${id}/tables`,
  );
  const sql = `select sum(sales_2024) as "Sum 2024", sum(sales_2025) as "Sum 2025" from ${listed.tables[0]?.name}`;
  const { status, body: query } = await tenant.owner.post<RecordedQuery>(
    `/api/engagements/${id}/queries`,
    {
      title: '=Sums of both years',
      sql,
    },
  );
  expect({ status, query }).toMatchObject({ status: 201 });
  const content = `# Sales review

## Sales

Sales came to 2,450 EUR in 2025.[^1] They grew by 22.5 %.[^2] With the budget of 50 EUR they would be 2,500 EUR.[^3]

The north sold for 1,500 EUR, the south for 700 EUR.[^5]

[^1]: Query ${query.id}: “Sum 2025: 2,450”
[^2]: = 2,450 / 2,000 − 1 = 22.5 %; [^1], [^4]
[^3]: = 2,450 + 50 = 2,500; [^1], [^6]
[^4]: Query ${query.id}: “Sum 2024: 2,000”
[^5]: it's_sales.csv: “=North | 1200 | 1500”; it's_sales.csv, sheet Sales: “South | 800 | 700”
[^6]: Brief: “a budget of 50 EUR”
`;
  const runId = await insertRun(platform.database, tenant.tenantId, id);
  const deliverable = await insertDeliverable(platform.database, tenant.tenantId, id, {
    runId,
    taskId: 'a',
    filename: 'sales-review.md',
    content,
  });
  const asked = { kind: 'query', title: `Query ${query.id}`, location: null } as const;
  const citations = [
    cite({
      footnote: '1',
      claim: 'Sales came to 2,450 EUR in 2025.',
      quote: 'Sum 2025: 2,450',
      source: asked,
    }),
    cite({ footnote: '2', claim: 'They grew by 22.5 %.', state: 'computed' }),
    cite({
      footnote: '3',
      claim: 'With the budget of 50 EUR they would be 2,500 EUR.',
      state: 'computed',
    }),
    cite({
      footnote: '5',
      claim: 'The north sold for 1,500 EUR, the south for 700 EUR.',
      quote: '=North | 1200 | 1500 … South | 800 | 700',
      source: { kind: 'attachment', title: "it's_sales.csv", location: null },
    }),
  ];
  const figures = [
    figure({ label: 'Sales', period: '2025', value: 2_450, text: '2,450 EUR' }),
    figure({ label: 'Growth', unit: '%', value: 22.5, text: '22.5 %' }),
    figure({ label: 'Sales with the budget', value: 2_500, text: '2,500 EUR' }),
    figure({ label: '=North', value: 1_500, text: '1,500 EUR' }),
    figure({ label: 'South', value: 700, text: '700 EUR' }),
    figure({ label: 'Shops', unit: null, value: 740, text: '740', state: 'uncited' }),
  ];
  await platform.asSuperuser(
    'insert into platform.deliverable_citations (tenant_id, deliverable_id, citations) values ($1, $2, $3)',
    [tenant.tenantId, deliverable, JSON.stringify(citations)],
  );
  await platform.asSuperuser(
    'insert into platform.deliverable_figures (tenant_id, deliverable_id, figures) values ($1, $2, $3)',
    [tenant.tenantId, deliverable, JSON.stringify(figures)],
  );
  return { id, query, sql, path: `/api/engagements/${id}/export/xlsx` };
}

describe('the workbook of an engagement', () => {
  let computing: Awaited<ReturnType<typeof createComputing>>;
  beforeAll(async () => {
    computing = await createComputing();
  });

  // XLS-1, XLS-2, XLS-3, XLS-7
  test('has formulas over cells of queries and tables, over figures, and over inputs with their source', async () => {
    const { path, query, sql } = computing;
    const { sheet, names, notes, bytes, sheets } = await download(path);
    const { cells } = sheet('Figures');
    const found = [6, 7, 8, 9, 10, 11].map((row) => [
      cells.get(`A${row}`)?.text,
      cells.get(`C${row}`)?.formula,
      Number(cells.get(`C${row}`)?.number?.toPrecision(12)),
      cells.get(`H${row}`)?.text,
    ]);
    expect(found).toEqual([
      ['Sales', "'Q1 =Sums of both years'!$B$7", 2_450, 'yes'],
      [
        'Growth',
        "('Q1 =Sums of both years'!$B$7/'Q1 =Sums of both years'!$A$7-1)*100",
        22.5,
        'yes',
      ],
      ['Sales with the budget', "'Q1 =Sums of both years'!$B$7+'Inputs'!$B$6", 2_500, 'yes'],
      ['=North', "'It''s sales'!$C$6", 1_500, 'yes'],
      ['South', "'It''s sales'!$C$7", 700, 'yes'],
      ['Shops', null, 740, 'as stated'],
    ]);
    expect(rowsOf(sheet('Inputs'))).toMatchObject([
      { Value: 50, Source: 'Brief', 'Words of the source': 'a budget of 50 EUR' },
    ]);
    expect(notes.filter((note) => note.includes(sql)).length).toBeGreaterThanOrEqual(4);
    expect(rowsOf(sheet('Queries'))).toMatchObject([
      { Query: '=Sums of both years', Id: query.id, Rows: 1, 'Statement (SQL)': sql },
    ]);
    expect(sheet("It's sales").cells.get('A6')).toMatchObject({ text: '=North', formula: null });
    expect(
      rowsOf(sheet('Sources')).map((row) => [row['Note'], row['Source'], row['Check']]),
    ).toEqual([
      ['1', '=Sums of both years', 'Verified'],
      ['2', null, 'Computed'],
      ['3', null, 'Computed'],
      ['5', "it's_sales.csv", 'Verified'],
      ['5', "it's_sales.csv", 'Verified'],
    ]);
    expect(names.get('Growth')).toBe("'Figures'!$C$7");
    expect(sheets.map(({ name }) => name)[0]).toBe('Contents');
    const computed = await recalculate(bytes);
    if (computed) expect(computed.differences).toEqual([]);
  }, 240_000);

  // XLS-9
  test('for a client has neither statements nor ids, names of files or results of checks', async () => {
    const { path, query } = computing;
    const { sheets, sheet, notes } = await download(`${path}?audience=client`);
    const all = [
      ...sheets.flatMap(({ cells }) => [...cells.values()].map(({ text }) => text ?? '')),
      ...notes,
    ].join('\n');
    for (const inner of [
      'select ',
      query.id,
      'sales_2025',
      "it's_sales.csv",
      'sales-review.md',
      'Verified',
      'Not judged',
    ])
      expect(all).not.toContain(inner);
    expect(all).toContain('=Sums of both years');
    expect(sheet('Figures').cells.get('C7')?.number).toBeCloseTo(22.5);
  });

  // XLS-10
  test('is recorded once it is given, and not there for others or without documents', async () => {
    const id = await insertEngagement(platform.database, tenant.tenantId, { status: 'completed' });
    const runId = await insertRun(platform.database, tenant.tenantId, id);
    await insertDeliverable(platform.database, tenant.tenantId, id, { runId });
    const path = `/api/engagements/${id}/export/xlsx`;
    const audited = () =>
      platform.asSuperuser<{ metadata: unknown }>(
        `select metadata from platform.audit_log where action = 'engagement.export_xlsx' and resource_id = $1`,
        [id],
      );
    expect((await send(path, { method: 'HEAD' })).status).toBe(200);
    expect(await audited()).toEqual([]);
    await download(path);
    expect(await audited()).toMatchObject([{ metadata: { audience: 'team' } }]);
    const stranger = await createKeyedTenant(platform);
    const codeOf = async (response: Response) => ({
      status: response.status,
      ...((await response.json()) as { code: string }),
    });
    expect(await codeOf(await send(path, {}, stranger))).toMatchObject({
      status: 404,
      code: 'engagement_not_found',
    });
    const empty = await insertEngagement(platform.database, tenant.tenantId);
    expect(await codeOf(await send(`/api/engagements/${empty}/export/xlsx`))).toMatchObject({
      status: 404,
      code: 'no_deliverables',
    });
    expect(await codeOf(await send(`${path}?audience=nobody`))).toMatchObject({
      status: 400,
      code: 'invalid_request',
    });
  });
});
