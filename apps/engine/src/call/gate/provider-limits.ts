import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { modelProvider } from '../../models/catalog.ts';

const PerMinute = Type.Optional(Type.Integer({ minimum: 1 }));
const Limit = Type.Object(
  { requestsPerMinute: PerMinute, tokensPerMinute: PerMinute },
  { additionalProperties: false, minProperties: 1 },
);
const Limits = Type.Partial(Type.Record(modelProvider, Limit), { additionalProperties: false });

/** The most that all engine processes together may send to one provider in a minute. */
export type RequestLimit = Static<typeof Limit>;
/** Limits by provider, with the names of the model catalogue. */
export type ProviderLimits = Static<typeof Limits>;

/** Reads the JSON of `PROVIDER_LIMITS`. Returns null if it is invalid. */
export function readProviderLimits(text: string | undefined): ProviderLimits | null {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return Value.Check(Limits, value) ? value : null;
  } catch {
    return null;
  }
}
