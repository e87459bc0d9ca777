import type { Services } from '../../kernel/services.ts';
import type { ConnectionRow } from './connections.ts';

/** Time that a provider has for its part of a start or an end of a sign-in, with all requests. */
export const limitMs = 15_000;
/** Limits the difference between a provider's clock and ours, in both directions. */
export const clockSkewMs = 120_000;

/** Time until a provider's description and keys are fetched again, so that a new key counts. */
const lifeMs = 30_000;
const maxKept = 500;

/** Returns what `read` has found out about a connection's provider, also while it is being read. */
type ProviderCache<Description> = (
  services: Pick<Services, 'clock' | 'config'>,
  connection: Pick<ConnectionRow, 'id' | 'revision'>,
  read: () => Promise<Description>,
) => Promise<Description>;

/**
 * Keeps descriptions of providers in this process. A failure is not kept, and an older description
 * never replaces it.
 */
export function openProviderCache<Description>(): ProviderCache<Description> {
  const kept = new Map<string, { description: Promise<Description>; until: number }>();
  return ({ clock, config }, { id, revision }, read) => {
    const name = `${config.baseUrl} ${id} ${revision}`;
    const now = clock.now().getTime();
    const known = kept.get(name);
    if (known && known.until > now) return known.description;
    const entry = { description: read(), until: now + lifeMs };
    kept.delete(name);
    kept.set(name, entry);
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
    entry.description.catch(() => kept.get(name) === entry && kept.delete(name));
    return entry.description;
  };
}
