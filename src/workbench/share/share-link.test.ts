import { expect, test } from 'vitest';
import helpdesk from '../../../testing/documents/helpdesk.md?raw';
import { parseAddress } from '../address.ts';
import { packText, shareAddress, unpackText } from './share-link.ts';
import { sharedPrefix } from './shared-prefix.ts';

const here = { origin: 'https://example.com', pathname: '/try/' };

test('a document survives the round trip through an address', async () => {
  for (const text of [helpdesk, '', '# Specification: Ünïcode 🎈\r\n']) {
    const address = shareAddress(here, await packText(text));
    const { document } = parseAddress('', address.slice(address.indexOf('#')));
    expect(document.startsWith(sharedPrefix)).toBe(true);
    expect(await unpackText(document.slice(sharedPrefix.length))).toEqual({ ok: true, text });
  }
});

test('a link that would unpack to too much data is refused before it fills the memory', async () => {
  const bomb = await packText('x'.repeat(30_000_000));
  expect(bomb.length).toBeLessThan(60_000);
  expect(await unpackText(bomb)).toEqual({ ok: false, why: expect.stringContaining('larger than 1 MB') });
});

test('a link stays short, and a truncated one is reported', async () => {
  const packed = await packText(helpdesk);
  expect(packed.length).toBeLessThan(helpdesk.length / 2);
  for (const wrong of [packed.slice(0, 200), `${packed.slice(0, 100)}AAAA${packed.slice(104)}`, 'a b', 'AAAA', ''])
    expect(await unpackText(wrong)).toEqual({ ok: false, why: expect.stringContaining('This link is damaged') });
});
