import { type Finding, find } from './finding.ts';

/**
 * Codes of sign-in apps and signatures of webhooks bear more; leases and a Date header, which has
 * whole seconds, less.
 */
const toleranceMs = 5_000;

/**
 * Compares this machine's clock with another one's, both in milliseconds since 1970 at the same
 * moment.
 */
export function compareClocks(source: string, ownMs: number, otherMs: number): Finding {
  const aheadMs = ownMs - otherMs;
  if (Math.abs(aheadMs) <= toleranceMs) return find('clock', 'clock_agrees', { source });
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  return find('clock', 'clock_differs', {
    source,
    seconds,
    direction: aheadMs > 0 ? 'ahead of' : 'behind',
  });
}
