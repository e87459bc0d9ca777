import { hkdfSync, randomBytes } from 'node:crypto';
import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { decryptText, encryptText, type KeyRing } from './key-ring.ts';

/**
 * The random key of each tenant's stored files, wrapped by the master key in platform.tenant_keys.
 */
export interface TenantKeys {
  /**
   * Returns a tenant's key, and makes it at the first use. Throws for a tenant that does not exist.
   */
  forWriting(tenantId: string): Promise<Buffer>;
  /** Returns a tenant's key; null when it was erased, or never made. */
  forReading(tenantId: string): Promise<Buffer | null>;
  rewrap(tenantId: string): Promise<void>;
}

const keyBytes = 32;
/** 1,000 unwrapped keys take a few hundred kilobytes. */
const maxCached = 1_000;
const cacheLifeMs = 300_000;

interface CachedKey {
  dataKey: Promise<Buffer>;
  expiresMs: number;
}

/**
 * Opens tenants' keys. Each use reads the wrapped row, so an erased key opens nothing after its
 * commit; only unwrapping is cached, for five minutes. Throws while the master key does not answer.
 */
export function openTenantKeys(database: Database, master: MasterKey): TenantKeys {
  const cached = new Map<string, CachedKey>();
  const unwrap = (tenantId: string, row: WrappedKey): Promise<Buffer> => {
    const place = `${tenantId} ${row.wrapped.toString('base64')}`;
    const found = cached.get(place);
    cached.delete(place);
    if (found && found.expiresMs > performance.now()) {
      cached.set(place, found);
      return found.dataKey;
    }
    const dataKey = master.unwrap(tenantId, row);
    cached.set(place, { dataKey, expiresMs: performance.now() + cacheLifeMs });
    dataKey.catch(() => cached.delete(place));
    const [oldest] = cached.keys();
    if (cached.size > maxCached && oldest !== undefined) cached.delete(oldest);
    return dataKey;
  };
  const find = async (tenantId: string): Promise<WrappedKey | undefined> =>
    (await database.batchTenant(tenantId, [selectKey(tenantId)]))[0][0];
  const forReading: TenantKeys['forReading'] = async (tenantId) => {
    const row = await find(tenantId);
    return row ? unwrap(tenantId, row) : null;
  };
  return {
    forReading,
    async forWriting(tenantId) {
      const known = await forReading(tenantId);
      if (known) return known;
      const made = await master.wrap(tenantId, randomBytes(keyBytes));
      // If several callers need the first key at once, only one of them creates it.
      const [, [row]] = await database.batchTenant(tenantId, [
        insertKey(tenantId, made),
        selectKey(tenantId),
      ]);
      if (!row) throw new Error('A key that was just made is gone');
      return unwrap(tenantId, row);
    },
    async rewrap(tenantId) {
      const row = await find(tenantId);
      if (!row || row.master === master.name) return;
      const renewed = await master.wrap(tenantId, await unwrap(tenantId, row));
      await database.batchTenant(tenantId, [replaceKey(tenantId, row, renewed)]);
    },
  };
}

const selectKey = (tenantId: string): Statement<WrappedKey> => ({
  name: 'select_tenant_key',
  text: 'select wrapped, master from platform.tenant_keys where tenant_id = $1',
  values: [tenantId],
});

const insertKey = (tenantId: string, { wrapped, master }: WrappedKey): Statement => ({
  name: 'insert_tenant_key',
  text: `insert into platform.tenant_keys (tenant_id, wrapped, master) values ($1, $2, $3)
    on conflict (tenant_id) do nothing`,
  values: [tenantId, wrapped, master],
});

const replaceKey = (
  tenantId: string,
  old: WrappedKey,
  { wrapped, master }: WrappedKey,
): Statement => ({
  name: 'replace_tenant_key',
  text: 'update platform.tenant_keys set wrapped = $3, master = $4 where tenant_id = $1 and wrapped = $2',
  values: [tenantId, old.wrapped, wrapped, master],
});

/** Selects tenants with a key of another master key, by id after `after`. Needs the system role. */
export const selectTenantsToRewrap = (
  master: string,
  after: string,
  limit: number,
): Statement<{ tenant_id: string }> => ({
  name: 'select_tenants_to_rewrap',
  text: `select tenant_id from platform.tenant_keys where master <> $1 and tenant_id > $2 order by tenant_id limit $3`,
  values: [master, after, limit],
});

/**
 * Encrypts a short secret with a tenant's key for one `place`. Files have other keys of the same
 * root.
 */
export function sealText(dataKey: Buffer, place: string, text: string): Buffer {
  return encryptText(secretsKeyOf(dataKey), place, text);
}

/** Decrypts it; throws when it was changed, or encrypted for another place or with another key. */
export function openText(dataKey: Buffer, place: string, sealed: Buffer): string {
  return decryptText(secretsKeyOf(dataKey), place, sealed);
}

const secretsKeyOf = (dataKey: Buffer) =>
  Buffer.from(hkdfSync('sha256', dataKey, '', 'secrets', keyBytes));

interface WrappedKey {
  wrapped: Buffer;
  /**
   * The name of the master key that encrypted it: `local:<id of a secret>` or `kms:<id of a key>`.
   */
  master: string;
}

/**
 * The key that encrypts data keys: the installation's secrets, or a key in a key management
 * service.
 */
export interface MasterKey {
  /** The name of the present master key. Data keys with another name are wrapped again. */
  readonly name: string;
  wrap(tenantId: string, dataKey: Buffer): Promise<WrappedKey>;
  /**
   * Decrypts it; throws when it was wrapped for another tenant, was changed, or its master does not
   * answer.
   */
  unwrap(tenantId: string, key: WrappedKey): Promise<Buffer>;
  close(): void;
}

const localPrefix = 'local:';

/** The installation's secrets as the master key. */
export function openLocalMasterKey(keys: KeyRing): MasterKey {
  return {
    get name() {
      return localPrefix + keys.writingId;
    },
    async wrap(tenantId, dataKey) {
      // Both belong to one moment, so that the name is that of the secret in use.
      return {
        master: localPrefix + keys.writingId,
        wrapped: keys.encrypt('tenant keys', tenantId, dataKey.toString('base64')),
      };
    },
    async unwrap(tenantId, { wrapped, master }) {
      if (!master.startsWith(localPrefix))
        throw new Error(`The key of a tenant is encrypted by ${master}: set KMS_KEY_ID`);
      return Buffer.from(keys.decrypt('tenant keys', tenantId, wrapped), 'base64');
    },
    close: () => undefined,
  };
}
