import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { makeEngagement } from './testing/product/make-engagement.ts';
import { signUpByApi } from './testing/product/sign-up-by-api.ts';
import { succeed } from './testing/succeed.ts';
import { usePeople } from './testing/use-people.ts';

const phone = { width: 390, height: 844 };

/** Reads the names of the way back that are in view, and whether any of them is cut. */
const readCrumbs = (page: Page) =>
  page.getByRole('navigation', { name: 'Breadcrumbs' }).evaluate((nav) => {
    const shown = [...nav.querySelectorAll<HTMLElement>('li:not([aria-hidden])')].filter(
      (item) => item.offsetWidth > 0,
    );
    const isCut = shown.some(
      (item) =>
        item.scrollWidth > item.clientWidth || getComputedStyle(item).overflow !== 'visible',
    );
    return { names: shown.map(({ innerText }) => innerText), isCut };
  });

/**
 * Types a text letter by letter in one task of the page, so that no pause between two letters
 * depends on how busy the machine is.
 */
const typeInOneTask = (field: Locator, text: string) =>
  field.evaluate((element: HTMLInputElement, letters) => {
    // React overrides the property of the element itself, and ignores values that it has seen.
    const property = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    for (let length = 1; length <= letters.length; length += 1) {
      property?.set?.call(element, letters.slice(0, length));
      element.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
    }
  }, text);

describe.runIf(hasBrowser())('places', () => {
  const openPerson = usePeople();

  // AIU-13, PLA-2, PLA-4, PLA-5, PLA-7, PLA-8
  it('every page links the help, Home shows what waits, runs and is due, and a search asks once for a pause of typing', async () => {
    const { page } = await openPerson();
    await signUpByApi(page);
    const post = <T>(path: string, data: object) => succeed<T>(page.request, path, data);
    const brief = 'The board has set a budget for cranes. How should we spend it?';
    const late = { name: 'Late one', client: 'Contoso', brief, dueDate: '2020-01-01' };
    const waiting = {
      ...late,
      name: 'Running one',
      dueDate: '2090-01-01',
      askBack: 'wait',
      tasks: [{ name: 'Scan' }],
    };
    const { id: draftId } = await post<{ id: string }>('/api/engagements', late);
    const { id } = await post<{ id: string }>('/api/engagements', waiting);
    await post('/api/engagements', { ...late, name: 'Without a date', dueDate: null });
    await post(`/api/engagements/${id}/run`, {});
    await page.goto('/library');
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Help' }).click();
    await page.getByRole('heading', { name: 'Help', level: 1 }).waitFor();
    const words = page.getByRole('region', { name: 'Twelve words' });
    await expect.poll(() => words.locator('dt').count()).toBe(12);
    await page.getByRole('link', { name: 'See what each line serves' }).click();
    await page.getByRole('row', { name: /^Attestations.*50\(4\).*A\.3\.2/ }).waitFor();
    await page.getByText('It is no legal advice').waitFor();
    await page.getByRole('link', { name: 'Help', exact: true }).first().click();
    await page.waitForURL('**/help');

    const asked = async () =>
      (await (await page.request.get('/api/queue/count')).json()) as { questions: number };
    await expect.poll(async () => (await asked()).questions).toBe(1);
    await page.goto('/home');
    const due = page.getByRole('list', { name: 'Engagements that are due' }).getByRole('link');
    await expect.poll(() => due.allInnerTexts()).toHaveLength(2);
    await expect.poll(() => due.first().innerText()).toMatch(/^Late one[\s\S]*overdue$/);
    await expect.poll(() => due.last().innerText()).toMatch(/^Running one[\s\S]*2090$/);
    await page
      .getByRole('list', { name: 'Engagements that run' })
      .getByRole('link', { name: /^Running one/ })
      .waitFor();
    await page
      .getByRole('list', { name: 'Waiting' })
      .getByRole('link', { name: /Answer/ })
      .waitFor();
    await page.getByRole('button', { name: 'Comments', exact: true }).click();
    await page.waitForURL('**/home?show=comments');
    await page.getByRole('heading', { name: 'Nothing of this kind is waiting' }).waitFor();

    for (const [before, now] of [
      ['/queue?kind=question&scope=all', '/home?scope=all&show=questions'],
      ['/questions?show=answered', '/home?show=questions&answered=true'],
      ['/team', '/settings/team'],
    ] as const) {
      await page.goto(before);
      await page.waitForURL(`**${now}`);
    }
    // A page of an engagement without a plan leaves no error.
    await page.goto(`/engagements/${draftId}/deliverables`);
    await page.getByRole('heading', { name: 'Late one', level: 1 }).waitFor();

    const searches: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      const q = searchParams.get('q');
      if (pathname.startsWith('/api/') && q) searches.push(`${pathname} ${q}`);
    });
    await page.goto('/search');
    await typeInOneTask(page.getByLabel('Search everything'), 'late');
    await page
      .getByRole('list', { name: 'Results' })
      .getByRole('link', { name: /Late one/ })
      .waitFor();
    expect(searches).toEqual(['/api/search late']);
  });

  // PLA-3, PLA-6
  it('an engagement has four tabs, and on a phone the way back is whole and messages lie over the bars', async () => {
    const { page } = await openPerson({ viewport: phone });
    await signUpByApi(page);
    const id = await makeEngagement(page);
    const tabs = page.getByRole('navigation', { name: 'Parts of the engagement' });
    for (const [path, tab, label] of [
      ['/figures', 'Documents', 'Figures and conflicts'],
      ['/questions', 'Sources', 'Questions and answers'],
      ['', 'Overview', undefined],
    ] as const) {
      await page.goto(`/engagements/${id}${path}`);
      await tabs.locator('[aria-current]', { hasText: tab }).waitFor();
      await expect
        .poll(() => tabs.getByRole('link').allInnerTexts())
        .toEqual(['Overview', 'Documents', 'Sources', 'Client', 'Economics']);
      await expect.poll(() => tabs.locator('[aria-current]').count()).toBe(1);
      const names = label === undefined ? ['Engagements'] : ['Engagements', label];
      await expect.poll(() => readCrumbs(page), { message: path }).toEqual({ names, isCut: false });
    }

    await page.getByRole('button', { name: 'Change owner and due date' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    const message = page.getByRole('dialog').filter({ hasText: 'Owner and due date saved' });
    await message.waitFor();
    const bottomOf = async () => {
      const box = await message.boundingBox();
      return box === null ? 0 : box.y + box.height;
    };
    await expect.poll(bottomOf).toBeLessThanOrEqual(60);
  });
});
