import fc from 'fast-check';
import { expect, test } from 'vitest';
import { componentsOf } from '../../src/explorer/search/components.ts';
import { roundsOf } from '../../src/explorer/search/rounds.ts';
import { readModel } from '../../src/model/read.ts';
import { rounds } from '../../testing/rounds.ts';
import { wholeAnswer } from '../../testing/whole-answer.ts';

/*
 * Random documents about visits, notes and people, with everything that may connect one with
 * another: the worlds that a search leaves out must not change its answer.
 */

/** Each in the row of the document that it belongs to; '' leaves it out. */
const options = {
  visitFields: ['', '| room | Note | | |', '| code | text | | `title == "x" ? "y" : "z"` |', '| due | datetime | | `now` |'],
  noteFields: ['', '| visit | Visit | | |', '| last | datetime | | |'],
  guard: ['', '`owner.careful`', '`Note.exists(n, n.good)`', '`title == "x"`', '`grade == "low"`', '`code == "y"`', '`rank < 2`'],
  effect: [
    '',
    '`create Note with {"good": true}`',
    '`grade = "high"`',
    '`rank = rank + 1`',
    '`rank = tries`',
    '`create Note with {"weight": rank}`',
  ],
  timer: ['', '| open | after `days(2)` | late | | | | |'],
  noteWeight: ['1', '`Visit.filter(v, v.status == "open").size()`'],
  noteGuard: ['`good`', '`Visit.exists(v, v.status == "closed")`', '`author.careful`', '`!good`', '`weight > 0`'],
  noteTimer: ['', '| open | after `days(3)` | closed | | | | |'],
  rules: [
    '',
    '| at most one | Visit on create | `Note.filter(n, n.good).size() < 1` | WRONG |',
    '| title is x | Visit on create | `title == "x"` | WRONG |',
    '| both | | always `!(Visit.exists(v, v.status == "closed") && Note.exists(n, n.status == "closed"))` | |',
    '| closes | Visit | `status == "open"` leads to `status == "closed"` | |',
    '| careful | | never `Person.exists(p, p.careful && p.name == "x")` | |',
  ],
  ownRule: ['', '| named | Person | `!careful || name != null` | WRONG |'],
  person: ['`self == me`', '`self == me && !careful`', '`self == me && Note.exists(n, n.good)`', 'no'],
  read: ['yes', '`careful || self == me`', '`self == me`'],
  create: ['yes', '`owner == me`', '`owner == me && title == "x"`', '`me.careful`'],
  close: ['yes', '`owner == me`', '`Note.exists(n, n.author == me)`', '`owner.name == "x"`'],
  noteCreate: ['yes', '`author == me`', '`good`'],
  noteUpdate: ['no', 'yes', '`author == me`'],
  screen: [
    '',
    '- list of Note where `good`: good\n  - open Note page',
    '- list of Note when `status == "closed"`: good\n  - open Note page',
  ],
} as const;

type Options = { readonly [option in keyof typeof options]: string };

/** Mostly the first of each, so that something is left to leave out. */
const drawn = fc.record(
  Object.fromEntries(
    Object.entries(options).map(([name, [first, ...others]]) => [
      name,
      fc.oneof({ weight: 4, arbitrary: fc.constant(first) }, { weight: others.length, arbitrary: fc.constantFrom(...others) }),
    ]),
  ),
) as unknown as fc.Arbitrary<Options>;

const documentOf = (of: Options): string =>
  `# Specification: Visits

## 2. Screens and routes

| Screen | Route | About |
|---|---|---|
| Home | / | |
| Visit page | /visits/:id | Visit |
| Note page | /notes/by/:id | Note |

### Home

- list of Visit: title
  - open Visit page

### Visit page

- details: title
${of.screen}

### Note page

- details: good

## 3. Entities and their fields

### Person

| Field | Type | Required | Default |
|---|---|---|---|
| email | email | yes | |
| careful | boolean | yes | no |
| name | text | | |

| Example | email |
|---|---|
| Ann | ann@example.com |
| Bob | bob@example.com |

### Visit

| Field | Type | Required | Default |
|---|---|---|---|
| owner | Person | yes | \`me\` |
| title | text | | |
| grade | enum low, high | yes | low |
| rank | integer | yes | 0 |
| tries | integer | | |
| status | state | | |
${of.visitFields}

### Note

| Field | Type | Required | Default |
|---|---|---|---|
| author | Person | yes | \`me\` |
| good | boolean | yes | no |
| weight | integer | yes | ${of.noteWeight} |
| status | state | | |
${of.noteFields}

## 4. States and transitions

### Visit.status

| From | Event | To | Roles | Guard | Effect | Description |
|---|---|---|---|---|---|---|
| | | open | | | | |
| open | close | closed | | ${of.guard} | ${of.effect} | final |
${of.timer}

### Note.status

| From | Event | To | Roles | Guard | Effect | Description |
|---|---|---|---|---|---|---|
| | | open | | | | |
| open | end | closed | | ${of.noteGuard} | | final |
${of.noteTimer}

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
${of.rules}
${of.ownRule}

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
| Person: read | ${of.read} |
| Person: update | ${of.person} |
| Visit: create | ${of.create} |
| Visit: read | yes |
| Visit: close | ${of.close} |
| Note: create | ${of.noteCreate} |
| Note: read, end | yes |
| Note: update | ${of.noteUpdate} |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| WRONG | 409 | Wrong. |
`.replace(/\n\n\n+/g, '\n\n');

const one: Options = Object.fromEntries(Object.entries(options).map(([name, [first]]) => [name, first])) as unknown as Options;

/** The components of a document, and the fields that decide nothing once they are written. */
async function left(of: Options): Promise<{ readonly components: readonly (readonly string[])[]; readonly dead: readonly string[] }> {
  const model = readModel(documentOf(of));
  const [round] = await roundsOf(model, () => true, { now: () => 0, bounds: { records: 1 } });
  if (round === undefined) throw new Error('no search began');
  const { cone } = round;
  return { components: componentsOf(model, round), dead: [...cone.fields].filter((path) => !cone.live.has(path)).sort() };
}

/** Larger documents are left out. */
const states = 3000;

test('in random documents, the worlds that are left out change no answer', async () => {
  let [apart, whole, smaller] = [0, 0, 0];
  for (const of of fc.sample(drawn, rounds(14))) {
    const text = documentOf(of);
    // Whether a record stays stuck is found out with one record more, and that has to end too.
    if ((await wholeAnswer(text, false, { asks: false, records: 2, states })) === null) continue;
    const all = await wholeAnswer(text, false, { records: 1, states });
    const reduced = await wholeAnswer(text, true, { records: 1, states });
    expect(reduced?.said, text).toEqual(all?.said);
    const { components } = await left(of);
    if (components.length > 1) apart++;
    else whole++;
    if ((reduced?.worlds ?? 0) < (all?.worlds ?? 0)) smaller++;
  }
  expect([apart, whole, smaller].every((count) => count > 0)).toBe(true);
}, 240_000);

test('entities that nothing connects, and what people change about themselves, are components', async () => {
  const { components } = await left({ ...one, ownRule: options.ownRule[1] });
  expect(components).toEqual([['Person'], ['Visit'], ['Note']]);
});

test.each<[string, Partial<Options>]>([
  ['a relation', { visitFields: options.visitFields[1] }],
  ['a guard', { guard: options.guard[2] }],
  ['an effect', { effect: options.effect[1] }],
  ['a rule', { rules: options.rules[1] }],
  ['an invariant', { rules: options.rules[3] }],
  ['a permission', { close: options.close[2] }],
  ['a part of a screen', { screen: options.screen[1] }],
  ['time', { timer: options.timer[1], noteTimer: options.noteTimer[1] }],
])('%s connects two of them', async (_, different) => {
  const { components } = await left({ ...one, ...different });
  expect(components).toContainEqual(['Visit', 'Note']);
});

test.each<[string, Partial<Options>]>([
  ['a guard', { guard: options.guard[1] }],
  ['a permission', { create: options.create[3] }],
  ['what people may read', { read: options.read[1] }],
])('%s connects a record with what people change', async (_, different) => {
  const { components } = await left({ ...one, ...different });
  expect(components).toContainEqual(['Person', 'Visit', ...(different.read === undefined ? [] : ['Note'])]);
});

test('what only decides whether a record is created is forgotten then', async () => {
  expect((await left({ ...one, create: options.create[2] })).dead).toEqual(['Visit.owner', 'Visit.title']);
  expect((await left({ ...one, rules: options.rules[2] })).dead).toContain('Visit.title');
  expect((await left({ ...one, visitFields: options.visitFields[2] })).dead).toContain('Visit.title');
  expect((await left({ ...one, rules: options.rules[2], guard: options.guard[3] })).dead).not.toContain('Visit.title');
});
