import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * Networks that the internet does not route (IANA's special-purpose registries) or that must not be
 * reached from outside.
 */
const notPublic = {
  ipv4: [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ],
  // Only 2000::/3 is public, except ranges that embed an IPv4 address (6to4, Teredo) or serve
  // documentation.
  ipv6: [
    ['::', 3],
    ['2001::', 23],
    ['2001:db8::', 32],
    ['2002::', 16],
    ['3fff::', 20],
    ['4000::', 2],
    ['8000::', 1],
  ],
} as const;

/** Whether only this machine or its networks can reach an address. True for anything unreadable. */
export type IsPrivate = (address: string) => boolean;

/** Creates the check, which keeps the list of networks in memory. */
export function privateAddresses(): IsPrivate {
  // One list for each family, because a shared list also matches IPv4 addresses in their IPv6 form.
  const ipv4 = new BlockList();
  const ipv6 = new BlockList();
  for (const [network, prefix] of notPublic.ipv4) ipv4.addSubnet(network, prefix, 'ipv4');
  for (const [network, prefix] of notPublic.ipv6) ipv6.addSubnet(network, prefix, 'ipv6');
  return (address) => {
    const plain = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
    // ::ffff:10.0.0.1 is within ::/3.
    return isIPv6(plain) ? ipv6.check(plain, 'ipv6') : !isIPv4(plain) || ipv4.check(plain, 'ipv4');
  };
}
