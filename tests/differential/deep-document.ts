import fc from 'fast-check';
import type { Describe, Searching, Seen } from './plain-search.ts';

/*
 * Random documents for searches that go deep: orders with items, two clerks and a boss, and rows
 * that people, timers, the calendar and another service take. Whatever tells two worlds apart is
 * read by a rule that always may, so that it is never left out.
 */

export interface Deep extends Omit<Searching, 'states'> {
  /** What the document has, for counting that each is tried. */
  readonly features: readonly Feature[];
}

const all = [
  'guard',
  'effect',
  'timer',
  'timer with a guard',
  'calendar',
  'calendar with a guard',
  'service',
  'guard of an item',
  'timer of an item',
  'effect on another record',
  'rule that counts',
  'delete',
  'update',
] as const;
export const features: readonly Feature[] = all;
type Feature = (typeof all)[number];

export const drawnDeep = fc.array(fc.nat({ max: 9999 }), { minLength: 60, maxLength: 60 });

const states = ['open', 'busy', 'held', 'done'];
const people = ['Cleo', 'Carl', 'Bea'];
const hour = 3_600_000;
const alone = { Order: 1, Item: 1 };

const guards: readonly string[] = [
  'urgent',
  '!urgent',
  'owner == me',
  'owner != me',
  'me.role == "boss"',
  'Item.filter(i, i.order == self).size() >= 1',
  'items.exists(i, i.status == "ready")',
  'items.all(i, i.status == "ready")',
  '!Order.exists(o, o.status == "busy")',
  'Order.filter(o, o.status == "held").size() < 1',
  'Order.exists(o, o.urgent && o.id != id)',
];
const forTimers = guards.filter((guard) => !guard.includes('me'));
const itemGuards: readonly string[] = [
  'order.status != "open"',
  'order.urgent',
  'order.owner == me',
  '!Item.exists(i, i.status == "ready")',
];
const effects: readonly string[] = [
  'urgent = true',
  'owner = me',
  'owner = null',
  'create Item with {"order": self}',
  'urgent = false; owner = null',
];
const silentEffects = effects.filter((effect) => !effect.includes('me'));
const cells = ['yes | yes', 'yes | no', 'no | yes', '`owner == me` | yes'];

export function deepDocument(drawn: readonly number[]): Deep {
  let at = 0;
  const number = (below: number): number => (drawn[at++] ?? 0) % below;
  const pick = <T>(list: readonly T[]): T => list[number(list.length)] as T;
  const chance = (percent: number): boolean => number(100) < percent;
  const features = new Set<Feature>();
  const maybe = (percent: number, feature: Feature, list: readonly string[]): string => {
    if (!chance(percent)) return '';
    features.add(feature);
    return `\`${pick(list)}\``;
  };
  const events: string[] = [];
  const rows = ['| | | open | | | | |'];
  const edges = [
    ['open', pick(['busy', 'held'])],
    [pick(['busy', 'held']), pick(states)],
    ...Array.from({ length: 1 + number(3) }, () => [pick(states.slice(0, 3)), pick(states)]),
  ] as const;
  for (const [from, to] of edges) {
    const event = `go${events.length}`;
    events.push(event);
    const roles = chance(20) ? 'boss' : '';
    rows.push(`| ${from} | ${event} | ${to} | ${roles} | ${maybe(60, 'guard', guards)} | ${maybe(35, 'effect', effects)} | |`);
  }
  if (chance(60)) {
    features.add('timer');
    const [from, to] = [pick(states.slice(0, 3)), pick(states)];
    rows.push(
      `| ${from} | after \`hours(${pick([1, 5, 30])})\` | ${from === to ? 'done' : to} | | ${maybe(50, 'timer with a guard', forTimers)} | ${maybe(30, 'effect', silentEffects)} | |`,
    );
  }
  const calendar = chance(45);
  if (calendar) {
    features.add('calendar');
    const [from, to] = [pick(states.slice(0, 3)), pick(states)];
    const when = pick(['every day at `time("08:00")`', 'every monday', 'every weekday at `time("18:30")`']);
    rows.push(`| ${from} | ${when} | ${from === to ? 'done' : to} | | ${maybe(40, 'calendar with a guard', forTimers)} | | |`);
  }
  const service = chance(40);
  const fails = chance(70);
  if (service) {
    features.add('service');
    const from = pick(states.slice(0, 3));
    events.push('pay');
    rows.push(`| ${from} | pay | asked | | | \`send Bank "POST /charges" then paid\` | |`);
    rows.push(`| asked | paid(status: integer) | ${pick(states)} | | \`status == 201\` | ${maybe(30, 'effect', silentEffects)} | |`);
    if (chance(60)) rows.push(`| asked | paid(status: integer) | ${pick(states)} | | | | |`);
    if (fails) rows.push(`| asked | paid failed | ${pick(states)} | | | | |`);
  }
  const items = ['| | | raw | | | | |', `| raw | prepare | ready | | ${maybe(50, 'guard of an item', itemGuards)} | | |`];
  const hasUndo = chance(50);
  if (hasUndo) items.push('| ready | undo | raw | | | | |');
  if (chance(calendar ? 10 : 40)) {
    features.add('timer of an item');
    items.push(`| ready | after \`hours(${pick([2, 5])})\` | raw | | | ${maybe(40, 'effect on another record', ['hurry order'])} | |`);
  }
  if (items.some((row) => row.includes('hurry'))) rows.push('| any | hurry | | | | `urgent = true` | |');
  const hasDelete = chance(30);
  const hasUpdate = chance(40);
  const limit = chance(40) ? '| no more | Order | `Order.filter(o, o.owner == owner && owner != null).size() <= 1` | WRONG |\n' : '';
  if (limit !== '') features.add('rule that counts');
  if (hasDelete) features.add('delete');
  if (hasUpdate) features.add('update');
  const permissions = [
    ['create', chance(70) ? 'yes | no' : 'yes | yes'],
    ['read', 'yes | yes'],
    ['update', hasUpdate ? pick(cells) : 'no | no'],
    ['delete', hasDelete ? 'no | yes' : 'no | no'],
    ...events.map((event) => [event, pick(cells)]),
    ...(service ? [['paid', 'no | no']] : []),
    ...(service && fails ? [['paid failed', 'no | no']] : []),
  ];
  const text = `# Specification: Deep

## 3. Entities and their fields

### Person

| Field | Type | Required |
|---|---|---|
| email | email | yes |
| role | enum clerk, boss | yes |

| Example | email | role |
|---|---|---|
| Cleo | cleo@example.com | clerk |
| Carl | carl@example.com | clerk |
| Bea | bea@example.com | boss |

### Order

| Field | Type | Required | Default |
|---|---|---|---|
| urgent | boolean | yes | no |
| owner | Person | | \`me\` |
| items | list of Item by order | | |
| status | state | | |

### Item

| Field | Type | Required |
|---|---|---|
| order | Order | yes |
| status | state | |

## 4. States and transitions

### Order.status

| From | Event | To | Roles | Guard | Effect | Description |
|---|---|---|---|---|---|---|
${rows.join('\n')}

### Item.status

| From | Event | To | Roles | Guard | Effect | Description |
|---|---|---|---|---|---|---|
${items.join('\n')}

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| kept | Order | always \`urgent \\|\\| owner != null\` | |
${limit}
## 6. Roles and permissions

| Role | Is |
|---|---|
| clerk | \`me.role == "clerk"\` |
| boss | \`me.role == "boss"\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email |

| Permission | clerk | boss |
|---|---|---|
| Person: read | yes | yes |
${permissions.map(([operation, cell]) => `| Order: ${operation} | ${cell} |`).join('\n')}
| Order.owner: create, update | no | no |
| Item: create | ${pick(['yes | no', 'no | yes', 'yes | yes', '`order.owner == me` | no'])} |
| Item: read, prepare${hasUndo ? ', undo' : ''} | yes | yes |

## 7. Program interface

| Service | Address |
|---|---|
| Bank | https://bank.example.com |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| WRONG | 422 | No. |
`;
  // The times of day are worlds of their own.
  const most = calendar ? alone : pick([alone, { Order: 1, Item: 2 }, { Order: 2, Item: 1 }]);
  const orders = Array.from({ length: most.Order }, (_, place) => `Order.filter(o, true)[${place}]`);
  const parts = Array.from({ length: most.Item }, (_, place) => `Item.filter(i, true)[${place}]`);
  const actions = [
    ...[true, false].map((urgent) => `create Order with {"urgent": ${urgent}}`),
    ...orders.flatMap((order) => [
      ...events.map((event) => `${event} ${order}`),
      ...(hasUpdate ? [true, false].map((urgent) => `update ${order} with {"urgent": ${urgent}}`) : []),
      ...(hasDelete ? [`delete ${order}`] : []),
      `create Item with {"order": ${order}}`,
    ]),
    ...parts.flatMap((part) => [`prepare ${part}`, ...(hasUndo ? [`undo ${part}`] : [])]),
  ];
  const answers = service ? [...[200, 201, 202].map((status) => ({ status, body: null })), null] : [];
  return { text, actions, people, most, answers, describe: describedBy(text), moments: momentsBefore(text), features: [...features] };
}

/** Alike people and alike records are told apart by nothing but what they are to each other. */
function describedBy(text: string): Describe {
  const days = text.includes('every day') ? 1 : text.includes('every') ? 7 : null;
  const timed = new Set([...text.matchAll(/\| (\w+) \| after /g)].map((match) => match[1]));
  return (seen, time) => {
    const phase = days === null ? '' : `at ${time % (days * 24 * hour)} `;
    const orders = seen.filter(({ entity }) => entity === 'Order');
    const items = seen.filter(({ entity }) => entity === 'Item');
    const state = ({ record: { status }, age, late }: Seen): string =>
      `${String(status)} ${late > 0 ? 'late' : timed.has(String(status)) ? age : ''}`;
    const people = seen.filter(({ entity }) => entity === 'Person');
    const clerks = people.flatMap(({ record }) => (record['role'] === 'clerk' ? [record.id] : []));
    const bosses = people.flatMap(({ record }) => (record['role'] === 'boss' ? [[record.id, 'boss'] as const] : []));
    const wordsOf = (owners: ReadonlyMap<string, string>): string =>
      orders
        .map((order) => {
          const { id, urgent, owner } = order.record;
          const own = items
            .filter(({ record }) => record['order'] === id)
            .map(state)
            .sort();
          return `${state(order)} ${urgent === true ? 'urgent' : ''} ${owners.get(String(owner)) ?? ''} waits ${order.waits} [${own.join()}]`;
        })
        .sort()
        .join('; ');
    return (
      phase +
      (permutations(clerks)
        .map((list) => wordsOf(new Map([...bosses, ...list.map((one, place) => [one, `p${place}`] as const)])))
        .sort()[0] ?? '')
    );
  };
}

/** When the event of the calendar happens in the next days, and as long before as timers take. */
function momentsBefore(text: string): (time: number) => readonly number[] {
  const [, rhythm = '', at = ''] = /every (day|monday|weekday)(.*)/.exec(text) ?? [];
  const lengths = [0, ...[...text.matchAll(/after `hours\((\d+)\)`/g)].map(([, hours]) => Number(hours) * hour)];
  const [, hours = '0', minutes = '0'] = /(\d\d):(\d\d)/.exec(at) ?? [];
  // Since the epoch, which was a Thursday.
  const weekdays = rhythm === 'day' ? [0, 1, 2, 3, 4, 5, 6] : rhythm === 'monday' ? [4] : [0, 1, 4, 5, 6];
  return (time) => {
    if (rhythm === '') return [];
    const today = Math.floor(time / (24 * hour));
    const days = Array.from({ length: 12 }, (_, ahead) => today + ahead).filter((day) => weekdays.includes(day % 7));
    return days.flatMap((day) => lengths.map((length) => (day * 24 + Number(hours)) * hour + Number(minutes) * 60_000 - length));
  };
}

const permutations = (list: readonly string[]): readonly (readonly string[])[] =>
  list.length < 2 ? [list] : list.flatMap((one) => permutations(list.filter((other) => other !== one)).map((rest) => [one, ...rest]));
