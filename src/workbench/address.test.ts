import { expect, test } from 'vitest';
import { formatAddress, parseAddress } from './address.ts';

test('the document, the view and the path in the product survive a round trip', () => {
  for (const address of [
    { document: 'helpdesk', view: 'both', section: null, beside: 'text', product: '/' },
    { document: 'helpdesk', view: 'text', section: null, beside: 'text', product: '/tickets/3?sort=due' },
    { document: 'a b/c', view: 'product', section: 'states', beside: 'text', product: '/' },
    { document: 'helpdesk', view: 'both', section: 'roles', beside: 'product', product: '/mine' },
  ] as const) {
    const written = formatAddress(address);
    const [search = '', hash = ''] = written.split('#');
    expect(parseAddress(search, `#${hash}`)).toEqual(address);
  }
});

test('an empty address means the last document with both panes', () => {
  const usual = { view: 'both', section: null, beside: 'text', product: '/' };
  expect(parseAddress('', '')).toEqual({ ...usual, document: '' });
  expect(parseAddress('?view=sideways&section=everything', '#/helpdesk')).toEqual({ ...usual, document: 'helpdesk' });
  expect(parseAddress('', '#/%E0%A4%A/x')).toMatchObject({ document: '%E0%A4%A', product: '/x' });
});

test('the address is short', () => {
  const usual = { document: 'helpdesk', view: 'both', section: null, beside: 'text', product: '/' } as const;
  expect(formatAddress(usual)).toBe('#/helpdesk');
  expect(formatAddress({ ...usual, view: 'text', product: '/mine' })).toBe('?view=text#/helpdesk/mine');
  expect(formatAddress({ ...usual, section: 'states' })).toBe('?section=states#/helpdesk');
});
