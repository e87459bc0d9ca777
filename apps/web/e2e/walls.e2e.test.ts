import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { commandTexts } from '../src/base/texts/overlays.ts';
import { hasBrowser } from './testing/browser.ts';
import { chooseOption } from './testing/choose-option.ts';
import { findViolations } from './testing/find-violations.ts';
import { follow } from './testing/follow.ts';
import { publicBaseUrl } from './testing/product/mailed-links.ts';
import { openTeamMate } from './testing/product/open-team-mate.ts';
import { signUpByApi } from './testing/product/sign-up-by-api.ts';
import { sidewaysPx } from './testing/sideways-px.ts';
import { succeed } from './testing/succeed.ts';
import { usePeople } from './testing/use-people.ts';

const brief = { name: 'Harbour bid', client: 'Contoso', brief: 'What is the bid worth?' };

/** Puts a name into a list of a dialog by the keyboard. */
async function pick(page: Page, list: string, typed: string, option: RegExp): Promise<void> {
  const box = page.getByRole('dialog').getByRole('combobox', { name: list });
  await box.fill(typed);
  await page.getByRole('option', { name: option }).waitFor();
  await box.press('Enter');
  await page.getByRole('dialog').getByRole('list', { name: list }).getByText(option).waitFor();
}

interface Wall {
  id: string;
}

async function readUserId(page: Page): Promise<string> {
  const answer = await page.request.get('/api/me');
  const { user } = (await answer.json()) as { user: { id: string } };
  return user.id;
}

const expectAccessible = async (page: Page) => expect(await findViolations(page)).toEqual([]);

// WAL-1, WAL-2, WAL-5, WAL-8, WAL-9
describe.runIf(hasBrowser())('walls', () => {
  const openPerson = usePeople();
  const open = (options: Parameters<typeof openPerson>[0] = {}) =>
    openPerson({ baseUrl: publicBaseUrl(), ...options });

  it('an admin puts up a wall, outsiders lose sight of it, the owner enters it, and a member takes it down', async () => {
    const { page: owner } = await open();
    await signUpByApi(owner);
    const { id } = await succeed<{ id: string }>(owner.request, '/api/engagements', brief);
    const mate = (role: 'admin' | 'member' | 'viewer', expected: RegExp[] = []) =>
      openTeamMate(open, owner, role, { expected });
    const { page: admin } = await mate('admin');
    const { page: member } = await mate('member', [/^409 POST \/api\/walls$/]);
    const { page: outsider } = await mate('viewer', [/^404 GET \/api\/engagements\//]);
    const place = `/engagements/${id}`;
    await outsider.goto(place);
    await outsider.getByRole('heading', { level: 1, name: 'Harbour bid' }).waitFor();
    await outsider.evaluate(
      (key) => sessionStorage.setItem(`user engagement:${key}`, '"Harbour bid"'),
      id,
    );

    await admin.goto('/settings/walls');
    await admin.getByRole('heading', { name: 'No walls yet' }).waitFor();
    await admin.getByRole('button', { name: 'Put up a wall' }).click();
    await admin.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Harbour');
    await pick(admin, 'Engagements behind it', 'harb', /Harbour bid/);
    await pick(admin, 'People inside', 'member', /Vera member/);
    await admin.getByText('Once you save, you no longer see Harbour bid').waitFor();
    await expectAccessible(admin);
    await admin.getByRole('button', { name: 'Put up wall' }).click();
    const wall = (page: Page) => page.getByRole('region', { name: 'Harbour', exact: true });
    await wall(admin).getByText('You are outside').waitFor();
    await wall(admin).getByText('1 engagement that you do not see').click();
    await wall(admin).getByText(id).waitFor();
    expect(await wall(admin).getByRole('button', { name: 'Edit' }).count()).toBe(0);
    await admin.setViewportSize({ width: 390, height: 844 });
    expect(await sidewaysPx(admin)).toBe(0);

    // The open page of somebody outside learns it with the next answer, and keeps no name.
    await outsider.getByRole('link', { name: 'Client', exact: true }).click();
    await outsider.getByRole('heading', { level: 1 }).waitFor({ state: 'detached' });
    await outsider.getByRole('heading', { name: 'There is nothing here' }).waitFor();
    expect(await outsider.title()).not.toContain('Harbour');
    expect(
      await outsider.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }])),
    ).not.toContain('Harbour');
    await outsider.keyboard.press('Control+k');
    await outsider.getByRole('combobox').fill('harb');
    await outsider.getByText(commandTexts.none).waitFor();
    expect(await outsider.locator('body').innerText()).not.toContain('Harbour');

    await member.goto('/engagements');
    await member.getByText('Harbour bid').first().waitFor();

    await follow(admin, '/settings/audit-log');
    await admin.getByText('acted in an engagement behind a wall: Engagement created').waitFor();
    expect(await admin.getByText('Harbour bid').count()).toBe(0);

    await owner.goto('/settings/walls');
    await owner.getByRole('button', { name: 'Enter for one hour…' }).click();
    await owner.getByLabel('Reason').fill('The regulator asks.');
    await owner.getByRole('button', { name: 'Enter for one hour', exact: true }).click();
    await wall(owner)
      .getByText(/You are inside until/)
      .waitFor();
    await wall(owner).getByText('Entries of owners (1)').click();
    await wall(owner).getByText('The regulator asks.').waitFor();
    await wall(owner).getByRole('link', { name: 'Harbour bid' }).click();
    await owner.getByText('Behind the wall Harbour').waitFor();
    await owner.goBack();
    await wall(owner).getByText('Only members change this wall or take it down.').waitFor();

    // A member of the wall who is an admin changes it.
    const memberId = await readUserId(member);
    const promoted = await owner.request.patch(`/api/team/${memberId}`, {
      data: { role: 'admin' },
    });
    expect(promoted.ok()).toBe(true);
    await member.goto('/settings/walls');
    await member.getByRole('button', { name: 'Put up a wall' }).click();
    await member.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Quay');
    await pick(member, 'People inside', 'member', /Vera member/);
    await pick(member, 'Walls that it excludes', 'harb', /Harbour/);
    await member.getByText('Also inside “Harbour”: Vera member.').waitFor();
    await member.getByRole('button', { name: 'Remove Vera member' }).click();

    // The lists change meanwhile, so the dialog says who is in the way.
    await pick(member, 'People inside', 'viewer', /Vera viewer/);
    const { walls } = (await (await member.request.get('/api/walls')).json()) as { walls: Wall[] };
    const [harbour] = walls;
    const viewerId = await readUserId(outsider);
    const changeMembers = async (memberIds: string[]) => {
      const answer = await member.request.patch(`/api/walls/${harbour?.id}`, {
        data: { memberIds },
      });
      expect(answer.ok()).toBe(true);
    };
    await changeMembers([memberId, viewerId]);
    await member.getByRole('button', { name: 'Put up wall' }).click();
    await member.getByText('Also inside “Harbour”: Vera viewer.').waitFor();
    await changeMembers([memberId]);
    await member.getByRole('button', { name: 'Remove Vera viewer' }).click();
    await member.getByRole('button', { name: 'Put up wall' }).click();
    await member.getByRole('region', { name: 'Quay', exact: true }).getByText('Harbour').waitFor();
    await wall(member).getByText('Quay').waitFor();

    const view = member.getByRole('region', { name: 'What would this person see?' });
    await chooseOption(view.getByRole('combobox', { name: 'Person' }), 'Vera member: Admin');
    await view.getByText('Sees it').waitFor();
    await chooseOption(view.getByRole('combobox', { name: 'Person' }), 'Vera viewer: Viewer');
    await view.getByText('Hidden by “Harbour”').waitFor();
    await expectAccessible(member);

    await member.getByRole('button', { name: 'Actions for Harbour' }).click();
    await member.getByRole('menuitem', { name: 'Take down…' }).click();
    await member.getByText('Harbour bid becomes visible to the whole team.').waitFor();
    await member.getByRole('button', { name: 'Take down wall' }).click();
    await wall(member).waitFor({ state: 'detached' });
    await outsider.goto(place);
    await outsider.getByRole('heading', { level: 1, name: 'Harbour bid' }).waitFor();

    await follow(owner, '/settings/audit-log');
    await owner.getByText('entered the wall “Harbour” for one hour: The regulator asks.').waitFor();
    await owner.getByText('took down the wall “Harbour”').waitFor();
  });
});
