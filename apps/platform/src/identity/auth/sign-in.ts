import { ApiError } from '@ecp/contract/declaring/errors';
import type { SignInBody } from '@ecp/contract/identity/auth';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { OpenContext } from '../../kernel/context.ts';
import { openGivenFactor } from '../second-factor/open-given-factor.ts';
import { passFactor } from '../second-factor/pass-factor.ts';
import { beginSession } from '../sessions/begin-session.ts';
import { readSignedIn, type StartedSession } from '../sessions/signed-in.ts';
import { attemptProof } from './attempt-proof.ts';
import { findUserByPassword, holdPasswordUser } from './find-user-by-password.ts';
import { lockAddress } from './lock-address.ts';

/**
 * Signs in with email and password, and a second factor if the row has one (SFA-5). If several tenants have the
 * password, a proven one is chosen, and of these the one used last (AUT-11). An unknown address costs the same effort.
 * `cookieToken` is that of the browser's challenge. Errors: `invalid_credentials`, `wrong_proof`,
 * `second_factor_required`, `rate_limited`, `service_unavailable`.
 */
export async function signIn(
  context: OpenContext,
  { email, password, ...proof }: SignInBody,
  cookieToken: string | undefined,
): Promise<StartedSession> {
  const { services, ipAddress } = context;
  return attemptProof(context, email, async () => {
    const user = await findUserByPassword(services, email, password);
    if (!user) throw new ApiError('invalid_credentials');
    const { tenantId, userId } = user;
    const given = await openGivenFactor(services.database, proof, cookieToken);
    return services.database.withSystem(async (tx) => {
      await lockAddress(tx, email);
      if (!(await holdPasswordUser(tx, user))) throw new ApiError('invalid_credentials');
      const secondFactorPassed = await passFactor(tx, services, { tenantId, userId, ipAddress }, given);
      const entry = {
        action: 'auth.sign_in',
        resourceType: 'user',
        resourceId: userId,
        metadata: { method: 'password' },
      };
      await recordAudit(tx, { tenantId, userId, ipAddress }, entry);
      const mailboxProven = user.passwordProven;
      const token = await beginSession(tx, { tenantId, userId, ipAddress, mailboxProven, secondFactorPassed });
      return { answer: await readSignedIn(tx, tenantId, userId), token };
    });
  });
}
