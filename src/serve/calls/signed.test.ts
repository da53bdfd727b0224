import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import webshop from '../../../specs/webshop.md?raw';
import { productInMemory } from '../../../testing/product.ts';
import { openapiDocument } from '../../export/exporters/openapi.ts';
import { readModel } from '../../model/read.ts';
import { Calls } from './answer-call.ts';

const secret = 'whsec_4f9d';
const text = `${webshop.replace('| Christmas | Ingrid | Ingrid Vik | Skuteviksboder 4 | 5035 | Bergen | shipped |', '| Christmas | Ingrid | Ingrid Vik | Skuteviksboder 4 | 5035 | Bergen | confirming |')}`;

function service(known: string | null = secret) {
  const { product, id } = productInMemory(text);
  const calls = new Calls(product, { secretOf: () => known });
  const status = () => product.store.record('Order', id('Christmas'))?.['status'];
  const deliver = (body: string, signatures: Record<string, string>, token: string | null = null) =>
    calls.answer({ method: 'POST', path: '/api/payments', query: '', token, contentType: 'application/json', body, signatures });
  return { product, calls, status, deliver, order: id('Christmas') };
}
const sign = (body: string, key = secret): string => createHmac('sha256', key).update(body).digest('hex');
const paid = '{"charge": "ch_christmas",  "status": "succeeded"}';

test('runs a signed call once, with the product’s authority', () => {
  const { product, status, deliver, order } = service();
  expect(deliver(paid, { 'x-signature': sign(paid) }).status).toBe(204);
  expect(status()).toBe('paid');
  const trail = product.store.trail('Order', order, 10).length;
  const again = deliver(paid, { 'x-signature': `sha256=${sign(paid).toUpperCase()}` });
  expect(again).toMatchObject({ status: 204, headers: { 'idempotent-replayed': 'true' } });
  expect(product.store.trail('Order', order, 10)).toHaveLength(trail);
});

test.each<[string, (body: string) => Record<string, string>]>([
  ['no signature', () => ({})],
  ['another secret', (body) => ({ 'x-signature': sign(body, 'other') })],
  ['another body', () => ({ 'x-signature': sign('{}') })],
  ['the same values in other bytes', () => ({ 'x-signature': sign(paid.replace('  ', ' ')) })],
  ['no hex', () => ({ 'x-signature': 'sha256=zz' })],
  ['another header', (body) => ({ 'x-other': sign(body) })],
])('refused: %s', (_, signatures) => {
  const { status, deliver } = service();
  expect(deliver(paid, signatures(paid))).toMatchObject({ status: 401, refusals: [{ error: 'UNAUTHORIZED' }] });
  expect(status()).toBe('confirming');
});

test('refuses every call if the secret is not set or empty', () => {
  for (const known of [null, '']) expect(service(known).deliver(paid, { 'x-signature': sign(paid, '') }).status).toBe(401);
});

test('does not accept a session instead of the signature', () => {
  const { product, deliver } = service();
  expect(product.store.metaUnder('').size).toBeGreaterThan(0);
  expect(deliver(paid, {}, 'some token').status).toBe(401);
});

test('processes a repeated delivery if the first was refused', () => {
  const { status, deliver } = service();
  const unknown = '{"charge": "ch_9", "status": "succeeded"}';
  const once = deliver(unknown, { 'x-signature': sign(unknown) });
  expect(once).toMatchObject({ status: 404, refusals: [{ error: 'NO_SUCH_CHARGE' }] });
  expect(deliver(unknown, { 'x-signature': sign(unknown) }).headers['idempotent-replayed']).toBeUndefined();
  expect(status()).toBe('confirming');
});

test('accepts keys beyond the pattern if the document allows them, and OpenAPI names the header', () => {
  const { deliver, status } = service();
  const more = '{"charge": "ch_christmas", "status": "failed", "livemode": true}';
  expect(deliver(more, { 'x-signature': sign(more) }).status).toBe(204);
  expect(status()).toBe('open');
  const document = JSON.stringify(openapiDocument(readModel(text)));
  expect(document).toContain('"name":"X-Signature"');
  for (const name of ['PAY_SECRET', 'PAY_KEY', 'whsec']) expect(document).not.toContain(name);
});
