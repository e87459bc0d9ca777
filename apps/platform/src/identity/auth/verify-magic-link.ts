import type { FactorProof } from '@ecp/contract/identity/factor-proof';
import type { Transaction } from '@ecp/database/database';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { OpenContext } from '../../kernel/context.ts';
import { hashToken } from '../../kernel/keys/random-token.ts';
import { openGivenFactor } from '../second-factor/open-given-factor.ts';
import { type GivenFactor, passFactor } from '../second-factor/pass-factor.ts';
import { beginSession } from '../sessions/begin-session.ts';
import { readSignedIn, type StartedSession } from '../sessions/signed-in.ts';
import { attemptProof } from './limit-attempts.ts';
import { consumeEmailToken, findAddressOfToken, type UsedToken } from './mailed-links/email-tokens.ts';
import { proveMailbox } from './prove-mailbox.ts';

/** The links that sign in. */
const signInPurposes = ['magic_link', 'invitation', 'confirmation'] as const;

/** A followed link, the name that an invited person gives, and the session that the browser already had. */
export interface FollowedLink {
  token: string;
  name?: string | undefined;
  cookieToken: string | undefined;
}

/**
 * Follows a mailed link that signs in: proves the address of its row and begins a session (AUT-4, AUT-19). The link of
 * a row with a second factor stays unused until the factor is given (SFA-6). Errors: `invalid_token`;
 * `second_factor_required`; `wrong_proof`.
 */
export async function verifyMagicLink(
  { services, ipAddress, userAgent }: OpenContext,
  { token, name, cookieToken }: FollowedLink,
  given: GivenFactor = {},
): Promise<StartedSession> {
  return services.database.withSystem(async (tx) => {
    const owner = await consumeEmailToken(tx, token, signInPurposes);
    const { tenantId, userId, purpose } = owner;
    const secondFactorPassed = await passFactor(tx, services, { tenantId, userId, ipAddress }, given);
    const cookieHash = cookieToken === undefined ? null : hashToken(cookieToken);
    await proveMailbox(tx, owner, { ipAddress, cookieHash });
    if (purpose === 'invitation' && name !== undefined) await nameInvited(tx, owner, name);
    const entry = {
      action: 'auth.sign_in',
      resourceType: 'user',
      resourceId: userId,
      metadata: { method: purpose },
    } as const;
    await recordAudit(tx, { tenantId, userId, ipAddress }, entry);
    const session = { tenantId, userId, ipAddress, userAgent, mailboxProven: true, secondFactorPassed };
    return { token: await beginSession(tx, session), answer: await readSignedIn(tx, tenantId, userId) };
  });
}

/** Gives an invited person a name, unless the inviter has given one (TEA-18). */
async function nameInvited(tx: Transaction, { tenantId, userId }: UsedToken, name: string): Promise<void> {
  await tx.query({
    name: 'name_invited_person',
    text: 'update platform.users set name = $3 where tenant_id = $1 and id = $2 and name is null',
    values: [tenantId, userId, name.trim()],
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
  const email = await database.withSystem((tx) => findAddressOfToken(tx, link.token, signInPurposes));
  return attemptProof(context, email, async () =>
    verifyMagicLink(context, link, await openGivenFactor(database, proof, challengeToken)),
  );
}
