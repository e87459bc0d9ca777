import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { chooseOption } from './testing/choose-option.ts';
import { findViolations } from './testing/find-violations.ts';
import { openTeamMate } from './testing/product/open-team-mate.ts';
import { runToEnd } from './testing/product/run-to-end.ts';
import { signUpByApi } from './testing/product/sign-up-by-api.ts';
import { sidewaysPx } from './testing/sideways-px.ts';
import { succeed } from './testing/succeed.ts';
import { usePeople } from './testing/use-people.ts';

const body = {
  name: 'Night trains',
  client: 'Rail & Rest',
  brief: 'Rail & Rest carries 1,400 sleepers a week at 89 euros. Should it add a line to Vienna?',
  tasks: [
    { id: 'demand', name: 'Demand analysis', description: 'Estimate who travels.' },
    {
      id: 'line',
      name: 'Line proposal',
      description: 'Recommend the line.',
      dependsOn: ['demand'],
    },
  ],
};

const bar = (page: Page) => page.getByRole('region', { name: 'Review' });
const approve = (page: Page) => bar(page).getByRole('button', { name: 'Approve' });

describe.runIf(hasBrowser())('sign-off', () => {
  const openPerson = usePeople();

  // SGN-15
  it('is set by the owner; the pages name the approvals and say why somebody may not approve or release', async () => {
    const { page: owner } = await openPerson();
    await signUpByApi(owner);
    const { id } = await succeed<{ id: string }>(owner.request, '/api/engagements', body);
    await runToEnd(owner, id);
    const { page: member } = await openTeamMate(openPerson, owner, 'member');

    await owner.goto('/settings/security');
    await chooseOption(owner.getByLabel('Approvals for a document'), '2 approvals');
    await owner.getByText('Saved').first().waitFor();
    const rest = { authorMayApprove: false, releaseRole: 'admin' };
    expect((await owner.request.patch('/api/account/policies', { data: rest })).ok()).toBe(true);

    const documents = `/engagements/${id}/deliverables`;
    const document = `${documents}/demand-analysis.md`;
    await owner.goto(document);
    await bar(owner).getByText('0 of 2 approvals').waitFor();
    await bar(owner)
      .getByText('You wrote this version or ordered its run, so someone else approves it.')
      .waitFor();
    await expect.poll(() => approve(owner).isDisabled()).toBe(true);
    await owner.keyboard.press('a');
    expect(await owner.getByRole('dialog').count()).toBe(0);

    await member.goto(document);
    await approve(member).waitFor();
    await member.keyboard.press('a');
    const dialog = member.getByRole('dialog');
    await dialog.getByText(/yours is number 1/).waitFor();
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await member.getByText('Approved “Demand analysis”: 1 of 2 approvals').waitFor();
    await member.waitForURL(/line-proposal\.md$/);
    await member.goBack();
    await bar(member)
      .getByText('You have approved this version. Someone else has to approve it, too.')
      .waitFor();
    await expect.poll(() => approve(member).isDisabled()).toBe(true);
    expect(await sidewaysPx(member)).toBe(0);
    await member.goto(documents);
    await member.getByText('1 of 2 approvals').waitFor();
    await member.getByText('Only admins and the owner release documents.').waitFor();
    expect(await member.getByRole('button', { name: 'Release to client' }).isDisabled()).toBe(true);
    expect(await findViolations(member)).toEqual([]);
  });
});
