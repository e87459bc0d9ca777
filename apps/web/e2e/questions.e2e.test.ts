import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { findViolations } from './testing/find-violations.ts';
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

    const { token } = await succeed<{ token: string }>(
      team.request,
      `/api/engagements/${id}/portal-tokens`,
      { clientName: 'Clara', permissions: ['read', 'answer'] },
    );
    const { page: client } = await openPerson({ viewport: phone });
    await client.goto(`/portal/${token}`);
    await client.getByText(/^The work waits for your answer until/).waitFor();
    expect(await findViolations(client)).toEqual([]);
    await expect.poll(() => sidewaysPx(client)).toBeLessThanOrEqual(0);
    const section = client.getByRole('region', { name: 'Questions for you' });
    await section.getByLabel('Your answer').fill('It is 400,000 euros.');
    await section.getByRole('button', { name: 'Send the answer' }).click();
    await section.getByText('The work continues with your answer now.').waitFor();

    await team.getByRole('heading', { name: 'The run is complete' }).waitFor();
  });

  // ASK-8, ASK-9, ASK-13
  it('are answered behind a mailed link, and an answer makes documents stale', async () => {
    const { page: team } = await openPerson();
    const { email } = await signUpByApi(team);
    const id = await create(team, 'assume');
    const [path] = await Promise.all([mailedAnswerPath(email), runToEnd(team, id)]);

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

    await team.goto(`/engagements/${id}/questions`);
    await team.getByText('A rerun of 1 task costs nothing.').waitFor();
    await team.getByRole('button', { name: 'Rerun now' }).click();
    await team.getByRole('button', { name: 'Rerun now' }).waitFor({ state: 'detached' });
    await expect.poll(() => team.getByText('outdated').count()).toBe(0);
  });
});
