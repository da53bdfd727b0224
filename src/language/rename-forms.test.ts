import { expect, test } from 'vitest';
import studio from '../../tests/samples/studio.md?raw';
import { applyEdits } from '../base/text-edit.ts';
import { checkModel } from '../check/check.ts';
import { readModel } from '../model/read.ts';
import { occurrencesOf } from './names/occurrences.ts';
import { renameAt } from './rename.ts';
import { keyOf } from './symbol.ts';

const model = readModel(studio);
const findings = (text: string): string[] =>
  checkModel(readModel(text))
    .map(({ code, section }) => `${section} ${code}`)
    .sort();
const before = findings(studio);

/** Renames the declaration at ¦. */
function renamed(words: string, to: string): string {
  const [start = '', end = ''] = words.split('¦');
  const place = studio.indexOf(start + end);
  if (place < 0) throw new Error(`“${start + end}” is not in the document`);
  const result = renameAt(model, place + start.length, to);
  if (!result.ok) throw new Error(result.why);
  return applyEdits(studio, result.edits);
}

test.each<[string, string, string, readonly string[]]>([
  [
    'an entity',
    '### ¦Session\n\nLabel',
    'Booking',
    [
      '| Booking | Termin /',
      '| Booking.title |',
      '| Booking.status.booked |',
      '| Booking.book |',
      '`size(Booking.filter(s',
      'list of Booking as "What is planned"',
      'board of Booking by kind',
      '### Booking.status',
      '### SessionView of Booking',
      '| list of Line by session |',
      '| Booking: create',
    ],
  ],
  [
    'a relation that lines hang on',
    '| ¦session | Session on delete cascade | yes | |\n| text |',
    'appointment',
    ['list of Line by appointment', '- list of Line as "Lines" where `appointment == self`'],
  ],
  [
    'a field with a word and a label',
    '| ¦title | text(120)',
    'work',
    [
      '| Session.work | Titel |',
      '| heading | work | |',
      'as "What is planned" where `status != "called off"`: work, kind.name',
      'search work, kind.name',
      'form to edit as "Save": work',
      '`slugify(work)`',
      '`{work, kind,',
      '| at work | |',
    ],
  ],
  ['a field in what may be chosen', '| ¦active | boolean', 'offered', ['| Kind where `offered` |']],
  [
    'a field of another entity in a column',
    '| ¦name | text(60)',
    'caption',
    [
      'title, kind.caption, `size(lines)`',
      '"Lines" desc, kind.caption',
      'search title, kind.caption',
      'details: title, kind, kind.caption',
    ],
  ],
  [
    'a list in columns, forms and Takes',
    '| ¦lines | list of Line',
    'positions',
    [
      '`size(positions)` as "Lines"',
      'priority == "high"`, positions (text, price)',
      'ends, positions (text, price, tax)',
      '`sum(positions.map(',
      'positions: [{text, price?}]',
      '"positions": [{"text"',
      '`positions.map(l, l.text)`',
    ],
  ],
  [
    'a field of the lines',
    '| ¦price | money',
    'cost',
    ['lines (text, cost)', 'lines (text, cost, tax)', '[{text, cost?}]', '"Room", "cost": 40', 'l.cost + l.tax', '`cost * TAX`'],
  ],
  [
    'a field that others depend on',
    '| ¦priority | enum low, high',
    'urgency',
    [
      '#### urgency',
      'when `urgency == "high"`, lines',
      '(when `urgency == "high"`)',
      'colour by urgency',
      '| Session.urgency.high |',
      'filter status, urgency',
    ],
  ],
  ['a field asked for with given', '| ¦reason | text', 'cause', ['given(cause)', '`{title?, cause?, ...}`', '`cause = note`']],
  [
    'a state with its row, its word and its colour',
    '| ¦booked | Booked',
    'fixed',
    ['| Session.status.fixed | gebucht |', '| planned | book(engineer?) | fixed |', '| fixed | Booked | success', 's.status == "fixed"'],
  ],
  [
    'an event with a quoted label',
    '| planned | ¦book(engineer?)',
    'reserve',
    [
      '| Session.reserve | buchen |',
      'buttons: reserve "Book now", call off',
      'bulk reserve',
      '`reserve s`',
      '| planned | reserve(engineer?) |',
      'update, reserve, call off',
    ],
  ],
  ['a screen', '| ¦New session | /new', 'Plan', ['### Plan\n', 'button "Plan another": open Plan']],
  ['a screen with a word', '| ¦Sessions | / |', 'Diary', ['| Diary | Termine |', '### Diary\n']],
  [
    'a role with a word',
    '| ¦editor | `me.role',
    'planner',
    ['| planner | Redaktion |', '| planner | plan sessions', '| Permission | planner |', '| Session | /sessions/:id | Session | planner |'],
  ],
  [
    'an error of the column Error',
    '| ¦TITLE_MISSING | 422',
    'NO_TITLE',
    ['| TITLE_MISSING'.replace('TITLE_MISSING', 'NO_TITLE'), '| NO_TITLE | What is done', 'refused NO_TITLE', 'else NO_TITLE'],
  ],
  ['an error of else', '| ¦NO_SESSION | 404', 'GONE', ['== slug else GONE', '| GONE, TITLE_MISSING |']],
  ['an error of sign in', '| ¦WRONG_PAIR | 401', 'WRONG', ['"password": password} else WRONG`']],
  ['an error of a missing token', '| ¦SIGN_IN_FIRST | 401', 'NO_TOKEN', ['| Missing token | NO_TOKEN |']],
  ['a constant in a message', '| ¦NOTICE | 2', 'AHEAD', ['called off {AHEAD} before']],
])('%s', (_, words, to, expected) => {
  const text = renamed(words, to);
  for (const one of expected) expect(text).toContain(one);
  expect(findings(text)).toEqual(before);
});

const fresh = {
  entity: 'Zebra',
  view: 'ZebraView',
  field: 'zebraCount',
  example: 'Zoe',
  name: 'zz',
  state: 'grazing far',
  event: 'run away',
  role: 'zoo keeper',
  person: 'zoo keeper',
  error: 'ZEBRA_GONE',
  message: 'ZEBRA_SEEN',
  constant: 'ZEBRA_LIMIT',
  screen: 'Zebra crossing',
  rule: 'zebras are striped',
  call: '',
  component: '',
  service: 'Zebras',
};

test('renaming any declaration preserves the document’s meaning and leaves no use of the old name', () => {
  const things = new Map(
    occurrencesOf(model)
      .filter(({ declaration }) => declaration)
      .map((one) => [keyOf(one), one]),
  );
  const wrong: string[] = [];
  for (const thing of things.values()) {
    const result = renameAt(model, thing.span.from, fresh[thing.kind]);
    // Names of the notation itself (TIME_ZONE, built-in errors) cannot be renamed.
    if (!result.ok) continue;
    const text = applyEdits(studio, result.edits);
    if (findings(text).join() !== before.join()) wrong.push(`${keyOf(thing)}: other findings`);
    if (occurrencesOf(readModel(text)).some((one) => keyOf(one) === keyOf(thing))) wrong.push(`${keyOf(thing)}: still there`);
  }
  expect(wrong).toEqual([]);
}, 60_000);
