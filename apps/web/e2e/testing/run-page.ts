import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { threeTasks } from '../../../../e2e/testing/main-job.ts';
import { succeed } from './succeed.ts';

/** Creates an engagement of three tasks in the session of the page. Returns its id. */
export async function createEngagement(page: Page, change: object = {}): Promise<string> {
  const { id } = await succeed<{ id: string }>(page.request, '/api/engagements', {
    ...threeTasks,
    ...change,
  });
  return id;
}

/**
 * Creates such an engagement, starts its run and opens its overview, or its details. Returns its
 * id.
 */
export async function watchRun(
  page: Page,
  change: object = {},
  place: '' | '/details' = '',
): Promise<string> {
  const id = await createEngagement(page, change);
  const started = await page.request.post(`/api/engagements/${id}/run`);
  if (started.status() !== 200)
    throw new Error(`Start answered ${started.status()}: ${await started.text()}`);
  await page.goto(`/engagements/${id}${place}`);
  const heading = place === '' ? /^(Tasks|The run is complete)$/ : 'Log';
  await page.getByRole('heading', { name: heading }).first().waitFor();
  return id;
}

/** Waits until the page shows a log line with these words. */
export const waitForLine = (page: Page, words: string | RegExp): Promise<void> =>
  page.getByRole('region', { name: 'Lines of the log' }).getByText(words).first().waitFor();

/** Returns every line on the page, through the saved file. */
export async function saveLog(page: Page): Promise<string[]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download', exact: true }).click(),
  ]);
  return (await readFile(await download.path(), 'utf8')).split('\n');
}

/** Returns every line that the service has. */
export async function readLog(page: Page, id: string): Promise<string[]> {
  const answer = await page.request.get(`/api/engagements/${id}/logs`);
  return ((await answer.json()) as { logs: string[] }).logs;
}
