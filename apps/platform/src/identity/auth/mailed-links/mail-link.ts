import { createId } from '@ecp/database/create-id';
import type { Services } from '../../../kernel/services.ts';
import type { CanonicalEmail } from '../canonical-email.ts';
import { findUsersByEmail } from '../find-users-by-email.ts';
import { revokeEarlierTokens, type TokenPurpose } from './email-tokens.ts';

/** Mails to one address in the window. Further requests get the same answer and send nothing. */
const maxMails = 10;
const windowMs = 15 * 60_000;
/** Most tenants for which one mail has a link. */
const maxLinks = 10;

/**
 * Mails an address a link for each of its tenants, proven ones first. An unknown address gets no mail. Each tenant has
 * its own link, because each row is proven, and its password set, separately (AUT-10). Earlier links end at once (AUT-26).
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

/** Counts one more mail to an address. Returns false if the limit for this kind of mail is reached. */
export async function admitMail(
  { rateLimiter }: Services,
  purpose: TokenPurpose,
  email: CanonicalEmail,
): Promise<boolean> {
  const { allowed } = await rateLimiter.hit(`mail:${purpose}:${email}`, maxMails, windowMs);
  return allowed;
}
