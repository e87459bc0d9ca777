import { type APIRequestContext, type Page, request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { threeTasks } from '../../../e2e/testing/main-job.ts';
import { hasBrowser } from './testing/browser.ts';
import { findViolations } from './testing/find-violations.ts';
import { press } from './testing/press.ts';
import { lengthenLog } from './testing/product/lengthen-log.ts';
import { type MeteredProduct, startMeteredProduct } from './testing/product/metered-product.ts';
import { signInByApi, signUpByApi } from './testing/product/sign-up-by-api.ts';
import { createEngagement, readLog, saveLog, waitForLine, watchRun } from './testing/run-page.ts';
import { sidewaysPx } from './testing/sideways-px.ts';
import type { Account } from './testing/sign-up.ts';
import { usePeople } from './testing/use-people.ts';

/** Slow enough that the run is in progress during all clicks. Stop does not wait for the models. */
const slowMs = 8_000;
const quickMs = 300;
const reconnecting = 'Connection lost. Reconnecting…';

describe.runIf(hasBrowser())('a run', () => {
  const openPerson = usePeople();
  let product: MeteredProduct;
  let account: Account;
  beforeAll(async () => {
    product = await startMeteredProduct(quickMs);
  });
  afterAll(() => product?.close());

  const openPage = async () => (await openPerson({ baseUrl: product.baseUrl })).page;
  const headOf = (page: Page) =>
    page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) });

  // OVR-7
  it('is started by click, paused, resumed and stopped, and reports an exhausted budget, which is raised', async () => {
    const page = await openPage();
    account = await signUpByApi(page);
    const stopped = await createEngagement(page);
    product.models.server.latencyMs = slowMs;
    await page.goto(`/engagements/${stopped}`);
    await page.getByRole('button', { name: 'Start the run' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start the run' }).click();
    const tasks = page.getByRole('list', { name: 'Tasks of the run' });
    await tasks.getByText('Waits for Demand analysis and Cost model').waitFor();
    await headOf(page).getByText('Running').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('heading', { name: 'The run is paused' }).waitFor();
    await headOf(page).getByText('Paused').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Resume' }).click();
    await headOf(page).getByText('Running').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop run' }).click();
    await page.getByRole('heading', { name: 'The run was stopped' }).waitFor();

    product.models.server.latencyMs = quickMs;
    await watchRun(page, { budget: 0.02 });
    await page.getByRole('heading', { name: 'The budget is used up' }).waitFor();
    await page.getByRole('button', { name: 'Raise budget' }).click();
    await page.getByRole('dialog').getByLabel('Budget in US dollars').fill('4');
    await page.getByRole('dialog').getByRole('button', { name: 'Raise budget' }).click();
    await page.getByText('of $4.00 spent').waitFor();
  });

  const statusOf = async (colleague: APIRequestContext, id: string) =>
    ((await (await colleague.get(`/api/engagements/${id}/status`)).json()) as { status: string })
      .status;

  /** Expects every line of the service on the page exactly once. */
  async function expectWholeLog(page: Page, id: string): Promise<void> {
    await page.getByText('The run is complete').waitFor();
    const lines = await readLog(page, id);
    expect(lines.length).toBeGreaterThan(10);
    // The status may arrive before the stream has caught up.
    await page.getByText(`${lines.length} lines`, { exact: true }).waitFor();
    expect(await saveLog(page)).toEqual(lines);
  }

  // OVR-6
  it('loses no line across a lost connection and a reload, and shows consultations with their answers and the documents', async () => {
    const page = await openPage();
    await signInByApi(page, account);
    product.models.server.latencyMs = slowMs;
    // The last task does not build on the first one, so its lead may ask the agent that wrote it.
    const chain = threeTasks.tasks.map((task, at, all) => ({
      ...task,
      dependsOn: all.slice(at - 1, at).map(({ id }) => id),
    }));
    const id = await watchRun(page, { tasks: chain }, '/details');
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('heading', { name: 'The run is paused' }).waitFor();
    await waitForLine(page, /^Given 3 tasks/);
    product.models.server.latencyMs = quickMs;

    const storageState = await page.context().storageState();
    const colleague = await request.newContext({ baseURL: product.baseUrl, storageState });
    const notice = page.getByText('No connection to the service');
    await page.context().setOffline(true);
    await notice.waitFor();
    await page.getByText(reconnecting).waitFor();
    // One quiet line appears, the content stays, and nothing pops up.
    await waitForLine(page, /^Given 3 tasks/);
    expect(await page.getByRole('alert').count()).toBe(0);
    await colleague.post(`/api/engagements/${id}/resume`);
    await expect.poll(() => statusOf(colleague, id)).toBe('completed');
    await page.context().setOffline(false);
    await notice.waitFor({ state: 'hidden' });
    await expectWholeLog(page, id);
    await page.getByText(reconnecting).waitFor({ state: 'detached' });
    await page.getByText('3 documents wait for your review.').waitFor();

    const graph = page.getByRole('figure', { name: 'Graph of consultations' });
    await press(graph.getByRole('button', { name: /asked .+: read$/ }).first(), 'Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'Answer' }).first().waitFor();
    await dialog
      .getByText(/^For (Demand analysis|Cost model|Subscription offer)$/)
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    // It stays quick with many lines, follows the end, and stops following when the user scrolls
    // up.
    await lengthenLog(product.dataDir, id, 5_000);
    await page.reload();
    await waitForLine(page, 'Line 5000 of many');
    const lines = page.getByRole('region', { name: 'Lines of the log' });
    await expect.poll(() => lines.locator('li').count()).toBeLessThan(100);
    await lines.press('Home');
    await waitForLine(page, /^Given 3 tasks/);
    await page.getByRole('button', { name: 'Jump to end' }).click();
    await waitForLine(page, 'Line 5000 of many');
    await page.getByRole('searchbox', { name: 'Search the log' }).fill('line 4321 of');
    await page.getByText(/^1 of 5,0\d\d lines$/).waitFor();

    await page.getByRole('link', { name: 'Overview' }).first().click();
    await page
      .getByRole('table', { name: /^Documents/ })
      .getByRole('link', { name: 'Subscription offer' })
      .waitFor();
  });
});
