import type { PageLanguage } from '@ecp/contract/values/page-languages';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import type { DurableInputs } from '../../kernel/durable-work/durable-work.ts';
import { networkOf } from '../../kernel/limits/rate-limiter.ts';
import { scheduleStrangerMail } from '../../kernel/mail/enqueue-mail.ts';
import type { MailTransport } from '../../kernel/mail/mail-transport.ts';
import { type Mail, renderMail, type TenantLink } from '../../kernel/mail/render-mail.ts';
import type { Services } from '../../kernel/services.ts';
import type { CanonicalEmail } from './email-addresses.ts';
import {
  createEmailToken,
  findUsersByEmail,
  revokeEarlierTokens,
  revokeTokensOfMail,
  type TokenOwner,
  type TokenPurpose,
} from './email-tokens.ts';

/** Mails to one address in the window. Further requests get the same answer and send nothing. */
const maxMails = 10;
const mailWindowMs = 15 * 60_000;
/** Limits the tenants for which one mail has a link. */
const maxLinks = 10;

/**
 * Mails a known address a link for each tenant, as each row is proven separately; earlier links end
 * at once.
 */
export async function mailLink(
  services: Services,
  purpose: 'magic_link' | 'password_reset',
  email: CanonicalEmail,
): Promise<void> {
  if (!(await admitMail(services, purpose, email))) return;
  const users = await findUsersByEmail(services.database, email, maxLinks);
  if (users.length === 0) return;
  const mailId = createId();
  await services.database.withSystem(async (tx) => {
    for (const user of users) await revokeEarlierTokens(tx, purpose, user, mailId);
    await services.durable.enqueue(tx, 'sendLinkMail', mailId, { mailId, purpose, users });
  });
}

/**
 * Counts one more mail to an address. Returns false if the limit for this kind of mail is reached.
 */
async function admitMail(
  { rateLimiter }: Services,
  purpose: TokenPurpose,
  email: CanonicalEmail,
): Promise<boolean> {
  const { allowed } = await rateLimiter.hit(`mail:${purpose}:${email}`, maxMails, mailWindowMs);
  return allowed;
}

/**
 * Confirmations that the sign-ups of one network address cause in an hour. Each may mail a
 * stranger.
 */
const maxOfNetwork = 500;
const hourMs = 3_600_000;

/**
 * Mails a confirmation with `tx`, valid 7 days, unless the address or its network had too many
 * lately.
 */
export async function mailConfirmation(
  tx: Transaction,
  services: Services,
  { tenantId, userId, email, ipAddress }: TokenOwner & { email: CanonicalEmail; ipAddress: string },
): Promise<void> {
  const network = `confirmations:${networkOf(ipAddress)}`;
  const { allowed } = await services.rateLimiter.hit(network, maxOfNetwork, hourMs);
  if (!allowed || !(await admitMail(services, 'confirmation', email))) return;
  await noteConfirmationAsked(tx, { tenantId, userId });
  const mailId = createId();
  const users = [{ tenantId, userId }];
  await services.durable.enqueue(tx, 'sendLinkMail', mailId, {
    mailId,
    purpose: 'confirmation',
    users,
  });
}

/**
 * Records that a mail asks a user to prove the mailbox. Only rows that were asked are removed when
 * unused.
 */
async function noteConfirmationAsked(
  tx: Transaction,
  { tenantId, userId }: TokenOwner,
): Promise<void> {
  await tx.query({
    name: 'note_confirmation_asked',
    text: 'update platform.users set confirmation_asked_at = now() where tenant_id = $1 and id = $2',
    values: [tenantId, userId],
  });
}

export interface Invitation extends TokenOwner {
  email: CanonicalEmail;
  inviterName: string;
}

/**
 * Mails a new member a sign-in link with `tx`, valid 7 days, unless the address had too many
 * invitations. Beyond 50 mails to strangers an hour, a tenant's mails wait.
 */
export async function mailInvitation(
  tx: Transaction,
  services: Services,
  { tenantId, userId, email, inviterName }: Invitation,
): Promise<void> {
  if (!(await admitMail(services, 'invitation', email))) return;
  const mailId = createId();
  const users = [{ tenantId, userId }];
  await noteConfirmationAsked(tx, { tenantId, userId });
  const waitMs = await scheduleStrangerMail(tx, tenantId);
  const input = { mailId, purpose: 'invitation', users, inviterName } as const;
  await services.durable.enqueue(tx, 'sendLinkMail', mailId, input, { waitMs });
}

/**
 * Mails the former address of a user a link that confirms the new one, with `tx`, valid 7 days. A
 * former address that nobody has confirmed counts as a stranger's.
 */
export async function mailNewAddress(
  tx: Transaction,
  services: Pick<Services, 'durable'>,
  { tenantId, userId, stranger }: TokenOwner & { stranger: boolean },
): Promise<void> {
  const mailId = createId();
  const waitMs = stranger ? await scheduleStrangerMail(tx, tenantId) : 0;
  const users = [{ tenantId, userId }];
  await services.durable.enqueue(
    tx,
    'sendLinkMail',
    mailId,
    { mailId, purpose: 'new_address', users },
    { waitMs },
  );
}

const linkPaths = {
  magic_link: '/api/auth/magic-link/verify',
  invitation: '/api/auth/magic-link/verify',
  confirmation: '/api/auth/magic-link/verify',
  password_reset: '/reset-password',
  new_address: '/confirm-address',
};

/**
 * Does the work `sendLinkMail`: makes the links itself, so that tokens exist only in the mail; each
 * attempt voids the last one's. Users who are gone are left out. Throws the transport's errors, so
 * that the queue retries.
 */
export async function sendLinkMail(
  { database, config }: Pick<Services, 'database' | 'config'>,
  transport: MailTransport,
  input: DurableInputs['sendLinkMail'],
): Promise<void> {
  const { mailId, purpose, users } = input;
  const links: TenantLink[] = [];
  const addresses = new Set<string>();
  let language: PageLanguage | null = null;
  let newEmail = '';
  await database.withSystem(async (tx) => {
    await revokeTokensOfMail(tx, mailId);
    for (const user of users) {
      const found = await (purpose === 'new_address'
        ? findUserOfNewAddress(tx, user)
        : findUserOfLink(tx, user));
      if (!found) continue;
      if (isReplaced(purpose)) await revokeEarlierTokens(tx, purpose, user, mailId);
      const token = await createEmailToken(tx, purpose, user, mailId);
      links.push({
        tenantName: found.tenant_name,
        url: `${config.baseUrl}${linkPaths[purpose]}?token=${token}`,
      });
      addresses.add(found.email);
      language ??= found.language;
      newEmail = found.new_email;
    }
  });
  const [to, ...others] = addresses;
  if (to === undefined) return;
  if (others.length > 0) throw new Error('The users of one mail have several addresses');
  const tenantIds = [...new Set(users.map(({ tenantId }) => tenantId))];
  await transport.send({
    mailId,
    to,
    tenantIds,
    ...renderMail(describeMail(input, links, newEmail), config, { language }),
  });
}

/**
 * An invitation and a confirmation stay valid beside a later one, because nobody who asks for one
 * waits for it.
 */
const isReplaced = (purpose: keyof typeof linkPaths): boolean =>
  purpose === 'magic_link' || purpose === 'password_reset';

const mailKinds = {
  magic_link: 'magicLink',
  password_reset: 'passwordReset',
  confirmation: 'confirmation',
} as const;

function describeMail(
  input: DurableInputs['sendLinkMail'],
  links: TenantLink[],
  newEmail: string,
): Mail {
  if (input.purpose === 'new_address') return { kind: 'newAddress', links, email: newEmail };
  if (input.purpose === 'invitation')
    return { kind: 'invitation', links, inviterName: input.inviterName };
  return { kind: mailKinds[input.purpose], links };
}

interface MailedUser {
  email: string;
  language: PageLanguage | null;
  tenant_name: string;
  /** The address that the mail is about, which is not where one about a changed address goes. */
  new_email: string;
}

async function findUserOfLink(
  tx: Transaction,
  { tenantId, userId }: TokenOwner,
): Promise<MailedUser | undefined> {
  const { rows } = await tx.query<MailedUser>({
    name: 'find_user_of_link',
    text: `select u.email, u.email as new_email, u.language, t.name as tenant_name
      from platform.users u join platform.tenants t on t.id = u.tenant_id
      where u.tenant_id = $1 and u.id = $2 and u.can_enter for key share of u`,
    values: [tenantId, userId],
  });
  return rows[0];
}

/** Finds the former address of a user whose address nobody has confirmed. */
async function findUserOfNewAddress(
  tx: Transaction,
  { tenantId, userId }: TokenOwner,
): Promise<MailedUser | undefined> {
  const { rows } = await tx.query<MailedUser>({
    name: 'find_user_of_new_address',
    text: `select u.former_email as email, u.email as new_email, u.language, t.name as tenant_name
      from platform.users u join platform.tenants t on t.id = u.tenant_id
      where u.tenant_id = $1 and u.id = $2 and u.unconfirmed_at is not null and u.former_email is not null
      for key share of u`,
    values: [tenantId, userId],
  });
  return rows[0];
}
