import ipaddr from 'ipaddr.js';

/**
 * Returns what limits count instead of a caller's address: an IPv4 address itself, mapped into IPv6 or not, and the /64
 * network of an IPv6 address, because one subscriber has all of its addresses (LIM-15). Other text is returned as it
 * is.
 */
export function networkOf(address: string): string {
  // A zone names an interface of this machine.
  const [withoutZone = ''] = address.split('%', 1);
  if (!ipaddr.isValid(withoutZone)) return address;
  const parsed = ipaddr.process(withoutZone);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`;
}
