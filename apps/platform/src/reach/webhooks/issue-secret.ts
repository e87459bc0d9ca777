import { randomBytes } from 'node:crypto';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import type { Services } from '../../kernel/services.ts';
import { encryptSecret } from './delivering/encrypt-secret.ts';

/**
 * Makes a new secret for an endpoint: `whsec_` and 24 hex digits, which are valid base64 too (WEB-1).
 * It is stored encrypted and returned only once.
 */
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
