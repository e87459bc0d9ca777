import { randomBytes } from 'node:crypto';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { SignInBody, SignUpBody, SwitchTenantBody } from '@ecp/contract/identity/auth';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import { makeSlug } from '@ecp/language/slug';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { OpenContext, RequestContext } from '../../kernel/context.ts';
import { hashToken } from '../../kernel/keys/tokens.ts';
import { wideNetworkOf } from '../../kernel/limits/rate-limiter.ts';
import type { BillingProvider } from '../../kernel/ports.ts';
import type { Services } from '../../kernel/services.ts';
import { startSubscription } from '../billing/subscriptions.ts';
import { attemptProof } from '../credentials/attempts.ts';
import {
  type CanonicalEmail,
  canonicalEmail,
  lockAddress,
} from '../credentials/email-addresses.ts';
import type { TokenOwner } from '../credentials/email-tokens.ts';
import { mailConfirmation } from '../credentials/mailed-links.ts';
import {
  findPasswordHeads,
  findUserByPassword,
  hashPassword,
  holdPasswordUser,
  type PasswordUser,
  refuseGuessablePassword,
} from '../credentials/passwords.ts';
import { type GivenFactor, openGivenFactor, passFactor } from '../second-factor/pass-factor.ts';
import { admitOtherWay, requireOtherWay } from '../sessions/other-ways.ts';
import {
  beginSession,
  continueSession,
  endSession,
  hasPassedFactor,
} from '../sessions/sessions.ts';
import { readSignedIn, type StartedSession } from '../sessions/signed-in.ts';
import { selectMemberships } from '../tenants/tenants.ts';

/** The row that a password opens, with the new hash if its cost is an older one. */

/**
 * Signs in by password and, if the row has one, a second factor; of several rows a proven one, last
 * used, is taken. Errors: `invalid_credentials`, `wrong_proof`, `second_factor_required`,
 * `sso_required`, `rate_limited`, `service_unavailable`.
 */
export async function signIn(
  context: OpenContext,
  { password, ...body }: SignInBody,
  challengeToken: string | undefined,
): Promise<StartedSession> {
  const email = canonicalEmail(body.email);
  return attemptProof(context, { email, canNarrow: true }, async (userIds) => {
    const user = await matchPassword(context, { email, userIds }, password);
    if (!user) throw new ApiError('invalid_credentials');
    const given = await openGivenFactor(context.services.database, body, challengeToken);
    return enterByPassword(context, email, { user, given });
  });
}

async function enterByPassword(
  { services, ipAddress, userAgent }: OpenContext,
  email: CanonicalEmail,
  { user, given }: { user: PasswordUser; given: GivenFactor },
): Promise<StartedSession> {
  const { tenantId, userId, passwordProven: mailboxProven } = user;
  return services.database.withSystem(async (tx) => {
    await lockAddress(tx, email);
    if (!(await holdPasswordUser(tx, user))) throw new ApiError('invalid_credentials');
    const caller = { tenantId, userId, ipAddress };
    const enforced = await requireOtherWay(tx, caller);
    const secondFactorPassed = await passFactor(tx, services, caller, given);
    await admitOtherWay(tx, caller, { method: 'password', enforced, secondFactorPassed });
    const session = { tenantId, userId, ipAddress, userAgent, mailboxProven, secondFactorPassed };
    return {
      token: await beginSession(tx, session),
      answer: await readSignedIn(tx, tenantId, userId),
    };
  });
}

async function matchPassword(
  { services, ipAddress: caller }: OpenContext,
  { email, userIds }: { email: CanonicalEmail; userIds: readonly string[] | null },
  password: string,
): Promise<PasswordUser | null> {
  const heads = await findPasswordHeads(services, email);
  return findUserByPassword(services, { email, password, heads, caller, userIds });
}

/**
 * Creates a tenant with its owner, mails a confirmation and signs in. A known address gets another
 * tenant, with no access to anything older. Errors: `invalid_request`, `rate_limited`.
 */
export async function signUp(context: OpenContext, body: SignUpBody): Promise<StartedSession> {
  const { services, ipAddress, userAgent } = context;
  const email = canonicalEmail(body.email);
  refuseGuessablePassword(body.password, email, '/password');
  await countSignUp(services, ipAddress);
  const passwordHash = await hashPassword(
    body.password,
    await findPasswordHeads(services, email),
    ipAddress,
  );
  return services.database.withSystem(async (tx) => {
    const tenantId = await createTenant(tx, services.billing, body.company);
    const userId = createId();
    await tx.query({
      name: 'insert_owner',
      text: `insert into platform.users (id, tenant_id, email, name, role, password_hash)
        values ($1, $2, $3, $4, 'owner', $5)`,
      values: [userId, tenantId, email, body.name, passwordHash],
    });
    const entry = { action: 'auth.sign_up', resourceType: 'tenant', resourceId: tenantId } as const;
    await recordAudit(tx, { tenantId, userId, ipAddress }, entry);
    await mailConfirmation(tx, services, { tenantId, userId, email, ipAddress });
    const session = {
      tenantId,
      userId,
      ipAddress,
      userAgent,
      mailboxProven: false,
      secondFactorPassed: false,
    };
    const token = await beginSession(tx, session);
    return { answer: await readSignedIn(tx, tenantId, userId), token };
  });
}

const hourMs = 3_600_000;

/**
 * Counts a sign-up from a network (SIGN_UPS_PER_NETWORK_PER_HOUR). Error: `rate_limited` beyond the
 * limit.
 */
async function countSignUp(
  { config, rateLimiter }: Pick<Services, 'config' | 'rateLimiter'>,
  ipAddress: string,
): Promise<void> {
  const limit = config.signUpsPerNetworkPerHour;
  if (limit === null) return;
  const counted = await rateLimiter.hit(`sign-up:${wideNetworkOf(ipAddress)}`, limit, hourMs);
  if (counted.allowed) return;
  const seconds = counted.resetSeconds;
  throw new ApiError('rate_limited', {
    values: { seconds },
    headers: { 'retry-after': String(seconds) },
  });
}

/**
 * Creates a tenant with its subscription. The slug is the company's name, with a suffix if that is
 * taken.
 */
async function createTenant(
  tx: Transaction,
  billing: BillingProvider,
  company: string,
): Promise<string> {
  const tenantId = createId();
  const slug = makeSlug(company, 'tenant');
  // A random suffix does not reveal how many companies have that name.
  for (let tried = slug; !(await insertTenant(tx, tenantId, company, tried)); ) {
    tried = `${slug}-${randomBytes(4).toString('hex')}`;
  }
  await startSubscription(tx, tenantId, billing);
  return tenantId;
}

async function insertTenant(
  tx: Transaction,
  tenantId: string,
  name: string,
  slug: string,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'insert_tenant',
    text: 'insert into platform.tenants (id, name, slug) values ($1, $2, $3) on conflict (slug) do nothing',
    values: [tenantId, name, slug],
  });
  return rowCount > 0;
}

/**
 * Continues this session in another tenant of the person, with its second factor unless passed
 * before. Errors: `not_found` for every tenant out of reach, existing or not;
 * `second_factor_required`, `wrong_proof`, `sso_required`.
 */
export async function switchTenant(
  context: RequestContext,
  { tenantId, ...proof }: SwitchTenantBody,
  challengeToken: string | undefined,
): Promise<StartedSession> {
  const { services, principal } = context;
  if (principal.kind !== 'session') throw new ApiError('session_required');
  if (proof.code === undefined && !proof.passkey) return moveSession(context, tenantId, {});
  return attemptProof(context, { email: canonicalEmail(principal.email) }, async () =>
    moveSession(context, tenantId, await openGivenFactor(services.database, proof, challengeToken)),
  );
}

async function moveSession(
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
    if (!target || !(await lockUser(tx, { tenantId, userId: target.user_id })))
      throw new ApiError('not_found');
    const userId = target.user_id;
    const caller = { tenantId, userId, ipAddress };
    const staysThere = tenantId === principal.tenantId;
    const enforced = !staysThere && (await requireOtherWay(tx, caller));
    const secondFactorPassed =
      (await hasPassedFactor(tx, { sessionId, userId })) ||
      (!(staysThere && principal.sso) && (await passFactor(tx, services, caller, given)));
    const { mailbox_proven: mailboxProven } = target;
    const session = { tenantId, userId, ipAddress, userAgent, mailboxProven, secondFactorPassed };
    const token = await continueSession(tx, principal.sessionHash, session);
    if (token === null) throw new ApiError('authentication_required');
    await admitOtherWay(tx, caller, { method: 'switch', enforced, secondFactorPassed });
    return { answer: await readSignedIn(tx, tenantId, userId), token };
  });
}

/**
 * Prevents the removal of a user until the transaction ends. Returns false if the user is already
 * gone.
 */
async function lockUser(tx: Transaction, { tenantId, userId }: TokenOwner): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'hold_user',
    text: 'select from platform.users where tenant_id = $1 and id = $2 for no key update',
    values: [tenantId, userId],
  });
  return rowCount > 0;
}

/** Ends the session of a cookie's token. Does nothing without a token. */
export async function signOut(
  { services, ipAddress }: OpenContext,
  token: string | undefined,
): Promise<void> {
  if (token === undefined) return;
  await services.database.withSystem(async (tx) => {
    const ended = await endSession(tx, hashToken(token));
    if (!ended) return;
    const entry = {
      action: 'auth.sign_out',
      resourceType: 'user',
      resourceId: ended.userId,
    } as const;
    await recordAudit(tx, { ...ended, ipAddress }, entry);
  });
}
