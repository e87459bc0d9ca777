import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Role } from '@ecp/contract/auth';
import { pollUntil } from '@ecp/testing/poll-until';
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import type { Person, PersonOptions } from './person.ts';
import type { OpenPerson } from './use-browser.ts';

/** A busy machine takes its time to send a mail. */
const deadlineMs = 30_000;

/** Invites somebody into the tenant of the page's person, and opens a browser in which the invitation was followed. */
export async function openTeamMate(
  openPerson: OpenPerson,
  owner: Page,
  role: Exclude<Role, 'owner'>,
  options: Partial<PersonOptions> = {},
): Promise<Person> {
  const email = `${role}-${crypto.randomUUID()}@example.com`;
  const data = { email, role, name: `Vera ${role}` };
  const invited = await owner.request.post('/api/team', { data });
  if (invited.status() !== 201) throw new Error(`The invitation was refused: ${await invited.text()}`);
  const token = await pollUntil(
    () => findToken(email),
    (found) => found !== undefined,
    deadlineMs,
  );
  const person = await openPerson(options);
  await person.page.request.get(`/api/auth/magic-link/verify?token=${token}`, { maxRedirects: 0 });
  return person;
}

/** The token of the link that was mailed to the address; undefined until the mail lies there. */
async function findToken(email: string): Promise<string | undefined> {
  const mailDir = join(inject('webDataDir'), 'mail');
  const names = await readdir(mailDir).catch(() => []);
  const mails = await Promise.all(names.map((name) => readFile(join(mailDir, name), 'utf8')));
  const mail = mails.find((text) => text.includes(`To: ${email}`));
  return mail && /[?&]token=([\w-]+)/.exec(mail)?.[1];
}
