import type { Role } from '@ecp/contract/identity/auth';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { follow } from './testing/follow.ts';
import { signUpByApi } from './testing/product/sign-up-by-api.ts';
import { succeed } from './testing/succeed.ts';
import { usePeople } from './testing/use-people.ts';

const roles = ['viewer', 'member', 'admin', 'owner'] as const satisfies Role[];
type Control = [kind: 'button' | 'link', name: string | RegExp, from: Role];
interface PageRow {
  path: string;
  /** Text that a permitted user sees when the page is complete. */
  shows: string | RegExp;
  /** The lowest role that may read the page; everybody without. Others see a reason. */
  from?: Role;
  /** Controls of the page and its frame, each with the lowest role that may use it. */
  controls: Control[];
}

/** The actions that each page allows each role (ACS-5, ACS-6, ACS-7), written by hand. */
const pages: PageRow[] = [
  {
    path: '/engagements',
    shows: /^Draft one/,
    controls: [
      ['link', 'New engagement', 'member'],
      ['link', 'Settings', 'viewer'],
    ],
  },
  { path: '/engagements/new', shows: 'Brief', from: 'member', controls: [] },
  {
    path: '/engagements/DRAFT',
    shows: 'Draft one',
    controls: [
      ['link', 'Edit', 'member'],
      ['button', 'More actions', 'member'],
    ],
  },
  { path: '/engagements/DRAFT/edit', shows: 'Brief', from: 'member', controls: [] },
  {
    path: '/engagements/DRAFT/plan',
    shows: 'Draft one',
    controls: [['button', 'Make the plan', 'member']],
  },
  {
    path: '/engagements/DRAFT/clients',
    shows: 'Client feedback',
    controls: [['button', 'Share with a client', 'member']],
  },
  {
    path: '/settings/team',
    shows: 'What each role can do',
    controls: [
      ['button', 'Invite', 'admin'],
      ['button', /^Role of Vera viewer/, 'admin'],
      ['button', /^Role of Vera admin/, 'owner'],
    ],
  },
  {
    path: '/settings/api-keys',
    shows: 'API keys',
    controls: [
      ['button', 'Create key', 'admin'],
      ['button', 'Actions for Nightly', 'admin'],
      ['link', 'Billing and usage', 'viewer'],
      ['link', 'Audit log', 'admin'],
      ['link', 'Team', 'viewer'],
      ['link', 'Health of the service', 'admin'],
    ],
  },
  {
    path: '/settings/walls',
    shows: 'No walls yet',
    from: 'admin',
    controls: [['button', 'Put up a wall', 'admin']],
  },
  {
    path: '/settings/webhooks',
    shows: 'Webhooks',
    controls: [['button', 'Add endpoint', 'admin']],
  },
  {
    path: '/settings/webhooks/HOOK',
    shows: 'Deliveries',
    controls: [
      ['button', 'Send a test', 'admin'],
      ['button', 'Edit', 'admin'],
      ['button', 'More actions', 'admin'],
    ],
  },
  {
    path: '/settings/channels',
    shows: 'Slack and Teams',
    controls: [['button', 'Add channel', 'admin']],
  },
  {
    path: '/settings/audit-log',
    shows: 'Audit log',
    from: 'admin',
    controls: [['button', /^CSV of/, 'admin']],
  },
];

const may = (role: Role, needed: Role) => roles.indexOf(role) >= roles.indexOf(needed);

/** Whether a role is the lowest that may use something, or the highest that may not. */
const isNext = (role: Role, needed: Role) =>
  role === needed || roles[roles.indexOf(role) + 1] === needed;

/** The pages on which a role sees something for the first time, or lacks it for the last time. */
const pagesFor = (role: Role) =>
  pages.filter(({ from, controls }) => {
    const limits = controls.map(([, , needed]) => needed);
    if (from) limits.push(from);
    return limits.some((needed) => isNext(role, needed));
  });

describe.runIf(hasBrowser())('what each role sees', () => {
  const openPerson = usePeople();

  async function makeRecords({ request }: Page): Promise<Record<string, string>> {
    const post = (path: string, data: object) => succeed<{ id: string }>(request, path, data);
    const draft = await post('/api/engagements', {
      name: 'Draft one',
      client: 'Contoso',
      brief: 'Where to begin?',
    });
    const events = ['engagement.completed'];
    const hook = await post('/api/webhooks', { url: 'https://example.com/hook', events });
    await post('/api/api-keys', { name: 'Nightly' });
    for (const other of ['viewer', 'admin']) {
      await post('/api/team', {
        email: `other-${other}@example.com`,
        name: `Vera ${other}`,
        role: other,
      });
    }
    return { DRAFT: draft.id, HOOK: hook.id };
  }

  /** Describes, in sentences, which controls of the table are on the pages for one role. */
  async function readControls(
    page: Page,
    role: Role,
    ids: Record<string, string>,
  ): Promise<string[]> {
    const seen: string[] = [];
    for (const { path, shows, from = 'viewer', controls } of pagesFor(role)) {
      await follow(
        page,
        path.replace(/DRAFT|HOOK/, (name) => ids[name] ?? name),
      );
      if (!may(role, from)) {
        await page.getByRole('heading', { name: /does not allow this/ }).waitFor();
        seen.push(`${path}: refused`);
        continue;
      }
      await page.getByText(shows).filter({ visible: true }).first().waitFor();
      await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
      for (const [kind, name, needed] of controls) {
        const control = page.getByRole(kind, { name, exact: true }).first();
        // Waits for required controls. By then, forbidden ones would have appeared too.
        if (may(role, needed)) await control.waitFor();
        if (await control.isVisible()) seen.push(`${path}: ${name}`);
      }
    }
    return seen;
  }

  const expectedFor = (role: Role) =>
    pagesFor(role).flatMap(({ path, from = 'viewer', controls }) =>
      may(role, from)
        ? controls.filter(([, , needed]) => may(role, needed)).map(([, name]) => `${path}: ${name}`)
        : [`${path}: refused`],
    );

  it('is only buttons that the service would accept, and a reason on forbidden pages', async () => {
    const { page } = await openPerson();
    await signUpByApi(page);
    const ids = await makeRecords(page);
    const me = (await (await page.request.get('/api/me')).json()) as { user: object };
    for (const role of roles) {
      await page.unroute('**/api/me');
      await page.route('**/api/me', (route) =>
        route.fulfill({ json: { ...me, user: { ...me.user, role } } }),
      );
      await page.goto('/help');
      expect(await readControls(page, role, ids), role).toEqual(expectedFor(role));
    }
  });
});
