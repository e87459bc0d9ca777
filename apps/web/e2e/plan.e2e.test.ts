import { describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { makeEngagement } from './testing/product/make-engagement.ts';
import { signUpByApi } from './testing/product/sign-up-by-api.ts';
import { usePeople } from './testing/use-people.ts';

describe.runIf(hasBrowser())('a plan', () => {
  const openPerson = usePeople();

  it('says on return why it failed, is not started after a newer one has replaced it, and is adopted without a task', async () => {
    const { page } = await openPerson({
      expected: [
        /^502 POST \/api\/engagements\/[^/]+\/plan$/,
        /^409 POST \/api\/engagements\/[^/]+\/plan\/accept$/,
      ],
    });
    await signUpByApi(page);
    const id = await makeEngagement(page);
    const { promise: mayFail, resolve: fail } = Promise.withResolvers<void>();
    await page.route('**/plan', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await mayFail;
      const error = {
        error: 'Engine error: No task in the brief',
        code: 'engine_error',
        requestId: 'r1',
      };
      return route.fulfill({ status: 502, json: error });
    });
    await page.goto(`/engagements/${id}/plan`);
    await page.getByRole('button', { name: 'Make the plan' }).click();
    await page.getByRole('heading', { name: 'Planning…' }).waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('heading', { name: 'Next: see what it would cost' }).waitFor();
    fail();
    await page.getByRole('link', { name: 'Go to the plan' }).click();
    await page.getByRole('alert').getByText('No task in the brief').waitFor();

    await page.unroute('**/plan');
    await page.reload();
    await page.getByRole('button', { name: 'Make the plan' }).click();
    await page.getByRole('button', { name: 'Accept and start' }).click();
    expect((await page.request.post(`/api/engagements/${id}/plan`)).status()).toBe(200);
    const dialog = page.getByRole('dialog', { name: 'Start the run?' });
    await dialog.getByRole('button', { name: 'Accept and start' }).click();
    await dialog.getByRole('alert').getByText('A newer plan has been made.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Edit tasks' }).click();
    const remove = page.getByRole('button', { name: /^Remove/ });
    const before = await remove.count();
    await remove.first().click();
    await page.getByRole('button', { name: 'Accept and price again' }).click();
    await page.getByRole('heading', { name: 'Ready to start' }).waitFor();
    await page
      .getByRole('heading', { name: before === 2 ? '1 task' : `${before - 1} tasks` })
      .waitFor();
  });
});
