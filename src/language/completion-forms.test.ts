import { expect, test } from 'vitest';
import studio from '../../tests/samples/studio.md?raw';
import { readModel } from '../model/read.ts';
import { completionsAt } from './completion.ts';

/** The labels offered at ¦ after replacing `before` by `typed`. */
function offered(before: string, typed: string): readonly string[] {
  const at = studio.indexOf(before);
  if (at < 0) throw new Error(`“${before}” is not in the document`);
  const text = studio.replace(before, () => typed.replace('¦', ''));
  return completionsAt(readModel(text), at + typed.indexOf('¦')).items.map(({ label }) => label);
}

test.each<[string, string, string, readonly string[], readonly string[]]>([
  [
    'columns of the Screen table',
    '| Screen | Route | About | Roles | Label | Menu | Badge | Icon |',
    '| Screen | Route | About | Roles | ¦ | Me | Ba | Ic |',
    ['Label', 'Menu', 'Badge', 'Icon'],
    ['Value'],
  ],
  ['Menu', '| editor | | no | | |\n| New', '| editor | | ¦ | | |\n| New', ['no', 'Planning'], ['editor']],
  ['Icon', '| Planning | | calendar |', '| Planning | | ¦ |', ['calendar', 'truck'], ['editor']],
  ['Badge', '`size(Session.filter(s, s.status == "planned"))` | calendar', '`size(¦)` | calendar', ['Session', 'Kind'], ['title']],
  [
    'columns of the Field table',
    '| Field | Type | Required | Default | Computed | Error | Label | Description |',
    '| Field | Type | Required | Default | Computed | ¦ | La | De |',
    ['Error', 'Label'],
    ['Icon'],
  ],
  ['the column Error of a field', '| | | TITLE_MISSING | What is done', '| | | ¦ | What is done', ['TITLE_MISSING', 'NO_LINES'], ['title']],
  ['columns of the table State', '| State | Label | Colour | Description |', '| State | ¦ | Co | De |', ['Label', 'Colour'], ['Roles']],
  ['a state of the table State', '| booked | Booked | success | |', '| ¦ | Booked | success | |', ['booked', 'planned'], ['high']],
  ['the colour of a state', '| booked | Booked | success | |', '| booked | Booked | ¦ | |', ['success', 'danger'], ['booked']],
  ['a value of the table Value', '| high | Urgent | warning |', '| ¦ | Urgent | warning |', ['high', 'low'], ['booked']],
  ['the colour of a value', '| high | Urgent | warning |', '| high | Urgent | ¦ |', ['warning', 'neutral'], ['high']],
  ['headings for tables of values', '#### priority', '#### ¦', ['priority'], ['title']],
  [
    'a word',
    '| Session.title | Titel |',
    '| ¦ | Titel |',
    ['Session', 'editor', 'Sessions', 'TITLE_MISSING', 'hours', '"Book now"', 'Session.kind'],
    [],
  ],
  ['columns of the table Word', '| Word | de |', '| Word | ¦ |', ['de'], ['Label']],
  ['what follows an entity in a list', '- list of Session as "What is planned"', '- list of Session ¦', ['as', 'where'], []],
  ['a column through a relation', 'title, kind.name, `size(lines)`', 'title, kind.¦, `size(lines)`', ['name', 'active'], ['title']],
  ['a title of a column to sort by', 'sort "Lines" desc, kind.name', 'sort ¦', ['"Lines"', 'title'], []],
  ['a path to search', 'search title, kind.name', 'search title, kind.¦', ['name'], ['title']],
  ['a former field', '| heading | title |', '| heading | ¦ |', ['title', 'priority'], ['high', 'name']],
  ['a former value', '| priority.urgent | priority.high |', '| priority.urgent | priority.¦ |', ['low', 'high'], ['title']],
  ['a former state', '| status.settled | status.booked |', '| status.settled | status.¦ |', ['planned', 'booked'], ['high']],
  ['what became of a field', '| colour | | drop |', '| colour | | ¦ |', ['drop'], ['title']],
  ['the number of a section', 'section "By kind" `size(Kind)`', 'section "By kind" `size(¦)`', ['Kind', 'Session'], ['title']],
  ['the field of a board', 'board of Session by kind', 'board of Session by ¦', ['kind', 'priority', 'status'], ['title']],
  ['the colour of a calendar', 'colour by priority', 'colour by ¦', ['priority', 'status', 'kind'], ['title', 'starts']],
  ['after the records of a list', 'where `session == self` as conversation', 'where `session == self` ¦', ['as'], []],
  ['events with labels', '- buttons: book "Book now", call off "Call off"', '- buttons: ¦', ['book', 'call off', 'delete'], ['title']],
  [
    'the screen behind a label',
    '- button "Plan another": open New session',
    '- button "Plan another": open ¦',
    ['New session', 'Sessions'],
    ['title'],
  ],
  ['the columns of lines', 'lines (text, price, tax)', 'lines (text, ¦)', ['price', 'tax'], ['title']],
  ['what a field depends on', 'reason when `priority == "high"`', 'reason when `¦`', ['priority', 'title'], ['high']],
  ['parts', '- print as "Session sheet"', '- ¦', ['print', 'list of', 'section'], []],
  ['what may be chosen', '| kind | Kind where `active` |', '| kind | Kind where `¦` |', ['active', 'name', 'self'], ['title']],
  [
    'what may be chosen, of the record',
    '| kind | Kind where `active` |',
    '| kind | Kind where `active && self.¦` |',
    ['title', 'priority'],
    ['active'],
  ],
  ['rows of the Account table', '| Missing token | SIGN_IN_FIRST |', '| ¦ | SIGN_IN_FIRST |', ['Missing token', 'Unknown token'], []],
  ['what people sign in with', '| Missing token | SIGN_IN_FIRST |', '| Sign in with | ¦ |', ['OpenID'], []],
  ['a second factor', '| Missing token | SIGN_IN_FIRST |', '| Second factor | ¦ |', ['optional', 'no'], []],
  ['the error of a missing token', '| Missing token | SIGN_IN_FIRST |', '| Missing token | ¦ |', ['SIGN_IN_FIRST', 'WRONG_PAIR'], []],
  ['an unknown token', '| Unknown token | is nobody |', '| Unknown token | ¦ |', ['is nobody', 'SIGN_IN_FIRST'], []],
  [
    'the columns of the Error table',
    '| Error | Status | Message | Shown | Key |',
    '| Error | Status | Message | Shown | ¦ |',
    ['Key'],
    ['Label'],
  ],
  ['the error of a get', 's.slug == slug else NO_SESSION', 's.slug == slug else ¦', ['NO_SESSION'], ['title']],
  ['else after a get', 's.slug == slug else NO_SESSION', 's.slug == slug ¦', ['else'], []],
  ['the error of a sign-in', '"password": password} else WRONG_PAIR', '"password": password} else ¦', ['WRONG_PAIR'], ['title']],
  ['names for given', 'given(reason)', 'given(¦)', ['reason', 'title'], []],
  ['the function given', '!given(reason)', '!giv¦', ['given'], []],
  ['keys of Takes', '`{title, kind, lines: [{text, price?}], ...}`', '`{¦}`', ['title', 'lines'], []],
  ['keys of lines in Takes', '`{title, kind, lines: [{text, price?}], ...}`', '`{title, lines: [{¦}]}`', ['text', 'price'], ['title']],
  ['keys of lines in with', '"lines": [{"text": "Room", "price": 40}]', '"lines": [{"¦"}]', ['text', 'price'], ['title']],
  ['the optional mark needs nothing', '| planned | book(engineer?)', '| planned | book(¦)', ['engineer'], []],
])('%s', (_, before, typed, some, none) => {
  const labels = offered(before, typed);
  expect(labels).toEqual(expect.arrayContaining([...some]));
  for (const label of none) expect(labels).not.toContain(label);
});
