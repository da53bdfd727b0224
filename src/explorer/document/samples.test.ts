import { expect, test } from 'vitest';
import { explored, placesIn } from '../../../testing/explored.ts';
import { orders } from '../../../testing/orders.ts';
import { readModel } from '../../model/read.ts';
import { coneOf } from './cone.ts';

/** Fields of an order, and a field of a person with the cells of Cleo, Carl and Bea. */
interface Fields {
  readonly order?: readonly string[];
  readonly person?: readonly [row: string, cells: readonly string[]];
  readonly constant?: string;
}

function closes({ order = [], person, constant }: Fields, guard: string): string {
  const rows = [`open | close | closed | | \`${guard}\` | WRONG | | final`];
  let text = orders({ fields: [...order], rows });
  if (constant !== undefined) text = text.replace('| LIMIT |', `| ${constant} |\n| LIMIT |`);
  if (person === undefined) return text;
  const [row, cells] = person;
  const name = row.split(' ')[0];
  const [cleo, carl, bea] = cells;
  return text
    .replace('| role | enum clerk, boss | yes |\n', `| role | enum clerk, boss | yes |\n| ${row} |\n`)
    .replace('| Example | email | role |\n|---|---|---|', `| Example | email | role | ${name} |\n|---|---|---|---|`)
    .replace(/(\| Cleo .*)/, `$1 ${cleo} |`)
    .replace(/(\| Carl .*)/, `$1 ${carl} |`)
    .replace(/(\| Bea .*)/, `$1 ${bea} |`);
}

const amount = 'amount | integer | yes | 1';
const paid = 'paid | integer | yes | 1';

/** Guards that some values meet, and guards that none does. */
const cases: readonly (readonly [what: string, fields: Fields, holds: string, never: string])[] = [
  ['a number plus a constant', { order: [amount] }, 'amount + LIMIT == 20', 'amount + LIMIT == 20 && amount == LIMIT'],
  ['the sum of two numbers', { order: [amount, paid] }, 'amount + paid == 10', 'amount + paid == 10 && amount + paid == 11'],
  ['the difference of two numbers', { order: [amount, paid] }, 'amount >= paid + 5', 'amount >= paid + 5 && paid >= amount'],
  ['a decimal', { order: ['weight | decimal | yes | 1'] }, 'weight > 4.5 && weight < 6.5', 'weight > 6.5 && weight < 4.5'],
  ['a text', { order: ['note | text | |'] }, 'note == "ready"', 'note == "ready" && note == "late"'],
  [
    'an address',
    { order: ['contact | email | |'] },
    'contact == "shop@example.com"',
    'contact == "a@example.com" && contact == "b@example.com"',
  ],
  ['a slug', { order: ['place | slug | |'] }, 'place == "north"', 'place == "north" && place == "south"'],
  ['a list of texts', { order: ['tags | list of text | |'] }, '"urgent" in tags', '"urgent" in tags && size(tags) == 0'],
  ['a duration', { order: ['patience | duration | |'] }, 'patience > hours(30)', 'patience > hours(30) && patience < hours(3)'],
  ['a time of day', { order: ['from | time | |'] }, 'from >= time("21:30")', 'from >= time("21:30") && from < time("09:00")'],
  [
    'a time of day that a constant names',
    { order: ['from | time | |'], constant: 'CLOSES | 21:30 |' },
    'from == CLOSES',
    'from == CLOSES && from != CLOSES',
  ],
  [
    'how long between two moments',
    { order: ['starts | datetime | |', 'ends | datetime | |'] },
    'ends - starts > hours(30)',
    'ends - starts > hours(30) && ends < starts',
  ],
  [
    'a moment that another one follows',
    { order: ['starts | datetime | yes | ', 'ends | datetime | yes | '] },
    'starts < ends && starts - now >= hours(3)',
    'starts < ends && starts - ends >= hours(3)',
  ],
  [
    'a moment before a window',
    { order: ['starts | datetime | yes | '] },
    'starts - now > hours(3)',
    'starts - now > hours(3) && starts - now < hours(2)',
  ],
  [
    'a day before a window',
    { order: ['starts | date | yes | '] },
    'starts > today + days(14)',
    'starts > today + days(14) && starts < today',
  ],
  [
    'a day after another one that has not come',
    { order: ['starts | date | yes | ', 'ends | date | yes | '] },
    'ends > starts && starts > today',
    'ends > starts && starts > today && ends <= today',
  ],
  [
    'three days in order',
    { order: ['starts | date | yes | ', 'ends | date | yes | ', 'paid | date | yes | '] },
    'starts > today && ends > starts && paid > ends',
    'starts > today && ends > starts && paid < starts && paid > ends',
  ],
  [
    'a number between another one and a constant',
    { order: [amount, paid] },
    'amount < paid && paid < LIMIT',
    'amount < paid && paid < LIMIT && amount >= LIMIT',
  ],
  [
    'three numbers in order',
    { order: [amount, paid, 'tip | integer | yes | 1'] },
    'amount < paid && paid < tip',
    'amount < paid && paid < tip && tip < amount',
  ],
  [
    'the number of the person acting',
    { order: [amount], person: ['allowance | integer | |', ['100', '100', '500']] },
    'amount > me.allowance',
    'amount > me.allowance && amount < me.allowance',
  ],
  [
    'the address of the person acting',
    { order: ['contact | email | |'] },
    'contact == me.email && me.role == "clerk"',
    'contact == me.email && contact != me.email',
  ],
];

test.each(cases)('%s', async (_, fields, holds, never) => {
  const right = closes(fields, holds);
  expect((await explored(right)).findings.map(({ code }) => code)).not.toContain('guard-never-holds');
  const wrong = closes(fields, never);
  expect(placesIn(wrong, await explored(wrong))).toContain(`guard-never-holds: ${never}`);
});

test('a moment before a window has later ones, where another rule compares them', async () => {
  const text = orders({
    fields: ['starts | datetime | yes | ', 'ends | datetime | yes | '],
    rules: ['in order | Order | `starts < ends` | WRONG'],
    rows: ['open | close | closed | | `starts - now > hours(3)` | LATE | | final', 'closed | open again | open | | | | | '],
  });
  const { findings, worlds } = await explored(text);
  expect(findings.map(({ code }) => code)).not.toContain('guard-never-holds');
  // With seconds in place of half of the lengths' common divisor there would be many thousands.
  expect(worlds).toBeLessThan(500);
});

test('a parameter is tried beyond a window', async () => {
  const guard = (condition: string): string =>
    orders({ rows: [`open | close(day: datetime) | closed | | \`${condition}\` | WRONG | | final`] });
  const right = guard('day - now > hours(3)');
  expect(placesIn(right, await explored(right))).toEqual([]);
  const wrong = guard('day - now > hours(3) && day < now');
  expect(placesIn(wrong, await explored(wrong))).toContain('guard-never-holds: day - now > hours(3) && day < now');
});

test('a day is tried only at the distances from today that its own comparisons tell apart', () => {
  const due = (guard: string): readonly number[] => {
    const fields = ['due | date | yes | ', 'back | date | yes | '];
    const rows = [`open | close | closed | | \`${guard}\` | WRONG | | final`, 'open | after `days(9)` | late | | | | | final'];
    return coneOf(readModel(orders({ fields, rows })), 1).samplesOf('Order.due');
  };
  expect(due('due - today <= days(4)')).toEqual([-4, 0].map((days) => days * 86_400_000));
  expect(due('due - today <= days(4) && back == due')).toEqual([-4, 0, 9].map((days) => days * 86_400_000));
});

test('a day that is copied to another field is tried at the distances that decide there', async () => {
  const text = orders({
    fields: ['due | date | yes | ', 'back | date | | '],
    cells: { 'Order.back: create, update': 'no | no' },
    rows: ['open | give | home | | | | `back = due` | ', 'home | close | closed | | `back - today > days(14)` | WRONG | | final'],
  });
  expect((await explored(text)).findings.map(({ code }) => code)).not.toContain('guard-never-holds');
});

test('what depends on a field of the type json is not judged', async () => {
  const text = closes({ order: ['data | json | |'] }, 'data.kind == "large"');
  const { findings, limits } = await explored(text);
  expect(findings).toEqual([]);
  expect(limits.join('\n')).toContain('The row “close” of Order is not judged: it looks into a value of the type json.');
});

test('a text that must match a pattern is first taken from an example, so that records can be created', async () => {
  const text = (example: string): string =>
    orders({
      fields: ['code | text | yes | ', 'postcode | text | yes | '],
      rows: ['open | close | closed | | | | | final'],
      rules: ['five digits | Order | `postcode.matches("^[0-9]{5}$")` | WRONG', 'a letter | Order | `code.matches("^[A-Z]$")` | WRONG'],
    }).replace('\n## 4.', `${example}\n## 4.`);
  const reached = async (example: string) => (await explored(text(example))).reached.states.map(({ state }) => state);
  expect(await reached('\n| Example | made | code | postcode |\n|---|---|---|---|\n| First | Cleo | Q | 28001 |\n')).toEqual([
    'open',
    'closed',
  ]);
  expect(await reached('')).toEqual([]);
});
