import type { AccountDeleted } from '@ecp/contract/identity/account';
import type { Grid } from '@ecp/contract/work/grids';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type AttachmentTenant,
  createAttachmentTenant,
} from '../../../testing/attachment-tenant.ts';
import { holdAnswers } from '../../../testing/grids/hold-answers.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let tenant: AttachmentTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
beforeEach(async () => {
  tenant = await createAttachmentTenant(platform);
});
afterAll(() => platform.close());

const path = (rest = '') => `/api/engagements/${tenant.engagementId}/grids${rest}`;

/**
 * Makes a grid of two files, one of which the engine is being asked; returns its ask and what lets
 * the engine answer.
 */
async function beginGrid() {
  const files = [await tenant.upload('one.md', 'One.'), await tenant.upload('two.md', 'Two.')];
  for (const { id } of files) await tenant.read(id);
  const heldAnswers = holdAnswers(platform.engine);
  const columns = [{ name: 'Rent', question: 'What is the rent?', type: 'text' }];
  const { body: grid } = await tenant.post<Grid>(path(), { title: 'Leases', columns });
  await heldAnswers.reached;
  const asks = await platform.asSuperuser<{ id: string }>(
    'select id from platform.grid_asks where tenant_id = $1 order by id',
    [tenant.tenantId],
  );
  return { grid, heldAnswers, asks: asks.map(({ id }) => id), files };
}

const findOrders = (asks: string[]) =>
  platform.asSuperuser('select from engine.runs where tenant_id = $1 and id = any($2)', [
    tenant.tenantId,
    asks,
  ]);

/** Waits until the work that fills the grid is over, and expects no row of it. */
async function expectNothingLeft(gridId: string): Promise<void> {
  const works = () =>
    platform.asSuperuser(
      `select from platform.works where kind = 'fillGrid' and id like $1 and ended_at is null`,
      [`%${gridId}%`],
    );
  await pollUntil(works, ({ length }) => length === 0);
  for (const table of ['grids', 'grid_columns', 'grid_files', 'grid_cells', 'grid_asks'])
    expect(
      await platform.asSuperuser(`select from platform.${table} where tenant_id = $1`, [
        tenant.tenantId,
      ]),
    ).toEqual([]);
}

// GRD-14
test('an engagement is erased while its grid is at work, with what the engine is being asked', async () => {
  const { grid, heldAnswers, asks } = await beginGrid();
  expect(await findOrders(asks)).not.toEqual([]);
  expect((await tenant.delete(`/api/engagements/${tenant.engagementId}`)).status).toBe(200);
  expect(await findOrders(asks)).toEqual([]);
  heldAnswers.release();
  await expectNothingLeft(grid.id);
});

// GRD-14
test('an account is erased while its grid is at work', async () => {
  const { grid, heldAnswers, asks } = await beginGrid();
  const deletion = fetch(`${platform.baseUrl}/api/account/delete`, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json', ...tenant.headers },
    body: JSON.stringify({ confirmText: 'DELETE MY ACCOUNT' }),
  });
  await pollUntil(
    () => findOrders(asks),
    ({ length }) => length === 0,
  );
  heldAnswers.release();
  const { deletionRequestId } = (await (await deletion).json()) as AccountDeleted;
  await pollUntil(
    () =>
      platform.asSuperuser(
        'select from platform.deletion_requests where id = $1 and completed_at is not null',
        [deletionRequestId],
      ),
    ({ length }) => length === 1,
  );
  await expectNothingLeft(grid.id);
});

// GRD-10
test('a file is deleted while it is asked: its answer changes nothing, and its cost counts', async () => {
  const { grid, heldAnswers, files } = await beginGrid();
  expect((await tenant.delete(`${tenant.path}/${files[0]?.id}`)).status).toBe(200);
  heldAnswers.release();
  const whole = await pollUntil(
    async () => (await tenant.get<Grid>(path(`/${grid.id}`))).body,
    ({ status }) => status === 'completed',
  );
  expect(whole.rows).toMatchObject([
    { filename: 'two.md', cells: [{ state: 'verified', value: 'Two.' }] },
  ]);
  expect(whole.cost).toBeCloseTo(0.002);
});
