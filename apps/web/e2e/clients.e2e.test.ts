import type { PortalView } from '@ecp/contract/reach/portal';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { findViolations } from './testing/find-violations.ts';
import { finishEngagement } from './testing/product/finish-engagement.ts';
import { prepareOwner } from './testing/product/prepare-owner.ts';
import { signInByApi } from './testing/product/sign-up-by-api.ts';
import { sidewaysPx } from './testing/sideways-px.ts';
import type { Account } from './testing/sign-up.ts';
import { succeed } from './testing/succeed.ts';
import { usePeople } from './testing/use-people.ts';

type Finished = Awaited<ReturnType<typeof finishEngagement>>;

const phone = { width: 390, height: 844 };

/** Finishes three engagements, and approves the documents of all but the first. */
async function finishAll(page: Page): Promise<[Finished, Finished, Finished]> {
  const finish = () => finishEngagement(page);
  const finished = await Promise.all([finish(), finish(), finish()]);
  for (const { id, filename } of finished.slice(1)) {
    await succeed(page.request, `/api/engagements/${id}/deliverables/${filename}/review`, {
      action: 'approve',
    });
  }
  return finished;
}

describe.runIf(hasBrowser())('releasing to clients', () => {
  const openPerson = usePeople();
  let owner: Account;
  let engagement: Finished;
  let shared: Finished;
  let attested: Finished;
  let link: string;
  beforeAll(async () => {
    const { owner: account, made: engagements } = await prepareOwner(
      inject('webBaseUrl'),
      finishAll,
    );
    owner = account;
    [engagement, shared, attested] = engagements;
  });

  /** Calls the portal as the client of the link. */
  const asClient = (page: Page, path: string, data?: object) =>
    page.request.fetch(`/api/portal${path}`, {
      headers: { authorization: `Bearer ${new URL(link).pathname.replace('/portal/', '')}` },
      ...(data && { method: 'POST', data }),
    });
  const readAsClient = async (page: Page) =>
    ((await (await asClient(page, '')).json()) as PortalView).deliverables;

  // REL-1, REL-2, REL-7, REL-9, REL-10, REL-21, REL-25, POR-20
  it('leads from an approval to a link, a release and the client’s decision, and keeps a later version until it is released', async () => {
    const { page: team } = await openPerson();
    await signInByApi(team, owner);
    const { id, filename } = engagement;
    await team.goto(`/engagements/${id}/deliverables/${filename}`);
    await team.getByRole('button', { name: 'Approve', exact: true }).click();
    await team.getByRole('button', { name: 'Release to client' }).click();
    const release = team.getByRole('dialog', { name: 'Release to client' });
    await expect.poll(() => release.getByLabel('Client’s name').inputValue()).toBe('Contoso');
    await release.getByLabel(/^Message/).fill('Please decide by Friday.');
    await release.getByRole('button', { name: 'Choose what they may do' }).click();
    await team.getByLabel('Client’s name').fill('Clara Client');
    await team.getByRole('textbox', { name: 'Email address' }).fill('clara@contoso.example');
    await team.getByRole('button', { name: 'Create link' }).click();
    link = await team.getByLabel('Link for your client').innerText();
    await team.getByRole('button', { name: 'Done' }).click();
    expect(await readAsClient(team)).toEqual([]);

    // The form has kept the message, and chosen the new client.
    await expect
      .poll(() => release.getByLabel(/^Message/).inputValue())
      .toBe('Please decide by Friday.');
    await release.getByText('goes to Clara Client (clara@contoso.example).').waitFor();
    await release.getByRole('button', { name: 'Release 1 document' }).click();
    await team.getByText('Released 1 document to Clara Client').waitFor();
    await team.getByText('Released to Clara Client', { exact: true }).waitFor();
    expect(await readAsClient(team)).toMatchObject([{ filename, version: 1 }]);

    const decided = await asClient(team, `/deliverables/${filename}/review`, {
      action: 'reject',
      notes: 'Too long.',
    });
    expect(decided.ok()).toBe(true);
    await asClient(team, '/comments', { body: 'When do we meet?' });
    await team.goto(`/engagements/${id}/deliverables`);
    const row = team.getByRole('listitem').filter({ hasText: 'Clara Client rejected' });
    await row.getByText('Approved', { exact: true }).waitFor();

    const file = `/api/engagements/${id}/deliverables/${filename}`;
    await team.request.put(file, {
      data: { content: '# Market scan\n\nShorter. We expect 3,750 orders.\n', baseVersion: 1 },
    });
    expect(await readAsClient(team)).toMatchObject([{ version: 1 }]);

    await team.goto(`/engagements/${id}/deliverables/${filename}`);
    await team.getByText('Version 1 released to Clara Client').waitFor();
    await team.getByText('Clara Client rejected').waitFor();
    await team.goto(`/engagements/${id}/clients`);
    await team.getByRole('cell', { name: 'Clara Client: v1' }).waitFor();
    await team.getByRole('button', { name: 'Release to client' }).click();
    // The approved version is with the client already, so nothing is proposed. A client without
    // anything would be.
    await release.getByText('They have v1').waitFor();
    await release.getByRole('combobox', { name: 'Version of Market scan' }).click();
    await team.getByRole('option', { name: /^v2/ }).click();
    await release.getByText('v1 → v2').waitFor();
    await release.getByText('Nobody has approved this version of “Market scan”.').waitFor();
    await release.getByText('“Market scan” has 1 open citation.').waitFor();
    await release.getByRole('button', { name: 'Show what is open' }).click();
    await release.getByText('Uncited: We expect 3,750 orders.').waitFor();
    expect(await findViolations(team)).toEqual([]);
    await release.getByRole('checkbox', { name: /^Ask for a decision/ }).uncheck();
    await release.getByRole('button', { name: 'Release 1 document' }).click();
    await team.getByRole('cell', { name: 'Clara Client: v2' }).waitFor();
    await team.getByRole('cell', { name: 'Clara Client rejected v1' }).waitFor();
    expect(await readAsClient(team)).toMatchObject([
      { version: 2, asksDecision: false, clientDecision: { version: 1 } },
    ]);
    await expect.poll(() => team.getByText(/released 1 document to Clara Client/).count()).toBe(2);

    await team.getByLabel('Reply to Clara Client').fill('On Monday.');
    await team.getByRole('button', { name: 'Reply', exact: true }).click();
    // The button stands there while the field has words.
    await team.getByRole('button', { name: 'Reply', exact: true }).waitFor({ state: 'detached' });
    await team.getByText('On Monday.').waitFor();
    const { comments } = (await (await asClient(team, '')).json()) as PortalView;
    expect(comments).toMatchObject([{ replies: [{ body: 'On Monday.' }] }]);

    await asClient(team, `/deliverables/${filename}/review`, { action: 'approve' });
    for (const page of ['deliverables', `deliverables/${filename}`]) {
      await team.goto(`/engagements/${id}/${page}`);
      await team.getByText('Approved by the client only').waitFor();
    }
  });

  // REL-25, REL-26
  it('asks for a first client only after it knows that nobody has a link, and warns of a waiting version', async () => {
    const { page: team } = await openPerson();
    await signInByApi(team, owner);
    const { id, filename } = shared;
    const content = '# Market scan\n\nA second version.\n';
    await team.request.put(`/api/engagements/${id}/deliverables/${filename}`, {
      data: { content, baseVersion: 1 },
    });
    await team.goto(`/engagements/${id}/clients`);
    await team.getByRole('button', { name: 'Share with a client' }).waitFor();
    // A colleague makes the first link, which this page does not know.
    await succeed(team.request, `/api/engagements/${id}/portal-tokens`, {
      documents: 'released',
      clientName: 'Karl',
    });
    const known = Promise.withResolvers<void>();
    await team.route('**/portal-tokens', async (route) => {
      await known.promise;
      await route.continue();
    });
    await team.getByRole('button', { name: 'Release to client' }).click();
    const release = team.getByRole('dialog', { name: 'Release to client' });
    await release.waitFor();
    expect(await release.getByLabel('Client’s name').count()).toBe(0);
    known.resolve();
    await release.getByLabel(/^Karl/).waitFor();
    await release.getByText('A newer version of “Market scan” waits: version 2').waitFor();
    await release.getByRole('button', { name: 'New client link' }).click();
    const held = Promise.withResolvers<void>();
    await team.route('**/portal-tokens', async (route) => {
      if (route.request().method() === 'GET') await held.promise;
      await route.continue();
    });
    await team.getByLabel('Client’s name').fill('Nora');
    await team.getByRole('button', { name: 'Create link' }).click();
    await team.getByRole('button', { name: 'Done' }).click();
    await expect.poll(() => release.getByLabel(/^Nora/).isChecked()).toBe(true);
    held.resolve();
    await release.getByRole('button', { name: 'Release 1 document' }).click();
    await team.getByText('Released 1 document to Karl and Nora', { exact: true }).waitFor();
  });

  // REL-2, REL-17
  it('replaces links of latest versions, previews released ones, and fits a phone', async () => {
    const { page: team, context } = await openPerson({ viewport: phone });
    await signInByApi(team, owner);
    const { id } = engagement;
    await succeed(team.request, `/api/engagements/${id}/portal-tokens`, { label: 'Board' });
    await team.goto(`/engagements/${id}/clients`);
    await team.getByText('One link shows every latest version').waitFor();
    await expect.poll(() => sidewaysPx(team)).toBeLessThanOrEqual(0);
    await team.getByRole('button', { name: 'Actions for Board' }).click();
    await team.getByRole('menuitem', { name: 'Replace…' }).click();
    const share = team.getByRole('dialog', { name: 'Replace the link for Board' });
    await expect.poll(() => share.getByLabel('Client’s name').inputValue()).toBe('Board');
    expect(await findViolations(team)).toEqual([]);
    await expect.poll(() => sidewaysPx(team)).toBeLessThanOrEqual(0);
    await team.keyboard.press('Escape');
    await team.getByRole('button', { name: 'Release to client' }).click();
    await team
      .getByRole('dialog', { name: 'Release to client' })
      .getByText('They have v2')
      .waitFor();
    await expect.poll(() => sidewaysPx(team)).toBeLessThanOrEqual(0);
    await team.keyboard.press('Escape');

    await team.getByRole('button', { name: 'Actions for Clara Client' }).click();
    const [preview] = await Promise.all([
      context.waitForEvent('page'),
      team.getByRole('menuitem', { name: 'See what they see' }).click(),
    ]);
    await preview.getByRole('link', { name: /Market scan/ }).click();
    await preview.getByText('Shorter.').waitFor();
    for (const name of ['Approve', 'Send comment']) {
      expect(await preview.getByRole('button', { name }).count()).toBe(0);
    }
    // A preview is no client.
    await team.reload();
    await team
      .getByRole('cell', { name: /^Clara Client/ })
      .first()
      .waitFor();
    expect(await team.getByText(/^Preview by/).count()).toBe(0);

    // Clients whose links have ended have nothing any more.
    await preview.close();
    await team.getByText('What clients have').waitFor();
    await team.getByRole('button', { name: 'Actions for Clara Client' }).click();
    await team.getByRole('menuitem', { name: 'Revoke…' }).click();
    await team.getByRole('dialog').getByRole('button', { name: 'Revoke the link' }).click();
    await team.getByText('What clients have').waitFor({ state: 'detached' });
  });

  // REL-26, AIU-3, AIU-4, AIU-12
  it('releases to the first client, keeps its buttons in view, asks for an attestation where the policy does, and gives the client the statement of AI use', async () => {
    const { page: team } = await openPerson({ viewport: { width: 1440, height: 600 } });
    await signInByApi(team, owner);
    const { id, filename } = attested;
    await team.goto('/settings/security');
    await team.getByLabel('An attestation with each release').check();
    await team.getByText('Saved').waitFor();
    await team.goto(`/engagements/${id}/deliverables/${filename}`);
    await team.getByRole('button', { name: 'Release to client' }).click();
    const release = team.getByRole('dialog', { name: 'Release to client' });
    await release.getByLabel('Client’s name').fill('Clara Client');
    await release.getByText('Clara Client: Market scan (new)').waitFor();
    const submit = release.getByRole('button', { name: 'Release 1 document' });
    const box = await submit.boundingBox();
    expect((box?.y ?? 600) + (box?.height ?? 0)).toBeLessThanOrEqual(600);
    await submit.click();
    // The browser asks for what is missing, so the dialog stays.
    const words = release.getByLabel('Attestation');
    expect(await words.evaluate((field: HTMLTextAreaElement) => field.validity.valueMissing)).toBe(
      true,
    );
    await release.getByRole('button', { name: 'Use “I have read these documents' }).click();
    await expect
      .poll(() => words.inputValue())
      .toBe('I have read these documents and stand by them.');
    await release.getByLabel('Attach the AI-use statement').check();
    expect(await findViolations(team)).toEqual([]);
    await submit.click();
    const given = await team.getByLabel('Link for your client').innerText();
    await team.getByRole('button', { name: 'Done' }).click();
    await team.goto(`/engagements/${id}/clients`);
    await team.getByText('attested: “I have read these documents and stand by them.”').waitFor();
    await team.getByText('With an AI-use statement').waitFor();

    const { page: client } = await openPerson();
    await client.goto(new URL(given).pathname);
    const [theirs] = await Promise.all([
      client.waitForEvent('download'),
      client.getByRole('button', { name: 'Statement on the use of AI' }).click(),
    ]);
    expect(theirs.suggestedFilename()).toBe('Statement_on_the_use_of_AI.pdf');
    expect(await findViolations(client)).toEqual([]);

    await team.goto(`/engagements/${id}/deliverables`);
    await team.getByRole('button', { name: 'Download' }).click();
    const [own] = await Promise.all([
      team.waitForEvent('download'),
      team.getByRole('menuitem', { name: 'AI-use statement' }).click(),
    ]);
    expect(own.suggestedFilename()).toMatch(/-ai-use\.pdf$/);
  });
});
