import type { Figure } from '@ecp/contract/values/figures';
import type { DeliverableListItem } from '@ecp/contract/work/deliverables';
import type { LedgerFigure } from '@ecp/contract/work/figures';
import type { Static } from 'typebox';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../testing/test-tenant.ts';

let platform: TestPlatform;
let tenant: TestTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
beforeEach(async () => {
  tenant = await createTestTenant(platform);
});
afterAll(() => platform.close());

const sales: Figure = {
  label: 'Net sales',
  unit: 'EUR',
  period: '2025',
  value: 4_812_000,
  text: 'EUR 4.812 million',
  section: 'Market',
  state: 'verified',
};
const files = ['a', 'b'];

/** Plays a run whose documents have these figures. */
function play(figures: Record<string, Figure[] | undefined>): void {
  platform.engine.onStart((run) => {
    for (const [taskId, own] of Object.entries(figures)) {
      const file = {
        taskId,
        filename: `${taskId}.md`,
        wordCount: 2,
        content: `# ${taskId}\n`,
        citations: [],
      };
      run.push({ type: 'deliverable', ...file, ...(own && { figures: own }) });
    }
    run.push({ type: 'status', status: 'completed', error: null });
  });
}

async function runWith(figures: Record<string, Figure[] | undefined>): Promise<string> {
  const { id } = await tenant.createEngagement({
    tasks: files.map((task) => ({ id: task, name: task })),
  });
  play(figures);
  await tenant.post(`/api/engagements/${id}/run`);
  await tenant.waitForEnd(id);
  return id;
}

const ledgerOf = async (id: string) =>
  (await tenant.get<{ figures: LedgerFigure[] }>(`/api/engagements/${id}/figures`)).body.figures;

async function conflictsOf(id: string): Promise<Record<string, number>> {
  const { body } = await tenant.get<Static<typeof DeliverableListItem>[]>(
    `/api/engagements/${id}/deliverables`,
  );
  return Object.fromEntries(
    body.map(({ filename, version, conflicts }) => [`${filename} ${version}`, conflicts]),
  );
}

describe('the ledger of figures', () => {
  // DEL-12, DEL-13
  test('joins what the documents give for one figure, conflicts first', async () => {
    const staff = { ...sales, label: 'Staff', unit: null, value: 40, text: '40' };
    const id = await runWith({
      a: [staff, sales],
      b: [staff, { ...sales, value: 4_100_000, text: 'EUR 4.1 million' }],
    });
    const ledger = await ledgerOf(id);
    expect(ledger.map(({ label, conflict }) => [label, conflict])).toEqual([
      ['Net sales', true],
      ['Staff', false],
    ]);
    expect(ledger[0]?.values).toEqual([
      {
        value: 4_812_000,
        text: sales.text,
        filename: 'a.md',
        version: 1,
        section: 'Market',
        state: 'verified',
      },
      {
        value: 4_100_000,
        text: 'EUR 4.1 million',
        filename: 'b.md',
        version: 1,
        section: 'Market',
        state: 'verified',
      },
    ]);
    expect(await conflictsOf(id)).toEqual({ 'a.md 1': 1, 'b.md 1': 1 });
    const { body } = await tenant.get(`/api/engagements/${id}/deliverables/a.md`);
    expect(body).toMatchObject({ conflicts: 1 });
  });

  // DEL-12
  test('has no conflict between a value and its rounding, or another period', async () => {
    const rounded = { ...sales, value: 4_800_000, text: 'EUR 4.8 million' };
    const id = await runWith({
      a: [sales],
      b: [rounded, { ...rounded, period: '2024', value: 1 }],
    });
    expect((await ledgerOf(id)).map(({ conflict }) => conflict)).toEqual([false, false]);
    expect(await conflictsOf(id)).toEqual({ 'a.md 1': 0, 'b.md 1': 0 });
  });

  // DEL-12, DEL-13
  test('counts latest versions only, and keeps the ids of its figures', async () => {
    const id = await runWith({ a: [sales], b: [{ ...sales, value: 9, text: 'EUR 9' }] });
    const [before] = await ledgerOf(id);
    play({ b: [sales] });
    expect((await tenant.post(`/api/engagements/${id}/deliverables/b.md/rerun`)).status).toBe(200);
    await tenant.waitForEnd(id);
    expect(await ledgerOf(id)).toMatchObject([
      { id: before?.id, conflict: false, values: [{ version: 1 }, { version: 2 }] },
    ]);
    expect(await conflictsOf(id)).toEqual({ 'a.md 1': 0, 'b.md 1': 0, 'b.md 2': 0 });
  });

  // CHK-6
  test('reaches the engine with the next run', async () => {
    const id = await runWith({ a: [sales], b: undefined });
    const given: unknown[] = [];
    platform.engine.onStart((run) => {
      given.push(run.request.figures);
      run.push({ type: 'status', status: 'completed', error: null });
    });
    await tenant.post(`/api/engagements/${id}/deliverables/b.md/rerun`);
    await tenant.waitForEnd(id);
    expect(given).toEqual([[{ filename: 'a.md', version: 1, figures: [sales] }]]);
  });

  test('is empty without documents and without figures, and missing to other tenants', async () => {
    const id = await runWith({ a: undefined, b: undefined });
    expect(await ledgerOf(id)).toEqual([]);
    const stranger = await createTestTenant(platform);
    expect(await stranger.get(`/api/engagements/${id}/figures`)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });
});
