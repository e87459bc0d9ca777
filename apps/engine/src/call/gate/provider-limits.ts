import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

const PerMinute = Type.Optional(Type.Integer({ minimum: 1 }));
const Limit = Type.Object(
  { requestsPerMinute: PerMinute, tokensPerMinute: PerMinute },
  { additionalProperties: false, minProperties: 1 },
);
const ofProvider = Type.Optional(Limit);
const Limits = Type.Object(
  { anthropic: ofProvider, openai: ofProvider, google: ofProvider, 'openai-compatible': ofProvider, local: ofProvider },
  { additionalProperties: false },
);

/** What all engine processes together may ask of one provider in a minute. */
export type RequestLimit = Static<typeof Limit>;
/** By provider, as model catalogues name it. */
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
