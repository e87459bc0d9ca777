import { ApiError } from '@ecp/contract/declaring/errors';
import type { Transaction } from '@ecp/database/database';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Browser } from '../../kernel/context.ts';
import { createToken, hashToken } from '../../kernel/keys/tokens.ts';
import type { PlatformConfig } from '../../kernel/settings.ts';

interface NewSession extends Browser {
  tenantId: string;
  userId: string;
  /**
   * True after a mailed link or a proven password, which show that the caller can read this user's
   * mailbox.
   */
  mailboxProven: boolean;
  /** True if the caller has passed the second factor of this user. */
  secondFactorPassed: boolean;
  /** True if the provider of the tenant has signed the user in. */
  sso?: boolean;
}

/**
 * Begins a session and records its user's sign-in. Returns the cookie's token, which is stored as a
 * hash only. Error: `invalid_credentials` for who is switched off, or has an address that nobody
 * has confirmed.
 */
export async function beginSession(tx: Transaction, session: NewSession): Promise<string> {
  const token = createToken();
  const { rowCount } = await tx.query({
    name: 'begin_session',
    text: `with entered as (${enterUser})
      insert into platform.sessions (token_hash, tenant_id, user_id, ip_address, user_agent, mailbox_proven, expires_at,
        second_factor_at, sso)
      select $1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7), case when $8 then now() end, $9 from entered`,
    values: [
      hashToken(token),
      session.tenantId,
      session.userId,
      session.ipAddress,
      session.userAgent,
      session.mailboxProven,
      sessionLifetimeSeconds,
      session.secondFactorPassed,
      session.sso ?? false,
    ],
  });
  if (rowCount === 0) throw new ApiError('invalid_credentials');
  return token;
}

/**
 * The update waits for a directory that is about to close the door, so no session begins after
 * that.
 */
const enterUser = `update platform.users set last_login_at = now(), last_used_at = now()
  where tenant_id = $2 and id = $3 and can_enter returning id`;

/**
 * Continues a session as another user of the person, with a new token; null if it has ended or was
 * continued.
 */
export async function continueSession(
  tx: Transaction,
  replacedHash: Buffer,
  session: NewSession,
): Promise<string | null> {
  const token = createToken();
  const { rowCount } = await tx.query({
    name: 'continue_session',
    text: `with replaced as (
        update platform.sessions set replaced_at = now() where token_hash = $4 and replaced_at is null
        returning id, expires_at, proven_at, sso and tenant_id = $2 as sso
      ), entered as (${enterUser})
      insert into platform.sessions
        (token_hash, tenant_id, user_id, ip_address, user_agent, mailbox_proven, id, expires_at, proven_at,
        second_factor_at, sso)
      select $1, $2, $3, $5, $6, $7, id, expires_at, proven_at, case when $8 then now() end, sso
      from replaced where exists (select from entered)`,
    values: [
      hashToken(token),
      session.tenantId,
      session.userId,
      replacedHash,
      session.ipAddress,
      session.userAgent,
      session.mailboxProven,
      session.secondFactorPassed,
    ],
  });
  return rowCount > 0 ? token : null;
}

const isHttps = ({ baseUrl }: PlatformConfig) => baseUrl.startsWith('https://');

/**
 * Returns the cookie's name; the prefix, for https only, keeps hosts of the same domain from
 * planting one.
 */
const cookieName = (config: PlatformConfig) =>
  isHttps(config) ? '__Host-ecp_session' : 'ecp_session';

const sessionLifetimeSeconds = 30 * 24 * 60 * 60;

function attributes(config: PlatformConfig) {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps(config) } as const;
}

/** Sets the session token in the browser. */
export function setSessionCookie(reply: FastifyReply, config: PlatformConfig, token: string): void {
  reply.setCookie(cookieName(config), token, {
    ...attributes(config),
    maxAge: sessionLifetimeSeconds,
  });
  markSignedOut(reply, config, false);
}

/** The pages read this cookie, which says that they need not ask who is signed in. */
const signedOutName = (config: PlatformConfig) =>
  isHttps(config) ? '__Host-ecp_signed_out' : 'ecp_signed_out';

/** Tells the pages of this browser that nobody is signed in, or takes that back. */
export function markSignedOut(
  reply: FastifyReply,
  config: PlatformConfig,
  isSignedOut: boolean,
): void {
  const name = signedOutName(config);
  const options = { ...attributes(config), httpOnly: false };
  if (isSignedOut) reply.setCookie(name, 'yes', options);
  else if (reply.request.cookies[name] !== undefined) reply.clearCookie(name, options);
}

/** Deletes the session token from the browser. */
export function clearSessionCookie(reply: FastifyReply, config: PlatformConfig): void {
  reply.clearCookie(cookieName(config), attributes(config));
}

/** Returns the session token of a request, or undefined. */
export function readSessionCookie(
  request: FastifyRequest,
  config: PlatformConfig,
): string | undefined {
  return request.cookies[cookieName(config)];
}

interface EndedSession {
  tenantId: string;
  userId: string;
}

/**
 * Ends the session that has or had a token, copies in other tenants too. Returns its present user,
 * or null.
 */
export async function endSession(tx: Transaction, tokenHash: Buffer): Promise<EndedSession | null> {
  const { rows } = await tx.query<{ tenant_id: string; user_id: string; replaced: boolean }>({
    name: 'end_session',
    text: `delete from platform.sessions
      where id = (select id from platform.sessions where token_hash = $1)
      returning tenant_id, user_id, replaced_at is not null as replaced`,
    values: [tokenHash],
  });
  const row = rows.find(({ replaced }) => !replaced);
  return row ? { tenantId: row.tenant_id, userId: row.user_id } : null;
}

/** Ends all sessions that are or were of a user of one tenant. */
export async function endSessionsOf(
  tx: Transaction,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<void> {
  await tx.query({
    name: 'end_sessions_of_user',
    text: `delete from platform.sessions where tenant_id = $1 and user_id = $2`,
    values: [tenantId, userId],
  });
}

/** A user, and the token hash of the session that stays; null if none does. */
interface OtherSessions {
  tenantId: string;
  userId: string;
  exceptHash: Buffer | null;
}

/**
 * Ends a user's other sessions in reach: those that are, were or may be in the tenant. The address
 * must be locked.
 */
export async function endOtherSessions(
  tx: Transaction,
  { tenantId, userId, exceptHash }: OtherSessions,
): Promise<void> {
  await tx.query({
    name: 'end_other_sessions',
    text: `delete from platform.sessions s using platform.users me
      where me.tenant_id = $1 and me.id = $2 and s.id in (${reachableSessions})
        and s.id not in (select id from platform.sessions where token_hash = $3)`,
    values: [tenantId, userId, exceptHash],
  });
}

/**
 * SQL for the ids of sessions in reach of row `me` of platform.users: those that are or were in its
 * tenant, or may switch to it by a proven row of the address whose holder reads the mailbox.
 */
export const reachableSessions = `
  select r.id from platform.sessions r
  join platform.users o on o.tenant_id = r.tenant_id and o.id = r.user_id
  where o.email = me.email
    and (o.id = me.id or r.mailbox_proven and o.email_verified_at is not null and me.email_verified_at is not null)`;

/**
 * SQL that holds for rows `s` of platform.sessions with the current token, unexpired and used
 * within 7 days.
 */
export const isValidSession = `(
  s.replaced_at is null and s.expires_at > now() and s.last_used_at > now() - interval '7 days')`;

/** A proof in a session: of the person, of the second factor, or of both. */
export interface Proven {
  person: boolean;
  secondFactor: boolean;
}

/** Records a proof in the session with this token hash. */
export async function markProven(
  tx: Transaction,
  tokenHash: Buffer,
  { person, secondFactor }: Proven,
): Promise<void> {
  await tx.query({
    name: 'mark_proven',
    text: `update platform.sessions set proven_at = case when $2 then now() else proven_at end,
        second_factor_at = case when $3 then now() else second_factor_at end
      where token_hash = $1`,
    values: [tokenHash, person, secondFactor],
  });
}

/** True if the session's holder has followed a link from the mailbox. */
export async function isMailboxProven(tx: Transaction, tokenHash: Buffer): Promise<boolean> {
  const { rows } = await tx.query<{ mailbox_proven: boolean }>({
    name: 'is_mailbox_proven',
    text: 'select mailbox_proven from platform.sessions where token_hash = $1',
    values: [tokenHash],
  });
  return rows[0]?.mailbox_proven ?? false;
}

/**
 * Returns true if a session has passed the second factor of a row, also before it moved to another
 * tenant.
 */
export async function hasPassedFactor(
  tx: Transaction,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'has_passed_factor',
    text: 'select from platform.sessions where id = $1 and user_id = $2 and second_factor_at is not null limit 1',
    values: [sessionId, userId],
  });
  return rowCount > 0;
}
