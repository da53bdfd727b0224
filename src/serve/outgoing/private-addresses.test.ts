import { expect, test } from 'vitest';
import { privateAddresses } from './private-addresses.ts';

const isPrivate = privateAddresses();

test.each([
  ...['127.0.0.1', '127.255.0.9', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
  ...['224.0.0.1', '255.255.255.255', '198.18.0.1', '192.0.2.7', '::1', '::', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:7f00:1'],
  ...['fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd12:3456::1', 'ff02::1', '2001:db8::1', '2002:7f00:1::', '2001:0:53aa::1', '64:ff9b::7f00:1'],
  ...['[::1]', 'localhost', '', '2130706433', '0x7f.1', '127.1'],
])('%s is private', (address) => expect(isPrivate(address)).toBe(true));

test.each(['1.1.1.1', '93.184.216.34', '172.32.0.1', '192.169.0.1', '2606:4700::1111', '2a00:1450:4001::200e'])('%s is public', (address) =>
  expect(isPrivate(address)).toBe(false),
);
