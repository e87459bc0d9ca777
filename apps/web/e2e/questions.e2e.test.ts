import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { findViolations } from './testing/find-violations.ts';
import { awaitFocus } from './testing/open-by-keys.ts';
import { mailedAnswerPath } from './testing/product/mailed-links.ts';
import { runToEnd } from './testing/product/run-to-end.ts';
import { signUpByApi } from './testing/product/sign-up-by-api.ts';
import { sidewaysPx } from './testing/sideways-px.ts';
import { succeed } from './testing/succeed.ts';
import { usePeople } from './testing/use-people.ts';

const phone = { width: 375, height: 740 };
/** The offline model asks for the budget, because the brief leaves it open. */
const brief =
  'Contoso sells cranes. Sales were 12 million euros in 2025. ' +
  'The board has set a budget for this. How should we spend it?';

const create = async (page: Page, askBack: 'assume' | 'wait'): Promise<string> => {
  const tasks = [{ id: 'scan', name: 'Market scan' }];
  const data = { name: 'Nordic entry', client: 'Contoso', brief, askBack, tasks };
  return (await succeed<{ id: string }>(page.request, '/api/engagements', data)).id;
};

describe.runIf(hasBrowser())('questions of agents', () => {
  const openPerson = usePeople();

  // ASK-6, ASK-12
  it('hold up a run, which says so, until a client answers on a phone', async () => {
    const { page: team } = await openPerson();
    await signUpByApi(team);
    const id = await create(team, 'wait');
    await succeed(team.request, `/api/engagements/${id}/run`, {});
    await team.goto(`/engagements/${id}`);
    await team.getByRole('heading', { name: 'The run is waiting for people' }).waitFor();
    await team.getByText(/^Waits for an answer until/).waitFor();

    await team.goto(`/engagements/${id}/clients`);
    await team.getByRole('button', { name: 'Share with a client' }).click();
    await team.getByLabel('Client’s name').fill('Clara');
    await team.getByLabel('Answer questions from agents').check();
    await team.getByRole('button', { name: 'Create link' }).click();
    const link = await team.getByLabel('Link for your client').innerText();

    const { page: client } = await openPerson({ viewport: phone });
    await client.goto(new URL(link).pathname);
    await client.getByText(/^The work waits for your answer until/).waitFor();
    expect(await findViolations(client)).toEqual([]);
    await expect.poll(() => sidewaysPx(client)).toBeLessThanOrEqual(0);
    const section = client.getByRole('region', { name: 'Questions for you' });
    await section.getByLabel('Your answer').fill('It is 400,000 euros.');
    await section.getByRole('button', { name: 'Send the answer' }).click();
    await section.getByText('The work continues with your answer now.').waitFor();

    await team.goto(`/engagements/${id}`);
    await team.getByRole('heading', { name: 'The run is complete' }).waitFor();
    await team.getByRole('link', { name: 'Sources', exact: true }).click();
    await team.getByRole('link', { name: 'Questions and answers' }).click();
    await team.getByText(/^Answered by Clara \(client\)/).waitFor();
    await client.reload();
    await client.getByText('It is 400,000 euros.').waitFor();
  });

  // ASK-4, ASK-5, ASK-8, ASK-9, ASK-13
  it('wait in the inbox for keys, in place and behind a mailed link, and an answer makes documents stale', async () => {
    const { page: team } = await openPerson();
    const { email } = await signUpByApi(team);
    const [id, other] = [await create(team, 'assume'), await create(team, 'wait')];
    const startOther = async () => {
      const mailed = await mailedAnswerPath(email);
      await succeed(team.request, `/api/engagements/${other}/run`, {});
      return mailed;
    };
    const [path] = await Promise.all([startOther(), runToEnd(team, id)]);
    const asked = async () =>
      (await (await team.request.get(`/api/engagements/${other}/questions`)).json()).questions;
    await expect.poll(async () => (await asked()).length).toBe(1);
    await team.goto('/questions');
    await team.getByRole('link', { name: 'Home 3 waiting' }).waitFor();
    const cards = team.getByRole('article');
    await expect.poll(() => cards.count()).toBe(2);

    await team.keyboard.press('j');
    await team.keyboard.press('j');
    await expect
      .poll(() => cards.nth(1).evaluate((card) => card === document.activeElement))
      .toBe(true);
    await team.keyboard.press('k');
    await team.keyboard.press('a');
    const field = cards.nth(0).getByLabel('Your answer');
    await awaitFocus(field);
    await team.keyboard.type('jk: 300,000 euros.');
    await expect.poll(() => field.inputValue()).toBe('jk: 300,000 euros.');
    await team.keyboard.press('Control+Enter');
    await team.getByText('Answer recorded').waitFor();
    await expect.poll(() => cards.count()).toBe(1);

    const { page: guest } = await openPerson({
      viewport: phone,
      expected: [/^404 GET \/answer\//, /^401 GET \/api\/question-link$/],
    });
    await guest.goto(path);
    await guest.getByRole('heading', { name: /budget/, level: 1 }).waitFor();
    expect(await findViolations(guest)).toEqual([]);
    await guest.getByLabel('Your answer').fill('It is 400,000 euros.');
    await guest.getByRole('button', { name: 'Send the answer' }).click();
    await guest.getByText('Thank you. Your answer has been recorded.').waitFor();
    await guest.reload();
    await guest.getByRole('heading', { name: 'This link does not work' }).waitFor();

    await team.goto('/questions');
    await team.getByRole('heading', { name: 'No questions to answer' }).waitFor();
    await team.goto(`/engagements/${id}/questions`);
    await team.getByText('A rerun of 1 task costs nothing.').waitFor();
    await team.getByRole('button', { name: 'Rerun now' }).click();
    await team.getByRole('button', { name: 'Rerun now' }).waitFor({ state: 'detached' });
    await expect.poll(() => team.getByText('outdated').count()).toBe(0);
  });
});
