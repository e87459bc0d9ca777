import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { findViolations } from './testing/find-violations.ts';
import { awaitFocus } from './testing/open-by-keys.ts';
import { press } from './testing/press.ts';
import { signInByApi, signUpByApi } from './testing/product/sign-up-by-api.ts';
import { sidewaysPx } from './testing/sideways-px.ts';
import type { Account } from './testing/sign-up.ts';
import { usePeople } from './testing/use-people.ts';

interface Told {
  revision: number;
  origin: string;
  slides: { id: string; title: string; points: string[]; chart: object | null }[];
  dropped: { id: string }[];
}

const readSlides = async (page: Page, id: string): Promise<Told> =>
  (await (await page.request.get(`/api/engagements/${id}/storyline`)).json()) as Told;

const nothing: Told = { revision: -1, origin: '', slides: [], dropped: [] };
/** The latest answer of the service about the slides for the team that a page has got. */
const answers = new WeakMap<Page, { at: number; storyline: Told }>();

/** Notes these answers. To ask for the slides takes the service as long as to draw them. */
function noteAnswers(page: Page): void {
  answers.delete(page);
  let count = 0;
  page.on('response', async (response) => {
    const { pathname, searchParams } = new URL(response.url());
    if (!pathname.endsWith('/storyline') || searchParams.get('audience') === 'client') return;
    if (!response.ok()) return;
    count += 1;
    const at = count;
    // The bodies of a page that is left are gone.
    const storyline = (await response.json().catch(() => ({}))) as Partial<Told>;
    if (storyline.slides && at > (answers.get(page)?.at ?? 0))
      answers.set(page, { at, storyline: { ...nothing, ...storyline } });
  });
}

const list = (page: Page) => page.getByRole('listbox', { name: 'Slides in their order' });
const titles = async (page: Page) =>
  (await list(page).locator('[role=option] > .sr-only').allTextContents()).map((name) =>
    name.replace(/^\d+\. /, ''),
  );
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe.runIf(hasBrowser())('the slides of an engagement', () => {
  const openPerson = usePeople();
  let sample: { owner: Account; id: string };
  let deck: Buffer;

  // SMP-5
  it('belong to a finished sample, which opens in two clicks with its price', async () => {
    const { page } = await openPerson();
    const owner = await signUpByApi(page);
    await page.goto('/home');
    await page.getByRole('button', { name: 'Open a finished sample' }).click();
    await page
      .getByRole('heading', { name: 'Export decision of Brennhof Windows', level: 1 })
      .waitFor();
    await page.getByText('Completed', { exact: true }).first().waitFor();
    expect(await page.getByText(/for the team|for your review/).count()).toBe(0);
    await page.getByRole('link', { name: 'See the price of running it' }).click();
    await page.getByRole('button', { name: 'Run all tasks again' }).waitFor();
    sample = { owner, id: new URL(page.url()).pathname.split('/')[2] ?? '' };
  });

  /** Opens the slides of the sample. The first call finds them as the rules make them. */
  async function openSlides(
    expected: RegExp[] = [],
  ): Promise<{ page: Page; id: string; before: Told }> {
    const { page } = await openPerson({ expected });
    const { owner, id } = sample;
    await signInByApi(page, owner);
    noteAnswers(page);
    await page.goto(`/engagements/${id}/deliverables`);
    await button(page, 'Download').click();
    await page.getByRole('menuitem', { name: 'Slides (PPTX)…' }).click();
    await list(page).waitFor();
    return { page, id, before: await readSlides(page, id) };
  }

  const saved = (page: Page, isSo: (told: Told) => boolean) =>
    expect.poll(() => isSo(answers.get(page)?.storyline ?? nothing)).toBe(true);

  // DKP-1, DKP-2
  it('are drawn, moved, left out, put back and changed by keys and by dragging, and saved before a person leaves', async () => {
    const { page, id, before } = await openSlides();
    const [first, second, third] = before.slides.map(({ title }) => title);
    expect(await titles(page)).toEqual(before.slides.map(({ title }) => title));
    const droppedBefore = before.dropped.length;
    const heading =
      droppedBefore === 0 ? '1 slide left out' : `${droppedBefore + 1} slides left out`;
    const withChart = before.slides.findIndex(({ chart }) => chart !== null);
    await list(page).getByRole('option').nth(withChart).click();
    await page.getByRole('img', { name: /^Column chart\. / }).waitFor();
    await list(page).getByRole('option').first().click();
    expect(await findViolations(page, { colors: true, part: 'content' })).toEqual([]);
    await list(page).getByRole('option', { selected: true }).focus();
    await page.keyboard.press('ArrowDown');
    await awaitFocus(list(page).getByRole('option').nth(1));
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(async () => (await titles(page)).slice(0, 3)).toEqual([first, third, second]);
    await page.getByText(`Now slide 3 of ${before.slides.length}`).waitFor();
    await saved(page, ({ slides }) => slides[2]?.title === second);
    await page.keyboard.press('Enter');
    await awaitFocus(page.getByRole('textbox'));
    await page.keyboard.type('A title of ours');
    await page.keyboard.press('Enter');
    await saved(page, ({ slides }) => slides[2]?.title === 'A title of ours');
    await expect
      .poll(() =>
        list(page)
          .getByRole('option', { name: '3. A title of ours' })
          .evaluate((one) => one.matches(':focus')),
      )
      .toBe(true);
    await page.keyboard.press('Delete');
    await page.getByRole('heading', { name: heading }).waitFor();
    await saved(page, ({ dropped }) => dropped.length === droppedBefore + 1);
    await press(button(page, 'Put back “A title of ours”'), 'Enter');
    await saved(
      page,
      ({ dropped, slides }) =>
        dropped.length === droppedBefore && slides.length === before.slides.length,
    );
    await page.keyboard.press('Control+z');
    await saved(page, ({ dropped }) => dropped.length === droppedBefore + 1);

    const kept = await readSlides(page, id);
    await list(page)
      .getByRole('option')
      .nth(2)
      .dragTo(list(page).getByRole('option').nth(0), { targetPosition: { x: 60, y: 8 } });
    await saved(page, ({ slides }) => slides[0]?.id === kept.slides[2]?.id);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/storyline', async (route) => {
      await released;
      await route.continue();
    });
    await button(page, 'Change the title').click();
    await awaitFocus(page.getByRole('textbox'));
    await page.keyboard.type('Last words');
    const sent = page.waitForRequest((one) => one.method() === 'PUT');
    await page.getByRole('link', { name: 'Documents', exact: true }).click();
    await sent;
    expect(await page.getByRole('dialog').count()).toBe(0);
    release();
    await page.waitForURL(/\/deliverables$/);
    expect((await readSlides(page, id)).slides.some(({ title }) => title === 'Last words')).toBe(
      true,
    );
  });

  // DKP-3, DKP-4, DKP-5, DKP-6, DKP-7
  it('keep changes beside those of others, show what a client gets, start over, and are downloaded, written anew and presented', async () => {
    const { page, id, before } = await openSlides([/^409 PUT /]);
    const others = before.slides.slice(1).map(({ id: slide, title }) => ({ id: slide, title }));
    const put = await page.request.put(`/api/engagements/${id}/storyline`, {
      data: { revision: before.revision, slides: others },
    });
    expect(put.status()).toBe(200);
    await list(page).getByRole('option').nth(1).click();
    await button(page, 'Change the title').click();
    await awaitFocus(page.getByRole('textbox'));
    await page.keyboard.type('Mine');
    await page.keyboard.press('Enter');
    await page.getByText('Somebody else has changed these slides').waitFor();
    await button(page, 'Keep mine').click();
    await saved(page, ({ slides }) => slides.some(({ title }) => title === 'Mine'));

    await list(page).getByRole('option').nth(1).click();
    await page.getByText(/notes? for the speaker|This slide has no notes/).waitFor();
    await button(page, 'For the client').click();
    await page.getByText('This is what a client’s deck has').waitFor();
    expect(await page.getByText(/notes? for the speaker|This slide has no notes/).count()).toBe(0);
    expect(await button(page, 'Leave out').count()).toBe(0);
    await button(page, 'For the team').click();
    await button(page, 'Leave out').waitFor();
    await button(page, 'More').click();
    await page.getByRole('menuitem', { name: 'Start over from the documents…' }).click();
    await button(page, 'Start over').click();
    await page.getByText('From the documents, by rules').waitFor();
    await saved(page, ({ slides, revision }) => revision === 0 && slides.length > 0);

    const saving = page.waitForEvent('download');
    await button(page, 'Download PPTX').click();
    const download = await saving;
    expect(download.suggestedFilename()).toMatch(/\.pptx$/);
    deck = await readFile(await download.path());
    expect(deck.subarray(0, 2).toString()).toBe('PK');
    await button(page, 'Write with a model…').click();
    await page.getByText('No model is connected.', { exact: false }).last().waitFor();
    await button(page, 'Write the slides').click();
    await page.getByText('Written by a model').waitFor();
    await saved(page, ({ origin }) => origin === 'model');

    const written = await readSlides(page, id);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 800 });

    // A window that was on the whole screen cannot be resized at once, so this comes last.
    await list(page).getByRole('option').first().click();
    await button(page, 'Present').click();
    const screen = page.getByRole('dialog', { name: 'Presentation' });
    await awaitFocus(screen);
    await page.keyboard.press('ArrowRight');
    await screen.getByRole('status').getByText(`2. ${written.slides[1]?.title}`).waitFor();
    await page.keyboard.press('Escape');
    await screen.waitFor({ state: 'detached' });
    await list(page).getByRole('option', { selected: true, name: /^2\. / }).waitFor();
  });

  // DKP-8
  it('get the master of the firm, and a file that cannot be one is refused in words', async () => {
    const { page } = await openPerson({ expected: [/^400 PUT /] });
    await signInByApi(page, sample.owner);
    await page.goto('/settings/branding');
    const input = page.getByLabel('PowerPoint file');
    const give = (name: string, buffer: Buffer) =>
      input.setInputFiles({ name, buffer, mimeType: 'application/octet-stream' });
    await give('notes.txt', Buffer.from('No slides'));
    await page.getByText('This is not a PPTX file.').waitFor();
    await give('firm.pptx', deck);
    await page.getByText('Layouts that slides use').waitFor();
    await page.getByText('firm.pptx').waitFor();
    await page
      .getByRole('region', { name: 'Slides' })
      .getByRole('button', { name: 'Remove', exact: true })
      .click();
    await button(page, 'Remove the file').click();
    await page.getByText('Slides have a plain design', { exact: false }).waitFor();
  });
});
