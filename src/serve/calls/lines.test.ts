import { expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import document from '../../../tests/samples/invoices.md?raw';
import { signIn } from '../../engine/operations/sign-in.ts';
import { openapiDocument } from '../../export/exporters/openapi.ts';
import { readModel } from '../../model/read.ts';
import { Calls } from './answer-call.ts';

function service() {
  const it = productInMemory(document);
  const calls = new Calls(it.product);
  const signedIn = it.product.model.account;
  if (signedIn === null) throw new Error('the sample has accounts');
  const token = it.product.transact(it.as('Ana'), (run) =>
    run.perform(signIn, {
      values: new Map([
        ['email', 'ana@example.com'],
        ['password', 'ana-secret'],
      ]),
    }),
  );
  if (!token.ok) throw new Error('Ana cannot sign in');
  const ask = (method: string, path: string, body: unknown) => {
    const answer = calls.answer({
      method,
      path,
      query: '',
      contentType: 'application/json',
      body: JSON.stringify(body),
      token: token.value.token,
    });
    return { status: answer.status, body: JSON.parse(String(answer.body)) as Record<string, unknown> };
  };
  return { it, ask };
}

interface Answer {
  readonly lines: readonly { readonly id: string; readonly text: string; readonly total: number }[];
}
const fieldsOf = ({ body }: { readonly body: Record<string, unknown> }) =>
  (body['errors'] as readonly { readonly error: string; readonly field?: string }[]).map(({ error, field }) => [error, field]);

test('creates and updates an invoice with its lines', () => {
  const { it, ask } = service();
  const made = ask('POST', '/api/invoices', {
    client: it.id('Acme'),
    lines: [
      { text: 'a', quantity: 2, price: 1.5 },
      { text: 'b', price: 4 },
    ],
  });
  expect(made).toMatchObject({
    status: 201,
    body: {
      lines: [
        { text: 'a', total: 3 },
        { text: 'b', total: 4 },
      ],
    },
  });
  const { lines } = made.body as unknown as Answer;
  const kept = { id: lines[1]?.id };
  const after = ask('PUT', '/api/invoices/1', { lines: [kept, { text: 'c', price: 5 }] });
  expect(after).toMatchObject({ status: 200, body: { lines: [{ text: 'b' }, { text: 'c' }] } });
  expect(ask('PUT', '/api/invoices/1', { due: '2026-02-01' })).toMatchObject({
    status: 200,
    body: { lines: [{ text: 'b' }, { text: 'c' }] },
  });
});

test('locates an error in a line', () => {
  const { it, ask } = service();
  const client = it.id('Acme');
  const tries = (lines: unknown) => fieldsOf(ask('POST', '/api/invoices', { client, lines }));
  expect(
    tries([
      { text: 'a', price: 1 },
      { text: 'b', quantity: 'x', price: 1 },
    ]),
  ).toEqual([['INVALID', 'lines[1].quantity']]);
  expect(tries([{ text: 'a', price: 1, colour: 'red' }])).toEqual([['INVALID', 'lines[0].colour']]);
  expect(tries([{ text: 'a', quantity: 0, price: 1 }])).toEqual([['QUANTITY_TOO_SMALL', 'lines[0].quantity']]);
  expect(tries([{ text: 'a', price: 1 }, 'b'])).toEqual([['INVALID', 'lines[1]']]);
  expect(tries([{ price: 1 }])).toEqual([['INVALID', 'lines[0].text']]);
  expect(tries('a')).toEqual([['INVALID', 'lines']]);
});

test('OpenAPI describes the lines', () => {
  const described = openapiDocument(readModel(document)) as { readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>> };
  expect(described.paths['/api/invoices']?.['post']).toMatchObject({
    requestBody: {
      content: {
        'application/json': {
          schema: {
            required: ['client', 'lines'],
            properties: {
              lines: {
                type: 'array',
                maxItems: 1000,
                items: {
                  required: ['text', 'price'],
                  additionalProperties: false,
                  properties: { quantity: { type: ['integer', 'null'] } },
                },
              },
            },
          },
        },
      },
    },
  });
});
