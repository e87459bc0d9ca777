import { createClient, signUpTenant } from '@ecp/testing/cookie-client';
import { tokensOf, waitForMails } from '@ecp/testing/mail-folder';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import type { AddressedMail } from '../../kernel/mail/mail-transport.ts';
import { sendLinkMail } from './mailed-links.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());
const open = () => createClient(platform.baseUrl);
const follow = async (token: string | undefined) =>
  (await open().get(`/api/auth/magic-link/verify?token=${token}`)).status;

/** Returns a transaction that is not newer than any that begins from now on. */
async function readTransaction(): Promise<string> {
  const [row] = await platform.asSuperuser<{ id: string }>(
    'select pg_snapshot_xmin(pg_current_snapshot())::xid::text as id',
  );
  return row?.id ?? '';
}

/**
 * Returns all tables of the database that contain `text` in any column of a row that was written
 * since a transaction.
 */
async function tablesHolding(text: string, since: string): Promise<string[]> {
  const tables = await platform.asSuperuser<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const holding = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await platform.asSuperuser(
        `select 1 from ${name} t
          where case when age(t.xmin) <= age($2::xid) then strpos(t::text, $1) > 0 else false end limit 1`,
        [text, since],
      );
      return rows.length > 0 ? [name] : [];
    }),
  );
  return holding.flat();
}

test.each(['sign-in/magic-link', 'request-password-reset'])(
  'no table contains a token that %s mailed',
  async (path) => {
    const start = await readTransaction();
    const { email } = await signUpTenant(open());
    await open().post(`/api/auth/${path}`, { email });
    const [mail] = await waitForMails(platform.dataDir, email);
    const [token = ''] = tokensOf(mail);
    expect(token).toHaveLength(43);
    expect(await tablesHolding(token, start)).toEqual([]);
    expect(await tablesHolding(email, start)).toContain('platform.users');
  },
);

// AUT-26
test('a mail that is sent again contains a new link and voids the previous one, as does a later mail', async () => {
  const { email, tenantId, userId } = await signUpTenant(open());
  const sent: AddressedMail[] = [];
  const transport = {
    async send(mail: AddressedMail) {
      sent.push(mail);
      if (sent.length === 1) throw new Error('Try later');
    },
    forget: async () => undefined,
    close: () => undefined,
  };
  const gone = { tenantId, userId: 'removed' };
  const input = {
    mailId: 'mail-1',
    purpose: 'magic_link' as const,
    users: [gone, { tenantId, userId }],
  };
  await expect(sendLinkMail(platform.services, transport, input)).rejects.toThrow('Try later');
  await sendLinkMail(platform.services, transport, input);
  await sendLinkMail(platform.services, transport, { ...input, mailId: 'mail-2' });
  expect(sent.map(({ mailId, to }) => [mailId, to])).toEqual([
    ['mail-1', email],
    ['mail-1', email],
    ['mail-2', email],
  ]);
  const [first, second, other] = sent.map(({ text }) => tokensOf(text));
  expect([first?.length, second?.length]).toEqual([1, 1]);
  expect(await follow(first?.[0])).toBe(400);
  expect(await follow(second?.[0])).toBe(400);
  expect(await follow(other?.[0])).toBe(302);
});

test('sends nothing to users who are gone', async () => {
  const { tenantId } = await signUpTenant(open());
  const forget = async () => undefined;
  const transport = {
    send: () => Promise.reject(new Error('Sent')),
    forget,
    close: () => undefined,
  };
  const users = [{ tenantId, userId: 'removed' }];
  await sendLinkMail(platform.services, transport, {
    mailId: 'mail-3',
    purpose: 'password_reset',
    users,
  });
});
