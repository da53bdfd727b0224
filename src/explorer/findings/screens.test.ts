import { expect, test } from 'vitest';
import { explored, placesIn } from '../../../testing/explored.ts';
import { type OrderParts, orders } from '../../../testing/orders.ts';
import { readModel } from '../../model/read.ts';
import { explore } from '../explore.ts';

/** The table of these screens, followed by their parts. */
const screens = (...all: readonly (readonly [row: string, ...parts: string[]])[]): string => `| Screen | Route | About | Roles | Menu |
|---|---|---|---|---|
${all.map(([row]) => `| ${row} |`).join('\n')}

${all.map(([row, ...parts]) => `### ${row.split(' |')[0]}\n\n${parts.join('\n')}\n`).join('\n')}`;

const home = (...parts: string[]): [string, ...string[]] => ['Home | / | | | ', ...parts];
const order: [string, ...string[]] = ['Order | /orders/:id | Order | | ', '- details: status'];
const paper: [string, ...string[]] = ['Paper | /orders/:id/paper | Order | | ', '- details: status'];
const help: [string, ...string[]] = ['Help | /help | | | no', '- text "Ask."'];
const close = 'open | close | closed | | | | | final';
const lose = 'open | lose | lost | | `made == null` | WRONG | | final';
const amount = 'amount | integer | yes | 1';
const small = 'small | Order.amount | `amount <= LIMIT` | WRONG';
const guarded = 'open | close | closed | | `amount < LIMIT` | WRONG | | final';

/** The mistake, the screen it is found on, a document with the mistake, and one without it. */
const seeded: readonly (readonly [what: string, screen: string, wrong: OrderParts, right: OrderParts])[] = [
  [
    'a record that section 6 shows in a state that is never reached',
    'Order',
    { rows: [close, lose], cells: { read: '`status == "lost"` | no' }, screens: screens(home('- list of Order: status'), order) },
    { rows: [close, lose], cells: { read: '`status != "lost"` | no' }, screens: screens(home('- list of Order: status'), order) },
  ],
  [
    'a screen for bosses, about orders that only their makers see, who are clerks',
    'Order',
    {
      rows: [close],
      cells: { create: 'yes | no', read: 'yes | `made == me`' },
      screens: screens(home('- list of Order: status'), ['Order | /orders/:id | Order | boss | ', '- details: status']),
    },
    {
      rows: [close],
      cells: { create: 'yes | yes', read: 'yes | `made == me`' },
      screens: screens(home('- list of Order: status'), ['Order | /orders/:id | Order | boss | ', '- details: status']),
    },
  ],
  [
    'a link that is shown in a state that is never reached',
    'Paper',
    {
      rows: [close, lose],
      screens: screens(home('- list of Order: status'), [...order, '- link Print: Paper when `status == "lost"`'], paper),
    },
    {
      rows: [close, lose],
      screens: screens(home('- list of Order: status'), [...order, '- link Print: Paper when `status == "closed"`'], paper),
    },
  ],
  [
    'a list that a rule keeps empty',
    'Paper',
    {
      fields: [amount],
      rows: [guarded],
      rules: [small],
      screens: screens(home('- list of Order where `amount > LIMIT`: status', '  - open Paper'), order, paper),
    },
    {
      fields: [amount],
      rows: [guarded],
      rules: [small],
      screens: screens(home('- list of Order where `amount >= LIMIT`: status', '  - open Paper'), order, paper),
    },
  ],
  [
    'a button for clerks, to a screen for bosses',
    'Help',
    {
      rows: [close],
      screens: screens(home('- list of Order: status', '- button Help: open Help when `me.role == "boss"` for clerk'), order, help),
    },
    {
      rows: [close],
      screens: screens(home('- list of Order: status', '- button Help: open Help when `me.role == "boss"` for boss'), order, help),
    },
  ],
];

test.each(seeded)('%s', async (_, screen, wrong, right) => {
  const found = (text: string): Promise<readonly string[]> =>
    explored(text).then((all) => placesIn(text, all).filter((place) => place.startsWith('screen-')));
  expect(await found(orders(wrong))).toEqual([`screen-never-reached: ${screen}`]);
  expect(await found(orders(right))).toEqual([]);
});

const hidden = (part: string): string =>
  orders({ fields: [amount], rows: [close], screens: screens(home('- list of Order: status', part), order, help) });

test.each([
  ['reads a field that tells no worlds apart', '- button Help: open Help when `amount > 100`'],
  ['reads the time', '- button Help: open Help when `now < timestamp("2001-01-01T00:00:00Z")`'],
  ['counts records', '- button Help: open Help when `size(Order) > 9`'],
])('a condition that %s is not judged', async (_, part) => {
  expect((await explored(hidden(part))).findings).toEqual([]);
});

test('the message names the screens from which people would come', async () => {
  const { findings } = await explore(readModel(hidden('- button Help: open Help when `me.role == "x"`')), {
    bounds: { records: 1 },
    now: () => 0,
  });
  expect(findings.map(({ message, trace }) => [message, trace])).toEqual([
    [
      'No one can reach “Help”: the links to it on “Home” are never shown to a person who may open it (up to 1 record per entity, 2 people per role).',
      null,
    ],
  ]);
});

test('a screen about records that no one may read names them', async () => {
  const text = orders({
    rows: [close, lose],
    cells: { read: '`status == "lost"` | no' },
    screens: screens(home('- list of Order: status'), order),
  });
  const { findings } = await explored(text);
  expect(findings.flatMap(({ code, message }) => (code === 'screen-never-reached' ? [message] : []))).toEqual([
    'No person can ever open “Order”: no one may read an Order (up to 1 record per entity, 2 people per role).',
  ]);
});
