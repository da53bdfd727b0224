import fc from 'fast-check';
import { expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import { causeKey } from '../../store/store.ts';
import { whyNot } from '../explain/records.ts';
import { triggerEvent } from '../operations/trigger-event.ts';
import { update } from '../operations/update.ts';
import { eventData } from '../screens/event-data.ts';
import { createWithLines } from './lines.ts';

const document = (rows: string): string => `# Specification: Loans

## 3. Entities

### Loan

| Field | Type | Default |
|---|---|---|
| rate | integer | \`1\` |
| monthly | integer | \`1\` |
| total | integer | \`0\` |
| level | integer | \`0\` |
| note | text | |
| status | state | |
| parts | list of Part by loan | |

| Example | rate |
|---|---|
| First | 1 |
| Second | 2 |

### Part

| Field | Type |
|---|---|
| loan | Loan |
| amount | integer |

## 4. States

### Loan.status

| From | Event | To | Guard | Error | Effect |
|---|---|---|---|---|---|
${rows}

## 8. Errors

| Error | Status | Message | Shown |
|---|---|---|---|
| NO_PARTS | 422 | A loan has parts. | toast |
| TOO_HIGH | 422 | Too high. | toast |
| IS_CLOSED | 409 | It is closed. | toast |
| NOTHING_DUE | 409 | Nothing is due. | toast |
`;

const open = (text: string) => {
  const made = productInMemory(document(text));
  const { product, id } = made;
  const set = (example: string, values: Record<string, number | string>) =>
    product.perform(product.as(null), update, {
      entity: 'Loan',
      id: id(example),
      values: new Map(Object.entries(values)),
      authority: 'product',
    });
  const loan = (example: string) => product.store.record('Loan', id(example));
  const trail = (entity: string, record: string) => product.store.trail(entity, record, 50).toReversed();
  return { ...made, set, loan, trail };
};
const errors = (outcome: { readonly ok: boolean; readonly refusals?: readonly { readonly error: string }[] }) =>
  outcome.ok ? [] : outcome.refusals?.map(({ error }) => error);

test('at creation, the guard and effect of the start row apply once the lines exist', () => {
  const { product, trail } = open(
    '| | | open | `size(parts) > 0` | NO_PARTS | `total = sum(parts.map(p, p.amount)); for p in parts: update p with {"amount": p.amount + 1}` |',
  );
  const make = (amounts: readonly number[]) =>
    product.transact(product.as(null), (run) =>
      createWithLines(run, {
        entity: 'Loan',
        values: new Map([['parts', amounts.map((amount) => new Map([['amount', amount]]))]]),
        authority: 'product',
      }),
    );
  expect(errors(make([]))).toEqual(['NO_PARTS']);
  const made = make([20, 30]);
  if (!made.ok) throw new Error('refused');
  expect(product.store.record('Loan', made.value.id)).toMatchObject({ total: 50, status: 'open' });
  const [part] = product.store.query({ entity: 'Part', conditions: [] });
  expect(part).toMatchObject({ amount: 21 });
  expect(trail('Part', part?.id ?? '').map(({ operation, changes }) => [operation, changes[causeKey]?.to])).toEqual([
    ['create', undefined],
    ['update', `Loan/${made.value.id} create`],
  ]);
});

test('an example is loaded unchanged; a plain create also runs the start row', () => {
  const { product, loan } = open('| | | open | `Loan.filter(l, l.note == "x").size() == 0` | TOO_HIGH | `note = "x"` |');
  expect(loan('First')?.['note']).toBeNull();
  const again = () =>
    product.transact(product.as(null), (run) => createWithLines(run, { entity: 'Loan', values: new Map(), authority: 'product' }));
  // The new record is not yet in the list of its entity.
  expect([errors(again()), errors(again())]).toEqual([[], ['TOO_HIGH']]);
});

test('a change triggers its row in the same transaction, after all steps; the trail records causes', () => {
  const { product, set, loan, trail, id } = open(
    '| | | open | | | |\n| any | changed(rate, monthly) | | | | `total = rate * monthly` |\n| open | changed(total) | | `total > 10` | | `level = level + 1; create Part with {"loan": self, "amount": total}` |\n| open | changed(total) | refused | `total < 0` | TOO_HIGH | |',
  );
  expect(errors(set('First', { rate: 4 }))).toEqual([]);
  expect(loan('First')).toMatchObject({ total: 4, level: 0 });
  expect(errors(set('First', { rate: 4, note: 'other' }))).toEqual([]);
  expect(errors(set('First', { monthly: 5 }))).toEqual([]);
  expect(loan('First')).toMatchObject({ total: 20, level: 1 });
  const [part] = product.store.query({ entity: 'Part', conditions: [] });
  expect(trail('Part', part?.id ?? '')[0]?.changes[causeKey]).toEqual({ from: null, to: `Loan/${id('First')} changed(total)` });
  expect(trail('Loan', id('First')).map(({ operation, changes }) => `${operation} ${Object.keys(changes).join(',')}`)).toEqual([
    'create rate,monthly,total,level,status',
    'update rate',
    'changed(rate, monthly) total',
    'update note',
    'update monthly',
    'changed(rate, monthly) total',
    'changed(total) level',
  ]);
  expect(errors(set('First', { monthly: -1 }))).toEqual(['TOO_HIGH']);
  expect(loan('First')).toMatchObject({ monthly: 5, total: 20 });
});

test('an event can trigger a change row as well; a change reverted in the same transaction triggers none', () => {
  const { product, id, loan } = open(
    '| | | open | | | |\n| open | raise | | | | `rate = rate + 1; rate = rate + 1` |\n| open | touch | | | | `rate = rate + 1; rate = rate - 1` |\n| open | changed(rate) | | | | `level = level + 1` |',
  );
  const go = (event: string) =>
    product.perform(product.as(null), triggerEvent, {
      entity: 'Loan',
      id: id('First'),
      event,
      parameters: new Map(),
      authority: 'product',
    });
  expect([go('raise').ok, go('touch').ok]).toEqual([true, true]);
  expect(loan('First')).toMatchObject({ rate: 3, level: 1 });
});

test('a row to refused refuses with its own error; where no row is taken, the first of the others that names one provides it', () => {
  const { product, id } = open(
    '| | | open | | | |\n| open | close | closed | `total > 0` | | |\n| open | close | closed | `level > 0` | NO_PARTS | |\n| closed | close | refused | | IS_CLOSED | |\n| any | stop | refused | `rate > 1` | TOO_HIGH | |\n| any | stop | closed | | | |\n| any | pay | refused | `total > 0` | NOTHING_DUE | |\n| any | pay | refused | `rate > 1` | TOO_HIGH | |\n| any | pay | closed | `level > 9` | | |',
  );
  const go = (example: string, event: string) =>
    errors(
      product.perform(product.as(null), triggerEvent, {
        entity: 'Loan',
        id: id(example),
        event,
        parameters: new Map(),
        authority: 'product',
      }),
    );
  expect(product.model.machines[0]?.states.map(({ name }) => name)).toEqual(['open', 'closed']);
  expect(go('First', 'close')).toEqual(['NO_PARTS']);
  expect(go('First', 'stop')).toEqual([]);
  expect(go('First', 'close')).toEqual(['IS_CLOSED']);
  expect(go('Second', 'stop')).toEqual(['TOO_HIGH']);
  expect(go('First', 'pay')).toEqual(['CONFLICT']);
  expect(go('Second', 'pay')).toEqual(['TOO_HIGH']);
  // The button and the explanation give the same refusal before anything is tried.
  const world = product.world(product.as(null));
  const second = world.record('Loan', id('Second'));
  if (second === null) throw new Error('the example is missing');
  expect(eventData(world, second, 'pay')).toMatchObject({ enabled: false, refusal: { error: 'TOO_HIGH' } });
  expect(whyNot(world, second, { entity: 'Loan', field: null, operation: 'pay' })).toMatchObject({ error: 'TOO_HIGH' });
});

const fields = ['rate', 'monthly', 'total', 'level'] as const;
const row = fc.record({
  on: fc.subarray([...fields], { minLength: 1 }),
  set: fc.constantFrom(...fields),
  to: fc.constantFrom('rate + 1', 'total', 'level * 2 + 1', '7', 'monthly - rate'),
  everyLoan: fc.boolean(),
});

test('chains of changes always end, completely or with a refusal that changes nothing; the trail explains each change', () => {
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(...fields),
      fc.integer({ min: 2, max: 9 }),
      (rows, field, value) => {
        const texts = rows.map(({ on, set, to, everyLoan }) => {
          const effect = everyLoan ? `for l in Loan: update l with {"${set}": l.${set} + ${to}}` : `${set} = ${to}`;
          return `| any | changed(${on.join(', ')}) | | | | \`${effect}\` |`;
        });
        const { product, set, loan, trail, id } = open(['| | | open | | | |', ...texts].join('\n'));
        const before = ['First', 'Second'].map((name) => loan(name));
        const outcome = set('First', { [field]: value });
        if (!outcome.ok) {
          for (const { error } of outcome.refusals) expect(['TOO_EXPENSIVE', 'CONFLICT', 'INVALID']).toContain(error);
          expect(['First', 'Second'].map((name) => loan(name))).toEqual(before);
          return;
        }
        const lines = ['First', 'Second'].flatMap((name) => trail('Loan', id(name)).slice(1)).sort((a, b) => a.sequence - b.sequence);
        const [first, ...others] = lines;
        expect(first?.operation ?? 'update').toBe('update');
        // Every other line is a change covered by a row, or names the one that caused it.
        const names = rows.map(({ on }) => `changed(${on.join(', ')})`);
        for (const { operation, changes } of others) {
          const cause = String(changes[causeKey]?.to ?? '');
          expect(names.includes(operation) || names.some((name) => cause.endsWith(` ${name}`))).toBe(true);
        }
        expect(product.model.machines).toHaveLength(1);
      },
    ),
    { numRuns: 60 },
  );
});
