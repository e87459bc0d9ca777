import { enqueueMail } from '../mail/enqueue-mail.ts';
import type { TenantLink } from '../mail/render-mail.ts';
import type { Services } from '../services.ts';
import { createEmailToken } from './email-tokens.ts';
import { findUsersByEmail } from './find-users-by-email.ts';

/** Mails to one address in the window; more requests are answered alike and send nothing. */
const maxMails = 10;
const windowMs = 15 * 60_000;
/** Tenants that one mail offers a link for. */
const maxLinks = 10;

const kinds = {
  magic_link: { mail: 'magicLink', path: '/api/auth/magic-link/verify' },
  password_reset: { mail: 'passwordReset', path: '/reset-password' },
} as const;

/**
 * Mails an address a link for each tenant that it belongs to, the one used last first; an unknown address gets none.
 * One link a tenant, because each row is verified, and its password set, on its own (contract, 6).
 */
export async function mailLink(services: Services, purpose: keyof typeof kinds, email: string): Promise<void> {
  const { allowed } = await services.rateLimiter.hit(`mail:${purpose}:${email.toLowerCase()}`, maxMails, windowMs);
  if (!allowed) return;
  const users = await findUsersByEmail(services.database, email, maxLinks);
  const to = users[0]?.email;
  if (to === undefined) return;
  const { mail, path } = kinds[purpose];
  await services.database.withSystem(async (tx) => {
    const links: TenantLink[] = [];
    for (const user of users) {
      const token = await createEmailToken(tx, purpose, user);
      links.push({ tenantName: user.tenantName, url: `${services.config.baseUrl}${path}?token=${token}` });
    }
    await enqueueMail(tx, services, { kind: mail, to, links });
  });
}
