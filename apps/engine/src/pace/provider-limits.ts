import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

const PerMinute = Type.Optional(Type.Integer({ minimum: 1 }));
const Limits = Type.Record(
  Type.String(),
  Type.Object({ requestsPerMinute: PerMinute, tokensPerMinute: PerMinute }, { additionalProperties: false }),
);

/** By provider, as model catalogues name it: what all engine processes together may ask of it in a minute. */
export type ProviderLimits = Static<typeof Limits>;

/** Reads `PROVIDER_LIMITS`, JSON. Returns null for what cannot be used. */
export function readProviderLimits(text: string | undefined): ProviderLimits | null {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return Value.Check(Limits, value) ? value : null;
  } catch {
    return null;
  }
}
