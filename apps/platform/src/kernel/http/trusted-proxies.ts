import { isIP } from 'node:net';
import type { TrustedProxies } from '../settings/platform-config.ts';

const mostHops = 20;

/** Parses TRUST_PROXY: a number of hops, or comma-separated addresses and CIDR ranges. Null when it is neither. */
export function parseTrustedProxies(text: string): TrustedProxies | null {
  if (/^\d+$/.test(text)) return Number(text) <= mostHops ? Number(text) : null;
  const entries = text.split(',').map((entry) => entry.trim());
  return entries.every(isAddressOrRange) ? entries : null;
}

function isAddressOrRange(entry: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  const version = isIP(address);
  return version !== 0 && (bits === undefined || Number(bits) <= (version === 4 ? 32 : 128));
}

/** Converts the setting for Fastify. Fastify refuses a number of hops, as it is only safe behind proxies. */
export function toTrustProxy(trusted: TrustedProxies): false | string[] | ((address: string, hop: number) => boolean) {
  if (typeof trusted !== 'number') return [...trusted];
  return trusted === 0 ? false : (_address, hop) => hop < trusted;
}
