import { type Static, Type } from 'typebox';
import { Nullable } from '../declaring/scalars.ts';

/** The reasons for which a search has no results or an address has no page, for programs. */
export const researchRefusals = [
  /** The process died in the middle. Nothing is sent again. */
  'interrupted',
  /** Research is off in the engagement, or the installation has no search provider. */
  'not_enabled',
  /** The run has as many pages, or has tried as many, as it may. `detail` is the number. */
  'limit_reached',
  'storage_full',
  'invalid_address',
  /** Neither the brief, a result of a search nor an archived page shows the address. */
  'unknown_address',
  /** `detail` is the host that is in none of the engagement's domains. */
  'outside_domains',
  'private_address',
  /** `detail` is the host. */
  'robots',
  /** The host has too many requests waiting. `detail` is the host. */
  'host_busy',
  'timeout',
  'too_many_redirects',
  /** The host could not be found or reached, or broke off. `detail` is the host. */
  'unreachable',
  /** `detail` is the HTTP status. */
  'status',
  /** `detail` is the limit in bytes. */
  'too_large',
  /** `detail` is the media type. */
  'unsupported_type',
  'unreadable',
  /** The page has no text. */
  'empty',
  /** The provider answered with an error. `detail` is its HTTP status. */
  'provider_error',
  /** The provider has too many requests. */
  'provider_busy',
  /** The provider's answer is not of its form. */
  'provider_answer',
] as const;

/** A refusal as it is stored: a reason, and its subject. */
export const ResearchRefusal = Type.Object({
  reason: Type.Enum([...researchRefusals]),
  detail: Nullable(Type.String()),
});
export type ResearchRefusal = Static<typeof ResearchRefusal>;
export type ResearchRefusalReason = ResearchRefusal['reason'];
