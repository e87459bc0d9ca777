import { renewTotpSecrets } from './identity/second-factor/renew-totp-secrets.ts';
import { rewrapTenantKeys } from './kernel/keys/rewrap-tenant-keys.ts';
import type { Services } from './kernel/services.ts';
import { renewChannelAddresses } from './reach/notices/channels/renew-addresses.ts';
import { renewWebhookSecrets } from './reach/webhooks/delivering/renew-secrets.ts';

/**
 * Returns background work that encrypts stored rows with the secret that writes and the present master key, in bounded
 * batches. It logs once when no row needs an older secret, so that it may be removed (docs/operations.md).
 */
export function createEncryptionRenewal(
  services: Pick<Services, 'database' | 'keys' | 'masterKey' | 'tenantKeys' | 'log'>,
  signal: AbortSignal,
): () => Promise<void> {
  const { keys, log } = services;
  let told = false;
  return async () => {
    // Until every process has the first secret, rows of the one before it are right.
    if (keys.writingId !== keys.ids[0]) return;
    const left =
      (await renewWebhookSecrets(services, signal)) +
      (await renewChannelAddresses(services, signal)) +
      (await renewTotpSecrets(services, signal)) +
      (await rewrapTenantKeys(services, signal));
    if (left > 0) log.warn({ rowsLeft: left }, 'Some rows are encrypted with a secret that SECRET_KEY does not have');
    else if (!told && !signal.aborted && keys.ids.length > 1) {
      told = true;
      log.info({ secret: keys.writingId, rowsLeft: 0 }, 'No stored row needs an older secret of SECRET_KEY');
    }
  };
}
