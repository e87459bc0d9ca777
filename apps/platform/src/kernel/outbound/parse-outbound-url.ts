import { isIP } from 'node:net';
import { OutboundError } from './outbound-error.ts';
import { isPublicAddress } from './public-address.ts';

/**
 * Parses an absolute HTTP or HTTPS address. The WHATWG parser turns every odd spelling of a host (decimal, octal, hex,
 * short, full-width) into the plain one. Trailing dots and the fragment are dropped; credentials are refused.
 * Throws OutboundError `invalid_url` or `scheme`.
 */
export function parseOutboundUrl(input: string, base?: URL): URL {
  const url = URL.parse(input, base?.href);
  if (!url) throw new OutboundError('invalid_url', 'The address is not a valid URL');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new OutboundError('scheme', 'Only http and https addresses are supported');
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError('invalid_url', 'The address must not contain a user name or password');
  }
  // With the lookbehind, a run of dots is tried once and not from each of its dots.
  url.hostname = url.hostname.replace(/(?<!\.)\.+$/, '');
  if (url.hostname === '' || url.hostname.endsWith('.') || url.port === '0') {
    throw new OutboundError('invalid_url', 'The address is not a valid URL');
  }
  url.hash = '';
  return url;
}

/** Returns the host of a parsed URL in the form for sockets: IPv6 without brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/** Returns the port of a parsed HTTP or HTTPS URL, by default that of the scheme. */
export function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
}

/** Whether the host is localhost or a non-public address, without asking a name server (WEB-7). */
export function isPrivateLiteral(url: URL): boolean {
  const host = hostOf(url);
  if (isIP(host) !== 0) return !isPublicAddress(host);
  return host === 'localhost' || host.endsWith('.localhost');
}
