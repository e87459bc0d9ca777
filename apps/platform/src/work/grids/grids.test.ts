import type { Grid, GridCell, GridListItem } from '@ecp/contract/work/grids';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type AttachmentTenant,
  addAttachmentEngagement,
  createAttachmentTenant,
} from '../../../testing/attachment-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let own: AttachmentTenant;
let tenant: AttachmentTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  own = await createAttachmentTenant(platform);
});
beforeEach(async () => {
  tenant = await addAttachmentEngagement(platform, own);
});
afterAll(() => platform.close());

const rent = { name: 'Rent', question: 'What is the rent?', type: 'text' };
const begin = { name: 'Begin', question: 'When does it begin?', type: 'text' };

async function uploadAll(...texts: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [at, text] of texts.entries()) ids.push((await tenant.upload(`file-${at + 1}.md`, text)).id);
  for (const id of ids) await tenant.read(id);
  return ids;
}

const path = (rest = '') => `/api/engagements/${tenant.engagementId}/grids${rest}`;
const read = async (id: string) => (await tenant.get<Grid>(path(`/${id}`))).body;
const waitFor = (id: string, status: Grid['status'] = 'completed') =>
  pollUntil(
    () => read(id),
    (grid) => grid.status === status,
  );
const asks = () => platform.engine.calls.filter(({ url }) => url.startsWith('/grid-answers'));

async function create(body: object = {}): Promise<Grid> {
  const answer = await tenant.post<Grid>(path(), { title: 'Leases', columns: [rent, begin], ...body });
  expect(answer.status).toBe(201);
  return answer.body;
}

// GRD-1, GRD-2
test('each file is asked each question, and the grid says where each answer stands', async () => {
  const [first] = await uploadAll('The rent is 900.', 'The rent is 700.');
  const made = await create();
  expect(made).toMatchObject({ status: 'running', failureReason: null, columns: [rent, begin], cost: 0 });
  expect(made.progress).toEqual({ asked: 0, total: 4 });
  expect(made.rows[0]).toMatchObject({ attachmentId: first, cells: [{ state: 'waiting', value: null, text: '' }, {}] });
  const grid = await waitFor(made.id);
  expect(grid.progress).toEqual({ asked: 4, total: 4 });
  expect(grid.rows.map(({ filename, cells }) => [filename, ...cells.map(({ value }) => value)])).toEqual([
    ['file-1.md', 'The rent is 900.', 'The rent is 900.'],
    ['file-2.md', 'The rent is 700.', 'The rent is 700.'],
  ]);
  expect(grid.rows[0]?.cells[0]).toMatchObject({ state: 'verified', quote: 'The rent is 900.', reason: null });
  expect(grid.cost).toBeCloseTo(0.002);
  const { body } = await tenant.get<{ items: GridListItem[] }>(path());
  expect(body.items).toMatchObject([{ id: grid.id, columns: 2, files: 2, status: 'completed' }]);
  expect(body.items[0]?.cells).toMatchObject({ verified: 4, waiting: 0 });
});

// GRD-6
test('a new question or file asks the new cells alone', async () => {
  const [first = '', second = ''] = await uploadAll('One.', 'Two.');
  const grid = await create({ columns: [rent], attachmentIds: [first] });
  await waitFor(grid.id);
  const before = asks().length;
  const { status } = await tenant.post(path(`/${grid.id}/columns`), begin);
  expect(status).toBe(202);
  await waitFor(grid.id);
  await tenant.post(path(`/${grid.id}/files`), { attachmentIds: [second, first] });
  const whole = await waitFor(grid.id);
  const asked = asks()
    .slice(before)
    .map(({ body }) => body as { file: { filename: string }; columns: { name: string }[] });
  expect(asked.map(({ file, columns }) => [file.filename, ...columns.map(({ name }) => name)])).toEqual([
    ['file-1.md', 'Begin'],
    ['file-2.md', 'Rent', 'Begin'],
  ]);
  expect(whole.rows.map(({ filename }) => filename)).toEqual(['file-1.md', 'file-2.md']);
});

// GRD-7
test('what a person writes stays, also against an answer that comes later', async () => {
  const [first] = await uploadAll('One.');
  const held = platform.engine.hold(({ url }) => url.startsWith('/grid-answers'));
  const grid = await create();
  await held.reached;
  const [column] = grid.columns;
  const edit = await tenant.patch<GridCell>(path(`/${grid.id}/cells`), {
    attachmentId: first,
    column: column?.id,
    value: '950 a month',
  });
  expect(edit.body).toMatchObject({ state: 'edited', value: '950 a month', quote: null });
  expect(edit.body.editedBy).toMatchObject({ kind: 'user', id: tenant.userId });
  held.release();
  const whole = await waitFor(grid.id);
  expect(whole.rows[0]?.cells.map(({ state, value }) => [state, value])).toEqual([
    ['edited', '950 a month'],
    ['verified', 'One.'],
  ]);
  const again = await tenant.patch<GridCell>(path(`/${grid.id}/cells`), {
    attachmentId: first,
    column: column?.id,
    value: null,
    ask: true,
  });
  expect(again.body).toMatchObject({ state: 'waiting', value: null });
  const asked = await waitFor(grid.id);
  expect(asked.rows[0]?.cells[0]).toMatchObject({ state: 'verified', value: 'One.' });
  expect(asked.rows[0]?.cells[0]).not.toHaveProperty('editedBy');
});
