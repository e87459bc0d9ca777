import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { findViolations } from './testing/find-violations.ts';
import { openTeamMate } from './testing/product/open-team-mate.ts';
import { prepareOwner } from './testing/product/prepare-owner.ts';
import { runToEnd } from './testing/product/run-to-end.ts';
import { signInByApi, signUpByApi } from './testing/product/sign-up-by-api.ts';
import { sidewaysPx } from './testing/sideways-px.ts';
import type { Account } from './testing/sign-up.ts';
import { succeed } from './testing/succeed.ts';
import { usePeople } from './testing/use-people.ts';

async function createEngagement(page: Page, model: string | null = null): Promise<string> {
  const data = {
    name: 'Nordic market entry',
    client: 'Contoso',
    brief: 'Contoso sells cranes and asks how to enter the Nordic market. Sales were 12 million euros in 2025.',
    model,
    tasks: [
      { id: 'scan', name: 'Market scan' },
      { id: 'plan', name: 'Entry plan', dependsOn: ['scan'] },
    ],
  };
  return (await succeed<{ id: string }>(page.request, '/api/engagements', data)).id;
}

/** Lets a page take the counts of the offline model for scores of a connected one, which it would not show otherwise. */
async function showCountsAsScores(page: Page): Promise<void> {
  await page.route('**/api/models', (route) => route.fulfill({ json: { connected: true, models: [] } }));
  await page.route(/\/quality(\?|$)/, async (route) => {
    const response = await route.fetch();
    const quality = (await response.json()) as { scores: object[] };
    const scores = quality.scores.map((score) => ({ ...score, offline: false }));
    await route.fulfill({ response, json: { ...quality, scores } });
  });
}

/** Returns the labels of a drawing that its edges cut. */
function findCutLabels(drawing: Element): string[] {
  const { left, right } = drawing.getBoundingClientRect();
  const isCut = (label: Element) => {
    const place = label.getBoundingClientRect();
    return place.left < left || place.right > right;
  };
  return [...drawing.querySelectorAll('text')].filter(isCut).map(({ textContent }) => textContent);
}

describe.runIf(hasBrowser())('charts', () => {
  const openPerson = usePeople();
  /** The owner of an engagement with a completed run. */
  let owner: Account;
  let id: string;
  beforeAll(async () => {
    const prepared = await prepareOwner(inject('webBaseUrl'), async (page) => {
      const made = await createEngagement(page);
      await runToEnd(page, made);
      return made;
    });
    ({ owner, made: id } = prepared);
  });

  it('explain themselves before the first run', async () => {
    const { page } = await openPerson();
    await signUpByApi(page);
    await page.goto(`/engagements/${await createEngagement(page)}/details`);
    await page.getByRole('heading', { name: 'Figures appear with the first run' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  it('each have a summary, a table and a file, open by keyboard, and fit a phone', async () => {
    const { page } = await openPerson();
    await signInByApi(page, owner);
    await showCountsAsScores(page);
    await page.goto(`/engagements/${id}/details`);
    // The offline model has no price. A text says so, and charts show time and tokens instead.
    const time = page.getByRole('region', { name: 'Time by task' });
    await time.getByText('This run cost nothing').waitFor();
    await page.getByRole('button', { name: 'More figures' }).press('Enter');
    const tokens = page.getByRole('region', { name: 'Tokens over time' });
    await tokens.locator('svg[role=application] text').first().waitFor();
    expect(await tokens.locator('svg[role=application]').evaluate(findCutLabels)).toEqual([]);
    await time.getByRole('button', { name: 'Show “Time by task” as table' }).click();
    await time.getByRole('cell', { name: 'Market scan' }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download “Quality by task” as CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('quality.csv');
    expect(await readFile(await file.path(), 'utf8')).toMatch(/Market scan,\d/);

    // By keyboard, a score opens to its criteria, and a choice of model to its candidates.
    await page.getByRole('list', { name: 'Quality by task' }).locator('summary').first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Criteria and feedback' }).first().waitFor();
    await page.getByRole('list', { name: 'Why each task got its model' }).locator('summary').first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: 'local/extractive' }).first().waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0);
  });

  it('say that a pinned model was not chosen', async () => {
    const { page } = await openPerson();
    await signUpByApi(page);
    const id = await createEngagement(page, 'local/extractive');
    await runToEnd(page, id);
    await page.goto(`/engagements/${id}/details`);
    await page.getByRole('button', { name: 'More figures' }).press('Enter');
    await page.getByText('The engagement is pinned to one model.').waitFor();
    expect(await page.getByText('is expected to be worth most').count()).toBe(0);
  });

  // INS-11
  it('of the firm say that there is nothing yet', async () => {
    const { page } = await openPerson();
    await signUpByApi(page);
    await page.goto('/analytics');
    await page.getByRole('heading', { name: 'No engagement in this period' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  // INS-11
  it('of the firm count engagements, and each figure lists its own', async () => {
    const { page } = await openPerson();
    await signInByApi(page, owner);
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    await succeed(page.request, '/api/engagements', {
      ...{ name: 'Crane lease', client: 'Acme', brief: 'Acme asks whether to lease its cranes.', dueDate: yesterday },
    });
    await page.goto('/analytics');
    const figures = page.getByRole('list', { name: 'Figures' });
    await figures.getByRole('link', { name: 'Engagements 2 1 completed run' }).waitFor();
    await figures.getByRole('link', { name: /^Late 1/ }).click();
    const list = page.getByRole('table', { name: 'Engagements' });
    await list.getByRole('link', { name: 'Crane lease' }).waitFor();
    expect(await list.getByRole('link').count()).toBe(1);
    await list.getByRole('cell', { name: /\d Late$/ }).waitFor();
    await page.getByRole('list', { name: 'By client' }).getByRole('link', { name: 'Contoso' }).click();
    await expect
      .poll(() => list.getByRole('link', { name: 'Nordic market entry' }).getAttribute('href'))
      .toBe(`/engagements/${id}`);
    await page.getByRole('link', { name: 'Show all' }).click();
    await list.getByRole('link', { name: 'Crane lease' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0);
  });
});

describe.runIf(hasBrowser())('the health of the service', () => {
  const openPerson = usePeople();

  it('refreshes for an owner, reports that the service is unreachable, and recovers without a reload', async () => {
    const { page, context } = await openPerson();
    await signUpByApi(page);
    expect((await page.goto('/dashboard/admin/health'))?.status()).toBe(200);
    const refreshed = page.getByText(/^Refreshed at /);
    const first = (await refreshed.textContent()) ?? '';
    expect(first).toContain('every 5 seconds');
    await refreshed.filter({ hasNotText: first }).waitFor();
    await page.getByRole('region', { name: 'Latency' }).locator('svg').first().waitFor();

    await context.route('**/api/admin/health', (route) => route.abort());
    await page.getByRole('alert').filter({ hasText: 'The service cannot be reached' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await context.unroute('**/api/admin/health');
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });

  it('refuses a viewer: the request gets 403, and the page explains it and links back', async () => {
    const owner = (await openPerson()).page;
    await signUpByApi(owner);
    const { page } = await openTeamMate(openPerson, owner, 'viewer', {
      expected: [/^403 GET \/dashboard\/admin\/health$/],
    });
    expect((await page.goto('/dashboard/admin/health'))?.status()).toBe(403);
    await page.getByRole('heading', { name: 'This page is for admins' }).waitFor();
    await page.getByText('is Viewer').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.goto('/analytics');
    await page.getByRole('heading', { name: 'No engagement in this period' }).waitFor();
  });
});
