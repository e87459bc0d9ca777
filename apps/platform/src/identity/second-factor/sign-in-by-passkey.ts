import { ApiError } from '@ecp/contract/declaring/errors';
import type { PasskeyAssertion } from '@ecp/contract/identity/factor-proof';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { OpenContext } from '../../kernel/context.ts';
import { hashToken } from '../../kernel/keys/random-token.ts';
import { beginSession } from '../sessions/begin-session.ts';
import { readSignedIn, type StartedSession } from '../sessions/signed-in.ts';
import { acceptAssertion, openAssertion } from './accept-assertion.ts';

/**
 * Signs in to the row of a passkey, which is both factors: the device, and the person's PIN, finger or face (SFA-9).
 * Nobody can guess a signature, so failures are not slowed beyond the rate limit. Error: `wrong_proof`.
 */
export async function signInByPasskey(
  { services, ipAddress, userAgent }: OpenContext,
  assertion: PasskeyAssertion,
  challengeToken: string | undefined,
): Promise<StartedSession> {
  const { database } = services;
  const opened = await openAssertion(database, assertion, hashToken(challengeToken ?? ''));
  return database.withSystem(async (tx) => {
    const owner = await acceptAssertion(tx, services, opened);
    if (!owner) throw new ApiError('wrong_proof');
    const { tenantId, userId, mailboxProven } = owner;
    const entry = {
      action: 'auth.sign_in',
      resourceType: 'user',
      resourceId: userId,
      metadata: { method: 'passkey' },
    } as const;
    await recordAudit(tx, { tenantId, userId, ipAddress }, entry);
    const session = { tenantId, userId, ipAddress, userAgent, mailboxProven, secondFactorPassed: true };
    return { token: await beginSession(tx, session), answer: await readSignedIn(tx, tenantId, userId) };
  });
}
