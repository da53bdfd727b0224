import { describe, expect, test } from 'vitest';
import { placesIn } from '../../../testing/explored.ts';
import { type OrderParts, orders } from '../../../testing/orders.ts';
import { readModel } from '../../model/read.ts';
import { runScenarios } from '../../verify/scenarios.ts';
import { type Exploration, explore } from '../explore.ts';
import { scenarioOf } from '../steps/trace.ts';

const run = (text: string, records = 1): Promise<Exploration> =>
  explore(readModel(text), { bounds: { records, states: 5000 }, now: () => 0 });

const close = 'open | close | closed | | | | | final';
const late = 'open | after `DEADLINE` | late | | | | | final';
const noUpdate = { update: 'no | no' };

/** The kind of row, the row, a document in which it can be broken, and one in which it cannot. */
const seeded: readonly [what: string, row: string, broken: OrderParts, kept: OrderParts, records?: number][] = [
  [
    'always, of each record',
    'r | Order | always `status != "closed" || amount > 0` |',
    { fields: ['amount | integer | yes | 1'], rows: [close] },
    { fields: ['amount | integer | yes | 1'], rows: ['open | close | closed | | `amount > 0` | WRONG | | final'], cells: noUpdate },
  ],
  [
    'never, of each record',
    'r | Order | never `status == "closed" && paid == null` |',
    { fields: ['paid | datetime | | '], rows: [close], cells: noUpdate },
    {
      fields: ['paid | datetime | | '],
      rows: ['open | close | closed | | | | `paid = now` | final'],
      cells: noUpdate,
    },
  ],
  [
    'always, of all records',
    'r | | always `Order.filter(o, o.status == "open").size() <= 1` |',
    { rows: [close] },
    { rows: [close], rules: ['one | Order on create | `Order.filter(o, o.status == "open").size() == 0` | WRONG'] },
    2,
  ],
  [
    'a rule that another record breaks',
    'r | | never `Order.exists(o, o.status == "closed" && Order.exists(p, p.id != o.id && p.status == "closed"))` |',
    { rows: [close] },
    { rows: ['open | close | closed | | `Order.filter(o, o.status == "closed").size() == 0` | WRONG | | final'] },
    2,
  ],
  ['whole cell as code', 'r | Order | `never status == "late"` |', { rows: [close, late] }, { rows: [close] }],
  ['leads to, by a timer', 'r | Order | `status == "open"` leads to `status == "late"` |', { rows: [close, late] }, { rows: [late] }],
  [
    'leads to, where people need not act',
    'r | Order | `status == "open"` leads to `status == "closed"` |',
    { rows: [close] },
    { rows: ['open | after `DEADLINE` | closed | | | | | final', close] },
  ],
  [
    'leads to, round and round',
    'r | Order | `status == "open"` leads to `status == "closed"` |',
    { rows: ['open | after `DEADLINE` | late | | | |', 'late | after `DEADLINE` | open | | | |', close] },
    { rows: ['open | after `DEADLINE` | late | | | |', 'late | after `DEADLINE` | closed | | | | | final', close] },
  ],
  [
    'leads to, of all records',
    'r | | `Order.exists(o, o.status == "open")` leads to `Order.exists(o, o.status == "late")` |',
    { rows: [close, late] },
    { rows: [late] },
  ],
  [
    'leads to, one of two',
    'r | Order | `status == "open"` leads to `status in ["closed", "late"]` |',
    { rows: [close, 'open | hold | held | | | |', 'held | resume | open | | | |', late] },
    { rows: [close, late] },
  ],
];

describe('rows of section 5 that the explorer judges', () => {
  test.each(seeded)('%s', async (_, row, broken, kept, records = 1) => {
    const text = orders({ ...broken, rules: [...(broken.rules ?? []), row] });
    const found = await run(text, records);
    expect(found.complete).toBe(true);
    const said = [...row.matchAll(/`(?:never |always )?([^`]*)`/g)].at(-1)?.[1];
    const places = placesIn(text, found).filter((place) => /^(?:may-never-follow|invariant-broken)/.test(place));
    expect(places).toEqual([`${row.includes('leads to') ? 'may-never-follow' : 'invariant-broken'}: ${said}`]);
    expect(found.invariants).toMatchObject([{ name: 'r', holds: false }]);
    const trace = found.invariants[0]?.trace;
    expect(trace).not.toBeNull();
    const replayed = runScenarios(readModel(`${text}\n${trace == null ? '' : scenarioOf('way', trace)}`));
    expect(replayed.map(({ passed }) => passed)).toEqual([true]);

    const good = await run(orders({ ...kept, rules: [...(kept.rules ?? []), row] }), records);
    expect(good.invariants).toEqual([{ name: 'r', holds: true, trace: null }]);
    expect(good.findings.filter(({ code }) => code === 'invariant-broken' || code === 'may-never-follow')).toEqual([]);
  });

  test('the product does not check them', () => {
    const model = readModel(orders({ rows: [close], rules: ['r | Order | never `status == "closed"` |'] }));
    expect(model.rules).toEqual([]);
    expect(model.misreads).toEqual([]);
    expect(model.holes.filter(({ kind }) => kind !== 'section')).toEqual([]);
  });

  test('an error, `me` and an unknown entity are reported', () => {
    const model = readModel(
      orders({ rows: [close], rules: ['a | Order | always `made == me` | WRONG', 'b | Ordr | always `status == "open"` |'] }),
    );
    expect(model.misreads.map(({ message }) => message.slice(0, 34))).toEqual([
      'What always holds does not depend ',
      'The product does not check the rul',
    ]);
    expect(model.references.filter(({ text, found }) => text === 'Ordr' && !found)).toHaveLength(1);
  });

  test('a hole in On does not mean all records', () => {
    const model = readModel(orders({ rows: [close], rules: ['a | ? | always `true` |', 'b | | always `true` |'] }));
    expect(model.invariants.map(({ name, entity }) => [name.text, entity])).toEqual([['b', null]]);
    expect(model.holes.filter(({ about }) => about.includes('“a”'))).toHaveLength(1);
  });
});
