import { createHash } from 'node:crypto';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { SsoFailure } from '@ecp/contract/values/sso-failures';
import type { Database, Transaction } from '@ecp/database/database';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { OpenContext } from '../../kernel/context.ts';
import { createToken, hashToken } from '../../kernel/keys/tokens.ts';
import type { PlatformConfig } from '../../kernel/settings.ts';
import {
  type CanonicalEmail,
  canonicalEmail,
  lockAddress,
} from '../credentials/email-addresses.ts';
import { beginSession } from '../sessions/sessions.ts';
import { type UserRow, userColumns } from '../sessions/signed-in.ts';
import { type ConnectionRow, connectionColumns } from './connections.ts';
import {
  changeRoleByGroups,
  hasDirectoryGroups,
  makePerson,
  roleOfGroups,
  toPersonName,
} from './people.ts';

/** A person in the words of a provider. */
export interface ProvidedPerson {
  /** Null without one, and for one that the provider calls not verified. */
  email: string | null;
  name: string | null;
  /** Null without the claim or attribute. */
  groups: string[] | null;
}

/**
 * The secrets of one sign-in. All follow from the token in the browser's cookie, so that none is
 * stored and no other browser can complete the sign-in.
 */
export interface SignInSecrets {
  /** `state` of OpenID Connect. */
  state: string;
  nonce: string;
  codeVerifier: string;
  /** `ID` of a SAML request, which the answer names. */
  requestId: string;
}

const secretsOf = (token: string): SignInSecrets => {
  const derive = (purpose: string) => createHash('sha256').update(`${purpose} ${token}`);
  return {
    state: derive('state').digest('base64url'),
    nonce: derive('nonce').digest('base64url'),
    codeVerifier: derive('code verifier').digest('base64url'),
    requestId: `_${derive('request').digest('hex')}`,
  };
};

/** Time for the person to sign in at the provider. */
const lifetimeSeconds = 10 * 60;

/** Finds the connection that has proved the domain of an address; null without one. */
export async function findConnectionOf(
  database: Database,
  email: CanonicalEmail,
): Promise<ConnectionRow | null> {
  const [[row]] = await database.batchSystem<[ConnectionRow]>([
    {
      name: 'find_sso_connection_of_domain',
      text: `select ${connectionColumns} from platform.sso_domains d
        join platform.sso_connections c on c.tenant_id = d.tenant_id and c.id = d.connection_id
        where d.domain = split_part($1, '@', 2) and d.verified_at is not null`,
      values: [email],
    },
  ]);
  return row ?? null;
}

/** Whether any tenant has proved a domain of its connection. */
export async function isSsoOffered(database: Database): Promise<boolean> {
  const [[row]] = await database.batchSystem<[{ offered: boolean }]>([
    {
      name: 'is_sso_offered',
      text: 'select exists (select from platform.sso_domains where verified_at is not null) as offered',
    },
  ]);
  return row?.offered ?? false;
}

/**
 * Stores a sign-in at a connection, in place of those that nobody has ended in time. Returns the
 * token for the browser's cookie, and what follows from it.
 */
export async function beginSignIn(
  database: Database,
  { id, tenant_id, revision }: ConnectionRow,
): Promise<{ token: string; secrets: SignInSecrets }> {
  const token = createToken();
  const secrets = secretsOf(token);
  await database.batchTenant(tenant_id, [
    {
      name: 'drop_late_sso_sign_ins',
      text: `delete from platform.sso_sign_ins where state_hash in (
          select state_hash from platform.sso_sign_ins
          where tenant_id = $1 and connection_id = $2 and expires_at <= now() limit 100 for update skip locked)`,
      values: [tenant_id, id],
    },
    {
      name: 'begin_sso_sign_in',
      text: `insert into platform.sso_sign_ins (state_hash, tenant_id, connection_id, revision, expires_at)
        select $1, c.tenant_id, c.id, $4, now() + make_interval(secs => $5) from platform.sso_connections c
        where c.tenant_id = $2 and c.id = $3`,
      values: [hashToken(secrets.state), tenant_id, id, revision, lifetimeSeconds],
    },
  ]);
  return { token, secrets };
}

/**
 * Deletes sign-ins that nobody has ended in time and returns their number. Any process may call it
 * at any time.
 */
export async function purgeExpiredSignIns(database: Database): Promise<number> {
  const [rows] = await database.batchSystem<[{ state_hash: Buffer }]>([
    { text: 'delete from platform.sso_sign_ins where expires_at <= now() returning state_hash' },
  ]);
  return rows.length;
}

/** The provider's answer as it arrives. */
interface Answer {
  /** Undefined without one. */
  state: string | undefined;
  /** The token of the cookie that belongs to this state. */
  token: string | undefined;
  /** The connection that the address of the answer names, if it names one. */
  connectionId?: string;
}

/**
 * Ends a sign-in, once: `readPerson` checks the provider's answer, and the person enters the
 * tenant. Returns the token of the new session. Errors: `sso_failed`, those of `readPerson`. A
 * failure is in the audit log of the tenant.
 */
export async function finishSignIn(
  context: OpenContext,
  { state, token, connectionId }: Answer,
  readPerson: (connection: ConnectionRow, secrets: SignInSecrets) => Promise<ProvidedPerson>,
): Promise<string> {
  const { database } = context.services;
  const secrets = secretsOf(token ?? '');
  if (token === undefined || state !== secrets.state) throw ssoFailed('expired');
  const connection = await takeSignIn(database, state);
  if (!connection || (connectionId !== undefined && connection.id !== connectionId))
    throw ssoFailed('expired');
  try {
    const person = await readPerson(connection, secrets);
    return await database.withTenant(connection.tenant_id, (tx) =>
      enterBySso(tx, context, connection, person),
    );
  } catch (error) {
    if (error instanceof ApiError) await noteFailure(context, connection, error);
    throw error;
  }
}

/** Makes the refusal of a provider's answer. */
export const ssoFailed = (reason: SsoFailure, cause?: unknown): ApiError =>
  new ApiError('sso_failed', { values: { reason }, cause });

/** Uses up a sign-in; null if it is unknown, too old, or its connection has changed. */
async function takeSignIn(database: Database, state: string): Promise<ConnectionRow | null> {
  const [[row]] = await database.batchSystem<[ConnectionRow]>([
    {
      name: 'take_sso_sign_in',
      text: `with taken as (
          delete from platform.sso_sign_ins where state_hash = $1 returning tenant_id, connection_id, revision, expires_at
        )
        select ${connectionColumns} from taken t
        join platform.sso_connections c on c.tenant_id = t.tenant_id and c.id = t.connection_id
        where t.expires_at > now() and t.revision = c.revision`,
      values: [hashToken(state)],
    },
  ]);
  return row ?? null;
}

/**
 * The fault of a provider's answer, in words for the person who sets up the connection. The audit
 * log shows them.
 */
export class ProviderProblem extends Error {
  override readonly name = 'ProviderProblem';
}

/** An answer is no guess: it is recorded and slows nobody's sign-in. */
async function noteFailure(
  { services, ipAddress }: OpenContext,
  { tenant_id: tenantId }: ConnectionRow,
  { code, values, cause }: ApiError,
): Promise<void> {
  const reason = values['reason'] ?? code;
  services.log.warn(
    { err: cause, reason, tenantId },
    'A sign-in by the provider of a tenant failed',
  );
  const metadata = {
    method: 'sso',
    reason,
    ...(cause instanceof ProviderProblem ? { detail: cause.message } : {}),
  };
  const entry = {
    action: 'auth.sign_in_failed',
    resourceType: 'user',
    resourceId: null,
    metadata,
  } as const;
  await services.database.withTenant(tenantId, (tx) =>
    recordAudit(tx, { tenantId, userId: null, ipAddress }, entry),
  );
}

/**
 * Lets a person enter the tenant of a connection, with a new row at the first time and the role of
 * the groups. Returns the token of the new session. Error: `sso_failed`.
 */
async function enterBySso(
  tx: Transaction,
  { ipAddress, userAgent }: Pick<OpenContext, 'ipAddress' | 'userAgent'>,
  connection: ConnectionRow,
  person: ProvidedPerson,
): Promise<string> {
  const { tenant_id: tenantId, default_role: defaultRole, group_roles: groupRoles } = connection;
  const { groups } = person;
  const email = readAddress(person.email);
  const name = toPersonName(person.name);
  await lockAddress(tx, email);
  await holdConnection(tx, connection, email);
  const rules = { defaultRole, groupRoles };
  const newcomer = { tenantId, email, name, role: roleOfGroups(rules, groups ?? []), ipAddress };
  const user = (await lockPerson(tx, newcomer)) ?? (await makeMember(tx, newcomer));
  if (!user.is_active) throw ssoFailed('deactivated');
  // A directory set the address before the domain was proved, and nobody has confirmed it.
  if (!user.can_enter) throw ssoFailed('address');
  const actor = { tenantId, userId: user.id, ipAddress };
  if (groups !== null || !(await hasDirectoryGroups(tx, actor))) {
    await changeRoleByGroups(tx, { user, actor, through: 'sso' }, { rules, groups: groups ?? [] });
  }
  await tx.query({
    name: 'enter_by_sso',
    text: `update platform.users set sso_entered_at = coalesce(sso_entered_at, now()), confirmation_asked_at = null,
        name = coalesce(name, $3)
      where tenant_id = $1 and id = $2`,
    values: [tenantId, user.id, name],
  });
  await recordAudit(tx, actor, {
    action: 'auth.sign_in',
    resourceType: 'user',
    resourceId: user.id,
    metadata: { method: 'sso' },
  });
  // The provider speaks for this tenant alone, so the session reaches no other one.
  const session = {
    tenantId,
    userId: user.id,
    ipAddress,
    userAgent,
    mailboxProven: false,
    secondFactorPassed: false,
  };
  return beginSession(tx, { ...session, sso: true });
}

function readAddress(given: string | null): CanonicalEmail {
  try {
    return canonicalEmail((given ?? '').trim());
  } catch {
    throw ssoFailed('address');
  }
}

/**
 * Prevents changes of the connection for the transaction. Error: `sso_failed` if it has changed, is
 * gone, or has not proved the domain of the address.
 */
async function holdConnection(
  tx: Transaction,
  { id, tenant_id, revision }: ConnectionRow,
  email: CanonicalEmail,
): Promise<void> {
  const { rows } = await tx.query<{ proved: boolean }>({
    name: 'hold_sso_connection',
    text: `select exists (
        select from platform.sso_domains
        where tenant_id = $1 and domain = split_part($4, '@', 2) and verified_at is not null
      ) as proved
      from platform.sso_connections where tenant_id = $1 and id = $2 and revision = $3 for key share`,
    values: [tenant_id, id, revision, email],
  });
  const [held] = rows;
  if (!held) throw ssoFailed('expired');
  if (!held.proved) throw ssoFailed('address');
}

type Newcomer = Parameters<typeof makePerson>[1];
type Person = UserRow & { is_active: boolean; can_enter: boolean };

async function lockPerson(
  tx: Transaction,
  { tenantId, email }: Pick<Newcomer, 'tenantId' | 'email'>,
): Promise<Person | undefined> {
  const { rows } = await tx.query<Person>({
    name: 'lock_person_of_sso',
    text: `select ${userColumns}, u.deactivated_at is null as is_active, u.can_enter
      from platform.users u
      where u.tenant_id = $1 and u.email = $2 for no key update`,
    values: [tenantId, email],
  });
  return rows[0];
}

/** Makes a person, or returns the one whom somebody invites at this moment. Error: `sso_failed`. */
async function makeMember(tx: Transaction, newcomer: Newcomer): Promise<Person> {
  try {
    const made = await makePerson(tx, newcomer, 'sso');
    return { ...made, is_active: true, can_enter: true };
  } catch (error) {
    const invited = isRefusal(error, 'email_taken') ? await lockPerson(tx, newcomer) : undefined;
    if (invited) return invited;
    throw isRefusal(error, 'member_limit_reached') ? ssoFailed('team_full') : error;
  }
}

const isRefusal = (error: unknown, code: ApiError['code']) =>
  error instanceof ApiError && error.code === code;

/** One cookie for each sign-in, so that a second tab does not end what the first one began. */
const cookieName = ({ baseUrl }: PlatformConfig, state: string) =>
  `${baseUrl.startsWith('https://') ? '__Host-' : ''}ecp_sso_${state.slice(0, 16)}`;

/**
 * Browsers bring such a cookie to the answer of a provider, over http and https alike, if it comes
 * by GET or by our page.
 */
const cookieAttributes = ({ baseUrl }: PlatformConfig) =>
  ({ httpOnly: true, path: '/', secure: baseUrl.startsWith('https://'), sameSite: 'lax' }) as const;

/** Binds a sign-in to the browser. */
export function setSignInCookie(
  reply: FastifyReply,
  config: PlatformConfig,
  { token, state }: { token: string; state: string },
): void {
  const options = { ...cookieAttributes(config), maxAge: lifetimeSeconds };
  reply.setCookie(cookieName(config, state), token, options);
}

/**
 * Finds the state of the sign-in that made a SAML request in this browser; undefined without one.
 */
export function findState(
  { cookies }: FastifyRequest,
  config: PlatformConfig,
  requestId: string | undefined,
): string | undefined {
  const prefix = cookieName(config, '');
  return Object.entries(cookies)
    .filter(([name]) => name.startsWith(prefix))
    .map(([, token]) => secretsOf(token ?? ''))
    .find((secrets) => secrets.requestId === requestId)?.state;
}

/** Reads the token of a state's sign-in and takes it from the browser; undefined without one. */
export function takeSignInCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  config: PlatformConfig,
  state: string | undefined,
): string | undefined {
  if (state === undefined || !/^[\w-]{43}$/.test(state)) return undefined;
  const name = cookieName(config, state);
  const token = request.cookies[name];
  if (token !== undefined) reply.clearCookie(name, cookieAttributes(config));
  return token;
}
