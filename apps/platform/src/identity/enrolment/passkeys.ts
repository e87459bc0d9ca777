import { ApiError } from '@ecp/contract/declaring/errors';
import type { PasskeyRegistration } from '@ecp/contract/identity/factor-proof';
import type { AddedPasskey, Passkey } from '@ecp/contract/identity/second-factor';
import type { RequestContext } from '../../kernel/context.ts';
import { challengeLifetimeSeconds, createChallenge, takeChallenge } from '../second-factor/challenges.ts';
import { deletePasskey } from '../second-factor/change-factors.ts';
import { holdFactorOwner } from '../second-factor/hold-owner.ts';
import { insertPasskey, maxPasskeys, type NewPasskey, readPasskeys } from '../second-factor/passkey-rows.ts';
import { hasFactor, readFactors } from '../second-factor/read-factors.ts';
import { recordFactorChange } from '../second-factor/record-factor-change.ts';
import { replaceRecoveryCodes } from '../second-factor/recovery-codes.ts';
import { relyingParty } from '../second-factor/relying-party.ts';
import { loadWebAuthn } from '../second-factor/web-authn.ts';
import { isMailboxProven, markProven } from '../sessions/mark-proven.ts';
import { requireSession } from '../sessions/own-session.ts';
import { callerSession, requireProofBesideFactor } from './caller-session.ts';
import { nameMembership } from './name-membership.ts';
import { type GivenProof, withOwnProof } from './prove-own-factor.ts';

/** COSE's numbers of EdDSA, ES256 and RS256, which cover every authenticator. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** Lists the caller's passkeys, oldest first. */
export async function listPasskeys(context: RequestContext): Promise<Passkey[]> {
  const { caller } = callerSession(context);
  const passkeys = await context.transaction((tx) => readPasskeys(tx, caller));
  return passkeys.map(({ credentialId, ...passkey }) => passkey);
}

/**
 * Returns WebAuthn's options for a new passkey, with a challenge for this session (SFA-10). The device must store the
 * passkey and verify the person, so that it can also sign in alone. Errors: `passkey_limit_reached`,
 * `step_up_required` beside another factor.
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
  const challenge = await createChallenge(services.database, { purpose: 'add', callerHash: session.sessionHash });
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
 * Adds a passkey that has answered this session's challenge; the first factor comes with recovery codes (SFA-3, SFA-4).
 * Errors: `invalid_passkey`, `passkey_limit_reached`.
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
export async function removePasskey(context: RequestContext, passkeyId: string, proof: GivenProof): Promise<void> {
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
  const expectedChallenge = await takeChallenge(services.database, response.response.clientDataJSON, of);
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
  return { credentialId: credential.id, publicKey: Buffer.from(credential.publicKey), counter: credential.counter };
}

function requireRoom(passkeys: number): void {
  if (passkeys >= maxPasskeys) throw new ApiError('passkey_limit_reached', { values: { limit: maxPasskeys } });
}
