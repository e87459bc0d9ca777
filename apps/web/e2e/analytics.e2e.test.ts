import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { findViolations } from './testing/find-violations.ts';
import { follow } from './testing/follow.ts';
import { press } from './testing/press.ts';
import { runToEnd } from './testing/product/run-to-end.ts';
import { signUpByApi } from './testing/product/sign-up-by-api.ts';
import { showAsRole } from './testing/show-as-role.ts';
import { sidewaysPx } from './testing/sideways-px.ts';
import { succeed } from './testing/succeed.ts';
import { usePeople } from './testing/use-people.ts';

async function createEngagement(page: Page): Promise<string> {
  const data = {
    name: 'Nordic market entry',
    client: 'Contoso',
    brief:
      'Contoso sells cranes and asks how to enter the Nordic market. Sales were 12 million euros in 2025.',
    tasks: [
      { id: 'scan', name: 'Market scan' },
      { id: 'plan', name: 'Entry plan', dependsOn: ['scan'] },
    ],
  };
  return (await succeed<{ id: string }>(page.request, '/api/engagements', data)).id;
}

/**
 * Lets a page take the counts of the offline model for scores of a connected one, which it would
 * not show otherwise.
 */
async function showCountsAsScores(page: Page): Promise<void> {
  await page.route('**/api/models', (route) =>
    route.fulfill({ json: { connected: true, models: [] } }),
  );
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

  // INS-11
  it('explain themselves, have tables and files, open by keyboard, and those of the firm list what they count', async () => {
    const { page } = await openPerson();
    await signUpByApi(page);
    await page.goto('/analytics');
    await page.getByRole('heading', { name: 'No engagement in this period' }).waitFor();
    const id = await createEngagement(page);
    await follow(page, `/engagements/${id}/details`);
    await page.getByRole('heading', { name: 'Figures appear with the first run' }).waitFor();
    await runToEnd(page, id);
    await showCountsAsScores(page);
    await page.reload();
    // The offline model has no price. A text says so, and charts show time and tokens instead.
    const time = page.getByRole('region', { name: 'Time by task' });
    await time.getByText('This run cost nothing').waitFor();
    await press(page.getByRole('button', { name: 'More figures' }), 'Enter');
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
    await page
      .getByRole('list', { name: 'Why each task got its model' })
      .locator('summary')
      .first()
      .focus();
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: 'local/extractive' }).first().waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0);

    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    await succeed(page.request, '/api/engagements', {
      name: 'Crane lease',
      client: 'Acme',
      brief: 'Acme asks whether to lease its cranes.',
      dueDate: yesterday,
    });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/analytics');
    const figures = page.getByRole('list', { name: 'Figures' });
    await figures.getByRole('link', { name: 'Engagements 2 1 completed run' }).waitFor();
    await figures.getByRole('link', { name: /^Late 1/ }).click();
    const list = page.getByRole('table', { name: 'Engagements' });
    await list.getByRole('link', { name: 'Crane lease' }).waitFor();
    await expect.poll(() => list.getByRole('link').count()).toBe(1);
    await list.getByRole('cell', { name: /\d Late$/ }).waitFor();
    await page
      .getByRole('list', { name: 'By client' })
      .getByRole('link', { name: 'Contoso' })
      .click();
    await expect
      .poll(() => list.getByRole('link', { name: 'Nordic market entry' }).getAttribute('href'))
      .toBe(`/engagements/${id}`);
    await page.getByRole('link', { name: 'Show all' }).click();
    await list.getByRole('link', { name: 'Crane lease' }).waitFor();
  });
});

describe.runIf(hasBrowser())('the health of the service', () => {
  const openPerson = usePeople();

  it('refreshes for an owner, tells when the service is unreachable, recovers, and says to a viewer whom it is for', async () => {
    const { page, context } = await openPerson();
    await signUpByApi(page);
    await page.clock.install();
    expect((await page.goto('/dashboard/admin/health'))?.status()).toBe(200);
    const refreshed = page.getByText(/^Refreshed at /);
    const first = (await refreshed.textContent()) ?? '';
    expect(first).toContain('every 5 seconds');
    await page.clock.fastForward(5_000);
    await refreshed.filter({ hasNotText: first }).waitFor();
    await page.getByRole('region', { name: 'Latency' }).locator('svg').first().waitFor();

    await context.route('**/api/admin/health', (route) => route.abort());
    await page.clock.fastForward(5_000);
    await page.getByRole('alert').filter({ hasText: 'The service cannot be reached' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await context.unroute('**/api/admin/health');
    await page.clock.fastForward(5_000);
    await page.getByRole('alert').waitFor({ state: 'detached' });

    await showAsRole(page, 'viewer');
    await page.goto('/dashboard/admin/health');
    await page.getByRole('heading', { name: 'This page is for admins' }).waitFor();
    await page.getByText('is Viewer').waitFor();
    expect(await findViolations(page)).toEqual([]);
  });
});
