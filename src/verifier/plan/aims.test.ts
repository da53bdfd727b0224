import { expect, test } from 'vitest';
import { fixedPlatform } from '../../base/platform.ts';
import { nobody } from '../../engine/world/world.ts';
import type { Node } from '../../expression/node.ts';
import type { Scope } from '../../expression/values/value.ts';
import { readModel } from '../../model/read.ts';
import { Oracle } from '../answers/oracle.ts';
import { type Aim, aimsOf, reached, withChosen } from './aims.ts';
import { amountsIn } from './amounts.ts';

const text = `# Specification: Visits

## 3. Entities and their fields

### Person

| Field | Type | Required | Computed |
|---|---|---|---|
| name | text(20) | yes | |
| age | integer | yes | |
| share | decimal | | \`age < 16 ? 0.5 : 1.0\` |

| Example | name | age |
|---|---|---|
| Kim | Kim | 9 |
| Mia | Mia | 40 |

### Closure

| Field | Type | Required |
|---|---|---|
| begins | integer | yes |
| until | integer | yes |

| Example | begins | until |
|---|---|---|
| Early | 20 | 30 |
| Late | 60 | 70 |

### Visit

| Field | Type | Required | Computed |
|---|---|---|---|
| person | Person | yes | |
| price | money | yes | |
| day | integer | yes | |
| paid | money | | \`price * person.share\` |
| whole | money | | \`price * day\` |
| smaller | integer | | \`min(day, person.age)\` |
| closed | boolean | | \`Closure.exists(c, c.begins <= day && day < c.until && day != 65)\` |

| Example | person | price | day |
|---|---|---|---|
| Odd | Kim | 4.55 | 65 |
| Even | Mia | 4.50 | 30 |

## 9. Business constants and limits

| Constant | Value |
|---|---|
| CURRENCY | EUR |
`;

const model = readModel(text);
const oracle = new Oracle(model, { platform: fixedPlatform() });

/** A computed field’s expression, and a visit about which it is evaluated. */
function computed(name: string, visit: string): { readonly node: Node; readonly scope: Scope } {
  const node = model.entities.at(-1)?.fields.find((field) => field.name.text === name)?.computed?.node;
  if (node == null) throw new Error(`no field ${name}`);
  const world = oracle.product.world(nobody);
  return { node, scope: world.scope(world.record('Visit', oracle.examples.get(visit)?.id ?? '')) };
}

const kindsOf = (aims: readonly Aim[]): readonly string[] => aims.map(({ what }) => what.kind);

test('a share of an amount aims at being rounded up, a multiple of it does not', () => {
  const isRounded = (visit: string): boolean => {
    const { node, scope } = computed('paid', visit);
    const [aim] = aimsOf(node).filter(({ what }) => what.kind === 'rounded-up');
    return aim !== undefined && reached(aim, scope).isWhole;
  };
  expect([isRounded('Odd'), isRounded('Even')]).toEqual([true, false]);
  expect(kindsOf(aimsOf(computed('whole', 'Odd').node))).not.toContain('rounded-up');
});

test('a choice in a computed field of another record is one of the aims', () => {
  const { node, scope } = computed('paid', 'Odd');
  const decided = aimsOf(withChosen(model, node)).filter(({ what }) => what.kind === 'is');
  expect(kindsOf(aimsOf(node))).not.toContain('is');
  expect(decided.map((aim) => reached(aim, scope).isWhole)).toEqual([true, false]);
});

test('the smaller of two values aims at each of them', () => {
  const reachedBy = (visit: string): readonly boolean[] => {
    const { node, scope } = computed('smaller', visit);
    return aimsOf(node).map((aim) => reached(aim, scope).isWhole);
  };
  expect([reachedBy('Odd'), reachedBy('Even')]).toEqual([
    [true, false],
    [false, true],
  ]);
  expect(amountsIn([computed('smaller', 'Odd').node], computed('smaller', 'Odd').scope)).toEqual([[65, 9]]);
});

test('what is compared with the records of a list is compared with the nearest of them', () => {
  const { node, scope } = computed('closed', 'Odd');
  expect(amountsIn([node], scope)).toEqual([
    [60, 65],
    [65, 70],
    [65, 65],
  ]);
});
