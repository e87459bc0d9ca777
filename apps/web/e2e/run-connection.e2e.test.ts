import { type APIRequestContext, type Page, request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { lengthenLog } from './testing/product/lengthen-log.ts';
import { type MeteredProduct, startMeteredProduct } from './testing/product/metered-product.ts';
import { signUpByApi } from './testing/product/sign-up-by-api.ts';
import { readLog, saveLog, waitForLine, watchRun } from './testing/run-page.ts';
import { usePeople } from './testing/use-people.ts';

/** Slow enough to pause a run before it ends. */
const slowMs = 8_000;
const quickMs = 300;
const reconnecting = 'Connection lost. Reconnecting…';
/** Failed requests of a page while the service is down. */
const away = [/^50[234] GET \/api\//];

describe.runIf(hasBrowser())('watching a run', () => {
  const openPerson = usePeople();
  let product: MeteredProduct;
  beforeAll(async () => {
    product = await startMeteredProduct(quickMs);
  });
  afterAll(() => product?.close());

  async function open(expected: RegExp[] = []): Promise<Page> {
    const { page } = await openPerson({ baseUrl: product.baseUrl, expected });
    await signUpByApi(page);
    return page;
  }

  /** Watches a run that is paused at its start. */
  async function watchPausedRun(page: Page): Promise<string> {
    product.models.server.latencyMs = slowMs;
    const id = await watchRun(page, {}, '/details');
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('heading', { name: 'The run is paused' }).waitFor();
    await waitForLine(page, /^Given 3 tasks/);
    product.models.server.latencyMs = quickMs;
    return id;
  }

  /** Opens another connection with the same session. */
  async function openColleague(page: Page): Promise<APIRequestContext> {
    return request.newContext({ baseURL: product.baseUrl, storageState: await page.context().storageState() });
  }
  const statusOf = async (colleague: APIRequestContext, id: string) =>
    ((await (await colleague.get(`/api/engagements/${id}/status`)).json()) as { status: string }).status;

  /** Expects every line of the service on the page exactly once. */
  async function expectWholeLog(page: Page, id: string): Promise<void> {
    await page.getByText('The run is complete').waitFor();
    const lines = await readLog(page, id);
    expect(lines.length).toBeGreaterThan(10);
    // The status may arrive before the stream has caught up.
    await page.getByText(`${lines.length} lines`, { exact: true }).waitFor();
    expect(await saveLog(page)).toEqual(lines);
  }

  it('says at once that the service cannot be reached, and when it can be again', async () => {
    const page = await open();
    await page.goto('/home');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    const notice = page.getByText('No connection to the service');
    await page.context().setOffline(true);
    await notice.waitFor();
    await page.context().setOffline(false);
    await notice.waitFor({ state: 'hidden' });
  });

  it('loses no line across a reload during the run, and shows the whole log afterwards', async () => {
    const page = await open();
    const id = await watchRun(page, {}, '/details');
    await page.getByText(/^\d+ lines$/).waitFor();
    await page.reload();
    await expectWholeLog(page, id);
    await page.reload();
    await expectWholeLog(page, id);
  });

  it('loses no line of a run that continues while the browser is offline, and says so quietly', async () => {
    const page = await open();
    const id = await watchPausedRun(page);
    await page.context().setOffline(true);
    await page.getByText(reconnecting).waitFor();
    const colleague = await openColleague(page);
    await colleague.post(`/api/engagements/${id}/resume`);
    await expect.poll(() => statusOf(colleague, id)).toBe('completed');
    await page.context().setOffline(false);
    await expectWholeLog(page, id);
    await page.getByText(reconnecting).waitFor({ state: 'detached' });
  });

  it('loses no line across kill -9 of everything and a restart, in two tabs', async () => {
    const page = await open(away);
    const id = await watchPausedRun(page);
    const other = await page.context().newPage();
    await other.goto(`/engagements/${id}/details`);
    await waitForLine(other, /^Given 3 tasks/);
    await product.crash();
    await page.getByText(reconnecting).waitFor();
    // One quiet line appears, the content stays, and nothing pops up.
    await waitForLine(page, /^Given 3 tasks/);
    expect(await page.getByRole('alert').count()).toBe(0);
    await product.restart();
    await page.getByText(reconnecting).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Resume' }).click();
    await expectWholeLog(page, id);
    await expectWholeLog(other, id);
  });

  it('stays fast with 5,000 lines, follows the end, and stops following when the user scrolls up', async () => {
    const page = await open();
    const id = await watchRun(page, {}, '/details');
    await page.getByText('The run is complete').waitFor();
    await lengthenLog(product.dataDir, id, 5_000);
    await page.reload();
    await waitForLine(page, 'Line 5000 of many');
    await expect
      .poll(() => page.getByRole('region', { name: 'Lines of the log' }).locator('li').count())
      .toBeLessThan(100);
    await page.getByRole('region', { name: 'Lines of the log' }).press('Home');
    await waitForLine(page, /^Given 3 tasks/);
    await page.getByRole('button', { name: 'Jump to end' }).click();
    await waitForLine(page, 'Line 5000 of many');
    await page.getByRole('searchbox', { name: 'Search the log' }).fill('line 4321 of');
    await page.getByText(/^1 of 5,0\d\d lines$/).waitFor();
    await expect.poll(() => page.locator('mark').innerText()).toBe('Line 4321 of');
  });
});
