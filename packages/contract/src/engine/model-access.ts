import { type Static, Type } from 'typebox';
import { Nullable } from '../declaring/scalars.ts';
import { modelKeyLimits, modelKeyProviders } from '../values/model-key-providers.ts';

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
