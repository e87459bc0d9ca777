import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { newAccount, signUp } from './testing/sign-up.ts';
import { usePeople } from './testing/use-people.ts';

const brief = `Nordhavn Utilities heats 41,000 homes. The council decides in March which tariff pays for the peak boilers.

## Questions

- What does peak heat cost, and who pays for it?
- Which tariff should the council choose?`;
const interviews = `# Interviews\n\nPeak boilers ran 1,240 hours in 2025. Tenants in small flats pay 18 percent more than in 2024.`;

/** The whole job on the pages alone: every step is a click or a key. */
describe.runIf(hasBrowser())('the main job', () => {
  const openPerson = usePeople();
  const review = (page: Page) => page.getByRole('region', { name: 'Review' });

  it('leads from sign-up to an approved deliverable and the client’s sign-off', async () => {
    const { page } = await openPerson();
    await signUp(page, newAccount());

    // A brief with a file.
    await page.getByRole('main').getByRole('link', { name: 'New engagement' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Heating tariff');
    await page.getByLabel('Client').fill('Nordhavn Utilities');
    await page.getByLabel('Brief', { exact: true }).fill(brief);
    const file = {
      name: 'interviews.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from(interviews),
    };
    await page.locator('input[type=file]').last().setInputFiles(file);
    await page.getByRole('button', { name: 'Create and plan' }).click();
    await page.getByRole('heading', { name: 'Heating tariff', level: 1 }).waitFor();

    // A plan with a price, and the run.
    await page.getByRole('heading', { name: 'A proposal' }).waitFor();
    await page.getByRole('link', { name: 'Sources', exact: true }).click();
    await page.getByText(/Text, 20 words\.$/).waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('link', { name: 'See the plan' }).click();
    await page.getByRole('button', { name: 'Accept and start' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Accept and start' }).click();
    await page.getByRole('heading', { name: 'The run is complete' }).waitFor();

    // Read, note points, get the new version, and approve it.
    await page.getByRole('link', { name: 'Documents', exact: true }).click();
    await page.getByRole('list', { name: 'Documents' }).getByRole('link').first().click();
    await review(page).getByRole('button', { name: 'Request revision' }).click();
    const title = await page.getByRole('heading', { level: 1 }).innerText();
    await page
      .getByLabel('Point 1', { exact: true })
      .fill('Mention how long the peak boilers ran.');
    await review(page).getByRole('button', { name: 'Request revision' }).click();
    await review(page).getByRole('button', { name: 'Rerun with 1 point' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start rerun' }).click();
    await page.getByRole('link', { name: 'Compare with latest' }).click();
    await page.waitForURL(/\/compare\?from=1&to=2$/);
    await page.getByRole('heading', { name: 'How the points were addressed' }).waitFor();
    await page.getByRole('table').locator('ins').first().waitFor();
    await review(page).getByRole('button', { name: 'Approve' }).click();
    await page.getByText(/^Approved “/).waitFor();

    // The client opens the portal with nothing but the link.
    await page.getByRole('main').getByRole('link', { name: 'Heating tariff' }).first().click();
    await page.getByRole('link', { name: 'Client', exact: true }).click();
    await page.getByRole('button', { name: 'Share with a client' }).click();
    await page.getByLabel('Client’s name').fill('Nora');
    await page.getByRole('button', { name: 'Create link' }).click();
    const link = await page.getByLabel('Link for your client').innerText();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Release to client' }).click();
    await page.getByRole('button', { name: 'Release 1 document' }).click();
    await page.getByRole('cell', { name: 'Nora: v2' }).waitFor();
    // The page of clients would show the decision at once, and then it is not new after the next
    // load.
    const clients = page.url();
    await page.goto('/');
    const { page: client } = await openPerson({ viewport: { width: 390, height: 844 } });
    await client.goto(new URL(link).pathname);
    await client.getByRole('link', { name: new RegExp(`^${title}`) }).click();
    await client.getByRole('heading', { name: title, level: 1 }).waitFor();
    await client.getByRole('button', { name: 'Approve' }).click();
    // The link gives the name.
    await client.getByRole('dialog').getByText('As Nora').waitFor();
    await client.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await client.getByText(/^You approved this on/).waitFor();
    await page.goto(clients);
    await page
      .getByRole('listitem')
      .filter({ hasText: `Nora approved ${title}, version 2` })
      .waitFor();
    await expect.poll(() => page.getByText('New', { exact: true }).count()).toBe(1);
  });
});
