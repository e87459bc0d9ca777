import { ApiError } from '@ecp/contract/declaring/errors';
import type { SignInBody } from '@ecp/contract/identity/auth';
import type { Transaction } from '@ecp/database/database';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { OpenContext } from '../../kernel/context.ts';
import { openGivenFactor } from '../second-factor/open-given-factor.ts';
import { type GivenFactor, passFactor } from '../second-factor/pass-factor.ts';
import { beginSession } from '../sessions/begin-session.ts';
import { readSignedIn, type StartedSession } from '../sessions/signed-in.ts';
import { type CanonicalEmail, canonicalEmail } from './canonical-email.ts';
import { attemptProof } from './limit-attempts.ts';
import { lockAddress } from './lock-address.ts';
import { findPasswordHeads } from './passwords/find-password-heads.ts';
import { findUserByPassword, holdPasswordUser, type PasswordUser } from './passwords/find-user-by-password.ts';
import { hashPassword, hasOtherCost } from './passwords/passwords.ts';

/** The row that a password opens, with the new hash if its cost is an older one. */
type MatchedUser = PasswordUser & { renewedHash?: string };

/**
 * Signs in with email and password, and a second factor if the row has one (SFA-5). If several tenants have the
 * password, a proven one is chosen, and of these the one used last (AUT-11). An unknown address costs the same effort.
 * `challengeToken` is that of the browser's challenge. Errors: `invalid_credentials`, `wrong_proof`,
 * `second_factor_required`, `rate_limited`, `service_unavailable`.
 */
export async function signIn(
  context: OpenContext,
  { password, ...body }: SignInBody,
  challengeToken: string | undefined,
): Promise<StartedSession> {
  const email = canonicalEmail(body.email);
  return attemptProof(context, email, async () => {
    const user = await matchPassword(context, email, password);
    if (!user) throw new ApiError('invalid_credentials');
    const given = await openGivenFactor(context.services.database, body, challengeToken);
    return enter(context, email, { user, given });
  });
}

async function enter(
  { services, ipAddress, userAgent }: OpenContext,
  email: CanonicalEmail,
  { user, given }: { user: MatchedUser; given: GivenFactor },
): Promise<StartedSession> {
  const { tenantId, userId, passwordProven: mailboxProven } = user;
  return services.database.withSystem(async (tx) => {
    await lockAddress(tx, email);
    if (!(await holdPasswordUser(tx, user))) throw new ApiError('invalid_credentials');
    const secondFactorPassed = await passFactor(tx, services, { tenantId, userId, ipAddress }, given);
    if (user.renewedHash !== undefined) await replaceHash(tx, user, user.renewedHash);
    const entry = {
      action: 'auth.sign_in',
      resourceType: 'user',
      resourceId: userId,
      metadata: { method: 'password' },
    } as const;
    await recordAudit(tx, { tenantId, userId, ipAddress }, entry);
    const session = { tenantId, userId, ipAddress, userAgent, mailboxProven, secondFactorPassed };
    return { token: await beginSession(tx, session), answer: await readSignedIn(tx, tenantId, userId) };
  });
}

/** A hash of an older cost is renewed here, the only place that knows the password. */
async function matchPassword(
  { services, ipAddress: caller }: OpenContext,
  email: CanonicalEmail,
  password: string,
): Promise<MatchedUser | null> {
  const heads = await findPasswordHeads(services, email);
  const user = await findUserByPassword(services, { email, password, heads, caller });
  if (!user || !hasOtherCost(user.passwordHash, heads)) return user;
  return { ...user, renewedHash: await hashPassword(password, heads, caller) };
}

async function replaceHash(tx: Transaction, { tenantId, userId }: PasswordUser, hash: string): Promise<void> {
  await tx.query({
    name: 'replace_password_hash',
    text: 'update platform.users set password_hash = $3 where tenant_id = $1 and id = $2',
    values: [tenantId, userId, hash],
  });
}
