import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { Author, Id, Nullable, Timestamp } from '../declaring/scalars.ts';
import { modelKeyLimits, modelKeyProviders } from '../values/model-key-providers.ts';

const Provider = Type.Enum([...modelKeyProviders]);
const ModelId = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });

/** A tenant's key of a provider of models, without the key. */
export const ModelKey = Type.Object({
  id: Id,
  provider: Provider,
  last4: Type.String({ description: 'The last four characters' }),
  baseUrl: Nullable(
    Type.String({ description: 'Address of the provider’s API; null for its own' }),
  ),
  models: Nullable(
    Type.Array(Type.String(), {
      description: 'The models that the key serves; null for all of the provider',
    }),
  ),
  createdAt: Timestamp,
  createdBy: Author,
  lastUsedAt: Nullable(Timestamp),
  refusedAt: Nullable(
    Type.String({ format: 'date-time', description: 'When the provider refused the key' }),
  ),
});
export type ModelKey = Static<typeof ModelKey>;

/** Whether a tenant may, must or cannot have own keys (`TENANT_MODEL_KEYS`). */
const ModelKeysMode = Type.Enum(['optional', 'required', 'off']);

export const ModelKeyList = Type.Object({ mode: ModelKeysMode, keys: Type.Array(ModelKey) });
export type ModelKeyList = Static<typeof ModelKeyList>;

export const PutModelKeyBody = Type.Object({
  // Headers carry it, so it has no space and no control character.
  apiKey: Type.String({ minLength: 8, maxLength: modelKeyLimits.apiKey, pattern: '^[!-~]+$' }),
  baseUrl: Type.Optional(
    Nullable(Type.String({ minLength: 1, maxLength: modelKeyLimits.baseUrl })),
  ),
  models: Type.Optional(
    Nullable(Type.Array(ModelId, { minItems: 1, maxItems: modelKeyLimits.models })),
  ),
});
export type PutModelKeyBody = Static<typeof PutModelKeyBody>;

const keys = { tag: 'Account', credentials: 'session', level: 'admin' } as const;
const one = {
  ...keys,
  path: '/api/account/model-keys/:provider',
  params: Type.Object({ provider: Type.String({ maxLength: 100 }) }),
} as const;

export const listModelKeys = defineEndpoint({
  ...keys,
  method: 'GET',
  path: '/api/account/model-keys',
  name: 'listModelKeys',
  summary: 'List the tenant’s own keys of model providers, without the keys',
  responses: { 200: ModelKeyList },
});

export const putModelKey = defineEndpoint({
  ...one,
  method: 'PUT',
  name: 'putModelKey',
  summary: 'Set the tenant’s key of a model provider, after one call with it',
  stepUp: true,
  tier: 'engine',
  body: PutModelKeyBody,
  responses: { 200: ModelKey },
  errors: [
    'not_found',
    'outbound_off',
    'model_key_refused',
    'model_keys_off',
    'url_invalid',
    'url_private',
    'url_has_credentials',
    'url_not_https',
    'engine_error',
  ],
});

export const deleteModelKey = defineEndpoint({
  ...one,
  method: 'DELETE',
  name: 'deleteModelKey',
  summary: 'Delete the tenant’s key of a model provider; calls with it end at once',
  responses: { 200: Type.Object({ success: Type.Boolean() }) },
  errors: ['not_found'],
});
