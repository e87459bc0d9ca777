import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { everyPage } from './testing/every-page.ts';
import { follow } from './testing/follow.ts';
import { awaitFocus, closeByKeys, type Opening, openByKeys } from './testing/open-by-keys.ts';
import { press } from './testing/press.ts';
import { type OpenStage, openSharedStage } from './testing/product/open-stage.ts';
import { settle } from './testing/settle.ts';

const wide = { width: 1280, height: 800 };
const narrow = { width: 360, height: 740 };

/**
 * Overlays by the name of their page: at least one of each kind that the kit has, and those that
 * place the focus themselves. Those that need a run in progress or two people have separate tests.
 */
const openings: [page: string, openings: Opening[], viewport?: typeof wide][] = [
  [
    'engagements',
    [{ button: /Northwind Advisory/ }, { button: /^Account/ }, { button: /^Search…/ }],
  ],
  ['engagements', [{ button: 'Open navigation' }], narrow],
  [
    'draft',
    [
      { button: 'More actions', item: 'Delete' },
      { button: 'Start the run' },
      { button: 'Change owner and due date' },
    ],
  ],
  [
    'attachments',
    [
      { button: /^report-to-the-board/ },
      { button: 'Actions for report-to-the-board.pdf', item: 'Details' },
    ],
  ],
  ['grid', [{ button: 'Add questions' }]],
  ['deliverable', [{ button: /^Contents/ }, { button: 'Details' }], narrow],
  ['slides', [{ button: 'Write with a model…' }, { button: 'Present' }]],
  ['clients', [{ button: 'Release to client' }]],
  ['team', [{ button: 'Invite' }, { button: /^Role of waiting@example.com/ }]],
];

/** Reads the keys and their actions from the sheet of shortcuts. */
const readShortcuts = (sheet: Locator): Promise<{ keys: string[]; does: string }[]> =>
  sheet.locator('dl > div').evaluateAll((rows) =>
    rows.map((row) => ({
      keys: [...row.querySelectorAll('kbd')].map((key) => key.textContent),
      does: row.querySelector('dt')?.textContent ?? '',
    })),
  );

describe.runIf(hasBrowser())('by keyboard alone', () => {
  let opened: OpenStage;
  const pathOf = (name: string): string => {
    const found = everyPage.find((one) => one.name === name);
    if (!found) throw new Error(`There is no page ${name}`);
    return found.path(opened.stage);
  };
  /** Opens a page as the first one of a tab, where the keyboard begins at the top. */
  const load = async (name: string): Promise<Page> => {
    await opened.page.goto(pathOf(name));
    await settle(opened.page);
    return opened.page;
  };
  const go = async (name: string): Promise<Page> => {
    await follow(opened.page, pathOf(name));
    await settle(opened.page);
    return opened.page;
  };
  beforeAll(async () => {
    opened = await openSharedStage(inject('webStarter'), inject('webBaseUrl'));
    await load('help');
  });
  afterAll(() => opened?.close());

  it.each(openings)(
    '%s: overlays take the focus and return it',
    async (name, all, viewport = wide) => {
      await opened.page.setViewportSize(viewport);
      const page = await go(name);
      for (const opening of all) await closeByKeys(page, await openByKeys(page, opening), opening);
      await page.setViewportSize(wide);
    },
  );

  it('the first stop skips the navigation, and arrow keys move through tabs', async () => {
    const page = await load('deliverable');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('main:focus').waitFor();
    await page.keyboard.press('p');
    const tab = (name: string) => page.getByRole('tab', { name });
    await tab('Citations').focus();
    await page.keyboard.press('ArrowRight');
    await awaitFocus(tab('Comments'));
    await page.keyboard.press('ArrowRight');
    await awaitFocus(tab('History'));
    await page.keyboard.press('Enter');
    await page.getByRole('tabpanel', { name: 'History' }).waitFor();
    await page.keyboard.press('Home');
    await awaitFocus(tab('Citations'));
  });

  // PLA-1
  it('the sheet of shortcuts describes what they do, and they do it', async () => {
    const page = await load('engagements');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await page.keyboard.press('?');
    await sheet.waitFor();
    const shortcuts = await readShortcuts(sheet);
    expect(shortcuts.map(({ keys }) => keys.join(' '))).toContain('/');
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    const places = shortcuts.filter(({ keys }) => keys[0] === 'G');
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    const names = (await links.allInnerTexts()).map((text) => text.split('\n')[0]);
    expect(names).toEqual(places.map(({ does }) => does.replace('Go to ', '')));
    expect(places).toHaveLength(6);
    for (const { keys, does } of places) {
      // The second key must follow within a second.
      await Promise.all(keys.map((key) => page.keyboard.press(key.toLowerCase())));
      const hasText = does.replace('Go to ', '');
      await page
        .getByRole('navigation', { name: 'Main' })
        .locator('a[aria-current=page]', { hasText })
        .waitFor();
    }
    await page.keyboard.press('?');
    await sheet.waitFor();
    // The page before is still shown while the code of the next one loads.
    await expect
      .poll(async () => (await readShortcuts(sheet)).map(({ keys }) => keys.join(' ')))
      .not.toContain('/');
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await page.keyboard.press('c');
    await page.waitForURL('**/engagements/new');
  });

  it('letters are plain text in text fields, and everywhere when single keys are turned off', async () => {
    const page = await load('engagements');
    const path = new URL(page.url()).pathname;
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    const menu = page.getByRole('dialog', { name: 'Command menu' });
    await page.keyboard.press('/');
    await awaitFocus(page.getByRole('searchbox'));
    await page.keyboard.type('c?/gl');
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('c?/gl');
    await page.getByRole('searchbox').blur();
    await page.keyboard.press('?');
    await press(page.getByRole('checkbox', { name: 'Single-key shortcuts' }), 'Space');
    await sheet.getByText('Go to Library').waitFor({ state: 'detached' });
    expect((await readShortcuts(sheet)).map(({ keys }) => keys.join(' '))).toEqual(['Ctrl K']);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await page.keyboard.type('?cgl');
    await page.keyboard.press('Control+k');
    await awaitFocus(menu.getByRole('combobox'));
    expect([await sheet.count(), new URL(page.url()).pathname]).toEqual([0, path]);
    await page.keyboard.type('keyboard');
    await page.getByRole('option', { name: 'Keyboard shortcuts', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await press(page.getByRole('checkbox', { name: 'Single-key shortcuts' }), 'Space');
    await sheet.getByText('Go to Library').waitFor();
  });

  it('a client approves by keys', async () => {
    await opened.page.context().clearCookies();
    const page = await load('portal-document');
    const opening = { button: 'Approve' };
    await closeByKeys(page, await openByKeys(page, opening), opening);
  });
});
