import type { Citation, DeliverableCitations } from '@ecp/contract/values/citations';
import type { Grid, GridCell } from '@ecp/contract/work/grids';
import type { RunStarted } from '@ecp/contract/work/runs';
import type { DeliverableSource } from '@ecp/contract/work/sources';
import { readWorkbook } from '@ecp/documents/workbook/testing/read-workbook';
import { waitForMails } from '@ecp/testing/mail-folder';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AttachmentTenant,
  createAttachmentTenant,
} from '../../../testing/attachment-tenant.ts';
import { citationOf } from '../../../testing/releases/releasing-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { toClientTexts } from '../../reach/exports/client-texts.ts';

let platform: TestPlatform;
let tenant: AttachmentTenant;
let grid: Grid;
const path = (rest = '') => `/api/engagements/${tenant.engagementId}/grids${rest}`;

beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createAttachmentTenant(platform);
  const file = await tenant.upload('hall-7.md', 'The yearly rent is EUR 48,000.');
  await tenant.read(file.id);
  platform.engine.onGrid(({ columns }) => ({
    cells: columns.map(({ id: columnId, name }) => {
      const quote = 'The yearly rent is EUR 48,000.';
      const found = {
        columnId,
        unit: null,
        quote,
        place: 'page 1',
        passage: quote,
        reason: null,
        state: 'verified' as const,
      };
      if (name === 'Trap') return { ...found, value: '=1+1', text: '=1+1' };
      if (name === 'Deposit')
        return {
          columnId,
          value: null,
          unit: null,
          text: '',
          quote: null,
          place: null,
          passage: null,
          reason: null,
          state: 'not_found',
        };
      return { ...found, value: 48_000, unit: 'EUR', text: quote };
    }),
  }));
  const { body } = await tenant.post<Grid>(path(), {
    title: 'Leases',
    columns: [
      { name: 'Rent', question: 'What is the yearly rent?', type: 'number' },
      { name: 'Trap', question: '=cmd?', type: 'text' },
      { name: 'Deposit', question: 'What is the deposit?', type: 'number' },
    ],
  });
  grid = await pollUntil(
    async () => (await tenant.get<Grid>(path(`/${body.id}`))).body,
    ({ status }) => status === 'completed',
  );
});
afterAll(() => platform.close());

const download = async (format: string) => {
  const response = await fetch(
    `${platform.baseUrl}${path(`/${grid.id}/export?format=${format}`)}`,
    {
      headers: tenant.headers,
    },
  );
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toContain(`Leases.${format}`);
  return Buffer.from(await response.arrayBuffer());
};

// GRD-13
test('a grid is a CSV file in which nothing is a formula', async () => {
  const text = (await download('csv')).toString();
  const source = 'page 1: “The yearly rent is EUR 48,000.”';
  const parts = (name: string) =>
    ['State', 'Source', 'Answer', 'Reason'].map((part) => `${name}: ${part}`).join(',');
  expect(text.split('\r\n')).toEqual([
    `\uFEFFFile,Rent,Rent: Unit,${parts('Rent')},Trap,${parts('Trap')},Deposit,Deposit: Unit,${parts('Deposit')}`,
    `hall-7.md,48000,EUR,Verified,"${source}","The yearly rent is EUR 48,000.",,'=1+1,Verified,"${source}",'=1+1,,,,Not found,,,`,
    '',
  ]);
});

// GRD-13
test('a grid is a workbook with numbers as numbers, texts as texts, and quotes in notes', async () => {
  const { sheets, notes } = readWorkbook(await download('xlsx'));
  const cells = [...(sheets[0]?.cells.values() ?? [])];
  expect(cells.some(({ number }) => number === 48_000)).toBe(true);
  expect(cells.some(({ text }) => text === 'Rent (EUR)')).toBe(true);
  expect(cells.some(({ text }) => text === '=1+1')).toBe(true);
  expect(cells.every(({ formula }) => formula === null)).toBe(true);
  const listed = [...(sheets[1]?.cells.values() ?? [])].map(({ text }) => text);
  expect(listed).toEqual(
    expect.arrayContaining(['What is the deposit?', 'Verified', 'The yearly rent is EUR 48,000.']),
  );
  expect(notes.join('\n')).toContain('page 1: “The yearly rent is EUR 48,000.”');
});

// GRD-12
test('a run gets the grids of its engagement', async () => {
  platform.engine.onStart((run) => {
    const taskId = run.request.tasks[0]?.id ?? '';
    run.push({
      type: 'deliverable',
      taskId,
      filename: 'paper.md',
      wordCount: 2,
      content: '# Paper\n\nNothing yet.\n',
    });
    run.complete();
  });
  const { body } = await tenant.post<RunStarted>(`/api/engagements/${tenant.engagementId}/run`);
  await tenant.waitForEnd(tenant.engagementId);
  expect(platform.engine.run(body.runId).request.grids).toMatchObject([
    {
      id: grid.id,
      title: 'Leases',
      rows: [{ filename: 'hall-7.md', cells: [{ value: 48_000 }, {}, {}] }],
    },
  ]);
});

// GRD-12
test('a document cites cells of a grid, which the check finds again, and its reader opens the grid', async () => {
  const { engagementId } = tenant;
  const content = `# Paper

The yearly rent is EUR 48,000.[^1] It is EUR 49,000 elsewhere.[^2]

[^1]: Grid ${grid.id}: “hall-7.md: Rent: 48000”
[^2]: Grid ${grid.id}: “hall-7.md: Rent: 49000”
`;
  const document = `/api/engagements/${engagementId}/deliverables/paper.md`;
  const edited = await tenant.put(document, { content, baseVersion: 1 });
  expect(edited.status).toBe(201);
  const { citations } = await pollUntil(
    async () => (await tenant.get<DeliverableCitations>(`${document}/citations`)).body,
    ({ complete, version }) => complete && version === 2,
  );
  const stateOf = (label: string) =>
    citations.find(({ footnote }: Citation) => footnote === label)?.state;
  expect([stateOf('1'), stateOf('2')]).toEqual(['unjudged', 'altered']);
  const { body } = await tenant.get<DeliverableSource>(`${document}/sources/1`);
  expect(body).toMatchObject({
    title: 'Leases',
    table: { columns: ['', 'Rent', 'Trap', 'Deposit'] },
  });
  expect(body.table?.rows).toEqual([['hall-7.md', 48_000, '=1+1', null]]);
});

// XLS-16
test.each(['team', 'client'])(
  'the workbook of the %s has the grid that a document cites',
  async (audience) => {
    const response = await fetch(
      `${platform.baseUrl}/api/engagements/${tenant.engagementId}/export/xlsx?audience=${audience}`,
      { headers: tenant.headers },
    );
    expect(response.status).toBe(200);
    const { sheets, notes } = readWorkbook(new Uint8Array(await response.arrayBuffer()));
    const cells = sheets.find(({ name }) => name === 'G1 Leases')?.cells ?? new Map();
    const found = [...cells.values()];
    expect(found.some(({ number }) => number === 48_000)).toBe(true);
    expect(found.some(({ text }) => text === (audience === 'team' ? 'hall-7.md' : 'Hall 7'))).toBe(
      true,
    );
    expect(notes.some((note) => note.includes('Verified'))).toBe(audience === 'team');
    const sources = [...(sheets.find(({ name }) => name === 'Sources')?.cells.values() ?? [])];
    expect(sources.some(({ text }) => text === 'Leases')).toBe(true);
  },
);

// GRD-12
test('a client reads the title of a grid in place of its id', async () => {
  const { tenantId, engagementId } = tenant;
  const name = `Grid ${grid.id}`;
  const content = `# Paper\n\nThe rent is in ${name}.[^1]\n\n[^1]: ${name}: “hall-7.md: Rent: 48000”\n`;
  const citations = [
    citationOf('1', { source: { kind: 'attachment', title: name, location: null } }),
  ];
  const of = { tenantId, engagementId, tasks: [], titles: new Map() };
  for (const cited of [citations, []]) {
    const [shown] = await toClientTexts(platform.services, of, [{ content, citations: cited }]);
    expect(shown?.content).toContain('The rent is in Leases.');
    expect(shown?.content).toContain('[^1]: Leases: “hall-7.md: Rent: 48000”');
  }
});

// GRD-18
test('the person who made a grid is told of its end', async () => {
  const { body } = await tenant.get<{ notices: { kind: string; data: object }[] }>('/api/notices');
  expect(body.notices.filter(({ kind }) => kind === 'grid_completed')).toMatchObject([
    { data: { gridId: grid.id, title: 'Leases', reason: null }, engagementId: tenant.engagementId },
  ]);
  const isTold = (mails: string[]) => mails.some((mail) => /^Subject: Grid completed/m.test(mail));
  for (let count = 1, told = false; !told; count += 1) {
    told = isTold(await waitForMails(platform.dataDir, tenant.email, count));
  }
});

// GRD-11
test('webhooks learn of the end of a grid', async () => {
  const events = await platform.asSuperuser<{ data: object }>(
    `select data from platform.outbox_events where tenant_id = $1 and event = 'grid.completed'`,
    [tenant.tenantId],
  );
  expect(events.map(({ data }) => data)).toEqual([
    {
      engagementId: tenant.engagementId,
      gridId: grid.id,
      title: 'Leases',
      status: 'completed',
      failureReason: null,
    },
  ]);
});

// GRD-24
test('a number that a person writes keeps the unit of the cell, unless the person gives another', async () => {
  const [row] = grid.rows;
  const [rent, trap] = grid.columns;
  const edit = async (body: object, column = rent) =>
    tenant.patch<GridCell & { code?: string }>(path(`/${grid.id}/cells`), {
      attachmentId: row?.attachmentId,
      column: column?.id,
      ...body,
    });
  expect((await edit({ value: 49_000 })).body).toMatchObject({ value: 49_000, unit: 'EUR' });
  expect((await edit({ value: 52_000, unit: 'USD' })).body).toMatchObject({
    value: 52_000,
    unit: 'USD',
  });
  expect((await edit({ value: null })).body).toMatchObject({ value: null, unit: null });
  expect((await edit({ value: 'x', unit: 'EUR' }, trap)).body.code).toBe('invalid_request');
});
