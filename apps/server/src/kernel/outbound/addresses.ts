import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Parses an HTTP(S) address; the WHATWG parser normalises odd hosts. Trailing dots and fragment go,
 * credentials are refused. Throws OutboundError `invalid_url`, `scheme` or `credentials`.
 */
export function parseOutboundUrl(input: string, base?: URL): URL {
  const url = URL.parse(input, base?.href);
  if (!url) throw new OutboundError('invalid_url', 'The address is not a valid URL');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new OutboundError('scheme', 'Only http and https addresses are supported');
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError('credentials', 'The address must not contain a user name or password');
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

function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
}

/** The usual names of this machine for itself, as hosts of a URL. */
export const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Tells whether the host of a parsed URL is this machine itself: `localhost`, 127.0.0.0/8 or
 * `[::1]`.
 */
export function isLoopbackHost(hostname: string): boolean {
  return loopbackHosts.includes(hostname) || (isIP(hostname) === 4 && hostname.startsWith('127.'));
}

/** Whether the host is localhost or a non-public address, without asking a name server. */
export function isPrivateLiteral(url: URL): boolean {
  const host = hostOf(url);
  if (isIP(host) !== 0) return !isPublicAddress(host);
  return host === 'localhost' || host.endsWith('.localhost');
}

/**
 * Names that only a network inside knows (RFC 6761, RFC 6762, RFC 8375, and the one that ICANN
 * reserves).
 */
const insideNames = /(^|\.)(localhost|local|internal|home\.arpa|lan|test|invalid)$/;

/** Whether an address looks like one that anybody can reach, without asking a name server. */
export function isPublicSite(url: URL): boolean {
  const host = hostOf(url);
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host.includes('.') && !insideNames.test(host);
}

/**
 * Resolves a name to all its addresses; rejects when there are none. Ends early when `signal`
 * aborts.
 */
export type ResolveName = (hostname: string, signal: AbortSignal) => Promise<string[]>;

interface ResolveOptions {
  allowedHosts: readonly string[];
  /** Resolves public names; by default `resolvePublicName`. */
  resolveName: ResolveName;
  signal: AbortSignal;
}

const resolveTimeoutMs = 5_000;

/**
 * Returns the addresses that a connection may use, resolved once. Throws OutboundError
 * `private_address` for a non-public one of a host not allowed, `dns` without any within 5 s, or
 * the signal's reason.
 */
export async function resolveTarget(url: URL, options: ResolveOptions): Promise<string[]> {
  const host = hostOf(url);
  const allowed = isAllowedHost(url, options.allowedHosts);
  if (!allowed && isPrivateLiteral(url)) throw refusal(host);
  if (isIP(host) !== 0) return [host];
  const addresses = await resolveInTime(
    host,
    allowed ? resolveAllowedName : options.resolveName,
    options.signal,
  );
  if (!allowed && !addresses.every(isPublicAddress)) throw refusal(host);
  return addresses.sort();
}

function refusal(host: string): OutboundError {
  return new OutboundError('private_address', `${host} is not a public address`);
}

async function resolveInTime(
  host: string,
  resolveName: ResolveName,
  signal: AbortSignal,
): Promise<string[]> {
  const limit = new AbortController();
  const stop = () => limit.abort(signal.reason);
  const timer = setTimeout(
    () => limit.abort(new Error(`No answer in ${resolveTimeoutMs} ms`)),
    resolveTimeoutMs,
  );
  signal.addEventListener('abort', stop, { once: true });
  const ended = Promise.withResolvers<never>();
  limit.signal.addEventListener('abort', () => ended.reject(limit.signal.reason), { once: true });
  try {
    signal.throwIfAborted();
    const addresses = await Promise.race([resolveName(host, limit.signal), ended.promise]);
    if (addresses.length === 0) throw new Error('No address');
    return addresses;
  } catch (error) {
    signal.throwIfAborted();
    throw new OutboundError('dns', `${host} could not be resolved`, error);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/**
 * Queries name servers for A and AAAA. `lookup` would share four threads with file access, which
 * dead servers would block. It ignores the hosts file; such names belong on the allow list.
 */
export async function resolvePublicName(hostname: string, signal: AbortSignal): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ]);
    const addresses = answers.flatMap((answer) =>
      answer.status === 'fulfilled' ? answer.value : [],
    );
    const [first] = answers;
    if (addresses.length === 0 && first.status === 'rejected') throw first.reason;
    return addresses;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/**
 * Resolves a name as other programs do, because the operator's names may be in the hosts file or a
 * local domain.
 */
async function resolveAllowedName(hostname: string): Promise<string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}

/**
 * Tells whether an entry of OUTBOUND_ALLOWED_HOSTS is a host or address, IPv6 in brackets,
 * optionally with `:port`.
 */
export function isAllowedHostEntry(entry: string): boolean {
  return parseEntry(entry) !== null;
}

/**
 * Whether a private `url` (from `parseOutboundUrl`) may be reached. An entry without a port allows
 * every port.
 */
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
  return {
    hostname: url.hostname.replace(/\.+$/, ''),
    port: port === undefined ? null : Number(port),
  };
}

/** Azure's metadata and wire server: a public address that responds only from inside Azure. */
const azureWireServer = '168.63.129.16';

/**
 * Ranges of 2000::/3 that are not public: IETF protocols, Teredo, ORCHID, benchmarking;
 * documentation; 6to4.
 */
const specialIpv6: [ipaddr.IPv6, number][] = [
  ipaddr.IPv6.parseCIDR('2001::/23'),
  ipaddr.IPv6.parseCIDR('2001:db8::/32'),
  ipaddr.IPv6.parseCIDR('2002::/16'),
  ipaddr.IPv6.parseCIDR('3fff::/20'),
];
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Tells whether a plain IPv4 or IPv6 address is globally routable unicast; IPv4 inside IPv6 counts
 * as IPv4.
 */
export function isPublicAddress(ip: string): boolean {
  const version = isIP(ip);
  if (version === 0 || ip.includes('%')) return false;
  if (version === 4) return isPublicIpv4(ipaddr.IPv4.parse(ip));
  const address = ipaddr.IPv6.parse(ip);
  if (address.isIPv4MappedAddress()) return isPublicIpv4(address.toIPv4Address());
  if (address.match(nat64)) return isPublicIpv4(new ipaddr.IPv4(address.toByteArray().slice(12)));
  return address.match(globalUnicast) && !specialIpv6.some((range) => address.match(range));
}

function isPublicIpv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && address.toString() !== azureWireServer;
}

/**
 * The reason why an outbound request failed. `off`: the installation has no way out.
 * `bad_response`: the response is no HTTP or cannot be decoded.
 */
export type OutboundErrorKind =
  | 'invalid_url'
  | 'scheme'
  | 'credentials'
  | 'not_https'
  | 'off'
  | 'private_address'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'too_many_redirects'
  | 'cut'
  | 'bad_response';

/**
 * A failed outbound request. Its message may be shown to users: it names the host, but never an
 * address behind it.
 */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly kind: OutboundErrorKind;

  constructor(kind: OutboundErrorKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
  }
}
