import { describe, expect, test } from 'vitest';
import { productInMemory } from '../../testing/product.ts';
import { documentOf, eventOf } from '../../testing/rings.ts';
import counter from '../../tests/samples/explorer/counter.md?raw';
import dieHard from '../../tests/samples/explorer/die-hard.md?raw';
import hanoi from '../../tests/samples/explorer/hanoi.md?raw';
import missionaries from '../../tests/samples/explorer/missionaries.md?raw';
import peterson from '../../tests/samples/explorer/peterson.md?raw';
import philosophers from '../../tests/samples/explorer/philosophers.md?raw';
import { exampleRecords } from '../engine/change/seed.ts';
import { nobody } from '../engine/world/world.ts';
import { readModel } from '../model/read.ts';
import type { DocumentStore, StoredRecord } from '../store/store.ts';
import { explore } from './explore.ts';

const closed = { examples: true, create: false };
const worldsOf = async (text: string, bounds: Parameters<typeof explore>[1]['bounds'] = closed): Promise<number> => {
  const found = await explore(readModel(text), { bounds, now: () => 0 });
  expect(found.complete).toBe(true);
  return found.worlds;
};

/** Describes a world as a text, with records under the names that the test gives them. */
type Describe = (records: (entity: string) => readonly StoredRecord[], name: (id: unknown) => string) => string;

/**
 * The plain search that the explorer is compared with: it performs the actions of scenarios through
 * `act`, keeps whole snapshots, and tells worlds apart as the test says.
 */
function plainCount(text: string, actions: readonly string[], describeWorld: Describe, who: readonly string[] = []): number {
  const rows = actions.map((action) => `| nobody | \`${action.replaceAll('|', '\\|')}\` | |`).join('\n');
  const extended = `${text}\n\n### Scenario: steps\n\n| As | Do | Expect |\n|---|---|---|\n${rows}\n`;
  const { product, as } = productInMemory(extended);
  const store = product.store as DocumentStore;
  const steps =
    readModel(extended)
      .scenarios.at(-1)
      ?.rows.map((row) => row.do) ?? [];
  for (const step of steps) expect(step.problems).toEqual([]);
  const names = new Map(Object.entries(exampleRecords(product)).map(([name, { id }]) => [id, name]));
  const worldNow = (): string =>
    describeWorld(
      (entity) => store.query({ entity, conditions: [] }),
      (id) => names.get(String(id)) ?? '',
    );
  const known = new Set([worldNow()]);
  const waiting = [store.snapshot()];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    for (const person of who.length === 0 ? [nobody] : who.map(as))
      for (const step of steps) {
        store.restore(product.model, next);
        const world = product.world(nobody);
        const bound = new Map(Object.entries(exampleRecords(product)).map(([name, { entity, id }]) => [name, world.record(entity, id)]));
        if (!product.act(person, step, { bound, visibility: 'product' }).ok || known.has(worldNow())) continue;
        known.add(worldNow());
        waiting.push(store.snapshot());
      }
  }
  return known.size;
}

const field =
  (entity: string, ...fields: string[]): Describe =>
  (records) =>
    records(entity)
      .map((record) => fields.map((name) => String(record[name])).join())
      .sort()
      .join(';');

describe('classic problems: counts from their sources and from a plain search', () => {
  test('a counter of two ternary digits: 3 × 3, and done', async () => {
    expect(plainCount(counter, ['tick Clock', 'carry Clock', 'overflow Clock'], field('Counter', 'low', 'high', 'status'))).toBe(10);
    expect(await worldsOf(counter)).toBe(10);
  });

  test('die hard: 16, and done, in which nothing reads the jugs', async () => {
    const pours = ['fill small', 'fill big', 'empty small', 'empty big', 'pour into big', 'pour into small', 'finish'];
    const actions = pours.map((event) => `${event} Both`);
    const jugs = field('Jugs', 'small', 'big', 'status');
    const described: Describe = (records, name) => (records('Jugs')[0]?.['status'] === 'solved' ? 'solved' : jugs(records, name));
    expect(plainCount(dieHard, actions, described)).toBe(17);
    expect(await worldsOf(dieHard)).toBe(17);
  });

  test('the tower of Hanoi with three discs: 3 to the third', async () => {
    const moves = ['Small', 'Medium', 'Large'].flatMap((disc) =>
      ['left', 'middle', 'right'].map((to) => `move ${disc} with {"to": "${to}"}`),
    );
    expect(plainCount(hanoi, moves, field('Disc', 'size', 'peg'))).toBe(27);
    expect(await worldsOf(hanoi)).toBe(27);
  });

  test('missionaries and cannibals: 16', async () => {
    const loads = [
      [1, 0],
      [2, 0],
      [0, 1],
      [0, 2],
      [1, 1],
    ].flatMap(([m, c]) => ['over', 'back'].map((to) => `row ${to} Bank with {"m": ${m}, "c": ${c}}`));
    expect(plainCount(missionaries, loads, field('River', 'missionaries', 'cannibals', 'boat'))).toBe(16);
    expect(await worldsOf(missionaries)).toBe(16);
  });

  test('dining philosophers: 14 circles, 6 up to rotation', async () => {
    const actions = ['Kant', 'Hegel', 'Marx'].flatMap((one) => ['take left', 'take right', 'stop'].map((event) => `${event} ${one}`));
    const circle: Describe = (records, name) =>
      ['Kant', 'Hegel', 'Marx'].map((one) => records('Philosopher').find(({ id }) => name(id) === one)?.['status']).join();
    expect(plainCount(philosophers, actions, circle)).toBe(14);
    const turned: Describe = (records, name) => {
      const states = circle(records, name).split(',');
      return states.map((_, at) => [...states.slice(at), ...states.slice(0, at)].join()).sort()[0] ?? '';
    };
    expect(plainCount(philosophers, actions, turned)).toBe(6);
    expect(await worldsOf(philosophers)).toBe(6);
  });

  test('Peterson: up to the exchange of the processes', async () => {
    const actions = ['First', 'Second'].flatMap((one) =>
      ['want', 'yield turn', 'enter', 'leave', 'clash'].map((event) => `${event} ${one}`),
    );
    const exchanged: Describe = (records, name) => {
      const turn = name(records('Lock')[0]?.['turn']);
      return records('Process')
        .map((process) => `${String(process['status'])} ${name(process.id) === turn}`)
        .sort()
        .join(';');
    };
    const count = plainCount(peterson, actions, exchanged);
    expect(await worldsOf(peterson)).toBe(count);
  });
});

describe('rings: counts from their transfer matrix and from a plain search', () => {
  const states = ['idle', 'waiting', 'busy'];
  /** Rings of three states in which no two neighbours are busy: (1 + √3)^n + (1 − √3)^n. */
  const apart = (workers: number): number => Math.round((1 + Math.sqrt(3)) ** workers + (1 - Math.sqrt(3)) ** workers);

  test.each([
    [{ workers: 3, states, waitsFor: [[], [2], []] }, apart(3)],
    [{ workers: 4, states, waitsFor: [[], [2], []] }, apart(4)],
    [{ workers: 5, states, waitsFor: [[], [2], []] }, apart(5)],
    [{ workers: 4, states, waitsFor: [[], [], []] }, 3 ** 4],
    [{ workers: 5, states: ['idle', 'busy'], waitsFor: [[], []] }, 2 ** 5],
  ])('%o', async (ring, expected) => {
    const actions = Array.from({ length: ring.workers }, (_, worker) =>
      ring.states.map((_, from) => `${eventOf(ring, from)} W${worker}`),
    ).flat();
    expect(plainCount(documentOf(ring), actions, field('Worker', 'seat', 'status'))).toBe(expected);
    expect(await worldsOf(documentOf(ring))).toBe(expected);
  });
});

describe('documents in which records are created and people differ', () => {
  const tasks = `# Specification: Tasks

## 3. Entities and their fields

### Person

| Field | Type | Required |
|---|---|---|
| email | email | yes |
| role | enum worker, boss | yes |

| Example | email | role |
|---|---|---|
| Wim | wim@example.com | worker |
| Bea | bea@example.com | boss |

### Task

| Field | Type | Required | Default |
|---|---|---|---|
| urgent | boolean | yes | no |
| status | state | | |

## 4. States and transitions

### Task.status

| From | Event | To | Roles | Guard | Effect | Description |
|---|---|---|---|---|---|---|
| | | open | | | | |
| open | start | doing | worker | \`urgent \\|\\| !Task.exists(t, t.urgent && t.status == "open")\` | | |
| doing | finish | done | boss | | | final |

## 6. Roles and permissions

| Role | Is |
|---|---|
| worker | \`me.role == "worker"\` |
| boss | \`me.role == "boss"\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email |

| Permission | worker | boss |
|---|---|---|
| Person: read | yes | yes |
| Task: create | no | yes |
| Task: read, start, finish | yes | yes |
| Task: delete | no | \`status == "done"\` |
`;

  test.each([1, 2])('at most %i tasks', async (most) => {
    const each = Array.from({ length: most }, (_, index) => index).flatMap((index) =>
      ['start', 'finish', 'delete'].map((event) => `${event} Task.filter(t, true)[${index}]`),
    );
    // A plain search acts as one person, so it needs one who may take the steps of both roles.
    const anyone = tasks.replace('`me.role == "worker"`', '`me != null`');
    const creates = ['true', 'false'].map(
      (urgent) => `check Task.filter(t, true).size() < ${most} else FULL; create Task with {"urgent": ${urgent}}`,
    );
    const text = `${anyone}\n## 8. The error catalogue\n\n| Error | Status | Message |\n|---|---|---|\n| FULL | 409 | Full. |\n`;
    const count = plainCount(text, [...creates, ...each], field('Task', 'urgent', 'status'), ['Bea']);
    expect(await worldsOf(tasks, { records: most })).toBe(count);
  });
});

describe('people with roles in two organisations', () => {
  const clubs = `# Specification: Clubs

## 3. Entities and their fields

### Person

| Field | Type | Required |
|---|---|---|
| email | email | yes |

| Example | email |
|---|---|
| Ann | ann@example.com |
| Bob | bob@example.com |
| Cem | cem@example.com |

### Club

| Field | Type |
|---|---|
| name | text |
| seats | list of Seat by club |

| Example | name |
|---|---|
| North | North |
| South | South |

### Seat

| Field | Type | Required |
|---|---|---|
| club | Club | yes |
| person | Person | yes |
| leads | boolean | yes |

| Example | club | person | leads |
|---|---|---|---|
| AnnNorth | North | Ann | yes |
| AnnSouth | South | Ann | no |
| BobNorth | North | Bob | no |

### Item

| Field | Type | Required |
|---|---|---|
| club | Club | yes |
| status | state | |

## 4. States and transitions

### Item.status

| From | Event | To | Roles | Guard | Effect | Description |
|---|---|---|---|---|---|---|
| | | open | | | | |
| open | finish | done | leader | | | final |

## 6. Roles and permissions

| Role | Is | Of | Includes |
|---|---|---|---|
| person | \`me != null\` | | |
| member | \`seats.exists(s, s.person == me)\` | Club | |
| leader | \`seats.exists(s, s.person == me && s.leads)\` | Club | member |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email |

| Permission | person | member | leader |
|---|---|---|---|
| Person: read | yes | no | |
| Club: read | no | yes | |
| Seat: read | no | yes | |
| Item: create | no | yes | |
| Item: read | no | yes | |
| Item: finish | no | no | yes |
`;

  test.each([1, 2])('at most %i items', async (most) => {
    const full = `check Item.filter(t, true).size() < ${most} else FULL`;
    const steps = [
      ...['North', 'South'].map((club) => `${full}; create Item with {"club": ${club}}`),
      ...Array.from({ length: most }, (_, index) => `finish Item.filter(t, true)[${index}]`),
    ];
    const text = `${clubs}\n## 8. The error catalogue\n\n| Error | Status | Message |\n|---|---|---|\n| FULL | 409 | Full. |\n`;
    const described: Describe = (records, name) =>
      records('Item')
        .map(({ club, status }) => `${name(club)} ${String(status)}`)
        .sort()
        .join(';');
    const count = plainCount(text, steps, described, ['Ann', 'Bob', 'Cem']);
    // Items of North are open or done. South has no leader, so no item is finished there.
    expect(count).toBe(most === 1 ? 4 : 10);
    expect(await worldsOf(clubs, { records: most })).toBe(count);
  });

  test('a role counts for the records of its own organisation only', async () => {
    const { who, bound } = await explore(readModel(clubs), { bounds: { records: 1 }, now: () => 0, who: true });
    const said = (role: string, operation: string) =>
      who?.find((one) => one.entity === 'Item' && one.role === role && one.operation === operation)?.can;
    expect(bound).toContain('people with roles in North and South');
    const roles = ['person', 'member', 'leader'];
    expect(roles.map((role) => said(role, 'create'))).toEqual(['never', 'always', 'always']);
    expect(roles.map((role) => said(role, 'read'))).toEqual(['never', 'always', 'always']);
    expect(roles.map((role) => said(role, 'finish'))).toEqual(['never', 'never', 'sometimes']);
  });
});

describe('alike records and people', () => {
  const shared = (examples: string): string => `# Specification: Shared work

## 3. Entities and their fields

### Person

| Field | Type | Required |
|---|---|---|
| email | email | yes |

| Example | email |
|---|---|
| Ann | ann@example.com |
| Ben | ben@example.com |

### Task

| Field | Type |
|---|---|
| owner | Person |
| status | state |

| Example | owner |
|---|---|
${examples}

## 4. States and transitions

### Task.status

| From | Event | To | Roles | Guard | Effect | Description |
|---|---|---|---|---|---|---|
| | | open | | | | |
| open | start | doing | | \`owner == me\` | | |
| doing | check | checked | | \`owner == me\` | | |
| checked | finish | done | | \`owner == me\` | | final |
| open, doing, checked, done | give(owner) | | | | | |

## 6. Roles and permissions

| Role | Is |
|---|---|
| person | \`me != null\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email |

| Permission | person |
|---|---|
| Task: read, start, check, finish, give | yes |
`;

  test('four tasks that two people pass on: at least twenty times fewer worlds than without symmetry', async () => {
    const found = await worldsOf(shared('| A | Ann |\n| B | Ann |\n| C | Ann |\n| D | Ann |'));
    // Each task has one of four states and one of two owners, and all combinations can be reached.
    const without = (4 * 2) ** 4;
    expect(without / found).toBeGreaterThanOrEqual(20);
    // Multisets of four such tasks, with those that differ only in who is who counted once
    // (Burnside).
    expect(found).toBe((330 + 10) / 2);
  });

  test('a single task gives one world per state', async () => {
    expect(await worldsOf(shared('| A | Ann |'))).toBe(4);
  });
});

test('a bound on states ends the search, and the answer says so', async () => {
  const found = await explore(readModel(hanoi), { bounds: { ...closed, states: 5 }, now: () => 0 });
  expect(found).toMatchObject({ complete: false, worlds: 5 });
  expect(found.limits[0]).toContain('The search did not cover all worlds within the bound');
  expect(found.findings.map(({ code }) => code)).toEqual([]);
});

test('the results of smaller worlds are reported before the largest is searched', async () => {
  const told: number[] = [];
  const bounds = { records: 2 };
  const whole = await explore(readModel(hanoi), {
    bounds,
    now: () => 0,
    found: ({ worlds }) => told.push(worlds),
  });
  expect(told).toHaveLength(1);
  expect(told[0]).toBeLessThanOrEqual(whole.worlds);
});

test('a cancelled search returns what it has found', async () => {
  const cancel = new AbortController();
  const pause = async (): Promise<void> => cancel.abort();
  const found = await explore(readModel(hanoi), { bounds: closed, now: () => 0, signal: cancel.signal, pause });
  expect(found.complete).toBe(false);
  expect(found.worlds).toBeLessThan(27);
});

test('the same document gives the same answer', async () => {
  const run = () => explore(readModel(peterson), { bounds: closed, now: () => 0 });
  expect(await run()).toEqual(await run());
});
