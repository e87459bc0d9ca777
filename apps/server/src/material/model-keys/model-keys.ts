import { ApiError } from '@ecp/contract/declaring/errors';
import { nanoToUsd } from '@ecp/contract/declaring/money';
import type { ModelKey, ModelKeyList, PutModelKeyBody } from '@ecp/contract/identity/model-keys';
import {
  addressedProviders,
  type ModelKeyProvider,
  modelKeyProviders,
} from '@ecp/contract/values/model-key-providers';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import { actorAuthor, type RequestContext } from '../../kernel/context.ts';
import { openText, sealText } from '../../kernel/keys/tenant-keys.ts';
import {
  isAllowedHost,
  isPrivateLiteral,
  OutboundError,
  parseOutboundUrl,
  resolvePublicName,
  resolveTarget,
} from '../../kernel/outbound/addresses.ts';
import { requireWayOut } from '../../kernel/outbound/way-out.ts';
import type { Services } from '../../kernel/services.ts';
import { EngineUnavailableError, engineErrorOf } from '../engine-client/engine-client.ts';
import { type KeyRow, keyColumns, selectKeys, toModelKey } from './key-rows.ts';

/** Lists the tenant's keys by provider, without the keys. */
export async function listModelKeys({ services, tenantId }: RequestContext): Promise<ModelKeyList> {
  const [rows] = await services.database.batchTenant(tenantId, [selectKeys(tenantId)]);
  return { mode: services.config.tenantModelKeys, keys: rows.map(toModelKey) };
}

/** Returns the provider of a path. Error: `not_found`. */
export function requireProvider(given: string): ModelKeyProvider {
  const provider = modelKeyProviders.find((known) => known === given);
  if (!provider) throw new ApiError('not_found');
  return provider;
}

/**
 * Sets the tenant's key of a provider once a model has answered it; else the key of before stays.
 * Errors: `outbound_off`, `model_keys_off`, `url_invalid`, `url_private`, `model_key_refused`,
 * `engine_error`, `service_unavailable`.
 */
export async function putModelKey(
  context: RequestContext,
  provider: ModelKeyProvider,
  { apiKey, baseUrl = null, models = null }: PutModelKeyBody,
): Promise<ModelKey> {
  const { services, tenantId } = context;
  requireWayOut(services.config);
  if (services.config.tenantModelKeys === 'off') throw new ApiError('model_keys_off');
  if (baseUrl === null && addressedProviders.includes(provider))
    throw refuse('This provider needs a baseUrl');
  const id = createId();
  const named = { id, provider, baseUrl, models: models && [...new Set(models)] };
  const costNanoUsd = await tryKey(services, tenantId, { ...named, apiKey });
  const sealed = await sealKey(services, tenantId, id, apiKey);
  return context.commit(async (tx) => {
    const { id: userId, name } = actorAuthor(context.principal);
    const { rows } = await tx.query<KeyRow>({
      name: 'put_model_key',
      text: `insert into platform.model_keys
          (id, tenant_id, provider, sealed, last4, base_url, models, created_by, created_by_name)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        on conflict (tenant_id, provider) do update set id = excluded.id, sealed = excluded.sealed,
          last4 = excluded.last4, base_url = excluded.base_url, models = excluded.models,
          created_by = excluded.created_by, created_by_name = excluded.created_by_name,
          created_at = excluded.created_at, last_used_at = null, refused_at = null
        returning ${keyColumns}`,
      values: [
        id,
        tenantId,
        provider,
        sealed,
        apiKey.slice(-4),
        baseUrl,
        named.models,
        userId,
        name,
      ],
    });
    const [row] = rows;
    if (!row) throw new Error('The insert of a model key returned nothing');
    const host = baseUrl === null ? null : new URL(baseUrl).host;
    const metadata = {
      provider,
      last4: row.last4,
      host,
      models: row.models,
      costUsd: nanoToUsd(costNanoUsd),
    };
    await recordAudit(tx, context, {
      action: 'model_key.set',
      resourceType: 'model_key',
      resourceId: id,
      metadata,
    });
    return toModelKey(row);
  });
}

interface KeyToTry {
  id: string;
  provider: ModelKeyProvider;
  apiKey: string;
  baseUrl: string | null;
  models: string[] | null;
}

/** Makes one call with a key and returns its cost. */
async function tryKey(services: Services, tenantId: string, key: KeyToTry): Promise<number> {
  const addresses = await resolveBaseUrl(services.config, key.baseUrl).catch((error: unknown) => {
    throw error instanceof OutboundError ? toApiError(error) : error;
  });
  try {
    const { costNanoUsd, refusal, kind } = await services.engine.tryModelKey(tenantId, {
      ...key,
      addresses,
    });
    if (refusal !== null) throw refuse(refusal, kind);
    return costNanoUsd;
  } catch (error) {
    if (!(error instanceof EngineUnavailableError)) throw error;
    throw error.code === 'unknown_model' ? refuse(error.message, error.code) : engineErrorOf(error);
  }
}

/** The kind lets a page say the reason in its language. */
const refuse = (reason: string, kind = 'other') =>
  new ApiError('model_key_refused', { values: { reason, kind } });

function toApiError(error: OutboundError): ApiError {
  if (error.kind === 'credentials') return new ApiError('url_has_credentials', { cause: error });
  if (error.kind === 'not_https') return new ApiError('url_not_https', { cause: error });
  if (error.kind === 'private_address') return new ApiError('url_private', { cause: error });
  if (error.kind === 'invalid_url' || error.kind === 'scheme')
    return new ApiError('url_invalid', { cause: error });
  return refuse(error.message);
}

const resolveLimitMs = 10_000;

/**
 * Returns the checked addresses of a provider's host; null without an address. Throws
 * OutboundError.
 */
export async function resolveBaseUrl(
  { outboundAllowedHosts: allowedHosts }: Pick<Services['config'], 'outboundAllowedHosts'>,
  baseUrl: string | null,
): Promise<string[] | null> {
  if (baseUrl === null) return null;
  const signal = AbortSignal.timeout(resolveLimitMs);
  const url = parseOutboundUrl(baseUrl);
  // Keys and prompts would be readable on the way.
  if (url.protocol !== 'https:' && !isAllowedHost(url, allowedHosts) && !isPrivateLiteral(url)) {
    throw new OutboundError('not_https', 'The address of a public host must begin with https://');
  }
  return resolveTarget(url, { allowedHosts, resolveName: resolvePublicName, signal });
}

async function sealKey(
  { tenantKeys }: Services,
  tenantId: string,
  id: string,
  apiKey: string,
): Promise<Buffer> {
  const dataKey = await tenantKeys.forWriting(tenantId).catch((cause: unknown) => {
    throw new ApiError('service_unavailable', { cause });
  });
  return sealText(dataKey, placeOf(id), apiKey);
}

/**
 * Returns the key of a row; null if it is damaged, or the tenant's key is gone. Throws while the
 * master key is away.
 */
export async function openKey(
  { tenantKeys }: Pick<Services, 'tenantKeys'>,
  tenantId: string,
  { id, sealed }: { id: string; sealed: Buffer },
): Promise<string | null> {
  const dataKey = await tenantKeys.forReading(tenantId);
  try {
    return dataKey && openText(dataKey, placeOf(id), sealed);
  } catch {
    return null;
  }
}

const placeOf = (id: string) => `model key ${id}`;

/** Deletes the tenant's key of a provider. Error: `not_found`. */
export async function deleteModelKey(
  context: RequestContext,
  provider: ModelKeyProvider,
): Promise<void> {
  const { tenantId } = context;
  await context.transaction(async (tx) => {
    const { rows } = await tx.query<{ id: string; last4: string }>({
      name: 'delete_model_key',
      text: 'delete from platform.model_keys where tenant_id = $1 and provider = $2 returning id, last4',
      values: [tenantId, provider],
    });
    const [deleted] = rows;
    if (!deleted) throw new ApiError('not_found');
    const metadata = { provider, last4: deleted.last4 };
    await recordAudit(tx, context, {
      action: 'model_key.delete',
      resourceType: 'model_key',
      resourceId: deleted.id,
      metadata,
    });
  });
}

/** Throws `model_key_required` where a tenant must have a key of its own and has none. */
export async function requireModelKey(
  tx: Transaction,
  { config }: Pick<Services, 'config'>,
  tenantId: string,
): Promise<void> {
  if (config.tenantModelKeys !== 'required' || (await hasModelKey(tx, { config }, tenantId)))
    return;
  throw new ApiError('model_key_required');
}

/** Tells whether a tenant's own keys serve it. */
export async function hasModelKey(
  tx: Transaction,
  { config }: Pick<Services, 'config'>,
  tenantId: string,
): Promise<boolean> {
  if (config.tenantModelKeys === 'off') return false;
  return (await tx.query(selectKeys(tenantId))).rows.length > 0;
}
