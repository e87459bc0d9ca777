import type { Statement } from '@ecp/database/statement';
import type { KeyRing } from '../../../kernel/keys/key-ring.ts';
import { decryptSecret } from './encrypt-secret.ts';

/** Bounds the header: with faster rotation, old secrets end before their time. */
const maxSigning = 10;

/** SQL of the encrypted secrets that sign at a moment, newest first. The arguments are SQL, too. */
export const signingSecrets = (tenantId: string, endpointId: string, now: string): string =>
  `select sealed from platform.webhook_secrets
    where tenant_id = ${tenantId} and endpoint_id = ${endpointId} and (expires_at is null or expires_at > ${now})
    order by created_at desc limit ${maxSigning}`;

/** Selects the encrypted secrets that sign at a moment, newest first. */
export function selectSecrets(tenantId: string, endpointId: string, now: Date): Statement<{ sealed: string }> {
  return {
    name: 'find_webhook_secrets',
    text: signingSecrets('$1', '$2', '$3'),
    values: [tenantId, endpointId, now],
  };
}

/** Decrypts the secrets; those encrypted with another installation's key are left out. */
export function decryptSecrets(keys: KeyRing, endpointId: string, sealed: readonly string[]): string[] {
  return sealed.flatMap((secret) => decryptSecret(keys, endpointId, secret) ?? []);
}
