import type { TenantModelKeys } from '@ecp/contract/engine/model-access';
import type { Services } from '../../kernel/services.ts';
import {
  findKeyEdition,
  type KeyEvent,
  readModelKeys,
  recordKeyEvent,
  type ToldOfKey,
} from '../../material/model-keys/engine-access.ts';
import type { KeyHolder } from '../kernel/runs.ts';

export type { KeyHolder };

const retryWaitMs = 1_000;

/** The stored keys of tenants, and what becomes of them. */
export interface ModelKeySource {
  /** Returns the holder of the keys of now; null for a tenant without keys. */
  find(tenantId: string): Promise<KeyHolder | null>;
  /** Reads the keys. Throws while the key that encrypts them cannot be reached. */
  read(tenantId: string): Promise<TenantModelKeys>;
  /** Records that a provider took or refused a key. */
  record(tenantId: string, told: ToldOfKey): Promise<void>;
}

export type { KeyEvent };

/** Opens the keys that are stored in the database. */
export const openModelKeySource = (services: Services): ModelKeySource => ({
  async find(tenantId) {
    const edition = await findKeyEdition(services, tenantId);
    return edition === null ? null : { tenantId, edition };
  },
  read: (tenantId) => readModelKeys(services, tenantId),
  record: (tenantId, told) => recordKeyEvent(services, tenantId, told),
});

/** The keys of a tenant cannot be read now. */
export class UnreadableKeysError extends Error {
  override readonly name = 'UnreadableKeysError';
}

/**
 * Reads a tenant's keys, again for up to `limitMs` milliseconds while they cannot be read. Throws
 * UnreadableKeysError.
 */
export async function readKeys(
  source: ModelKeySource,
  tenantId: string,
  limitMs: number,
): Promise<TenantModelKeys> {
  const untilMs = performance.now() + limitMs;
  for (;;) {
    try {
      return await source.read(tenantId);
    } catch (cause) {
      if (performance.now() + retryWaitMs > untilMs) {
        throw new UnreadableKeysError('The keys of the workspace cannot be read at the moment', {
          cause,
        });
      }
      await new Promise((resolve) => setTimeout(resolve, retryWaitMs));
    }
  }
}
