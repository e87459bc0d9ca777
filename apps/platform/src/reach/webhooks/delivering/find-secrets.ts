import type { Statement } from '@ecp/database/statement';
import type { KeyRing } from '../../../kernel/keys/key-ring.ts';
import { decryptSecret } from './encrypt-secret.ts';

/** Bounds the header: with faster rotation, old secrets end before their time. */
const maxSigning = 10;

/** Selects the encrypted secrets that sign at a moment, newest first. */
export function selectSecrets(tenantId: string, endpointId: string, now: Date): Statement<{ sealed: string }> {
  return {
    name: 'find_webhook_secrets',
    text: `select sealed from platform.webhook_secrets
      where tenant_id = $1 and endpoint_id = $2 and (expires_at is null or expires_at > $3)
      order by created_at desc limit ${maxSigning}`,
    values: [tenantId, endpointId, now],
  };
}

/** Decrypts the secrets; those encrypted with another installation's key are left out. */
export function decryptSecrets(keys: KeyRing, endpointId: string, rows: readonly { sealed: string }[]): string[] {
  return rows.flatMap(({ sealed }) => decryptSecret(keys, endpointId, sealed) ?? []);
}
