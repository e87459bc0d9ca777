import { type Static, Type } from 'typebox';
import { Nullable } from '../declaring/scalars.ts';
import { modelKeyLimits, modelKeyProviders } from '../values/model-key-providers.ts';

/**
 * The header of a request to the engine for a tenant with keys of its own: address and token, with
 * a space between. The engine asks the address for the keys when it calls a model, and keeps them
 * in memory alone.
 */
export const modelAccessHeader = 'x-model-access';

/** Access to a tenant's keys: `url` answers who has both the engine's token and this one. */
export const ModelAccess = Type.Object({
  url: Type.String({ maxLength: 2_000 }),
  token: Type.String({ maxLength: 1_000 }),
});
export type ModelAccess = Static<typeof ModelAccess>;

/**
 * Base path on the platform for the keys: `POST <path>` reads them, `POST <path>/events` tells what
 * became of one.
 */
export const modelKeysPath = '/internal/model-keys';

/** The bodies of both requests. The engine's own token is the Bearer. */
export const ReadModelKeysBody = Type.Object({ token: ModelAccess.properties.token });
export type ReadModelKeysBody = Static<typeof ReadModelKeysBody>;
export const TellModelKeyBody = Type.Object({
  token: ModelAccess.properties.token,
  keyId: Type.String({ maxLength: 100 }),
  event: Type.Enum(['used', 'refused']),
  /** The engagement of the call; null for a test. */
  engagementId: Nullable(Type.String({ maxLength: 100 })),
});
export type TellModelKeyBody = Static<typeof TellModelKeyBody>;

/** A key with what a call needs. */
export const TenantModelKey = Type.Object({
  /** Another key of the same provider has another id. */
  id: Type.String(),
  provider: Type.Enum([...modelKeyProviders]),
  apiKey: Type.String({ maxLength: modelKeyLimits.apiKey }),
  /** Null for the provider's own address. */
  baseUrl: Nullable(Type.String()),
  /**
   * The checked addresses of the host of `baseUrl`, and the only ones to connect to. Null with the
   * provider's own.
   */
  addresses: Nullable(Type.Array(Type.String())),
  /** Null for all models of the provider. */
  models: Nullable(Type.Array(Type.String())),
});
export type TenantModelKey = Static<typeof TenantModelKey>;

/** A tenant's keys. With `ownOnly`, no other key may serve it. */
export const TenantModelKeys = Type.Object({
  ownOnly: Type.Boolean(),
  keys: Type.Array(TenantModelKey),
});
export type TenantModelKeys = Static<typeof TenantModelKeys>;
