import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contentSecurityPolicy } from '../../scripts/static-server.mjs';
import { singleFilePolicy, sitePolicy } from '../../src/export/site/policy.ts';
import { commonHeaders } from '../../src/serve/http/headers.ts';
import { descriptionRoutes } from '../../src/serve/http/pages.ts';
import { productInMemory } from '../../testing/product.ts';

const helpdesk = readFileSync(new URL('../../testing/documents/helpdesk.md', import.meta.url), 'utf8');

/** What Chromium, Firefox and WebKit all know: they log any other as an error, and obey none. */
const directives =
  'default-src script-src worker-src style-src img-src font-src connect-src manifest-src object-src base-uri form-action frame-ancestors frame-src';

test('every content security policy allows no foreign source by default, in words that browsers know', async () => {
  const page = await descriptionRoutes({ model: productInMemory(helpdesk).product.model, openapi: {} }).request('/~/calls');
  const policies = [
    sitePolicy().join('; '),
    singleFilePolicy('x', true).join('; '),
    commonHeaders(false)['content-security-policy'],
    page.headers.get('content-security-policy'),
    contentSecurityPolicy,
  ];
  for (const policy of policies) {
    const parts = policy?.split('; ') ?? [];
    expect(parts[0]).toMatch(/^default-src '(none|self)'$/);
    for (const part of parts) expect(directives.split(' ')).toContain(part.split(' ')[0]);
  }
});

test('images are one exact version, and can be given by digest', () => {
  const read = (name: string): string => readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');
  const dockerfile = read('Dockerfile');
  const named = new Map([...dockerfile.matchAll(/^ARG (\w+)=(\S+)$/gm)].map(([, name = '', value = '']) => [name, value]));
  const from = [...dockerfile.matchAll(/^FROM \$\{(\w+)\}/gm)].map(([, name = '']) => name);
  expect(from).toEqual(dockerfile.match(/^FROM /gm)?.map(() => 'NODE_IMAGE'));
  const composed = [...read('compose.yaml').matchAll(/^\s+(?:image|NODE_IMAGE): (\S+)$/gm)].map(([, image = '']) => image);
  expect(composed).toHaveLength(read('compose.yaml').match(/^\s+(?:image|NODE_IMAGE):/gm)?.length ?? 0);
  expect(composed.length).toBeGreaterThan(1);
  const standard = composed.map((image) => /^\$\{\w+:-(.+)\}$/.exec(image)?.[1]);
  for (const image of [named.get('NODE_IMAGE'), ...standard])
    expect(image).toMatch(/^[\w./-]+:v?\d+\.\d+(?:\.\d+)?(?:-[\w-]+)?(?:@sha256:[\da-f]{64})?$/);
});
