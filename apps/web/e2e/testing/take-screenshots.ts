/**
 * Takes a screenshot of every page and of a run in progress, in both themes, on a wide screen and
 * on a phone: `npm run screenshots [-- <folder>]` (default `.data/screenshots`). The README uses
 * these screenshots.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startFakeModels } from '../../../../e2e/testing/fake-models.ts';
import { closeBrowser } from './browser.ts';
import { everyPage } from './every-page.ts';
import { openStage } from './product/open-stage.ts';
import { createExample } from './product/stage.ts';
import { startWebProduct } from './product/web-product.ts';
import { settle } from './settle.ts';

const folder = process.argv[2] ?? join('.data', 'screenshots');
const screens = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

/** Takes one screenshot of the current page for each theme and screen. */
async function takePictures(page: Page, name: string): Promise<void> {
  for (const [screen, viewport] of Object.entries(screens)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await settle(page);
      await page.screenshot({
        path: join(folder, `${name}-${screen}-${colorScheme}.png`),
        animations: 'disabled',
      });
    }
  }
}

/** Shows every page of a tenant that uses the offline model: real citations, no cost. */
async function showEveryPage(): Promise<void> {
  const product = await startWebProduct();
  try {
    const { stage, page, close } = await openStage(product.baseUrl);
    for (const { name, path, open } of everyPage) {
      if (open) await page.context().clearCookies();
      await page.goto(path(stage));
      await takePictures(page, name);
    }
    await close();
  } finally {
    await product.close();
  }
}

/** Shows a run on models that cost money and take time: in progress and completed. */
async function showPaidRun(): Promise<void> {
  const models = await startFakeModels(folder);
  const product = await startWebProduct(models.environment);
  try {
    const { client, page, close } = await openStage(product.baseUrl);
    models.server.latencyMs = 1_200;
    const before = models.server.meter.calls.length;
    const id = await createExample(client, 'window-maker-export');
    await client.startRun({ id });
    await models.server.meter.waitFor(({ calls }) => calls.length > before + 14, 60_000);
    await page.goto(`/engagements/${id}`);
    await takePictures(page, 'run-live');
    for await (const event of client.streamRun(id))
      if (event.type === 'status') console.log(event.status);
    await page.goto(`/engagements/${id}/details`);
    await takePictures(page, 'details-paid');
    await close();
  } finally {
    await product.close();
    await models.server.close();
  }
}

await mkdir(folder, { recursive: true });
await showEveryPage();
await showPaidRun();
await closeBrowser();
console.log(`The screenshots are in ${folder}`);
