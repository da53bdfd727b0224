import { expect, test } from 'vitest';
import { orders } from '../../../testing/orders.ts';
import { readModel } from '../../model/read.ts';
import { defaultBounds } from '../document/bounds.ts';
import { coneOf } from '../document/cone.ts';
import { Tally } from '../findings/tally.ts';
import { search } from '../search/search.ts';
import type { Tried } from '../search/watcher.ts';
import { smallWorld } from '../world/small-world.ts';
import { type Action, MoveLister } from './moves.ts';
import { Stepper } from './stepper.ts';

const rows = ['open | close | closed | | `kind == "small" && paid < LIMIT` | WRONG | | final'];
const kind = 'kind | enum small, medium, large | yes | small';
const paid = 'paid | integer | yes | 1';

/** The values that one clerk gives to new orders in the first world, with any errors. */
async function created(text: string): Promise<{ readonly listed: number; readonly tried: readonly string[] }> {
  const model = readModel(text);
  const bounds = { ...defaultBounds, records: 1 };
  const cone = coneOf(model, bounds.records);
  const world = smallWorld(model, false, cone);
  const stepper = new Stepper(world, cone);
  const lister = new MoveLister(world.product, cone, bounds);
  const clerk = world.people.find(({ account }) => world.names.get(account ?? '') === 'Cleo');
  const isOurs = (move: Action): boolean => move.kind === 'create' && move.person === clerk;
  const tried: string[] = [];
  class Noting extends Tally {
    override tried(one: Tried): void {
      super.tried(one);
      if (one.from !== 0 || !isOurs(one.move) || !('values' in one.move)) return;
      const given = one.move.values.map(({ words }) => (typeof words === 'string' ? words : (world.names.get(words.record) ?? '')));
      tried.push([...given, ...one.errors].join(' '));
    }
  }
  await search({ world, cone, stepper, lister }, world.start, new Noting(model), { states: 50, stop: () => false });
  const all = clerk === undefined ? [] : [...lister.all(clerk, stepper.viewOf(world.start))];
  return { listed: all.filter(isOurs).length, tried };
}

test('combinations leave out a field that section 6 lets no role set', async () => {
  const all = await created(orders({ fields: [kind, paid], rows }));
  const few = await created(orders({ fields: [kind, paid], rows, cells: { 'Order.paid: create, update': 'no | no' } }));
  // Small is the default.
  expect(few.listed).toBe(3);
  // No value, and values on both sides of the limit.
  expect(all.listed).toBe(few.listed * 4);
});

test('a value that its field does not offer is tried once', async () => {
  const checker = 'checker | Person where `role == "boss"` | yes | ';
  const { listed, tried } = await created(
    orders({
      fields: [kind, checker],
      rows: ['open | close | closed | | `kind == "small" && checker == me` | WRONG | | final'],
    }),
  );
  expect(listed).toBe(9);
  expect(tried.toSorted()).toEqual(['"large" Bea', '"medium" Bea', 'Bea', 'Carl INVALID', 'Cleo INVALID'].toSorted());
});

test('a create that needs a unique value is not run again for what other records contain', async () => {
  let creates = 0;
  class Counting extends Stepper {
    override act(...[move, view, wantsGuard]: Parameters<Stepper['act']>): ReturnType<Stepper['act']> {
      const before = this.runs;
      const outcome = super.act(move, view, wantsGuard);
      if (move.kind === 'create') creates += this.runs - before;
      return outcome;
    }
  }
  const head = '### Order\n\n| Field | Type | Required | Default |';
  const fields = ['code | text | yes | | yes', `${kind} |`, `${paid} |`];
  const model = readModel(orders({ fields, rows }).replace(`${head}\n|`, `${head} Unique |\n|---|`));
  expect(model.entities.find(({ name }) => name.text === 'Order')?.byName.get('code')?.unique).toBe(true);
  const bounds = { ...defaultBounds, records: 1 };
  const cone = coneOf(model, bounds.records);
  const world = smallWorld(model, false, cone);
  const lister = new MoveLister(world.product, cone, bounds);
  const parts = { world, cone, stepper: new Counting(world, cone), lister };
  const { complete } = await search(parts, world.start, new Tally(model), { states: 100, stop: () => false });
  expect(complete).toBe(true);
  expect(creates).toBe(36);
});

test('a value that a rule on its own field refuses is tried once, not with every other value', async () => {
  const given = async (on: string) => {
    const { tried } = await created(orders({ fields: [kind, paid], rows, rules: [`few | ${on} | \`paid <= LIMIT\` | WRONG`] }));
    return { all: tried.length, refused: tried.filter((one) => one.endsWith('WRONG')) };
  };
  // Three kinds with no value, one below the limit and the limit.
  expect(await given('Order.paid')).toEqual({ all: 10, refused: ['6 WRONG'] });
  expect(await given('Order on update')).toEqual({ all: 12, refused: [] });
});
