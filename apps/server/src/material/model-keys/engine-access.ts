import { createHash } from 'node:crypto';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { TenantModelKey, TenantModelKeys } from '@ecp/contract/engine/model-access';
import type { Database } from '@ecp/database/database';
import { OutboundError } from '../../kernel/outbound/addresses.ts';
import type { Services } from '../../kernel/services.ts';
import type { PlatformConfig } from '../../kernel/settings.ts';
import { recordAdminNotice } from '../notices/notices.ts';
import { type KeyRow, keyColumns, selectKeys } from './key-rows.ts';
import { openKey, resolveBaseUrl } from './model-keys.ts';

/**
 * Returns the edition of a tenant's keys, which changes with every key; null for a tenant without
 * keys.
 */
export async function findKeyEdition(
  { database, config }: { database: Database; config: PlatformConfig },
  tenantId: string,
): Promise<string | null> {
  if (config.tenantModelKeys === 'off') return null;
  const [rows] = await database.batchTenant(tenantId, [selectKeys(tenantId)]);
  if (rows.length === 0) return null;
  const ids = rows.map(({ id }) => id).join();
  return createHash('sha256').update(ids).digest('base64url').slice(0, 16);
}

/**
 * Reads a tenant's keys for the engine, with the checked addresses of their hosts. Error:
 * `service_unavailable` while the master key does not answer.
 */
export async function readModelKeys(
  services: Services,
  tenantId: string,
): Promise<TenantModelKeys> {
  const { database, config } = services;
  if (config.tenantModelKeys === 'off') return { ownOnly: false, keys: [] };
  const [rows] = await database.batchTenant<[KeyRow & { sealed: Buffer }]>(tenantId, [
    {
      name: 'read_model_keys',
      text: `select ${keyColumns}, sealed from platform.model_keys where tenant_id = $1 order by provider`,
      values: [tenantId],
    },
  ]);
  const keys = await Promise.all(rows.map((row) => toTenantKey(services, tenantId, row)));
  const ownOnly = rows.length > 0 || config.tenantModelKeys === 'required';
  return { ownOnly, keys: keys.filter((key) => key !== null) };
}

async function toTenantKey(
  services: Services,
  tenantId: string,
  row: KeyRow & { sealed: Buffer },
): Promise<TenantModelKey | null> {
  const { id, provider, base_url: baseUrl, models } = row;
  const apiKey = await openKey(services, tenantId, row).catch((cause: unknown) => {
    throw new ApiError('service_unavailable', { cause });
  });
  if (apiKey === null) return null;
  const addresses = await resolveBaseUrl(services.config, baseUrl).catch((error: unknown) => {
    // Without an address the engine connects to nothing, and its call fails as for a provider that
    // is away.
    if (error instanceof OutboundError) return [];
    throw error;
  });
  return { id, provider, apiKey, baseUrl, addresses, models };
}

export type KeyEvent = 'used' | 'refused';

/** What became of a key in a call. */
export interface ToldOfKey {
  keyId: string;
  event: KeyEvent;
  /** The engagement of the call; null for a test. */
  engagementId: string | null;
}

/**
 * Records that a key was used, or that its provider refused it, which the admins are told once for
 * each key.
 */
export async function recordKeyEvent(
  services: Services,
  tenantId: string,
  { keyId, event, engagementId }: ToldOfKey,
): Promise<void> {
  await services.database.withTenant(tenantId, async (tx) => {
    if (event === 'used') {
      await tx.query({
        name: 'record_use_of_model_key',
        text: `update platform.model_keys set last_used_at = clock_timestamp(), refused_at = null
          where tenant_id = $1 and id = $2`,
        values: [tenantId, keyId],
      });
      return;
    }
    const { rows } = await tx.query<KeyRow>({
      name: 'record_refusal_of_model_key',
      text: `update platform.model_keys set refused_at = clock_timestamp()
        where tenant_id = $1 and id = $2 and refused_at is null returning ${keyColumns}`,
      values: [tenantId, keyId],
    });
    const [refused] = rows;
    if (!refused || engagementId === null) return;
    const { provider, last4 } = refused;
    await recordAdminNotice(tx, services, tenantId, {
      kind: 'model_key_refused',
      engagementId,
      cause: keyId,
      data: { provider, last4 },
    });
  });
}
