import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { queryProduct } from '../../../e2e/testing/main-job.ts';
import { hasBrowser } from './testing/browser.ts';
import { chooseOption } from './testing/choose-option.ts';
import { findViolations } from './testing/find-violations.ts';
import { awaitFocus } from './testing/open-by-keys.ts';
import { press } from './testing/press.ts';
import { signInByApi, signUpByApi } from './testing/product/sign-up-by-api.ts';
import { sidewaysPx } from './testing/sideways-px.ts';
import type { Account } from './testing/sign-up.ts';
import { usePeople } from './testing/use-people.ts';

const brief =
  'Nordhavn Utilities heats 41,000 homes. Which tariff covers the cost of its peak boilers?';
/** The option of an open list that Enter takes. */
const highlighted = (page: Page, name: RegExp) =>
  page.getByRole('option', { name }).and(page.locator('[data-highlighted]'));
/** Finds the row of a task in the editor, which begins with its name. */
const task = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Tasks' }).getByRole('button', { name: new RegExp(`^${name}`) });

async function create(page: Page, fields: object): Promise<string> {
  const data = { name: 'Tariffs', client: 'Nordhavn', brief, ...fields };
  const answer = await page.request.post('/api/engagements', { data });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

async function fitsPhone(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0);
  if (before) await page.setViewportSize(before);
}

describe.runIf(hasBrowser())('from a brief to a started run', () => {
  const openPerson = usePeople();
  let account: Account | undefined;
  const enter = async (options?: Parameters<typeof openPerson>[0]) => {
    const { page } = await openPerson(options);
    if (account) await signInByApi(page, account);
    else account = await signUpByApi(page);
    return page;
  };

  // PLN-6, TPL-10
  it('starts from a template, says what is missing, keeps input, and leads to a priced plan and a run', async () => {
    const page = await enter();
    await page.goto('/engagements/new');
    await page.getByRole('button', { name: 'A template' }).click();
    await page.getByRole('radio', { name: 'Go-to-market' }).click();
    await page.waitForURL(/template=/);
    await page.getByText(/blanks in \[brackets\] are left/).waitFor();
    const blanks = page.getByRole('region', { name: 'Fill in the template' });
    await blanks.getByText(/^6 of 6 required/).waitFor();
    await blanks.getByLabel('Product or service').fill('heat pumps for flats');
    await blanks.getByLabel('Target market').fill('Danish housing companies');
    await blanks.getByText(/^4 of 6 required/).waitFor();
    await page.getByText('how to sell heat pumps for flats to Danish housing companies').waitFor();
    await page.getByRole('figure', { name: /Graph of 7 tasks/ }).waitFor();

    await page.getByRole('button', { name: 'Create and plan' }).click();
    await page.getByText('Give the engagement a name.').waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'name');
    expect(await findViolations(page)).toEqual([]);

    await page.locator('input[name=name]').fill('Heat pumps for flats');
    await page.getByLabel('Client', { exact: true }).fill('Nordhavn');
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText('Your unsaved draft has been restored.').waitFor();
    await expect
      .poll(() => page.getByLabel('Client', { exact: true }).inputValue())
      .toBe('Nordhavn');

    await page.getByRole('button', { name: 'Create and plan' }).click();
    const left = page.getByRole('dialog', { name: '4 required answers are missing' });
    await left.getByRole('button', { name: 'Create and plan anyway' }).click();
    await page.getByRole('heading', { name: 'Heat pumps for flats', level: 1 }).waitFor();
    await page.getByRole('heading', { name: 'Ready to start' }).waitFor();
    await page.getByText('These costs are not counted').waitFor();
    await page.getByRole('list', { name: /Tasks of the plan/ }).waitFor();
    await fitsPhone(page);

    // A run that costs nothing starts without a question.
    await page.getByRole('button', { name: 'Start the run' }).click();
    await page.waitForURL(/\/engagements\/[^/]+$/);
    await page.getByText('Not started').waitFor({ state: 'detached' });
  });

  // ENG-26
  it('is created once after a lost response, and pinned to a model that can be exchanged', async () => {
    const page = await enter();
    await page.goto('/engagements/new');
    await page.getByLabel('Name', { exact: true }).fill('Tariffs');
    await page.getByLabel('Client').fill('Nordhavn');
    await page.getByLabel('Brief', { exact: true }).fill(brief);
    await page.getByText('More settings').click();
    const model = page.getByLabel('Model that writes');
    await expect.poll(() => model.textContent()).toBe('Chosen for each task');
    await chooseOption(model, 'local/extractive · standard');
    let lost = 3;
    await page.route('**/api/engagements', async (route) => {
      if (route.request().method() !== 'POST' || lost === 0) return route.continue();
      lost -= 1;
      // The service has created it by then.
      await route.fetch();
      return route.abort('connectionreset');
    });
    await page.getByRole('button', { name: 'Create and plan' }).click();
    await page.getByRole('alert').waitFor();
    expect(lost).toBe(0);
    await page.getByRole('button', { name: 'Create and plan' }).click();
    await page.getByRole('heading', { name: 'Tariffs', level: 1 }).waitFor();
    await page.getByText('The engagement is pinned to local/extractive').waitFor();
    const answer = await page.request.get('/api/engagements?q=tariffs');
    const all = (await answer.json()) as { id: string }[];
    expect(all).toHaveLength(1);

    const [{ id } = { id: '' }] = all;
    const pin = 'update platform.engagements set model = $2 where id = $1';
    await queryProduct(inject('webDataDir'), pin, [id, 'retired-1']);
    await page.goto(`/engagements/${id}/edit`);
    await page.getByText('This model is no longer available.').waitFor();
    await expect.poll(() => model.textContent()).toContain('retired-1');
    await chooseOption(model, 'Chosen for each task');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.waitForURL(/\/engagements\/[^/]+$/);
    const stored = await (await page.request.get(`/api/engagements/${id}`)).json();
    expect(stored).toMatchObject({ model: null });
  });

  it('edits tasks by keyboard, and asks before the user leaves unsaved work', async () => {
    const page = await enter();
    await page.goto('/engagements/new');
    await page.getByLabel('Client').fill('Contoso');
    const file = {
      name: 'interviews.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('# Interviews'),
    };
    await page.locator('input[type=file]').last().setInputFiles(file);
    const link = page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Library' });
    await link.press('Enter');
    // The address changes first; until the other page is loaded, the form stays.
    const library = page.getByRole('heading', { level: 1, name: 'Library' });
    const question = page.getByRole('dialog', { name: 'Leave this page?' });
    await question.getByText(/The files you chose are not saved/).waitFor();
    await awaitFocus(question);
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await awaitFocus(link);
    await link.press('Enter');
    await press(page.getByRole('button', { name: 'Leave and keep draft' }), 'Enter');
    await library.waitFor();
    await page.getByRole('link', { name: 'New engagement' }).first().click();
    const notice = page.getByText('Your unsaved draft has been restored.');
    await notice.waitFor();
    await page.getByRole('button', { name: 'Start over' }).click();
    await page.getByLabel('Client').fill('Fabrikam');
    await expect.poll(() => notice.count()).toBe(0);

    await press(page.getByRole('button', { name: 'Add a task' }), 'Enter');
    await page.locator('input:focus').waitFor();
    await page.keyboard.type('Evidence');
    await press(page.getByLabel('Agent', { exact: true }), 'Enter');
    await page.locator('input:focus').waitFor();
    await page.keyboard.type('oper');
    // The best match is highlighted, so that Enter takes it.
    await highlighted(page, /^Operations Consultant/).waitFor();
    await page.keyboard.press('Enter');
    await task(page, 'Evidence').getByText('Operations Consultant').waitFor();
    await press(page.getByRole('button', { name: 'Add a task' }), 'Enter');
    await page.locator('input:focus').waitFor();
    await page.keyboard.type('Options');
    await press(page.getByRole('combobox', { name: 'Waits for' }), 'Enter');
    await page.locator('input:focus').waitFor();
    await page.keyboard.type('evid');
    await highlighted(page, /^Evidence/).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await task(page, 'Options').getByText('needs 1').waitFor();

    await task(page, 'Evidence').click();
    await page.getByRole('combobox', { name: 'Waits for' }).click();
    await page.getByRole('option', { name: /Options.*already waits for this task/ }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('alert').getByText('Evidence → Options → Evidence').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Do not wait for “Options”' }).click();
    await page.getByText('These tasks wait for each other').waitFor({ state: 'detached' });

    await link.click();
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await library.waitFor();
    await page.getByRole('link', { name: 'New engagement' }).first().click();
    await page.getByLabel('Client').waitFor();
    await expect.poll(() => page.getByLabel('Client').inputValue()).toBe('');
  });

  it('asks of each engagement alone, is copied and deleted, and says why it is refused', async () => {
    const page = await enter({ expected: [/^403 POST \/api\/engagements(\/[^/]+\/run)?$/] });
    const id = await create(page, { name: 'Tariffs for flats' });
    await create(page, { name: 'Beta' });
    await page.goto(`/engagements/${id}`);
    await page.getByRole('heading', { name: 'Tariffs for flats', level: 1 }).waitFor();

    // The page behind has comboboxes too, and the dialog opens once its code has loaded.
    const commands = page.getByRole('dialog', { name: 'Command menu' });
    const goTo = async (name: string) => {
      await page.keyboard.press('ControlOrMeta+k');
      await commands.getByRole('combobox').fill(name);
      // Texts that are found later move the options, so a key chooses and not the mouse.
      const option = commands.getByRole('option', { name: new RegExp(`^${name}`) });
      await expect.poll(() => option.getAttribute('aria-selected')).toBe('true');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name, level: 1 }).waitFor();
    };
    // Then both engagements are cached.
    await goTo('Beta');
    await goTo('Tariffs for flats');
    await page.getByRole('button', { name: 'Start the run' }).click();
    await page.getByRole('dialog', { name: 'Start the run?' }).waitFor();
    await goTo('Beta');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    const choose = async (action: string) => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await choose('Duplicate');
    await page.getByRole('dialog').getByRole('button', { name: 'Duplicate' }).click();
    await page.getByRole('heading', { name: 'Beta (copy)', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Edit' }).first().click();
    // Unsaved changes of what is deleted are no question.
    await page.getByLabel('Client').fill('Fabrikam');
    await choose('Delete');
    await page.getByRole('button', { name: 'Delete engagement' }).click();
    await page.waitForURL('**/engagements');
    await page.getByRole('link', { name: /^Beta/ }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: /\(copy\)/ }).count()).toBe(0);

    expect((await page.request.post('/api/billing/cancel')).status()).toBe(200);
    await page.goto(`/engagements/${id}`);
    await page.getByRole('button', { name: 'Start the run' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start the run' }).click();
    const refusal = page.getByRole('dialog').getByRole('alert');
    await refusal.getByText('Active subscription required').waitFor();
    await refusal.getByRole('link', { name: 'See plans' }).waitFor();
  });
});
