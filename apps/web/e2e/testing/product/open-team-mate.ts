import type { Role } from '@ecp/contract/identity/auth';
import type { Page } from 'playwright-core';
import type { Person, PersonOptions } from '../person.ts';
import { succeed } from '../succeed.ts';
import type { OpenPerson } from '../use-people.ts';
import { mailedLinks, signInPath } from './mailed-links.ts';

/**
 * Invites a person into the tenant of the page's user, and opens a browser that has accepted the
 * invitation.
 */
export async function openTeamMate(
  openPerson: OpenPerson,
  owner: Page,
  role: Exclude<Role, 'owner'>,
  options: Partial<PersonOptions> = {},
): Promise<Person> {
  const email = `${role}-${crypto.randomUUID()}@example.com`;
  await succeed(owner.request, '/api/team', { email, role, name: `Vera ${role}` });
  const [link = ''] = await mailedLinks(email, signInPath);
  const person = await openPerson(options);
  const { pathname, search } = new URL(link);
  await person.page.request.get(pathname + search, { maxRedirects: 0 });
  return person;
}
