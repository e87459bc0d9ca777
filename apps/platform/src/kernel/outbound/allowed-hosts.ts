import { portOf } from './parse-outbound-url.ts';

/**
 * Whether an entry of OUTBOUND_ALLOWED_HOSTS is valid: a host name or address, IPv6 in brackets, optionally with
 * `:port` (OUT-4).
 */
export function isAllowedHostEntry(entry: string): boolean {
  return parseEntry(entry) !== null;
}

/** Whether a private `url` (from `parseOutboundUrl`) may be reached. An entry without a port allows every port. */
export function isAllowedHost(url: URL, allowedHosts: readonly string[]): boolean {
  return allowedHosts.some((text) => {
    const entry = parseEntry(text);
    return entry?.hostname === url.hostname && (entry.port === null || entry.port === portOf(url));
  });
}

function parseEntry(entry: string): { hostname: string; port: number | null } | null {
  const [, host = '', port] = /^([^\s/?#@:]+|\[[^\]\s]+\])(?::(\d{1,5}))?$/.exec(entry) ?? [];
  const url = host === '' ? null : URL.parse(`http://${host}`);
  if (!url || Number(port ?? 1) > 65_535) return null;
  return { hostname: url.hostname.replace(/\.+$/, ''), port: port === undefined ? null : Number(port) };
}
