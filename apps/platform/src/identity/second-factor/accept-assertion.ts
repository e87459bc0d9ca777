import type { PasskeyAssertion } from '@ecp/contract/identity/factor-proof';
import type { Database, Transaction } from '@ecp/database/database';
import type { Services } from '../../kernel/services.ts';
import { takeChallenge } from './challenges.ts';
import type { FactorOwner } from './factor-owner.ts';
import { relyingParty } from './relying-party.ts';
import { loadWebAuthn } from './web-authn.ts';

/** A passkey's answer and the challenge that it names, which the caller had and is used up. */
export interface OpenedAssertion {
  assertion: PasskeyAssertion;
  /** Null if the caller has no such challenge. Then no passkey is accepted. */
  challenge: string | null;
}

/** Uses up the challenge of an answer, before any transaction that could restore it (SFA-10). */
export async function openAssertion(
  database: Database,
  assertion: PasskeyAssertion,
  callerHash: Buffer,
): Promise<OpenedAssertion> {
  const { clientDataJSON } = assertion.response;
  return { assertion, challenge: await takeChallenge(database, clientDataJSON, { purpose: 'prove', callerHash }) };
}

/** The row that a passkey belongs to. */
export interface PasskeyOwner extends FactorOwner {
  mailboxProven: boolean;
}

interface PasskeyRow extends PasskeyOwner {
  id: string;
  publicKey: Buffer;
  counter: number;
}

/**
 * Checks a passkey's answer: challenge, origin, host, signature, the person's verification by the device, and the
 * counter. Returns the row of the passkey; null if anything is wrong. With `owner` only that row's passkeys count.
 */
export async function acceptAssertion(
  tx: Transaction,
  { config, log }: Pick<Services, 'config' | 'log'>,
  { assertion, challenge }: OpenedAssertion,
  owner?: FactorOwner,
): Promise<PasskeyOwner | null> {
  const passkey = challenge === null ? undefined : await lockPasskey(tx, assertion.id);
  const isTheirs = owner === undefined || (passkey?.userId === owner.userId && passkey.tenantId === owner.tenantId);
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
async function lockPasskey(tx: Transaction, credentialId: string): Promise<PasskeyRow | undefined> {
  const { rows } = await tx.query<PasskeyRow>({
    name: 'lock_passkey',
    text: `select id, tenant_id as "tenantId", user_id as "userId", public_key as "publicKey", counter,
        mailbox_proven as "mailboxProven"
      from platform.passkeys where credential_id = $1 for update`,
    values: [credentialId],
  });
  return rows[0];
}
