import { expect, it } from 'vitest';
import { lookOf } from './product-look.ts';

it('an example has the colours of its theme, on the product only', async () => {
  const { styles, cover } = await lookOf('inventory', 'Stockroom');
  expect(styles).toContain('--accent: #96480d;');
  for (const [, selector] of styles.matchAll(/^(\S.*) \{$/gmu)) expect(selector).toMatch(/^:is\(\[data-product\], /u);
  expect(decodeURIComponent(cover)).toMatch(/^data:image\/svg\+xml,<svg /u);
  expect((await lookOf('inventory', 'Parts')).cover).not.toBe(cover);
});

it('a document without a theme has the default colours and a cover', async () => {
  expect(await lookOf('helpdesk', 'Helpdesk')).toEqual({ styles: '', cover: expect.stringMatching(/^data:image/u) });
});
