import { randomBytes } from 'node:crypto';
import type { PasskeyAssertion } from '@ecp/contract/identity/factor-proof';
import type { Passkey } from '@ecp/contract/identity/second-factor';
import { createId } from '@ecp/database/create-id';
import type { Database, Transaction } from '@ecp/database/database';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashToken } from '../../kernel/keys/tokens.ts';
import type { Services } from '../../kernel/services.ts';
import type { PlatformConfig } from '../../kernel/settings.ts';
import type { FactorOwner } from './factor-rows.ts';

/** A passkey's answer and the challenge that it names, which the caller had and is used up. */
export interface OpenedAssertion {
  assertion: PasskeyAssertion;
  /** Null if the caller has no such challenge. Then no passkey is accepted. */
  challenge: string | null;
}

/** Uses up the challenge of an answer, before any transaction that could restore it. */
export async function openAssertion(
  database: Database,
  assertion: PasskeyAssertion,
  callerHash: Buffer,
): Promise<OpenedAssertion> {
  const { clientDataJSON } = assertion.response;
  return {
    assertion,
    challenge: await takeChallenge(database, clientDataJSON, { purpose: 'prove', callerHash }),
  };
}

interface PasskeyOwner extends FactorOwner {
  mailboxProven: boolean;
}

interface LockedPasskey extends PasskeyOwner {
  id: string;
  publicKey: Buffer;
  counter: number;
}

/**
 * Checks a passkey's answer, verification and counter. Returns its row or null; `owner` limits to
 * that row.
 */
export async function acceptAssertion(
  tx: Transaction,
  { config, log }: Pick<Services, 'config' | 'log'>,
  { assertion, challenge }: OpenedAssertion,
  owner?: FactorOwner,
): Promise<PasskeyOwner | null> {
  const passkey = challenge === null ? undefined : await lockPasskey(tx, assertion.id);
  const isTheirs =
    owner === undefined ||
    (passkey?.userId === owner.userId && passkey.tenantId === owner.tenantId);
  if (challenge === null || !passkey || !isTheirs) return null;
  const party = relyingParty(config);
  const { publicKey, counter } = passkey;
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const result = await verifyAuthenticationResponse({
    response: assertion,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { id: assertion.id, publicKey: new Uint8Array(publicKey), counter },
    requireUserVerification: true,
  }).catch((error: unknown) => {
    log.info({ err: error }, 'A passkey’s answer was refused');
    return { verified: false as const, authenticationInfo: undefined };
  });
  if (!result.verified) return null;
  await tx.query({
    name: 'use_passkey',
    text: 'update platform.passkeys set counter = $3, last_used_at = now() where tenant_id = $1 and id = $2',
    values: [passkey.tenantId, passkey.id, result.authenticationInfo.newCounter],
  });
  return passkey;
}

/** Locks the passkey, so that its counter is compared with the last one. */
async function lockPasskey(
  tx: Transaction,
  credentialId: string,
): Promise<LockedPasskey | undefined> {
  const { rows } = await tx.query<LockedPasskey>({
    name: 'lock_passkey',
    text: `select id, tenant_id as "tenantId", user_id as "userId", public_key as "publicKey", counter,
        mailbox_proven as "mailboxProven"
      from platform.passkeys where credential_id = $1 for update`,
    values: [credentialId],
  });
  return rows[0];
}

/** The purpose of a challenge: `add` registers a passkey, `prove` authenticates a person. */
type ChallengePurpose = 'add' | 'prove';

/** The owner of a challenge: the hash of a session's token, or of the challenge cookie. */
interface ChallengeOf {
  purpose: ChallengePurpose;
  callerHash: Buffer;
}

/** The time that a person has to answer the browser's dialog. */
export const challengeLifetimeSeconds = 300;

/** Makes a challenge of 256 random bits in base64url and stores its hash. */
export async function createChallenge(
  database: Database,
  { purpose, callerHash }: ChallengeOf,
): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  await database.batchSystem([
    {
      name: 'create_challenge',
      text: `insert into platform.passkey_challenges (challenge_hash, purpose, caller_hash, expires_at)
        values ($1, $2, $3, now() + make_interval(secs => $4))`,
      values: [hashToken(challenge), purpose, callerHash, challengeLifetimeSeconds],
    },
  ]);
  return challenge;
}

/**
 * Deletes and returns the caller's challenge that an answer names, else null; committed at once, so
 * it counts once.
 */
export async function takeChallenge(
  database: Database,
  clientDataJSON: string,
  { purpose, callerHash }: ChallengeOf,
): Promise<string | null> {
  const challenge = readChallenge(clientDataJSON);
  if (challenge === null) return null;
  const [rows] = await database.batchSystem<[{ live: boolean }]>([
    {
      name: 'take_challenge',
      text: `delete from platform.passkey_challenges
        where challenge_hash = $1 and purpose = $2 and caller_hash = $3 returning expires_at > now() as live`,
      values: [hashToken(challenge), purpose, callerHash],
    },
  ]);
  return rows[0]?.live ? challenge : null;
}

/** Deletes expired challenges and returns their number. Any process may call it at any time. */
export async function purgeExpiredChallenges(database: Database): Promise<number> {
  const [rows] = await database.batchSystem<[{ challenge_hash: Buffer }]>([
    {
      text: 'delete from platform.passkey_challenges where expires_at <= now() returning challenge_hash',
    },
  ]);
  return rows.length;
}

/**
 * Reads the challenge from the browser's client data, JSON in base64url. The passkey's signature
 * covers it.
 */
function readChallenge(clientDataJSON: string): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    const challenge = (data as { challenge?: unknown } | null)?.challenge;
    return typeof challenge === 'string' ? challenge : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const isHttps = ({ baseUrl }: PlatformConfig) => baseUrl.startsWith('https://');

/**
 * The prefix keeps another host of the same domain from planting the cookie, as for the session's.
 */
const cookieName = (config: PlatformConfig) =>
  isHttps(config) ? '__Host-ecp_challenge' : 'ecp_challenge';

/** Marks the browser that a challenge is for, which may not be signed in yet. */
export function setChallengeCookie(
  reply: FastifyReply,
  config: PlatformConfig,
  token: string,
): void {
  reply.setCookie(cookieName(config), token, {
    httpOnly: true,
    sameSite: 'strict',
    path: '/',
    secure: isHttps(config),
    maxAge: challengeLifetimeSeconds,
  });
}

/** Returns the token of the browser's challenges, or undefined. */
export function readChallengeCookie(
  request: FastifyRequest,
  config: PlatformConfig,
): string | undefined {
  return request.cookies[cookieName(config)];
}

/** Limits the passkeys of one person. */
export const maxPasskeys = 20;

export interface NewPasskey {
  name: string;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  mailboxProven: boolean;
}

interface PasskeyRow {
  id: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
  credential_id: string;
}

/** A listed passkey with the id by which its authenticator knows it. */
interface KnownPasskey extends Passkey {
  credentialId: string;
}

/** Lists the passkeys of a row, oldest first. */
export async function readPasskeys(
  tx: Transaction,
  { tenantId, userId }: FactorOwner,
): Promise<KnownPasskey[]> {
  const { rows } = await tx.query<PasskeyRow>({
    name: 'list_passkeys',
    text: `select id, name, created_at, last_used_at, credential_id from platform.passkeys
      where tenant_id = $1 and user_id = $2 order by created_at, id`,
    values: [tenantId, userId],
  });
  return rows.map((row) => ({ ...toPasskey(row), credentialId: row.credential_id }));
}

/** Stores a passkey. Returns null if its authenticator's id is known already. */
export async function insertPasskey(
  tx: Transaction,
  { tenantId, userId }: FactorOwner,
  passkey: NewPasskey,
): Promise<Passkey | null> {
  const { credentialId, publicKey, counter, name, mailboxProven } = passkey;
  const { rows } = await tx.query<PasskeyRow>({
    name: 'insert_passkey',
    text: `insert into platform.passkeys
        (id, tenant_id, user_id, credential_id, public_key, counter, name, mailbox_proven)
      values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (credential_id) do nothing
      returning id, name, created_at, last_used_at, credential_id`,
    values: [createId(), tenantId, userId, credentialId, publicKey, counter, name, mailboxProven],
  });
  return rows[0] ? toPasskey(rows[0]) : null;
}

/** Makes the passkeys of a row vouch for no mailbox, after its address has changed. */
export async function distrustPasskeys(
  tx: Transaction,
  { tenantId, userId }: FactorOwner,
): Promise<void> {
  await tx.query({
    name: 'distrust_passkeys',
    text: 'update platform.passkeys set mailbox_proven = false where tenant_id = $1 and user_id = $2',
    values: [tenantId, userId],
  });
}

const toPasskey = ({ id, name, created_at, last_used_at }: PasskeyRow): Passkey => ({
  id,
  name,
  createdAt: created_at.toISOString(),
  lastUsedAt: last_used_at?.toISOString() ?? null,
});

/** The relying party of WebAuthn: the host and origin of this service's public address. */
interface RelyingParty {
  name: string;
  id: string;
  origin: string;
}

/** Returns the relying party. A new host in `BASE_URL` invalidates every passkey. */
export function relyingParty({ baseUrl }: Pick<PlatformConfig, 'baseUrl'>): RelyingParty {
  const { hostname, origin } = new URL(baseUrl);
  return { name: 'Engagement Consulting Platform', id: hostname, origin };
}

/**
 * Loads the library for passkeys at the first use. Its 290 files would be a tenth of what every
 * start loads.
 */
export const loadWebAuthn = () => import('@simplewebauthn/server');
