import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { findViolations } from './testing/find-violations.ts';
import { finishEngagement } from './testing/product/finish-engagement.ts';
import { signInByApi, signUpByApi } from './testing/product/sign-up-by-api.ts';
import { selectWords } from './testing/select-words.ts';
import { sidewaysPx } from './testing/sideways-px.ts';
import type { Account } from './testing/sign-up.ts';
import { succeed } from './testing/succeed.ts';
import { usePeople } from './testing/use-people.ts';

/** A brand colour on which white text is illegible. */
const paleYellow = '#ffd84d';

/** A paper with what a client gets, and with what is the team's. */
const paper = `# Enter by partners

## Summary

We advise to enter by partners. Sales were 12 million euros in 2025.[^1]

| Country | Fleet |
| --- | ---: |
| Sweden | 1,240 |

${'A partner knows the buyers, keeps the parts and answers within four hours. '.repeat(60)}

## Risks

Few that we can name; more is in market-scan.md.

## Answers to the reviewer

- **Met:** between us.

[^1]: Brief: “Sales were 12 million euros in 2025”
`;
const internal =
  /between us|reviewer|score|pending|completed|[✓✗]|\.md|observer|revision requested|svc_|version \d|verified|select |query/i;
const handheld = { width: 390, height: 844 };

describe.runIf(hasBrowser())('a link of released documents', () => {
  const openPerson = usePeople();
  let owner: Account;
  let engagement: string;
  let filename: string;
  let link: { id: string; token: string };

  const share = (page: Page, fields: object) =>
    succeed<typeof link>(page.request, `/api/engagements/${engagement}/portal-tokens`, {
      documents: 'released',
      permissions: ['read', 'comment', 'approve', 'answer', 'download', 'sources'],
      ...fields,
    });
  const release = (page: Page, version: number, message: string) =>
    succeed(page.request, `/api/engagements/${engagement}/releases`, {
      linkIds: [link.id],
      documents: [{ filename, version }],
      message,
    });
  const expectNothingInternal = async (page: Page) =>
    expect(await page.locator('body').innerText()).not.toMatch(internal);

  // REL-5, REL-9, REL-11, POR-15, POR-16, POR-18, POR-21, POR-22
  it('leads a client on a phone from the cover to words that are answered and to a decision', async () => {
    const { page: team } = await openPerson();
    owner = await signUpByApi(team);
    const look = { primaryColor: paleYellow, secondaryColor: '#0b3d5c', typeface: 'serif' };
    await team.request.patch('/api/account/branding', { data: look });
    ({ id: engagement, filename } = await finishEngagement(team));
    const path = `/api/engagements/${engagement}/deliverables/${filename}`;
    await team.request.put(path, { data: { content: paper, baseVersion: 1 } });
    link = await share(team, { clientName: 'Clara Client' });
    await release(team, 2, 'Please decide before Friday.');

    const { page: client } = await openPerson({ viewport: handheld, hasTouch: true });
    await client.goto(`/portal/${link.token}`);
    await client.getByText('1 document awaits your decision.').waitFor();
    await client.getByText('Please decide before Friday.').waitFor();
    await expectNothingInternal(client);
    expect(await findViolations(client, { colors: true })).toEqual([]);
    await expect.poll(() => sidewaysPx(client)).toBeLessThanOrEqual(0);
    const paperOfCover = client
      .getByRole('region', { name: 'For your decision' })
      .getByRole('article');
    await paperOfCover
      .getByText('We advise to enter by partners. Sales were 12 million euros in 2025.')
      .waitFor();
    await paperOfCover.getByText('Awaiting your decision').waitFor();
    await paperOfCover.getByRole('link', { name: 'Enter by partners' }).click();
    await client.getByRole('heading', { name: 'Enter by partners', level: 1 }).waitFor();
    await expectNothingInternal(client);

    await selectWords(client, 'enter by partners');
    await client.getByRole('button', { name: /^Comment on/ }).click();
    const sheet = client.getByRole('dialog', { name: 'Comments' });
    await sheet
      .getByText('As Clara Client. Only the team of Northwind Advisory reads this.')
      .first()
      .waitFor();
    await sheet.getByLabel('Comment on these words').fill('Which partners?');
    await sheet.getByRole('button', { name: 'Send comment' }).click();
    await sheet.getByRole('listitem').filter({ hasText: 'Which partners?' }).waitFor();
    expect(await findViolations(client, { colors: true, part: 'top' })).toEqual([]);
    await expect.poll(() => sidewaysPx(client)).toBeLessThanOrEqual(0);

    // A sheet that closes, and a selection of words, keep what was written and not sent.
    const general = sheet.getByLabel('Comment', { exact: true });
    await general.fill('Who pays?');
    await client.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await selectWords(client, 'Sales were 12 million');
    await client.getByRole('button', { name: /^Comment on/ }).click();
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => general.inputValue()).toBe('Who pays?');
    await sheet.getByRole('button', { name: 'Send comment' }).click();
    await sheet.getByRole('listitem').filter({ hasText: 'Who pays?' }).waitFor();
    await expect.poll(() => general.inputValue()).toBe('');

    const { comments } = (await (await team.request.get(`${path}/comments`)).json()) as {
      comments: { id: string }[];
    };
    await succeed(team.request, `${path}/comments/${comments[0]?.id}/replies`, {
      body: 'Kran AB and Nordlyft.',
    });
    await client.goto(`/portal/${link.token}`);
    await client.getByRole('link', { name: /^Read the reply from/ }).click();
    const thread = sheet.getByRole('listitem').filter({ hasText: 'Kran AB and Nordlyft.' });
    await thread.getByText('New', { exact: true }).waitFor();
    await thread.getByRole('button', { name: 'Reply to Clara Client' }).click();
    await thread.getByLabel('Your reply').fill('Thank you.');
    await thread.getByRole('button', { name: 'Send reply' }).click();
    await thread.getByText('Thank you.').waitFor();
    await sheet.getByRole('button', { name: 'Close' }).click();

    await client.getByRole('button', { name: 'Ask for changes' }).click();
    const dialog = client.getByRole('dialog', { name: 'Ask for changes to “Enter by partners”' });
    await dialog.getByText('As Clara Client').waitFor();
    await dialog.getByLabel('What has to change?').fill('Please add Iceland.');
    // An accidental touch outside the dialog.
    await client.mouse.click(4, 4);
    await expect
      .poll(() => dialog.getByLabel('What has to change?').inputValue())
      .toBe('Please add Iceland.');
    await dialog.getByRole('button', { name: 'Send to the team' }).click();
    await client.getByText(/^You asked for changes on/).waitFor();
    await client.getByText('Please add Iceland.').waitFor();
    await client.getByRole('button', { name: 'Approve instead' }).click();
    await client.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await client.getByText(/^You approved this on/).waitFor();

    await client.getByRole('link', { name: 'All documents' }).click();
    await team.request.put(path, {
      data: { content: paper.replace('Few that', 'Iceland is added. Few that'), baseVersion: 2 },
    });
    await release(team, 3, 'With Iceland.');
    await client.reload();
    await client.getByText('It has changed since you decided.').waitFor();
    await client.getByText(/ · changed since /).waitFor();
    await expectNothingInternal(client);
  });

  // POR-22
  it('sends no words for the team alone after another client got a link that reads comments', async () => {
    const { page: team } = await openPerson();
    await signInByApi(team, owner);
    const { page: client } = await openPerson();
    await client.goto(`/portal/${link.token}?file=${filename}`);
    const field = client.getByLabel('Comment', { exact: true });
    await field.fill('Between us only?');
    await client
      .getByText('As Clara Client. Only the team of Northwind Advisory reads this.')
      .waitFor();
    await share(team, { clientName: 'Olaf', seesOthers: true });
    await client.getByRole('button', { name: 'Send comment' }).click();
    await client
      .getByRole('alert')
      .getByText(/^Nothing has been sent/)
      .waitFor();
    await client
      .getByText(/^As Clara Client\. The team of Northwind Advisory and other clients/)
      .waitFor();
    await expect.poll(() => field.inputValue()).toBe('Between us only?');
    expect(await client.getByRole('listitem').filter({ hasText: 'Between us only?' }).count()).toBe(
      0,
    );
    await client.getByRole('button', { name: 'Send comment' }).click();
    await client.getByRole('listitem').filter({ hasText: 'Between us only?' }).waitFor();
  });

  it('shows a comment even if an older response arrives after it', async () => {
    const { page: client } = await openPerson();
    await client.clock.install();
    await client.goto(`/portal/${link.token}`);
    await client.getByLabel('Comment', { exact: true }).fill('When do we meet?');
    // The page polls. This response is made before the comment and arrives after it.
    const [isMade, mayCome, hasCome] = [0, 1, 2].map(() => Promise.withResolvers<void>());
    const late = async (route: Route) => {
      const response = await route.fetch();
      isMade?.resolve();
      await mayCome?.promise;
      await route.fulfill({ response });
      hasCome?.resolve();
    };
    await client.route('**/api/portal', late, { times: 1 });
    await client.clock.fastForward(31_000);
    await isMade?.promise;
    const sent = client.waitForResponse('**/api/portal/comments');
    await client.getByRole('button', { name: 'Send comment' }).click();
    await sent;
    mayCome?.resolve();
    await hasCome?.promise;
    const comment = client.getByRole('listitem').filter({ hasText: 'When do we meet?' });
    await comment.waitFor();
    await expect.poll(() => comment.count()).toBe(1);
  });

  // REL-12, POR-17, POR-19
  it('gives a file, does not leak its secret address, shows sources, prints the document alone, and continues where it was read', async () => {
    const { page } = await openPerson();
    await page.goto(`/portal/${link.token}?file=${filename}`);
    await page.getByRole('heading', { name: 'Enter by partners', level: 1 }).waitFor();
    expect(await page.title()).toBe('Enter by partners · Documents from Northwind Advisory');
    await expect
      .poll(() => page.locator('meta[name=referrer]').getAttribute('content'))
      .toBe('no-referrer');
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    expect(stored).not.toContain('svc_portal_');
    await page.getByRole('button', { name: 'Download' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'As PDF' }).click(),
    ]);
    expect(file.suggestedFilename()).toContain('.pdf');
    // A click on marked words shows their thread, and a thread shows its words.
    const thread = page.getByRole('listitem').filter({ hasText: 'Which partners?' });
    await thread.getByRole('button', { name: 'Show “enter by partners” in the text' }).click();

    const call = page.getByRole('button', { name: 'Show the source of footnote 1' });
    await call.click();
    const viewer = page.getByRole('complementary', { name: 'Source', exact: true });
    await viewer.getByText('Sales were 12 million euros in 2025').first().waitFor();
    expect(await findViolations(page, { colors: true, part: 'content' })).toEqual([]);
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
    await expect
      .poll(() => call.evaluate((element) => element === document.activeElement))
      .toBe(true);

    await page.emulateMedia({ media: 'print' });
    await page.getByText('Nordic market entry · Prepared for Contoso').waitFor();
    for (const name of ['Your decision', 'Comments']) {
      expect(await page.getByRole('heading', { name, exact: true }).isVisible()).toBe(false);
    }
    // The numbers of footnotes stay.
    for (const name of ['Download', 'Print', 'Send comment']) {
      expect(await page.getByRole('button', { name, exact: true }).isVisible()).toBe(false);
    }
    await page.emulateMedia({ media: null });

    await page.getByRole('heading', { name: 'Risks' }).scrollIntoViewIfNeeded();
    const readPlace = () => page.evaluate(() => Math.round(scrollY));
    const kept = () => page.evaluate(() => JSON.stringify(Object.values(sessionStorage)));
    await expect.poll(async () => (await kept()).includes(`"${await readPlace()}"`)).toBe(true);
    const before = await readPlace();
    expect(before).toBeGreaterThan(200);
    await page.reload();
    await expect.poll(readPlace).toBe(before);
  });

  // REL-2, POR-16, BRA-6
  it('says on its cover that nothing is there yet, holds long names, and shows a wide logo in place of the name, and says when a link has ended', async () => {
    const { page: team } = await openPerson();
    await signInByApi(team, owner);
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="60"><rect width="300" height="60"/></svg>';
    const file = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) };
    await team.request.put('/api/account/branding/logo', { multipart: { file } });
    const empty = await share(team, { clientName: 'C'.repeat(200) });
    const { page } = await openPerson({
      viewport: handheld,
      expected: [/^404 GET \/portal\//, /^401 GET \/api\/portal$/],
    });
    await page.goto(`/portal/${empty.token}`);
    await page.getByText('Northwind Advisory is preparing your documents.').waitFor();
    await page.getByRole('heading', { name: 'Nothing to read yet' }).waitFor();
    await page.getByRole('banner').getByRole('img', { name: 'Northwind Advisory' }).waitFor();
    expect(await page.getByRole('banner').getByText('Northwind Advisory').count()).toBe(0);
    await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0);
    const revoked = await team.request.delete(
      `/api/engagements/${engagement}/portal-tokens/${empty.id}`,
    );
    expect(revoked.ok()).toBe(true);
    for (const token of [empty.token, 'svc_portal_cut']) {
      await page.goto(`/portal/${token}`);
      await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
    }
    expect(await findViolations(page, { colors: true })).toEqual([]);
  });
});
