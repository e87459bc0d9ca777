import { describe, expect, inject, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { chooseOption } from './testing/choose-option.ts';
import { findViolations } from './testing/find-violations.ts';
import { awaitFocus } from './testing/open-by-keys.ts';
import { runToEnd } from './testing/product/run-to-end.ts';
import { signUpByApi } from './testing/product/sign-up-by-api.ts';
import { sidewaysPx } from './testing/sideways-px.ts';
import { succeed } from './testing/succeed.ts';
import { usePeople } from './testing/use-people.ts';

/** The offline model asks for the budget, because the brief leaves it open. */
const engagement = {
  name: 'Nordic entry',
  client: 'Contoso',
  brief:
    'Contoso sells cranes. Sales were 12 million euros in 2025. ' +
    'The board has set a budget for this. How should we spend it?',
  askBack: 'assume',
  tasks: [{ id: 'scan', name: 'Market scan' }],
};

/** Says something about an engagement as a client. */
async function comment(token: string, body: string): Promise<void> {
  const answer = await fetch(new URL('/api/portal/comments', inject('webBaseUrl')), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ body }),
  });
  expect(answer.status).toBe(201);
}

describe.runIf(hasBrowser())('what waits for people', () => {
  const openPerson = usePeople();

  // QUE-4, QUE-5, ENG-32, ENG-33
  it('is the first page, opens by keys, and is told in the list with owner and due date', async () => {
    const { page } = await openPerson();
    await signUpByApi(page);
    await page.goto('/home');
    await page.getByRole('heading', { name: 'Start your first engagement' }).waitFor();
    await page.getByRole('button', { name: 'Questions', exact: true }).waitFor({ state: 'hidden' });
    const post = <T>(path: string, data: object) => succeed<T>(page.request, path, data);
    const { id } = await post<{ id: string }>('/api/engagements', engagement);
    await runToEnd(page, id);
    const permissions = ['read', 'comment'];
    const { token } = await post<{ token: string }>(`/api/engagements/${id}/portal-tokens`, {
      permissions,
    });
    await comment(token, 'Is Finland part of it?');

    await page.goto('/');
    await page.waitForURL('**/home');
    const rows = page.getByRole('list', { name: 'Waiting', exact: true }).getByRole('link');
    await expect.poll(() => rows.count()).toBe(3);
    await page.getByRole('link', { name: 'Home 3 waiting' }).waitFor();
    const isFocused = (at: number) =>
      rows.nth(at).evaluate((row) => row === document.activeElement);
    for (const [key, at] of [
      ['j', 0],
      ['j', 1],
      ['k', 0],
      ['j', 1],
      ['j', 2],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => isFocused(at)).toBe(true);
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/clients#comment-/);
    await page.getByText('Is Finland part of it?').waitFor();

    await page.goBack();
    await page.getByRole('link', { name: /Answer/ }).press('Enter');
    await page.waitForURL(/\/questions#question-/);
    const question = page.getByRole('article');
    await expect
      .poll(() => question.evaluate((card) => card === document.activeElement))
      .toBe(true);
    await page.keyboard.press('a');
    await awaitFocus(question.getByLabel('Your answer'));
    await page.keyboard.type('300,000 euros.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Answer recorded').waitFor();

    await post('/api/team', {
      email: `otto-${id}@example.com`,
      role: 'member',
      name: 'Otto Other',
    });
    await page.goto(`/engagements/${id}/edit`);
    await page.getByLabel('Due date', { exact: true }).fill('2090-03-01');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Due Mar 1, 2090').waitFor();
    await page.getByRole('button', { name: 'Change owner and due date' }).click();
    // The form with the same field is there until the page of the engagement has loaded.
    const dialog = page.getByRole('dialog');
    await chooseOption(dialog.getByRole('combobox', { name: 'Owner' }), 'Otto Other');
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Owner: Otto Other').waitFor();

    await page.goto('/home');
    await page.getByRole('heading', { name: 'Nothing is waiting for you' }).waitFor();
    await page.getByText('2 items are waiting for others on your team.').waitFor();
    await page.getByRole('link', { name: 'Show everyone’s' }).click();
    await expect.poll(() => rows.count()).toBe(2);

    await post('/api/engagements', { ...engagement, name: 'Sooner one', dueDate: '2090-01-01' });
    await page.goto('/engagements');
    await page
      .getByRole('link', { name: /^Nordic entry.*1 review, 1 comment for Otto Other/ })
      .waitFor();
    await page.getByRole('button', { name: /^Sort by: Due/ }).click();
    await page.waitForURL(/sort=due/);
    const engagements = page
      .getByRole('list', { name: 'Engagements', exact: true })
      .getByRole('link');
    await expect.poll(() => engagements.first().textContent()).toContain('Sooner one');
    await page.setViewportSize({ width: 375, height: 740 });
    await page.getByText('Due Mar 1, 2090').waitFor();
    await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0);
  });
});
