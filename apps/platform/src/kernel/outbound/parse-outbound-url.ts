import { isIP } from 'node:net';
import { OutboundError } from './outbound-error.ts';
import { isPublicAddress } from './public-address.ts';

/**
 * Reads an absolute HTTP or HTTPS address. The WHATWG parser turns every odd spelling of a host (decimal, octal, hex,
 * short, full-width) into the plain one; trailing dots and the fragment are dropped, credentials refused.
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
  // The lookbehind lets a run of dots be tried once, not from each of its dots.
  url.hostname = url.hostname.replace(/(?<!\.)\.+$/, '');
  if (url.hostname === '' || url.hostname.endsWith('.') || url.port === '0') {
    throw new OutboundError('invalid_url', 'The address is not a valid URL');
  }
  url.hash = '';
  return url;
}

/** Host of a parsed URL as sockets want it: IPv6 without its brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/** Port of a parsed HTTP or HTTPS URL, the scheme's own one included. */
export function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
}

/** Whether the host is, without asking any name server, localhost or an address that is not public (WEB-7). */
export function isPrivateLiteral(url: URL): boolean {
  const host = hostOf(url);
  if (isIP(host) !== 0) return !isPublicAddress(host);
  return host === 'localhost' || host.endsWith('.localhost');
}
