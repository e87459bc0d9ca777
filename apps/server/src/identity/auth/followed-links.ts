import type { FactorProof } from '@ecp/contract/identity/factor-proof';
import type { Transaction } from '@ecp/database/database';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { OpenContext } from '../../kernel/context.ts';
import { hashToken } from '../../kernel/keys/tokens.ts';
import { revokeKeysOfMember } from '../api-keys/api-keys.ts';
import { attemptProof } from '../credentials/attempts.ts';
import { forgetDevices } from '../credentials/devices.ts';
import {
  consumeEmailToken,
  findAddressOfToken,
  type TokenOwner,
  type UsedToken,
} from '../credentials/email-tokens.ts';
import {
  findPasswordHeads,
  hashPassword,
  refuseGuessablePassword,
} from '../credentials/passwords.ts';
import { type GivenFactor, openGivenFactor, passFactor } from '../second-factor/pass-factor.ts';
import { admitOtherWay, requireOtherWay } from '../sessions/other-ways.ts';
import { beginSession, endOtherSessions, isValidSession } from '../sessions/sessions.ts';
import { readSignedIn, type StartedSession } from '../sessions/signed-in.ts';

const signInPurposes = ['magic_link', 'invitation', 'confirmation'] as const;

interface FollowedLink {
  token: string;
  name?: string | undefined;
  cookieToken: string | undefined;
}

/**
 * Follows a mailed link: proves its row's address and begins a session. With a second factor the
 * link stays unused until that is given. Errors: `invalid_token`, `second_factor_required`,
 * `wrong_proof`, `sso_required`.
 */
export async function verifyMagicLink(
  { services, ipAddress, userAgent }: OpenContext,
  { token, name, cookieToken }: FollowedLink,
  given: GivenFactor = {},
): Promise<StartedSession> {
  return services.database.withSystem(async (tx) => {
    const owner = await consumeEmailToken(tx, token, signInPurposes);
    const { tenantId, userId, purpose } = owner;
    const caller = { tenantId, userId, ipAddress };
    const enforced = await requireOtherWay(tx, caller);
    const secondFactorPassed = await passFactor(tx, services, caller, given);
    const cookieHash = cookieToken === undefined ? null : hashToken(cookieToken);
    await proveMailbox(tx, owner, { ipAddress, cookieHash });
    if (purpose === 'invitation' && name !== undefined) await nameInvited(tx, owner, name);
    await admitOtherWay(tx, caller, { method: purpose, enforced, secondFactorPassed });
    const session = {
      tenantId,
      userId,
      ipAddress,
      userAgent,
      mailboxProven: true,
      secondFactorPassed,
    };
    return {
      token: await beginSession(tx, session),
      answer: await readSignedIn(tx, tenantId, userId),
    };
  });
}

/** Gives an invited person a name, unless the inviter has given one. */
async function nameInvited(
  tx: Transaction,
  { tenantId, userId }: UsedToken,
  name: string,
): Promise<void> {
  await tx.query({
    name: 'name_invited_person',
    text: 'update platform.users set name = $3 where tenant_id = $1 and id = $2 and name is null',
    values: [tenantId, userId, name.trim()],
  });
}

/**
 * Like verifyMagicLink with a factor; `challengeToken` is the browser's. Errors: the same, and
 * `rate_limited`.
 */
export async function verifyMagicLinkWithFactor(
  context: OpenContext,
  link: FollowedLink,
  { proof, challengeToken }: { proof: FactorProof; challengeToken: string | undefined },
): Promise<StartedSession> {
  const { database } = context.services;
  const email = await database.withSystem((tx) =>
    findAddressOfToken(tx, link.token, signInPurposes),
  );
  return attemptProof(context, { email }, async () =>
    verifyMagicLink(context, link, await openGivenFactor(database, proof, challengeToken)),
  );
}

const resetPurposes = ['password_reset'] as const;

/**
 * Sets a password by a mailed link, which proves the mailbox, and ends other sessions in reach but
 * that of `cookieToken`. Errors: `invalid_token`, `invalid_request`.
 */
export async function resetPassword(
  { services, ipAddress }: OpenContext,
  {
    token,
    newPassword,
    cookieToken,
  }: { token: string; newPassword: string; cookieToken: string | undefined },
): Promise<void> {
  // The token is looked up before the password is hashed, so that a wrong token costs little.
  const email = await services.database.withSystem((tx) =>
    findAddressOfToken(tx, token, resetPurposes),
  );
  refuseGuessablePassword(newPassword, email, '/newPassword');
  const passwordHash = await hashPassword(
    newPassword,
    await findPasswordHeads(services, email),
    ipAddress,
  );
  await services.database.withSystem(async (tx) => {
    const used = await consumeEmailToken(tx, token, resetPurposes);
    // Links come before rows, as in removeMember. The opposite order could deadlock with it.
    await voidEarlierLinks(tx, used);
    const cookieHash = cookieToken === undefined ? null : hashToken(cookieToken);
    await proveMailbox(tx, used, { ipAddress, cookieHash });
    await setPassword(tx, used, passwordHash);
    await forgetDevices(tx, used);
    await endOtherSessions(tx, { ...used, exceptHash: cookieHash });
    const entry = {
      action: 'auth.password_reset',
      resourceType: 'user',
      resourceId: used.userId,
    } as const;
    const { tenantId, userId } = used;
    await recordAudit(tx, { tenantId, userId, ipAddress }, entry);
  });
}

async function setPassword(
  tx: Transaction,
  { tenantId, userId }: TokenOwner,
  passwordHash: string,
): Promise<void> {
  await tx.query({
    name: 'set_password',
    text: `update platform.users set password_hash = $3, password_proven = true where tenant_id = $1 and id = $2`,
    values: [tenantId, userId, passwordHash],
  });
}

/**
 * Voids earlier links for this tenant or one that may switch to it. Other tenants' links in the
 * same mail stay, as their passwords are set separately, and so do invitations.
 */
async function voidEarlierLinks(
  tx: Transaction,
  { email, userId, mailId }: UsedToken,
): Promise<void> {
  await tx.query({
    name: 'void_earlier_links',
    text: `delete from platform.email_tokens e using platform.users u
      where u.email = $1 and e.tenant_id = u.tenant_id and e.user_id = u.id
        and (u.id = $2 or u.email_verified_at is not null and e.mail_id is distinct from $3)
        and e.purpose <> 'invitation' and e.used_at is null`,
    values: [email, userId, mailId],
  });
}

/**
 * Confirms the address that a directory has given a person, by the link in the mail to the former
 * one. Memberships of walls go on resting until an admin confirms it too. Error: `invalid_token`.
 */
export async function confirmAddress(
  { services, ipAddress }: OpenContext,
  token: string,
): Promise<void> {
  await services.database.withSystem(async (tx) => {
    const { tenantId, userId, email } = await consumeEmailToken(tx, token, ['new_address']);
    await tx.query({
      name: 'confirm_own_address',
      text: `update platform.users set unconfirmed_at = null,
          former_email = case when walls_rest_since is not null then former_email end
        where tenant_id = $1 and id = $2`,
      values: [tenantId, userId],
    });
    const metadata = { email, through: 'former_address' };
    const entry = {
      action: 'team.confirm_address',
      resourceType: 'user',
      resourceId: userId,
      metadata,
    } as const;
    await recordAudit(tx, { tenantId, userId, ipAddress }, entry);
  });
}

interface ProvingBrowser {
  ipAddress: string;
  /** Hash of the session token that the browser already had; null without one. */
  cookieHash: Buffer | null;
}

/**
 * Proves a mailbox by a followed link. The first time, the row's password, sessions and API keys
 * go, which somebody else may have made, unless the browser has a session of the row; keys stay too
 * if the tenant's provider vouched.
 */
async function proveMailbox(
  tx: Transaction,
  owner: TokenOwner,
  browser: ProvingBrowser,
): Promise<void> {
  const { tenantId, userId } = owner;
  const { rows } = await tx.query<{ proven: boolean; own: boolean; vouched: boolean }>({
    name: 'read_proof',
    text: `select u.email_verified_at is not null as proven, u.sso_entered_at is not null as vouched, exists (
        select from platform.sessions s
        where s.token_hash = $3 and s.tenant_id = u.tenant_id and s.user_id = u.id and ${isValidSession}
      ) as own
      from platform.users u where u.tenant_id = $1 and u.id = $2 for no key update`,
    values: [tenantId, userId, browser.cookieHash],
  });
  const row = rows[0];
  if (!row || row.proven) return;
  await tx.query({
    name: 'prove_mailbox',
    text: `update platform.users set email_verified_at = now(), password_proven = $3 and password_hash is not null,
        password_hash = case when $3 then password_hash end
      where tenant_id = $1 and id = $2`,
    values: [tenantId, userId, row.own],
  });
  await endSessionsElsewhere(tx, owner, browser.cookieHash);
  await forgetDevices(tx, owner);
  const keysRevoked = row.own || row.vouched ? [] : await revokeKeysOfMember(tx, owner);
  await recordAudit(
    tx,
    { tenantId, userId, ipAddress: browser.ipAddress },
    {
      action: 'auth.confirm_email',
      resourceType: 'user',
      resourceId: userId,
      metadata: { keysRevoked },
    },
  );
}

async function endSessionsElsewhere(
  tx: Transaction,
  { tenantId, userId }: TokenOwner,
  cookieHash: Buffer | null,
): Promise<void> {
  await tx.query({
    name: 'end_sessions_elsewhere',
    text: `delete from platform.sessions
      where tenant_id = $1 and user_id = $2
        and id not in (select id from platform.sessions where token_hash = $3)`,
    values: [tenantId, userId, cookieHash],
  });
}
