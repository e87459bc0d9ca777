import type { Grid, GridCell, GridListItem } from '@ecp/contract/work/grids';
import type { RunStarted } from '@ecp/contract/work/runs';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type AttachmentTenant,
  addAttachmentEngagement,
  createAttachmentTenant,
} from '../../../testing/attachment-tenant.ts';
import { holdAnswers } from '../../../testing/grids/hold-answers.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import type { CallOrders } from '../../engine/kernel/call-orders.ts';
import { EngineUnavailableError } from '../../material/engine-client/engine-client.ts';

let platform: TestPlatform;
let own: AttachmentTenant;
let tenant: AttachmentTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  own = await createAttachmentTenant(platform, { plan: 'enterprise' });
});
beforeEach(async () => {
  await platform.engine.settle();
  tenant = await addAttachmentEngagement(platform, own);
});
afterAll(() => platform.close());

const rent = { name: 'Rent', question: 'What is the rent?', type: 'text' };
const begin = { name: 'Begin', question: 'When does it begin?', type: 'text' };

async function uploadAll(...texts: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [at, text] of texts.entries())
    ids.push((await tenant.upload(`file-${at + 1}.md`, text)).id);
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
/** What the engine was asked about files of the engagement, in the order of the questions. */
const asks = async () => {
  const rows = await platform.asSuperuser<{ grid: CallOrders['grid'] }>(
    `select input as grid from engine.runs
      where tenant_id = $1 and engagement_id = $2 and kind = 'grid' order by started_at`,
    [tenant.tenantId, tenant.engagementId],
  );
  return rows.map(({ grid }) => grid);
};

async function create(body: object = {}): Promise<Grid> {
  const answer = await tenant.post<Grid>(path(), {
    title: 'Leases',
    columns: [rent, begin],
    ...body,
  });
  expect(answer.status).toBe(201);
  return answer.body;
}

// GRD-1, GRD-2
test('each file is asked each question, and the grid says where each answer stands', async () => {
  const [first] = await uploadAll('The rent is 900.', 'The rent is 700.');
  const made = await create();
  expect(made).toMatchObject({
    status: 'running',
    failureReason: null,
    columns: [rent, begin],
    cost: 0,
  });
  expect(made.progress).toEqual({ asked: 0, total: 4 });
  expect(made.rows[0]).toMatchObject({
    attachmentId: first,
    cells: [{ state: 'waiting', value: null, text: '' }, {}],
  });
  const grid = await waitFor(made.id);
  expect(grid.progress).toEqual({ asked: 4, total: 4 });
  expect(
    grid.rows.map(({ filename, cells }) => [filename, ...cells.map(({ value }) => value)]),
  ).toEqual([
    ['file-1.md', 'The rent is 900.', 'The rent is 900.'],
    ['file-2.md', 'The rent is 700.', 'The rent is 700.'],
  ]);
  expect(grid.rows[0]?.cells[0]).toMatchObject({
    state: 'verified',
    quote: 'The rent is 900.',
    reason: null,
  });
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
  const before = (await asks()).length;
  const { status } = await tenant.post(path(`/${grid.id}/columns`), begin);
  expect(status).toBe(202);
  await waitFor(grid.id);
  await tenant.post(path(`/${grid.id}/files`), { attachmentIds: [second, first] });
  const whole = await waitFor(grid.id);
  const asked = (await asks()).slice(before);
  expect(
    asked.map(({ file, columns }) => [file.filename, ...columns.map(({ name }) => name)]),
  ).toEqual([
    ['file-1.md', 'Begin'],
    ['file-2.md', 'Rent', 'Begin'],
  ]);
  expect(whole.rows.map(({ filename }) => filename)).toEqual(['file-1.md', 'file-2.md']);
  const { body } = await tenant.post<Grid>(path(`/${grid.id}/files`), { attachmentIds: [first] });
  expect(body.status).toBe('completed');
});

// GRD-7
test('what a person writes stays, also against an answer that comes later', async () => {
  const [first] = await uploadAll('One.');
  const held = holdAnswers(platform.engine);
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
  // Its own value accepts an answer with its words of the file.
  const { quote, text } = asked.rows[0]?.cells[0] ?? {};
  const own = { attachmentId: first, column: column?.id, value: 'One.' };
  const accepted = await tenant.patch<GridCell>(path(`/${grid.id}/cells`), own);
  expect(quote).toEqual(expect.any(String));
  expect(accepted.body).toMatchObject({ state: 'edited', value: 'One.', text, quote });
});

// GRD-11
test('the stream of the engagement tells of answered cells and of the end', async () => {
  const [first = ''] = await uploadAll('One.');
  const held = holdAnswers(platform.engine);
  const grid = await create();
  await held.reached;
  const response = await fetch(
    `${platform.baseUrl}/api/engagements/${tenant.engagementId}/stream`,
    {
      headers: tenant.headers,
    },
  );
  held.release();
  const events = (await response.text())
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map(
      (line) =>
        JSON.parse(line.slice(6)) as {
          type: string;
          gridId?: string;
          cells?: object[];
          status?: string;
        },
    );
  const own = events.filter(({ gridId }) => gridId === grid.id);
  expect(own.map(({ type }) => type)).toEqual(['grid_updated', 'grid_completed']);
  expect(new Set(own[0]?.cells)).toEqual(
    new Set(grid.columns.map(({ id }) => ({ attachmentId: first, columnId: id }))),
  );
  expect(own[1]).toMatchObject({ status: 'completed' });
});

// GRD-11
test('a stream that opened before the grid tells of it at once', { timeout: 20_000 }, async () => {
  await uploadAll('One.');
  const { body: run } = await tenant.post<RunStarted>(
    `/api/engagements/${tenant.engagementId}/run`,
  );
  const response = await fetch(
    `${platform.baseUrl}/api/engagements/${tenant.engagementId}/stream`,
    {
      headers: tenant.headers,
    },
  );
  const grid = await create();
  let told = '';
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    told += piece;
    if (told.includes('"grid_completed"')) break;
  }
  expect(told).toContain(grid.id);
  (await platform.engine.waitForRun(run.runId)).complete();
});

// GRD-8
test('asking one failed cell anew asks all that failed', async () => {
  await uploadAll('One.', 'Two.');
  platform.engine.onGrid(() => ({
    status: 'failed',
    error: 'no provider',
    failureReason: 'internal_error',
  }));
  const grid = await waitFor((await create()).id);
  const statesOf = ({ rows }: Grid) =>
    new Set(rows.flatMap(({ cells }) => cells.map(({ state }) => state)));
  expect(statesOf(grid)).toEqual(new Set(['failed']));
  platform.engine.onGrid(answerAll);
  const cell = {
    attachmentId: grid.rows[0]?.attachmentId,
    column: grid.columns[0]?.id,
    value: null,
    ask: true,
  };
  await tenant.patch(path(`/${grid.id}/cells`), cell);
  expect(statesOf(await waitFor(grid.id))).toEqual(new Set(['verified']));
});

// GRD-8
test('a stopped grid asks nothing more, and adding a question goes on with what waits', async () => {
  await uploadAll('One.', 'Two.');
  const held = holdAnswers(platform.engine);
  const grid = await create();
  await held.reached;
  const { body } = await tenant.post<Grid>(path(`/${grid.id}/stop`));
  expect(body).toMatchObject({ status: 'stopped', failureReason: null });
  held.release();
  await pollUntil(
    () =>
      platform.asSuperuser<{ open: number }>(
        'select count(*)::integer as open from platform.grid_asks where grid_id = $1 and ended_at is null',
        [grid.id],
      ),
    ([row]) => row?.open === 0,
  );
  expect((await read(grid.id)).progress.asked).toBe(0);
  const before = (await asks()).length;
  await tenant.post(path(`/${grid.id}/columns`), begin);
  const whole = await waitFor(grid.id);
  expect(whole.progress).toEqual({ asked: 6, total: 6 });
  expect((await asks()).length - before).toBe(2);
});

// GRD-9
test('a spent budget leaves the rest waiting and stops the grid', async () => {
  await uploadAll('One.', 'Two.');
  platform.engine.onGrid(() => ({
    status: 'failed',
    error: 'Budget exhausted',
    failureReason: 'budget_exhausted',
  }));
  const grid = await create();
  const stopped = await waitFor(grid.id, 'stopped');
  expect(stopped).toMatchObject({
    failureReason: 'budget_exceeded',
    progress: { asked: 0, total: 4 },
  });
  const { rows } = stopped;
  expect(new Set(rows.flatMap(({ cells }) => cells.map(({ state }) => state)))).toEqual(
    new Set(['waiting']),
  );
  platform.engine.onGrid(answerAll);
  await tenant.post(path(`/${grid.id}/columns`), begin);
  expect((await waitFor(grid.id)).progress).toEqual({ asked: 6, total: 6 });
});

// GRD-9
test('a question of before does not stop a grid that goes on again', async () => {
  await uploadAll('One.', 'Two.');
  const spent = {
    status: 'failed',
    error: 'Budget exhausted',
    failureReason: 'budget_exhausted',
  } as const;
  const late = Promise.withResolvers<void>();
  platform.engine.onGrid(async ({ file }) => {
    if (file.filename === 'file-2.md') await late.promise;
    return spent;
  });
  const grid = await create();
  await waitFor(grid.id, 'stopped');
  platform.engine.onGrid(answerAll);
  await tenant.post(path(`/${grid.id}/columns`), begin);
  late.resolve();
  expect((await waitFor(grid.id)).progress).toEqual({ asked: 6, total: 6 });
});

function answerAll({ columns }: CallOrders['grid']) {
  return { cells: columns.map(({ id }) => answered(id)) };
}

const answered = (columnId: string) => {
  const words = {
    value: 'x',
    unit: null,
    text: 'x',
    quote: 'x',
    place: null,
    passage: 'x',
    reason: null,
  };
  return { columnId, ...words, state: 'verified' as const };
};

// GRD-9
test('an engagement that has spent its budget takes no grid, and the cost counts as spending', async () => {
  await uploadAll('One.');
  platform.engine.onGrid(({ columns }) => ({
    costUsd: 3,
    cells: columns.map(({ id }) => answered(id)),
  }));
  await tenant.patch(`/api/engagements/${tenant.engagementId}`, { budget: 2 });
  const grid = await waitFor((await create()).id);
  expect(grid.cost).toBe(3);
  const refused = await tenant.post(path(), { title: 'More', columns: [rent] });
  expect(refused).toMatchObject({ status: 409, body: { code: 'budget_exhausted' } });
});

// GRD-5
test('a file without text fails its cells with the reason, and so does a model that gives no answer', async () => {
  const [first = ''] = await uploadAll('One.');
  const empty = await tenant.upload('empty.md', '   ');
  await tenant.read(empty.id);
  platform.engine.onGrid(() => ({
    status: 'failed',
    error: 'no provider',
    failureReason: 'internal_error',
  }));
  const grid = await create({ columns: [rent], attachmentIds: [empty.id, first] });
  const { rows } = await waitFor(grid.id);
  expect(rows.map(({ cells }) => cells[0])).toMatchObject([
    { state: 'failed', value: null, reason: 'The file has no text that can be read.' },
    { state: 'failed', value: null, reason: 'No model has answered: no provider' },
  ]);
});

// GRD-1
test('limits and files of other engagements are refused', async () => {
  const [first = ''] = await uploadAll('One.');
  const code = async (body: object, of = path()) => {
    const answer = await tenant.post<{ code: string; details?: { path: string }[] }>(of, body);
    return [answer.status, answer.body.code, answer.body.details?.[0]?.path];
  };
  const many = Array.from({ length: 21 }, (_, at) => ({ ...rent, name: `Q${at}` }));
  expect(await code({ title: 'Many', columns: many })).toEqual([
    400,
    'invalid_request',
    '/columns',
  ]);
  const ids = Array.from({ length: 501 }, (_, at) => `a${at}`);
  expect(await code({ title: 'Many', columns: [rent], attachmentIds: ids })).toEqual([
    400,
    'invalid_request',
    '/attachmentIds',
  ]);
  expect(await code({ title: 'None', columns: [rent], attachmentIds: ['nowhere'] })).toEqual([
    400,
    'invalid_request',
    '/attachmentIds/0',
  ]);
  const grid = await waitFor(
    (await create({ columns: many.slice(0, 20), attachmentIds: [first] })).id,
  );
  expect(await code(rent, path(`/${grid.id}/columns`))).toEqual([400, 'invalid_request', '']);
  const edit = { attachmentId: first, column: grid.columns[0]?.id, value: 3 };
  const refused = await tenant.patch<{ code: string }>(path(`/${grid.id}/cells`), edit);
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request']);
});

// GRD-10
test('deleting a file takes its row, and deleting a grid at work ends it', async () => {
  const [first = ''] = await uploadAll('One.', 'Two.');
  const grid = await waitFor((await create()).id);
  await tenant.delete(`${tenant.path}/${first}`);
  expect((await read(grid.id)).rows.map(({ filename }) => filename)).toEqual(['file-2.md']);
  const held = holdAnswers(platform.engine);
  const other = await create();
  await held.reached;
  expect((await tenant.delete(path(`/${other.id}`))).status).toBe(200);
  held.release();
  expect((await tenant.get(path(`/${other.id}`))).status).toBe(404);
  const works = () =>
    platform.asSuperuser<{ open: number }>(
      `select count(*)::integer as open from platform.works where kind = 'fillGrid' and id like $1 and ended_at is null`,
      [`%${other.id}%`],
    );
  await pollUntil(works, ([row]) => row?.open === 0);
});

// GRD-19
test('a grid that the engine refuses fails with what waits, and goes on when it is asked again', async () => {
  const [first = ''] = await uploadAll('One.');
  const { engine } = platform.services;
  const refuse = () =>
    Promise.reject(new EngineUnavailableError('no', 400, { code: 'invalid_request' }));
  platform.services.engine = { ...engine, answerGrid: refuse };
  const grid = await create({ columns: [rent] });
  const failed = await waitFor(grid.id, 'failed');
  expect(failed).toMatchObject({
    failureReason: 'engine_refused',
    progress: { asked: 0, total: 1 },
  });
  platform.services.engine = engine;
  const cell = { attachmentId: first, column: grid.columns[0]?.id, value: null, ask: true };
  expect((await tenant.patch(path(`/${grid.id}/cells`), cell)).status).toBe(200);
  expect(await waitFor(grid.id)).toMatchObject({
    failureReason: null,
    progress: { asked: 1, total: 1 },
  });
});

// GRD-7
test('without an active subscription a person writes cells, but asks nothing', async () => {
  const [first = ''] = await uploadAll('One.');
  const grid = await waitFor((await create({ columns: [rent] })).id);
  const set = (status: string) =>
    platform.asSuperuser('update platform.subscriptions set status = $2 where tenant_id = $1', [
      own.tenantId,
      status,
    ]);
  await set('canceled');
  const cell = { attachmentId: first, column: grid.columns[0]?.id };
  const of = path(`/${grid.id}/cells`);
  expect((await tenant.patch(of, { ...cell, value: '900' })).status).toBe(200);
  const refused = await tenant.patch(of, { ...cell, value: null, ask: true });
  expect(refused).toMatchObject({ status: 403, body: { code: 'subscription_required' } });
  expect((await tenant.post(path(), { title: 'x', columns: [rent] })).status).toBe(403);
  await set('active');
});
