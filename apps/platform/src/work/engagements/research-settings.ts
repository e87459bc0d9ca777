import { ApiError } from '@ecp/contract/declaring/errors';
import type { PlatformConfig } from '../../kernel/settings.ts';

/** Throws `research_not_configured` when research is to be enabled without a search provider (contract 11). */
export function requireSearchProvider(
  { search }: Pick<PlatformConfig, 'search'>,
  research: { enabled: boolean } | undefined,
): void {
  if (research?.enabled === true && search === null) throw new ApiError('research_not_configured');
}

/** Returns domains in lower case, without repetitions. */
export function normalizeDomains(domains: readonly string[]): string[] {
  return [...new Set(domains.map((domain) => domain.toLowerCase()))];
}
