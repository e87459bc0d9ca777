import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isAllowedHost } from './allowed-hosts.ts';
import { OutboundError } from './outbound-error.ts';
import { hostOf, isPrivateLiteral } from './parse-outbound-url.ts';
import { isPublicAddress } from './public-address.ts';

/** Resolves a name to all its addresses; rejects when there are none. Ends early when `signal` aborts. */
export type ResolveName = (hostname: string, signal: AbortSignal) => Promise<string[]>;

/** The arguments of `resolveTarget` besides the URL. */
export interface ResolveOptions {
  allowedHosts: readonly string[];
  /** Resolves public names; by default `resolvePublicName`. */
  resolveName: ResolveName;
  signal: AbortSignal;
}

const resolveTimeoutMs = 5_000;

/**
 * Returns the addresses that a connection to `url` may use: its literal address, or those of its name, resolved once.
 * Throws OutboundError `private_address` when one of them is not public and the host is not allowed, `dns` when the
 * name has none within 5 s (OUT-1, OUT-2). If `signal` aborts, it rejects with the signal's reason.
 */
export async function resolveTarget(url: URL, options: ResolveOptions): Promise<string[]> {
  const host = hostOf(url);
  const allowed = isAllowedHost(url, options.allowedHosts);
  if (!allowed && isPrivateLiteral(url)) throw refusal(host);
  if (isIP(host) !== 0) return [host];
  const addresses = await resolveInTime(host, allowed ? resolveAllowedName : options.resolveName, options.signal);
  if (!allowed && !addresses.every(isPublicAddress)) throw refusal(host);
  return addresses.sort();
}

function refusal(host: string): OutboundError {
  return new OutboundError('private_address', `${host} is not a public address`);
}

async function resolveInTime(host: string, resolveName: ResolveName, signal: AbortSignal): Promise<string[]> {
  const limit = new AbortController();
  const stop = () => limit.abort(signal.reason);
  const timer = setTimeout(() => limit.abort(new Error(`No answer in ${resolveTimeoutMs} ms`)), resolveTimeoutMs);
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
 * Queries the name servers for A and AAAA records. It avoids `lookup`, which shares four threads with all file access:
 * a few dead name servers would stall the process. It does not read the hosts file; its names belong on the allow list.
 */
export async function resolvePublicName(hostname: string, signal: AbortSignal): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const [first] = answers;
    if (addresses.length === 0 && first.status === 'rejected') throw first.reason;
    return addresses;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** Resolves a name as other programs do, because the operator's names may be in the hosts file or a local domain. */
async function resolveAllowedName(hostname: string): Promise<string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}
