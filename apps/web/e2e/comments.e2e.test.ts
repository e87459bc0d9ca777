import type { Comment } from '@ecp/contract/work/comments';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { findViolations } from './testing/find-violations.ts';
import { finishEngagement } from './testing/product/finish-engagement.ts';
import { signInByApi, signUpByApi } from './testing/product/sign-up-by-api.ts';
import { selectBetween, selectWords } from './testing/select-words.ts';
import { sidewaysPx } from './testing/sideways-px.ts';
import type { Account } from './testing/sign-up.ts';
import { succeed } from './testing/succeed.ts';
import { usePeople } from './testing/use-people.ts';

const text = `# Entry

We advise to **enter** the market in [spring](https://example.org).[^1] The yard in *Oslo* is for sale.

- [ ] Ask for the rent &amp; the tax
  - Twice, in **every** year[^2]

| Yard | Costs |
| --- | ---: |
| Oslo | EUR 4 million |
| Bergen | EUR 4 million |

<div>A line of HTML</div>

The yard in Oslo is for sale, says \`yards.csv\` with <b>bold</b> words.

\`\`\`
yard = 4
\`\`\`

[^1]: Brief: “in spring”

## Costs

Nobody knows the rent.

[^2]: Report, page 4, says it **twice**.
`;

interface Shown {
  account: Account;
  id: string;
  path: string;
}

/** Makes a document with everything that markdown has, and opens it. */
async function openDocument(page: Page): Promise<Shown> {
  const account = await signUpByApi(page);
  const { id, filename } = await finishEngagement(page);
  const path = `/engagements/${id}/deliverables/${filename}`;
  const written = await page.request.put(`/api${path}`, {
    data: { content: text, baseVersion: 1 },
  });
  expect(written.status()).toBe(201);
  await page.goto(path);
  await page.getByText('Nobody knows the rent.').waitFor();
  return { account, id, path };
}

const listed = async (page: Page, path: string) => {
  const answer = await page.request.get(`/api${path}/comments`);
  return ((await answer.json()) as { comments: Comment[] }).comments;
};
const margin = (page: Page) => page.getByRole('region', { name: 'Comments', exact: true });
const offered = (page: Page) => page.getByRole('button', { name: 'Comment on the selected words' });
const field = (page: Page) => page.getByRole('textbox', { name: 'Comment', exact: true });
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[data-comment]')?.textContent ?? '');

/** The share of the text before its footnotes, which no comment can quote. */
const quotableShare = 0.8;
/**
 * Shares of the text that a golden ratio spreads evenly, so that selections begin and end in all of
 * its parts.
 */
const places = Array.from({ length: 5 }, (_, n) => ((n * 0.618_034) % 1) * quotableShare);

describe.runIf(hasBrowser())('comments on passages', () => {
  const openPerson = usePeople();
  let shown: Shown;

  // CMT-15
  it('take the words of a selection so that the API finds them at the same place, wherever it begins and ends', async () => {
    const { page } = await openPerson({ viewport: { width: 1440, height: 900 } });
    shown = await openDocument(page);
    const { path } = shown;
    const selections = places
      .slice(1)
      .map((to, index) => [places[index] ?? 0, to].toSorted((a, b) => a - b));
    // The code of comments loads with the first selection.
    await selectWords(page, 'Nobody knows');
    await offered(page).waitFor();
    for (const [from = 0, to = 0] of selections) {
      // The offer for the selection before is gone first, so that the next one is for these words.
      await page.evaluate(() => getSelection()?.removeAllRanges());
      await offered(page).waitFor({ state: 'detached' });
      const words = await selectBetween(page, from, to);
      await offered(page).waitFor();
      await page.keyboard.press('m');
      await field(page).waitFor();
      const kept = await page.evaluate(
        () => Object.entries(sessionStorage).find(([key]) => key.includes(' commenting '))?.[1],
      );
      const { passage } = JSON.parse(String(kept)) as {
        passage: { quote: string; prefix: string; suffix: string };
      };
      const { quote, prefix, suffix } = passage;
      const made = await page.request.post(`/api${path}/comments`, {
        data: { body: 'Why?', quote, prefix, suffix },
      });
      expect([made.status(), words, quote]).toEqual([201, words, quote]);
      const comment = (await made.json()) as Comment;
      expect(comment.quote).toBe(quote);
      expect([
        prefix.endsWith(comment.prefix ?? ''),
        suffix.startsWith(comment.suffix ?? ''),
      ]).toEqual([true, true]);
      await page.keyboard.press('Escape');
    }
    const all = await listed(page, path);
    for (const { id } of all) {
      await page.request.patch(`/api${path}/comments/${id}`, { data: { status: 'resolved' } });
    }
  });

  // CMT-4, CMT-9, CMT-10, CMT-16, CMT-18
  it('are written beside the text, answered, accepted with undo, resolved and sent back, by pointer and by keys', async () => {
    const { page } = await openPerson({ viewport: { width: 1440, height: 900 } });
    await signInByApi(page, shown.account);
    const { path } = shown;
    await page.goto(path);
    await page.getByText('Nobody knows the rent.').waitFor();

    await selectWords(page, 'market in', 'Oslo');
    await offered(page).click();
    await field(page).fill('Which spring?');
    await page.reload();
    await expect.poll(() => field(page).inputValue()).toBe('Which spring?');
    await field(page).press('Control+Enter');
    const thread = (name: string) => margin(page).getByRole('article').filter({ hasText: name });
    await thread('Which spring?')
      .getByRole('textbox', { name: /^Reply to/ })
      .fill('That of 2027.');
    await page.keyboard.press('Control+Enter');
    await thread('That of 2027.').waitFor();

    await selectWords(page, 'Nobody knows');
    await page.keyboard.press('m');
    await page.getByRole('button', { name: 'Suggest wording' }).click();
    await page.getByLabel('Replacement').fill('The owner knows');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await thread('I suggest a different wording.').getByText('The owner').waitFor();
    expect(await findViolations(page)).toEqual([]);

    // The focus begins in the text, on no control, and goes to each of the two in turn.
    await page
      .getByRole('article', { name: 'Text of the document' })
      .click({ position: { x: 5, y: 5 } });
    for (const words of ['Which spring?', 'I suggest a different wording.', 'Which spring?']) {
      await page.keyboard.press('.');
      await expect.poll(() => focused(page)).toContain(words);
    }
    await page.keyboard.press(',');
    await expect.poll(() => focused(page)).toContain('I suggest a different wording.');

    await thread('I suggest a different wording.').getByRole('button', { name: 'Accept' }).click();
    await page.getByText('Accepted as version 3').waitFor();
    await page.getByText('The owner knows the rent.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Nobody knows the rent.').waitFor();
    await thread('I suggest a different wording.').waitFor();

    await thread('I suggest a different wording.').getByRole('button', { name: 'Resolve' }).click();
    await thread('I suggest a different wording.').waitFor({ state: 'detached' });
    // The undo arrives late, after the comment is resolved again.
    const arrival = Promise.withResolvers<void>();
    await page.route('**/comments/*', async (route) => {
      if (route.request().postData()?.includes('"open"')) await arrival.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Undo' }).click();
    await thread('I suggest a different wording.').getByRole('button', { name: 'Resolve' }).click();
    await thread('I suggest a different wording.').waitFor({ state: 'detached' });
    arrival.resolve();
    await page.getByRole('button', { name: '1 open comment' }).click();
    const panel = page.getByRole('complementary', { name: 'About this document' });
    await panel.getByRole('button', { name: /^Resolved/ }).click();
    await panel.getByText('I suggest a different wording.').waitFor();
    await page.keyboard.press('p');

    const left = await succeed<Comment>(page.request, `/api${path}/comments`, {
      body: 'Not this time.',
    });
    await page.reload();
    await page.getByRole('button', { name: 'Request revision' }).click();
    const choice = page.getByRole('group', { name: 'Comments to answer' });
    await choice.getByRole('checkbox', { name: /Not this time/ }).uncheck();
    const sent = page.waitForRequest('**/review');
    await page.getByRole('form').getByRole('button', { name: 'Request revision' }).click();
    const [spring] = (await listed(page, path)).filter(({ body }) => body === 'Which spring?');
    expect((await sent).postDataJSON()).toMatchObject({
      action: 'request_revision',
      comments: [spring?.id],
    });
    expect(left.status).toBe('open');
    await page.getByText('Revision requested').first().waitFor();
  });

  // CMT-18
  it('open from an address, on a phone too, and those of others appear without moving the text', async () => {
    const { page } = await openPerson({ viewport: { width: 390, height: 844 }, hasTouch: true });
    await signInByApi(page, shown.account);
    const { path } = shown;
    const [spring] = (await listed(page, path)).filter(({ body }) => body === 'Which spring?');
    await page.goto(`${path}#comment-${spring?.id}`);
    const sheet = page.getByRole('dialog', { name: 'About this document' });
    await sheet.getByText('That of 2027.').waitFor();
    await expect.poll(() => focused(page)).toContain('Which spring?');
    expect(await sidewaysPx(page)).toBeLessThanOrEqual(0);
    expect(await findViolations(page)).toEqual([]);
    await succeed(page.request, `/api${path}/comments`, { body: 'From a colleague.' });
    await sheet.getByText('From a colleague.').waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await selectWords(page, 'Nobody knows');
    await offered(page).tap();
    await field(page).fill('Typed on a phone.');
    await sheet.getByRole('button', { name: 'Comment', exact: true }).tap();
    await sheet.getByText('Typed on a phone.').waitFor();
  });
});
