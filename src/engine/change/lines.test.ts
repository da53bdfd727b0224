import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { productInMemory, type TestProduct } from '../../../testing/product.ts';
import document from '../../../tests/samples/invoices.md?raw';
import type { Value } from '../../expression/values/value.ts';
import { readModel } from '../../model/read.ts';
import { runScenarios } from '../../verify/scenarios.ts';
import { runCommand } from '../commands.ts';
import { create } from '../operations/create.ts';
import { deleteRecord } from '../operations/delete.ts';
import { update } from '../operations/update.ts';
import type { Outcome } from '../outcome.ts';
import type { Json } from '../record-data.ts';
import type { Person } from '../world/world.ts';

type Row = Readonly<Record<string, Json>>;

const invoice = (it: TestProduct, lines: readonly Row[], as = it.as('Ana')): Outcome<{ readonly record: { readonly id: string } | null }> =>
  runCommand(it.product, as, { kind: 'create', part: null, entity: 'Invoice', values: { client: it.id('Acme'), lines } });

function made(it: TestProduct, lines: readonly Row[], as?: Person): string {
  const outcome = invoice(it, lines, as);
  if (!outcome.ok || outcome.value.record === null) throw new Error(JSON.stringify(outcome));
  return outcome.value.record.id;
}

const given = (it: TestProduct, id: string, lines: Json, as = it.as('Ana')) =>
  runCommand(it.product, as, { kind: 'update', entity: 'Invoice', id, values: { lines } });

interface Line {
  readonly id: string;
  readonly text: Value;
  readonly quantity: Value;
}

const linesOf = (it: TestProduct, owner: string): Line[] =>
  it.product.store
    .query({ entity: 'Line', conditions: [] })
    .filter(({ invoice }) => invoice === owner)
    .map(({ id, text, quantity }) => ({ id, text: text ?? null, quantity: quantity ?? null }));

const refusals = (outcome: Outcome): unknown[] =>
  outcome.ok
    ? []
    : outcome.refusals.map(({ error, field, line }) => [error, field, ...(line === undefined ? [] : [line.list, line.index])]);

describe('an invoice with its lines', () => {
  test('its scenarios pass', () => {
    const rows = runScenarios(readModel(document)).flatMap((result) => result.rows);
    expect(rows.filter(({ passed }) => !passed)).toEqual([]);
    expect(rows).toHaveLength(5);
  });

  test('is one transaction: a wrong line rolls everything back', () => {
    const it = productInMemory(document);
    const outcome = invoice(it, [
      { text: 'a', price: 1 },
      { text: 'b', quantity: 'many', price: 1 },
      { quantity: 0, price: 1 },
    ]);
    expect(refusals(outcome)).toEqual([
      ['INVALID', 'quantity', 'lines', 1],
      ['INVALID', 'text', 'lines', 2],
    ]);
    expect(it.product.store.query({ entity: 'Invoice', conditions: [] })).toHaveLength(0);
  });

  test('values that do not fit come before values that are taken', () => {
    const it = productInMemory(document);
    const twice = { text: 'a', price: 1 };
    expect(refusals(invoice(it, [twice, twice, { text: 'b', quantity: 'many', price: 1 }])).map((one) => (one as unknown[])[0])).toEqual([
      'INVALID',
      'TWICE',
    ]);
  });

  test('a broken rule and a unique conflict are refused at their line', () => {
    const it = productInMemory(document);
    expect(
      refusals(
        invoice(it, [
          { text: 'a', price: 1 },
          { text: 'b', quantity: 0, price: 1 },
        ]),
      ),
    ).toEqual([['QUANTITY_TOO_SMALL', 'quantity', 'lines', 1]]);
    expect(
      refusals(
        invoice(it, [
          { text: 'a', price: 1 },
          { text: 'a', price: 1 },
        ]),
      ),
    ).toEqual([['TWICE', 'text', 'lines', 1]]);
  });

  test('a submitted list replaces the list', () => {
    const it = productInMemory(document);
    const id = made(it, [
      { text: 'a', price: 1 },
      { text: 'b', price: 2 },
      { text: 'c', price: 3 },
    ]);
    const [a, b, c] = linesOf(it, id);
    // A deleted line frees its unique text for a new one.
    const outcome = given(it, id, [{ id: c?.id ?? '' }, { text: 'a', price: 9 }, { id: b?.id ?? '', quantity: 5 }]);
    expect(outcome.ok).toBe(true);
    const lines = linesOf(it, id);
    expect(lines.find((line) => line.id === a?.id)).toBeUndefined();
    expect(lines.map(({ text, quantity }) => [text, quantity]).sort()).toEqual([
      ['a', 1],
      ['b', 5],
      ['c', 1],
    ]);
  });

  test('rules of the invoice that read its lines are checked', () => {
    const it = productInMemory(document);
    const id = made(it, [{ text: 'a', price: 1 }]);
    expect(refusals(given(it, id, []))).toEqual([['NO_LINES', null]]);
    expect(linesOf(it, id)).toHaveLength(1);
  });

  test('a value that is not a list of lines is refused', () => {
    const it = productInMemory(document);
    const id = made(it, [{ text: 'a', price: 1 }]);
    expect(refusals(given(it, id, null))).toEqual([['INVALID', 'lines']]);
    expect(refusals(given(it, id, 'a'))).toEqual([['INVALID', 'lines']]);
    expect(refusals(given(it, id, ['a']))).toEqual([['INVALID', 'lines']]);
    expect(
      refusals(
        given(
          it,
          id,
          Array.from({ length: 1001 }, (_, at) => ({ text: String(at), price: 1 })),
        ),
      ),
    ).toEqual([['INVALID', 'lines']]);
    expect(linesOf(it, id)).toHaveLength(1);
  });

  test('section 6 is checked for each line before and after', () => {
    const it = productInMemory(document);
    expect(refusals(invoice(it, [{ text: 'a', price: 1000 }]))).toEqual([['FORBIDDEN', null, 'lines', 0]]);
    const id = made(it, [
      { text: 'Fixed', price: 1 },
      { text: 'b', price: 2 },
    ]);
    const [fixed, b] = linesOf(it, id);
    expect(refusals(given(it, id, [{ id: fixed?.id ?? '', quantity: 2 }, { id: b?.id ?? '' }]))).toEqual([['FORBIDDEN', null, 'lines', 0]]);
    expect(refusals(given(it, id, [{ id: fixed?.id ?? '' }, { id: b?.id ?? '', text: 'Fixed 2' }]))).toEqual([]);
    expect(refusals(given(it, id, [{ id: b?.id ?? '' }]))).toEqual([['FORBIDDEN', null, 'lines', null]]);
    // An entry with only its id is not a write.
    expect(refusals(given(it, id, [{ id: fixed?.id ?? '' }, { id: b?.id ?? '' }]))).toEqual([]);
  });

  test('lines of other people are not revealed', () => {
    const it = productInMemory(document);
    const ana = made(it, [{ text: 'a', price: 1 }]);
    const bo = made(it, [{ text: 'b', price: 1 }], it.as('Bo'));
    const mine = made(it, [{ text: 'c', price: 1 }]);
    const answers = [linesOf(it, bo)[0]?.id, linesOf(it, mine)[0]?.id, '018f0000-0000-7000-8000-000000000000', 7].map((id) => {
      const outcome = given(it, ana, [{ id: id ?? '', text: 'x' }]);
      return outcome.ok ? [] : outcome.refusals.map(({ error, field, message, line }) => ({ error, field, message, line }));
    });
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(refusals(given(it, bo, []))).toEqual([['NOT_FOUND', null]]);
    expect(refusals(given(it, ana, [{ text: 'x', price: 1, invoice: bo }]))).toEqual([['INVALID', 'invoice', 'lines', 0]]);
  });

  test('an unreadable line stays, and cannot be referred to', () => {
    const it = productInMemory(document);
    const id = made(it, [{ text: 'a', price: 1 }]);
    const hidden = it.product.perform(it.as('Ana'), create, {
      entity: 'Line',
      values: new Map<string, Value>([
        ['invoice', id],
        ['text', 'hidden'],
        ['price', 1],
        ['secret', true],
      ]),
      authority: 'product',
    });
    if (!hidden.ok) throw new Error('the hidden line is refused');
    expect(refusals(given(it, id, [{ text: 'b', price: 1 }]))).toEqual([]);
    expect(
      linesOf(it, id)
        .map(({ text }) => text)
        .sort(),
    ).toEqual(['b', 'hidden']);
    expect(refusals(given(it, id, [{ id: hidden.value.id, text: 'seen' }]))).toEqual([['INVALID', 'id', 'lines', 0]]);
  });
});

test('an update with lines has the same result as the single operations', () => {
  const texts = fc.constantFrom('a', 'b', 'c', 'Fixed');
  const row = fc.record({
    keep: fc.integer({ min: 0, max: 5 }),
    text: fc.option(texts, { nil: undefined }),
    quantity: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
    price: fc.option(fc.constantFrom(1, 999, 1000), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.uniqueArray(texts, { minLength: 1, maxLength: 4 }), fc.array(row, { maxLength: 5 }), (start, rows) => {
      const [whole, single] = [productInMemory(document), productInMemory(document)].map((it) => ({
        it,
        id: made(
          it,
          start.map((text) => ({ text, price: 1 })),
        ),
      }));
      if (whole === undefined || single === undefined) throw new Error('two products');
      const listFor = ({ it, id }: typeof whole): Row[] => {
        const free = linesOf(it, id);
        return rows.map(({ keep, ...values }) => {
          const line = free[keep];
          if (line !== undefined) free.splice(keep, 1);
          const said = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Row;
          return line === undefined ? said : { id: line.id, ...said };
        });
      };
      const outcome = given(whole.it, whole.id, listFor(whole));
      const wanted = listFor(single);
      const named = new Set(wanted.map(({ id }) => id));
      const person = single.it.as('Ana');
      const authority = 'person';
      const alone = single.it.product.transact(person, (run) => {
        run.perform(update, { entity: 'Invoice', id: single.id, values: new Map(), authority });
        for (const { id } of linesOf(single.it, single.id))
          if (!named.has(id)) run.perform(deleteRecord, { entity: 'Line', id, authority });
        for (const { id, ...rest } of wanted) {
          const values = new Map(Object.entries(rest) as [string, Value][]);
          if (id === undefined) run.perform(create, { entity: 'Line', values: new Map([...values, ['invoice', single.id]]), authority });
          else if (values.size > 0) run.perform(update, { entity: 'Line', id: String(id), values, authority });
        }
      });
      const noLines = wanted.length === 0;
      // Alone, the rule that an invoice has lines is not checked (NOTATION, section 5).
      expect(outcome.ok).toBe(alone.ok && !noLines);
      if (!outcome.ok || !alone.ok) return;
      const shape = ({ it, id }: typeof whole) =>
        linesOf(it, id)
          .map(({ text, quantity }) => `${String(text)} ${String(quantity)}`)
          .sort();
      expect(shape(whole)).toEqual(shape(single));
    }),
    // Two products per round, each emptied, which takes Postgres a second (on-postgres.test.ts).
    { numRuns: Number(process.env['LINES_ROUNDS'] ?? 60), seed: 14 },
  );
});
