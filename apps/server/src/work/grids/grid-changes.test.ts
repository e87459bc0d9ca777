import type { Grid, GridCellSource, GridChanges } from '@ecp/contract/work/grids';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AttachmentTenant,
  createAttachmentTenant,
} from '../../../testing/attachment-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let tenant: AttachmentTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createAttachmentTenant(platform);
});
afterAll(() => platform.close());

const path = (rest = '') => `/api/engagements/${tenant.engagementId}/grids${rest}`;

/** Makes a grid of one question about files of these texts, and waits until it is filled. */
async function fill(...texts: string[]): Promise<Grid> {
  for (const [at, text] of texts.entries())
    await tenant.read(
      (await tenant.upload(`file-${at + 1}.md`, `${text}\n\nIt is due monthly.\n`)).id,
    );
  const columns = [{ name: 'Rent', question: 'What is the rent?', type: 'text' }];
  const { body } = await tenant.post<Grid>(path(), { title: 'Leases', columns });
  return pollUntil(
    async () => (await tenant.get<Grid>(path(`/${body.id}`))).body,
    ({ status }) => status === 'completed',
  );
}

// GRD-21, GRD-22, GRD-23
test('tells which cells have changed, shows where a cell stands, and takes another title', async () => {
  const grid = await fill('The rent is 900.', 'The rent is 700.');
  const [first] = grid.rows;
  const [column] = grid.columns;
  const changes = async (since: string) =>
    (
      await tenant.get<GridChanges>(
        `${path(`/${grid.id}/changes`)}?since=${encodeURIComponent(since)}`,
      )
    ).body;
  expect((await changes(grid.changedAt)).cells).toEqual([]);
  const edit = { attachmentId: first?.attachmentId, column: column?.id, value: '950' };
  expect((await tenant.patch(path(`/${grid.id}/cells`), edit)).status).toBe(200);
  const told = await changes(grid.changedAt);
  expect(told).toMatchObject({ status: 'completed', progress: { asked: 2, total: 2 } });
  expect(told.cells).toMatchObject([
    {
      attachmentId: first?.attachmentId,
      columnId: column?.id,
      cell: { state: 'edited', value: '950' },
    },
  ]);
  expect((await changes(told.changedAt)).cells).toEqual([]);
  const second = `/${grid.id}/cells/${grid.rows[1]?.attachmentId}/${column?.id}`;
  const { body: source } = await tenant.get<GridCellSource>(path(`${second}/source`));
  expect(source).toMatchObject({ kind: 'file', title: 'file-2.md', problem: null });
  expect(source.text?.slice(source.mark?.start, source.mark?.end)).toContain('The rent is 700.');
  expect((await tenant.get(path(`${second}/file`))).status).toBe(404);
  const renamed = await tenant.patch<Grid>(path(`/${grid.id}`), { title: ' All leases ' });
  expect(renamed.body.title).toBe('All leases');
});
