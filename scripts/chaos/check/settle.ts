import { setTimeout as wait } from 'node:timers/promises';
import type { Finding } from './finding.ts';

const retryMs = 200;

/**
 * Repeats a check until it finds nothing, or for `limitMs`. Returns what it found the last time. A check that throws
 * has found that its rule could not be checked.
 */
export async function settle(
  rule: string,
  checkOnce: () => Finding[] | Promise<Finding[]>,
  limitMs = 0,
): Promise<Finding[]> {
  const endMs = performance.now() + limitMs;
  for (;;) {
    const findings = await Promise.try(checkOnce).catch((error: unknown): Finding[] => [
      { rule, detail: `could not be checked: ${String(error)}` },
    ]);
    if (findings.length === 0 || performance.now() >= endMs) return findings;
    await wait(retryMs);
  }
}
