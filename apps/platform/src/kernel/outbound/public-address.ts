import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Azure's metadata and wire server: a public address that responds only from inside Azure. */
const azureWireServer = '168.63.129.16';

/** Ranges of 2000::/3 that are not public: IETF protocols, Teredo, ORCHID, benchmarking; documentation; 6to4. */
const specialIpv6: [ipaddr.IPv6, number][] = [
  ipaddr.IPv6.parseCIDR('2001::/23'),
  ipaddr.IPv6.parseCIDR('2001:db8::/32'),
  ipaddr.IPv6.parseCIDR('2002::/16'),
  ipaddr.IPv6.parseCIDR('3fff::/20'),
];
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Whether `ip` (a plain IPv4 or IPv6 address) is globally routable unicast. Private, local, shared, reserved,
 * documentation and unreadable addresses are not; IPv4 inside IPv6 (mapped, NAT64) counts as that IPv4 (OUT-2).
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
