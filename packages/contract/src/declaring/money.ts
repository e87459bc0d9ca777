/** Nano-USD in one US dollar. Money is whole nano-USD everywhere except on the wire. */
const nanoPerUsd = 1_000_000_000;

/**
 * Converts US dollars (at most 1,000,000) to the nearest whole nano-USD. An amount above 0 becomes
 * at least 1.
 */
export function usdToNano(usd: number): number {
  return usd === 0 ? 0 : Math.max(1, Math.round(usd * nanoPerUsd));
}

/** Converts nano-USD to US dollars for the wire: the double nearest to the exact quotient. */
export function nanoToUsd(nano: number): number {
  return nano / nanoPerUsd;
}

/** Formats nano-USD for people, such as `$0.50`: two to six decimals, the sixth rounded. */
export function formatUsd(nano: number): string {
  const micro = Math.round(nano / 1_000);
  const decimals = String(micro % 1_000_000)
    .padStart(6, '0')
    .replace(/0{1,4}$/, '');
  return `$${Math.floor(micro / 1_000_000)}.${decimals}`;
}
