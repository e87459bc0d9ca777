import { randomBytes } from 'node:crypto';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { renewSealedRows } from '../../kernel/keys/renewal.ts';
import type { Services } from '../../kernel/services.ts';

/** Makes a stored secret, returned once: `whsec_` and 24 hex digits, which are valid base64 too. */
export async function issueSecret(
  tx: Transaction,
  { keys }: Services,
  tenantId: string,
  endpointId: string,
): Promise<string> {
  const secret = `whsec_${randomBytes(12).toString('hex')}`;
  await tx.query({
    name: 'insert_webhook_secret',
    text: 'insert into platform.webhook_secrets (id, tenant_id, endpoint_id, sealed) values ($1, $2, $3, $4)',
    values: [createId(), tenantId, endpointId, encryptSecret(keys, endpointId, secret)],
  });
  return secret;
}

/** Bounds the header: with faster rotation, old secrets end before their time. */
const maxSigning = 10;

/** SQL of the encrypted secrets that sign at a moment, newest first. The arguments are SQL, too. */
export const signingSecrets = (tenantId: string, endpointId: string, now: string): string =>
  `select sealed from platform.webhook_secrets
    where tenant_id = ${tenantId} and endpoint_id = ${endpointId} and (expires_at is null or expires_at > ${now})
    order by created_at desc limit ${maxSigning}`;

/** Selects the encrypted secrets that sign at a moment, newest first. */
export function selectSecrets(
  tenantId: string,
  endpointId: string,
  now: Date,
): Statement<{ sealed: string }> {
  return {
    name: 'find_webhook_secrets',
    text: signingSecrets('$1', '$2', '$3'),
    values: [tenantId, endpointId, now],
  };
}

/** Decrypts the secrets; those encrypted with another installation's key are left out. */
export function decryptSecrets(
  keys: KeyRing,
  endpointId: string,
  sealed: readonly string[],
): string[] {
  return sealed.flatMap((secret) => decryptSecret(keys, endpointId, secret) ?? []);
}

const purpose = 'webhook secrets';

/**
 * Encrypts an endpoint's secret with the installation's key; it can be decrypted for this endpoint
 * only.
 */
function encryptSecret(keys: KeyRing, endpointId: string, secret: string): string {
  return keys.encrypt(purpose, endpointId, secret).toString('base64url');
}

/**
 * Decrypts a secret; null when it is damaged, or was encrypted with another key or for another
 * endpoint.
 */
function decryptSecret(keys: KeyRing, endpointId: string, sealed: string): string | null {
  try {
    return keys.decrypt(purpose, endpointId, Buffer.from(sealed, 'base64url'));
  } catch {
    return null;
  }
}

interface SealedSecret {
  id: string;
  endpoint_id: string;
  sealed: string;
}

/** Renews the encryption of webhook secrets, see renewSealedRows. */
export function renewWebhookSecrets(
  services: Pick<Services, 'database' | 'keys'>,
  signal: AbortSignal,
): Promise<number> {
  const { keys } = services;
  const reseal = ({ endpoint_id: endpointId, sealed }: SealedSecret) => {
    const secret = decryptSecret(keys, endpointId, sealed);
    return secret === null ? null : encryptSecret(keys, endpointId, secret);
  };
  const sealed = {
    table: 'platform.webhook_secrets',
    columns: 'id, endpoint_id, sealed',
    reseal,
  } as const;
  return renewSealedRows(services, sealed, signal);
}
