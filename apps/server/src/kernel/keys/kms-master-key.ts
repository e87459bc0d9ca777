import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import type { KmsSettings } from '../settings.ts';
import { awsClientOptions } from '../settings.ts';
import type { MasterKey } from './tenant-keys.ts';

const prefix = 'kms:';

/**
 * A master key in AWS KMS or a server with its API. The tenant is the encryption context, so keys
 * fit no other tenant and logs name it. Keys of `local` still open; `answerLimitMs` bounds a call.
 */
export function openKmsMasterKey(
  settings: KmsSettings,
  local: MasterKey,
  answerLimitMs = 10_000,
): MasterKey {
  const { keyId } = settings;
  const limits = { requestTimeout: answerLimitMs, throwOnRequestTimeout: true } as const;
  const client = new KMSClient(awsClientOptions(settings, limits));
  const contextOf = (tenantId: string) => ({ tenantId });
  return {
    name: prefix + keyId,
    async wrap(tenantId, dataKey) {
      const { CiphertextBlob } = await client.send(
        new EncryptCommand({
          KeyId: keyId,
          Plaintext: dataKey,
          EncryptionContext: contextOf(tenantId),
        }),
      );
      if (!CiphertextBlob) throw new Error('KMS answered without a ciphertext');
      return { wrapped: Buffer.from(CiphertextBlob), master: prefix + keyId };
    },
    async unwrap(tenantId, key) {
      if (!key.master.startsWith(prefix)) return local.unwrap(tenantId, key);
      const { Plaintext } = await client.send(
        new DecryptCommand({
          KeyId: key.master.slice(prefix.length),
          CiphertextBlob: key.wrapped,
          EncryptionContext: contextOf(tenantId),
        }),
      );
      if (!Plaintext) throw new Error('KMS answered without a plaintext');
      return Buffer.from(Plaintext);
    },
    close: () => client.destroy(),
  };
}
