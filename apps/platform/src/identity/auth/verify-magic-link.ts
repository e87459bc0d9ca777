import type { FactorProof } from '@ecp/contract/identity/factor-proof';
import type { Transaction } from '@ecp/database/database';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { OpenContext } from '../../kernel/context.ts';
import { hashToken } from '../../kernel/keys/random-token.ts';
import { openGivenFactor } from '../second-factor/open-given-factor.ts';
import { type GivenFactor, passFactor } from '../second-factor/pass-factor.ts';
import { beginSession } from '../sessions/begin-session.ts';
import { readSignedIn, type StartedSession } from '../sessions/signed-in.ts';
import { attemptProof } from './attempt-proof.ts';
import { consumeEmailToken, findAddressOfToken, type TokenOwner } from './email-tokens.ts';

const purposes = ['magic_link', 'invitation'] as const;

/** A followed link, and the session that the browser already had. */
export interface FollowedLink {
  token: string;
  cookieToken: string | undefined;
}

/**
 * Follows a mailed sign-in or invitation link: verifies the address of its row and begins a session (AUT-4). The link of
 * a row with a second factor stays unused until the factor is given (SFA-6). Errors: `invalid_token`;
 * `second_factor_required`; `wrong_proof`.
 */
export async function verifyMagicLink(
  { services, ipAddress }: OpenContext,
  { token, cookieToken }: FollowedLink,
  given: GivenFactor = {},
): Promise<StartedSession> {
  return services.database.withSystem(async (tx) => {
    const owner = await consumeEmailToken(tx, token, purposes);
    const { tenantId, userId, purpose } = owner;
    const secondFactorPassed = await passFactor(tx, services, { tenantId, userId, ipAddress }, given);
    await markVerified(tx, owner, cookieToken);
    const entry = { action: 'auth.sign_in', resourceType: 'user', resourceId: userId, metadata: { method: purpose } };
    await recordAudit(tx, { tenantId, userId, ipAddress }, entry);
    const session = { tenantId, userId, ipAddress, mailboxProven: true, secondFactorPassed };
    return { token: await beginSession(tx, session), answer: await readSignedIn(tx, tenantId, userId) };
  });
}

/**
 * Does the same with a second factor. A wrong one counts as a failed sign-in. `challengeToken` is that of the browser's
 * challenge. Errors: the same, and `rate_limited`.
 */
export async function verifyMagicLinkWithFactor(
  context: OpenContext,
  link: FollowedLink,
  { proof, challengeToken }: { proof: FactorProof; challengeToken: string | undefined },
): Promise<StartedSession> {
  const { database } = context.services;
  const email = await database.withSystem((tx) => findAddressOfToken(tx, link.token, purposes));
  return attemptProof(context, email, async () =>
    verifyMagicLink(context, link, await openGivenFactor(database, proof, challengeToken)),
  );
}

/** A link that is followed in a browser signed in with the row's password proves that password, too. */
async function markVerified(tx: Transaction, owner: TokenOwner, cookieToken: string | undefined): Promise<void> {
  await tx.query({
    name: 'mark_verified',
    text: `update platform.users u set
        email_verified_at = coalesce(email_verified_at, now()),
        password_proven = password_proven or exists (
          select from platform.sessions s
          where s.token_hash = $3 and s.user_id = u.id and not s.mailbox_proven and s.expires_at > now()
        )
      where u.tenant_id = $1 and u.id = $2`,
    values: [owner.tenantId, owner.userId, cookieToken === undefined ? null : hashToken(cookieToken)],
  });
}
