import type { Transaction } from '@ecp/database/database';
import type { DurableInputs } from '../../../kernel/durable-work/durable-work.ts';
import type { MailTransport } from '../../../kernel/mail/mail-transport.ts';
import { type Mail, renderMail, type TenantLink } from '../../../kernel/mail/render-mail.ts';
import type { Services } from '../../../kernel/services.ts';
import { createEmailToken, revokeEarlierTokens, revokeTokensOfMail, type TokenOwner } from './email-tokens.ts';

const paths = {
  magic_link: '/api/auth/magic-link/verify',
  invitation: '/api/auth/magic-link/verify',
  confirmation: '/api/auth/magic-link/verify',
  password_reset: '/reset-password',
};

/**
 * Does the durable work `sendLinkMail`. It makes the links itself, so that their tokens exist in the mail only. A
 * repeated attempt makes new links and voids the previous ones, as does a later mail for the same purpose. Users who are
 * gone are left out. Throws the errors of the transport, so that the queue tries again.
 */
export async function sendLinkMail(
  { database, config }: Pick<Services, 'database' | 'config'>,
  transport: MailTransport,
  input: DurableInputs['sendLinkMail'],
): Promise<void> {
  const { mailId, purpose, users } = input;
  const links: TenantLink[] = [];
  const addresses = new Set<string>();
  await database.withSystem(async (tx) => {
    await revokeTokensOfMail(tx, mailId);
    for (const user of users) {
      const found = await findUser(tx, user);
      if (!found) continue;
      if (isReplaced(purpose)) await revokeEarlierTokens(tx, purpose, user, mailId);
      const token = await createEmailToken(tx, purpose, user, mailId);
      links.push({ tenantName: found.tenant_name, url: `${config.baseUrl}${paths[purpose]}?token=${token}` });
      addresses.add(found.email);
    }
  });
  const [to, ...others] = addresses;
  if (to === undefined) return;
  if (others.length > 0) throw new Error('The users of one mail have several addresses');
  const tenantIds = [...new Set(users.map(({ tenantId }) => tenantId))];
  await transport.send({ mailId, to, tenantIds, ...renderMail(describeMail(input, links), config) });
}

/** An invitation and a confirmation stay valid beside a later one, because nobody who asks for one waits for it. */
const isReplaced = (purpose: keyof typeof paths): boolean => purpose === 'magic_link' || purpose === 'password_reset';

const mailKinds = { magic_link: 'magicLink', password_reset: 'passwordReset', confirmation: 'confirmation' } as const;

function describeMail(input: DurableInputs['sendLinkMail'], links: TenantLink[]): Mail {
  if (input.purpose === 'invitation') return { kind: 'invitation', links, inviterName: input.inviterName };
  return { kind: mailKinds[input.purpose], links };
}

async function findUser(
  tx: Transaction,
  { tenantId, userId }: TokenOwner,
): Promise<{ email: string; tenant_name: string } | undefined> {
  const { rows } = await tx.query<{ email: string; tenant_name: string }>({
    name: 'find_user_of_link',
    text: `select u.email, t.name as tenant_name from platform.users u join platform.tenants t on t.id = u.tenant_id
      where u.tenant_id = $1 and u.id = $2 for key share of u`,
    values: [tenantId, userId],
  });
  return rows[0];
}
