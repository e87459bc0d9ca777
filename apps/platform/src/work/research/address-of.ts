import { researchBounds } from '@ecp/contract/engine/tool-access';
import { OutboundError, parseOutboundUrl } from '../../kernel/outbound/addresses.ts';

/**
 * Returns an address in the one form by which addresses are compared: as the WHATWG parser writes it, without a
 * fragment. Null for what is no http or https address, or is longer than 2,000 characters.
 */
export function addressOf(given: string): string | null {
  if (given.length > researchBounds.url) return null;
  try {
    const { href } = parseOutboundUrl(given.trim());
    return href.length > researchBounds.url ? null : href;
  } catch (error) {
    if (error instanceof OutboundError) return null;
    throw error;
  }
}

/** Finds the addresses that a text shows. Closing punctuation is no part of an address. */
export function addressesIn(text: string, limit: number): string[] {
  const found = new Set<string>();
  for (const [match] of text.matchAll(/https?:\/\/[^\s<>"'`|\\^{}]{1,2000}/gi)) {
    if (found.size >= limit) break;
    for (const given of [match, match.replace(/[)\].,;:!?*_]+$/, '')]) {
      const address = addressOf(given);
      if (address !== null) found.add(address);
    }
  }
  return [...found];
}
