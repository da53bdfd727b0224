import { expect, test } from 'vitest';
import { formatAddress, parseAddress } from './address.ts';

test('the document, the view and the place in the product come back', () => {
  for (const address of [
    { document: 'helpdesk', view: 'both', product: '/' },
    { document: 'helpdesk', view: 'text', product: '/tickets/3?sort=due' },
    { document: 'a b/c', view: 'product', product: '/' },
  ] as const) {
    const written = formatAddress(address);
    const [search = '', hash = ''] = written.split('#');
    expect(parseAddress(search, `#${hash}`)).toEqual(address);
  }
});

test('an address without anything is the last document, both views', () => {
  expect(parseAddress('', '')).toEqual({ document: '', view: 'both', product: '/' });
  expect(parseAddress('?view=sideways', '#/helpdesk')).toEqual({ document: 'helpdesk', view: 'both', product: '/' });
  expect(parseAddress('', '#/%E0%A4%A/x')).toMatchObject({ document: '%E0%A4%A', product: '/x' });
});

test('the address is short', () => {
  expect(formatAddress({ document: 'helpdesk', view: 'both', product: '/' })).toBe('#/helpdesk');
  expect(formatAddress({ document: 'helpdesk', view: 'text', product: '/mine' })).toBe('?view=text#/helpdesk/mine');
});
