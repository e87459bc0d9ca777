/** Bounds of reading a page (contract 11). */
export const fetchLimits = {
  /** All requests of a page together, without waits for the pace. */
  timeMs: 20_000,
  /** The body, compressed and decompressed. */
  bodyBytes: 10 * 1_048_576,
  redirects: 5,
  /** The longest wait for the pace before one request. */
  paceWaitMs: 15_000,
  /** Between two requests to a host. */
  paceMs: 500,
  robotsBytes: 512_000,
  robotsTimeMs: 10_000,
} as const;

/** The name by which a robots.txt addresses us (RFC 9309, 2.2.1). */
export const productToken = 'EngagementPlatform';

/** Names the program, this installation and whom to tell of abuse. */
export function userAgentOf({ baseUrl, abuseContact }: { baseUrl: string; abuseContact: string }): string {
  // Header values hold printable ASCII only.
  const contact = abuseContact.replace(/[^\x20-\x7e]/g, '');
  return `${productToken}/1.0 (+${baseUrl}; ${contact})`;
}
