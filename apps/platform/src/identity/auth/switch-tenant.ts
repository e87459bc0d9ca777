import { ApiError } from '@ecp/contract/declaring/errors';
import type { SwitchTenantBody } from '@ecp/contract/identity/auth';
import type { Transaction } from '@ecp/database/database';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { openGivenFactor } from '../second-factor/open-given-factor.ts';
import { type GivenFactor, passFactor } from '../second-factor/pass-factor.ts';
import { continueSession } from '../sessions/begin-session.ts';
import { hasPassedFactor } from '../sessions/has-passed-factor.ts';
import { readSignedIn, type StartedSession } from '../sessions/signed-in.ts';
import { selectMemberships } from '../tenants/tenant-memberships.ts';
import { canonicalEmail } from './canonical-email.ts';
import { attemptProof } from './limit-attempts.ts';
import { lockAddress } from './lock-address.ts';
import type { TokenOwner } from './mailed-links/email-tokens.ts';

/**
 * Continues this session in another tenant of the same person (AUT-8). A row with a second factor asks for it
 * unless this session has passed it before (SFA-8). `challengeToken` is that of the browser's challenge. Errors:
 * `not_found` for every tenant that the person cannot switch to, whether it exists or not; `second_factor_required`;
 * `wrong_proof`, which counts as a failed sign-in.
 */
export async function switchTenant(
  context: RequestContext,
  { tenantId, ...proof }: SwitchTenantBody,
  challengeToken: string | undefined,
): Promise<StartedSession> {
  const { services, principal } = context;
  if (principal.kind !== 'session') throw new ApiError('session_required');
  if (proof.code === undefined && !proof.passkey) return move(context, tenantId, {});
  return attemptProof(context, canonicalEmail(principal.email), async () =>
    move(context, tenantId, await openGivenFactor(services.database, proof, challengeToken)),
  );
}

async function move(
  { services, principal, ipAddress, userAgent }: RequestContext,
  tenantId: string,
  given: GivenFactor,
): Promise<StartedSession> {
  if (principal.kind !== 'session') throw new ApiError('session_required');
  const { sessionId } = principal;
  return services.database.withSystem(async (tx) => {
    await lockAddress(tx, principal.email);
    const { rows } = await tx.query(selectMemberships(principal.sessionHash));
    // A reset may have ended the session in the meantime.
    if (rows.length === 0) throw new ApiError('authentication_required');
    const target = rows.find(({ id }) => id === tenantId);
    if (!target || !(await lockUser(tx, { tenantId, userId: target.user_id }))) throw new ApiError('not_found');
    const userId = target.user_id;
    const secondFactorPassed =
      (await hasPassedFactor(tx, { sessionId, userId })) ||
      (await passFactor(tx, services, { tenantId, userId, ipAddress }, given));
    const { mailbox_proven: mailboxProven } = target;
    const session = { tenantId, userId, ipAddress, userAgent, mailboxProven, secondFactorPassed };
    const token = await continueSession(tx, principal.sessionHash, session);
    if (token === null) throw new ApiError('authentication_required');
    const entry = { action: 'auth.switch_tenant', resourceType: 'user', resourceId: userId } as const;
    await recordAudit(tx, { tenantId, userId, ipAddress }, entry);
    return { answer: await readSignedIn(tx, tenantId, userId), token };
  });
}

/** Prevents the removal of a user until the transaction ends. Returns false if the user is already gone. */
async function lockUser(tx: Transaction, { tenantId, userId }: TokenOwner): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'hold_user',
    text: 'select from platform.users where tenant_id = $1 and id = $2 for no key update',
    values: [tenantId, userId],
  });
  return rowCount > 0;
}
