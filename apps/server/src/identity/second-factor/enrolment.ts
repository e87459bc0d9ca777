import { ApiError } from '@ecp/contract/declaring/errors';
import type { PasskeyRegistration } from '@ecp/contract/identity/factor-proof';
import type {
  AddedPasskey,
  OwnProofBody,
  Passkey,
  RecoveryCodes,
} from '@ecp/contract/identity/second-factor';
import type { Transaction } from '@ecp/database/database';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import { type RequestContext, requireRecentProof } from '../../kernel/context.ts';
import type { SessionPrincipal } from '../../kernel/principals.ts';
import { attemptProof } from '../credentials/attempts.ts';
import { type CanonicalEmail, canonicalEmail } from '../credentials/email-addresses.ts';
import { matchOwnPassword } from '../credentials/passwords.ts';
import { requireSession } from '../sessions/session-principal.ts';
import { isMailboxProven, markProven } from '../sessions/sessions.ts';
import {
  deletePasskey,
  deleteTotp,
  type Factors,
  hasFactor,
  holdFactorOwner,
  insertTotp,
  readFactors,
  replaceRecoveryCodes,
} from './factor-rows.ts';
import {
  acceptFactor,
  type FactorCaller,
  openGivenFactor,
  passFactor,
  recordFactorChange,
} from './pass-factor.ts';
import {
  challengeLifetimeSeconds,
  createChallenge,
  insertPasskey,
  loadWebAuthn,
  maxPasskeys,
  type NewPasskey,
  readPasskeys,
  relyingParty,
  takeChallenge,
} from './passkeys.ts';
import { acceptTotpCode, createTotpSecret, sealTotpSecret, totpUri } from './totp.ts';

/**
 * Makes the secret of an app in place of an unconfirmed one. Errors: `totp_active`,
 * `step_up_required`.
 */
export async function beginTotp(context: RequestContext): Promise<{ secret: string; uri: string }> {
  const { services } = context;
  const { session, caller } = callerSession(context);
  const secret = createTotpSecret();
  await context.transaction(async (tx) => {
    await holdFactorOwner(tx, caller);
    const factors = await readFactors(tx, caller);
    if (!factors.totp) requireProofBesideFactor(session, factors, services.clock.now());
    const isNew = await insertTotp(tx, caller, sealTotpSecret(services.keys, caller, secret));
    if (!isNew) throw new ApiError('totp_active');
  });
  const names = { issuer: relyingParty(services.config).name, account: nameMembership(session) };
  return { secret, uri: totpUri(secret, names) };
}

/**
 * Confirms the app with its first code and returns new recovery codes. Errors: `totp_active`,
 * `totp_not_begun`, `step_up_required`; `wrong_proof`, which counts as a failed sign-in.
 */
export async function confirmTotp(context: RequestContext, code: string): Promise<RecoveryCodes> {
  const { services } = context;
  const { session, caller } = callerSession(context);
  return attemptProof(context, caller, () =>
    context.transaction(async (tx) => {
      await holdFactorOwner(tx, caller);
      const factors = await readFactors(tx, caller);
      if (factors.totp) throw new ApiError('totp_active');
      requireProofBesideFactor(session, factors, services.clock.now());
      const accepted = await acceptTotpCode(tx, services, caller, { code, state: 'pending' });
      if (!accepted) throw new ApiError(accepted === null ? 'totp_not_begun' : 'wrong_proof');
      await markProven(tx, session.sessionHash, { person: false, secondFactor: true });
      await recordFactorChange(tx, services, caller, { change: 'totp_added' });
      return { recoveryCodes: await replaceRecoveryCodes(tx, caller) };
    }),
  );
}

/**
 * Removes the caller's authenticator app. Errors: `totp_not_begun`, and those of `withOwnProof`.
 */
export async function removeTotp(context: RequestContext, proof: GivenProof): Promise<void> {
  const { caller } = callerSession(context);
  await withOwnProof(
    context,
    proof,
    ({ totp }) => {
      if (!totp) throw new ApiError('totp_not_begun');
    },
    async (tx) => {
      if (!(await deleteTotp(tx, caller))) throw new ApiError('totp_not_begun');
      await recordFactorChange(tx, context.services, caller, { change: 'totp_removed' });
    },
  );
}

/** COSE's numbers of EdDSA, ES256 and RS256, which cover every authenticator. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** Lists the caller's passkeys, oldest first. */
export async function listPasskeys(context: RequestContext): Promise<Passkey[]> {
  const { caller } = callerSession(context);
  const passkeys = await context.transaction((tx) => readPasskeys(tx, caller));
  return passkeys.map(({ credentialId, ...passkey }) => passkey);
}

/**
 * Returns WebAuthn's options for a new passkey with this session's challenge; the device verifies
 * the person, so that it can sign in alone. Errors: `passkey_limit_reached`, `step_up_required`
 * beside another factor.
 */
export async function beginPasskey(context: RequestContext): Promise<object> {
  const { services } = context;
  const { session, caller } = callerSession(context);
  const [factors, known] = await context.transaction(async (tx) => [
    await readFactors(tx, caller),
    await readPasskeys(tx, caller),
  ]);
  requireProofBesideFactor(session, factors, services.clock.now());
  requireRoom(known.length);
  const { id, name } = relyingParty(services.config);
  const challenge = await createChallenge(services.database, {
    purpose: 'add',
    callerHash: session.sessionHash,
  });
  const { generateRegistrationOptions } = await loadWebAuthn();
  return generateRegistrationOptions({
    rpID: id,
    rpName: name,
    userID: new TextEncoder().encode(caller.userId),
    userName: nameMembership(session),
    userDisplayName: session.userName ?? session.email,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: challengeLifetimeSeconds * 1000,
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/**
 * Adds a passkey; a first factor brings recovery codes. Errors: `invalid_passkey`,
 * `passkey_limit_reached`.
 */
export async function addPasskey(
  context: RequestContext,
  { name, response }: { name: string; response: PasskeyRegistration },
): Promise<AddedPasskey> {
  const { services } = context;
  const { session, caller } = callerSession(context);
  const verified = await verifyPasskey(context, response);
  return context.transaction(async (tx) => {
    await holdFactorOwner(tx, caller);
    const factors = await readFactors(tx, caller);
    requireRoom(factors.passkeys);
    const mailboxProven = await isMailboxProven(tx, session.sessionHash);
    const passkey = await insertPasskey(tx, caller, { ...verified, name, mailboxProven });
    if (!passkey) throw new ApiError('invalid_passkey');
    await markProven(tx, session.sessionHash, { person: false, secondFactor: true });
    await recordFactorChange(tx, services, caller, { change: 'passkey_added', name });
    if (hasFactor(factors)) return { passkey };
    return { passkey, recoveryCodes: await replaceRecoveryCodes(tx, caller) };
  });
}

/** Removes one of the caller's passkeys. Errors: `not_found`, and those of `withOwnProof`. */
export async function removePasskey(
  context: RequestContext,
  passkeyId: string,
  proof: GivenProof,
): Promise<void> {
  const { caller } = callerSession(context);
  const known = await listPasskeys(context);
  await withOwnProof(
    context,
    proof,
    () => {
      if (!known.some(({ id }) => id === passkeyId)) throw new ApiError('not_found');
    },
    async (tx) => {
      const name = await deletePasskey(tx, caller, passkeyId);
      if (name === null) throw new ApiError('not_found');
      await recordFactorChange(tx, context.services, caller, { change: 'passkey_removed', name });
    },
  );
}

async function verifyPasskey(
  context: RequestContext,
  response: PasskeyRegistration,
): Promise<Pick<NewPasskey, 'credentialId' | 'publicKey' | 'counter'>> {
  const { services } = context;
  const of = { purpose: 'add', callerHash: requireSession(context).sessionHash } as const;
  const expectedChallenge = await takeChallenge(
    services.database,
    response.response.clientDataJSON,
    of,
  );
  if (expectedChallenge === null) throw new ApiError('invalid_passkey');
  const { id, origin } = relyingParty(services.config);
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const result = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs,
  }).catch((cause: unknown) => {
    throw new ApiError('invalid_passkey', { cause });
  });
  if (!result.verified) throw new ApiError('invalid_passkey');
  const { credential } = result.registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
  };
}

function requireRoom(passkeys: number): void {
  if (passkeys >= maxPasskeys)
    throw new ApiError('passkey_limit_reached', { values: { limit: maxPasskeys } });
}

/**
 * Replaces the caller's recovery codes. Errors: `no_second_factor`, and those of `withOwnProof`.
 */
export async function renewRecoveryCodes(
  context: RequestContext,
  proof: GivenProof,
): Promise<RecoveryCodes> {
  const { services } = context;
  const { caller } = callerSession(context);
  return withOwnProof(
    context,
    proof,
    (factors) => {
      if (!hasFactor(factors)) throw new ApiError('no_second_factor');
    },
    async (tx) => {
      await recordFactorChange(tx, services, caller, { change: 'recovery_codes_renewed' });
      return { recoveryCodes: await replaceRecoveryCodes(tx, caller) };
    },
  );
}

/**
 * Records the caller's proof by password or factor; all that is given must be right. Errors:
 * `invalid_request` for none; `wrong_proof`, which counts as a failed sign-in; `rate_limited`.
 */
export async function stepUp(
  context: RequestContext,
  { body, challengeToken }: GivenProof,
): Promise<void> {
  const { services } = context;
  const { session, caller } = callerSession(context);
  const givesFactor = body.code !== undefined || body.passkey !== undefined;
  if (body.password === undefined && !givesFactor) {
    throw new ApiError('invalid_request', {
      details: [{ path: '', message: 'needs a password, code or passkey' }],
    });
  }
  await attemptProof(context, caller, async () => {
    const isRight =
      body.password === undefined ||
      (await matchOwnPassword(context, caller, body.password)) !== null;
    if (!isRight) throw new ApiError('wrong_proof');
    const given = await openGivenFactor(services.database, body, challengeToken);
    await context.transaction(async (tx) => {
      await holdFactorOwner(tx, caller);
      if (givesFactor && !(await acceptFactor(tx, services, caller, given)))
        throw new ApiError('wrong_proof');
      await markProven(tx, session.sessionHash, { person: true, secondFactor: givesFactor });
      await recordAudit(tx, context, {
        action: 'auth.step_up',
        resourceType: 'user',
        resourceId: caller.userId,
      });
    });
  });
}

/** A request that takes a proof: its body, and the token of the browser's challenge. */
interface GivenProof {
  body: OwnProofBody;
  challengeToken: string | undefined;
}

/**
 * Does `work` after the password, if any, and a second factor; `requireState` throws if there is
 * nothing to do. Errors: `invalid_request` without the password, `second_factor_required`,
 * `wrong_proof`, `rate_limited`, those of both functions.
 */
async function withOwnProof<Result>(
  context: RequestContext,
  { body, challengeToken }: GivenProof,
  requireState: (factors: Factors) => void,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const { services } = context;
  const { caller } = callerSession(context);
  const factors = await context.transaction((tx) => readFactors(tx, caller));
  requireState(factors);
  if (factors.hasPassword && body.password === undefined) {
    throw new ApiError('invalid_request', {
      details: [{ path: '/password', message: 'is required' }],
    });
  }
  return attemptProof(context, caller, async () => {
    const { password } = body;
    const isRight =
      !factors.hasPassword ||
      (password !== undefined && (await matchOwnPassword(context, caller, password)) !== null);
    if (!isRight) throw new ApiError('wrong_proof');
    const given = await openGivenFactor(services.database, body, challengeToken);
    return context.transaction(async (tx) => {
      await holdFactorOwner(tx, caller);
      await passFactor(tx, services, caller, given);
      return work(tx);
    });
  });
}

/** The caller's session, and their row as the owner of factors. */
interface CallerSession {
  session: SessionPrincipal;
  caller: FactorCaller & { email: CanonicalEmail };
}

/** Returns the caller's session. Error: `session_required` for a key. */
function callerSession(context: RequestContext): CallerSession {
  const session = requireSession(context);
  const { tenantId, userId } = session;
  return {
    session,
    caller: {
      tenantId,
      userId,
      ipAddress: context.ipAddress,
      email: canonicalEmail(session.email),
    },
  };
}

/**
 * Throws `step_up_required` for a factor without recent proof, so that a stolen session cannot add
 * one.
 */
function requireProofBesideFactor(session: SessionPrincipal, factors: Factors, now: Date): void {
  if (hasFactor(factors)) requireRecentProof(session, now);
}

const maxTenantName = 60;

/**
 * Names a membership in an authenticator app or among passkeys, where a person may have several of
 * one address.
 */
function nameMembership({
  email,
  tenantName,
}: Pick<SessionPrincipal, 'email' | 'tenantName'>): string {
  return `${email} (${[...tenantName].slice(0, maxTenantName).join('')})`;
}
