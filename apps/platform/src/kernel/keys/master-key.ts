import type { KeyRing } from './key-ring.ts';

/** A tenant's data key as it is stored. */
export interface WrappedKey {
  wrapped: Buffer;
  /** The name of the master key that encrypted it: `local:<id of a secret>` or `kms:<id of a key>`. */
  master: string;
}

/** The key that encrypts data keys: the installation's secrets, or a key in a key management service. */
export interface MasterKey {
  /** The name of the present master key. Data keys with another name are wrapped again (SET-15). */
  readonly name: string;
  /** Encrypts a data key for one tenant. */
  wrap(tenantId: string, dataKey: Buffer): Promise<WrappedKey>;
  /** Decrypts it; throws when it was wrapped for another tenant, was changed, or its master does not answer. */
  unwrap(tenantId: string, key: WrappedKey): Promise<Buffer>;
  close(): void;
}

const prefix = 'local:';

/** The installation's secrets as the master key. */
export function openLocalMasterKey(keys: KeyRing): MasterKey {
  return {
    get name() {
      return prefix + keys.writingId;
    },
    async wrap(tenantId, dataKey) {
      // Both belong to one moment, so that the name is that of the secret in use.
      return {
        master: prefix + keys.writingId,
        wrapped: keys.encrypt('tenant keys', tenantId, dataKey.toString('base64')),
      };
    },
    async unwrap(tenantId, { wrapped, master }) {
      if (!master.startsWith(prefix)) throw new Error(`The key of a tenant is encrypted by ${master}: set KMS_KEY_ID`);
      return Buffer.from(keys.decrypt('tenant keys', tenantId, wrapped), 'base64');
    },
    close: () => undefined,
  };
}
