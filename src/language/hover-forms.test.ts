import { expect, test } from 'vitest';
import studio from '../../tests/samples/studio.md?raw';
import { readModel } from '../model/read.ts';
import { hoverAt } from './hover.ts';

const model = readModel(studio);

/** The hover text at ¦, which marks the place and is not part of the text. */
function hovered(words: string): string {
  const [before = '', after = ''] = words.split('¦');
  const place = studio.indexOf(before + after);
  if (place < 0) throw new Error(`“${before + after}” is not in the document`);
  return hoverAt(model, place + before.length)?.markdown ?? '';
}

test.each<[string, string, readonly string[]]>([
  ['an entity with a label', '### ¦Session\n\nLabel', ['**Session** · entity', 'Users read “session / sessions”.']],
  ['a field with a label and its own error', '| ¦title | text(120)', ['**Session.title** · field', 'What is done', 'else TITLE_MISSING']],
  ['a field with a former name', '| heading | ¦title |', ['**Session.title** · field', 'Was called “heading”.']],
  ['a former state', '| status.settled | status.¦booked |', ['**Session.booked** · state']],
  ['the column Error', '| | | ¦TITLE_MISSING | What is done', ['**TITLE_MISSING** · error', '422: Say what is done.']],
  ['a type with what may be chosen', '| kind | ¦Kind where', ['**Kind** · entity']],
  ['a field in what may be chosen', '| Kind where `¦active`', ['**Kind.active** · field', 'boolean']],
  ['a value of the table Value', '| ¦high | Urgent', ['**Session.priority.high**', 'Users read “Urgent”.', 'Its colour: warning.']],
  ['a state of the table State', '| ¦booked | Booked', ['**Session.booked** · state', 'Users read “Booked”.', 'Its colour: success.']],
  [
    'an event with a label and an optional parameter',
    '| planned | ¦book(engineer?)',
    ['**Session.book** · event', 'Users read “Book”.', 'engineer: a User (optional)'],
  ],
  ['a role with a label', '| ¦editor | `me.role', ['**editor** · role', 'Users read “Editor”.']],
  ['a screen with a label', '| ¦Sessions | / |', ['**Sessions** · screen', 'Users read “All sessions”.']],
  ['the expression of a badge', 'size(¦Session.filter(s, s.status == "planned"))` | calendar', ['**Session** · entity']],
  ['a word for an entity', '| ¦Session | Termin', ['**Session** · entity', 'de: Termin / Termine.']],
  ['a value in its type', 'enum low, ¦high |', ['**Session.priority.high** · value', 'Users read “Urgent”.']],
  ['a word for a field', '| Session.¦title | Titel', ['**Session.title** · field', 'de: Titel']],
  ['a word for a value', '| Session.priority.¦high |', ['**Session.priority.high**', 'de: hoch']],
  ['a word for a state', '| Session.status.¦booked |', ['**Session.booked** · state', 'de: gebucht']],
  ['a word for an event', '| Session.¦book |', ['**Session.book** · event', 'de: buchen']],
  ['a word for a screen', '| ¦Sessions | Termine', ['**Sessions** · screen']],
  ['a word for a role', '| ¦editor | Redaktion', ['**editor** · role']],
  ['a word for an error', '| ¦TITLE_MISSING | Der Termin', ['**TITLE_MISSING** · error']],
  ['a column through a relation', 'title, kind.¦name, `size(lines)`', ['**Kind.name** · field']],
  ['a column by an expression', '`size(¦lines)` as "Lines", starts', ['**Session.lines** · field']],
  ['a column with a title', '¦starts as "Begins"', ['**Session.starts** · field']],
  ['a sort through a relation', 'sort "Lines" desc, kind.¦name', ['**Kind.name** · field']],
  ['the number of a tab', 'section "By kind" `size(¦Kind)`', ['**Kind** · entity']],
  ['a board by a relation', 'board of Session by ¦kind', ['**Session.kind** · field']],
  ['the colour of a calendar', 'colour by ¦priority', ['**Session.priority** · field']],
  ['an event behind its quoted label', 'buttons: ¦book "Book now"', ['**Session.book** · event']],
  ['a screen behind a quoted label', 'button "Plan another": open New ¦session', ['**New session** · screen']],
  ['the columns of lines', 'lines (text, price, ¦tax)', ['**Line.tax** · field']],
  ['what a field depends on', 'reason (when `¦priority', ['**Session.priority** · field']],
  ['a name asked for with given', 'given(¦reason)', ['**Session.reason** · field']],
  ['the function given', '¦given(reason)', ['**given** · function']],
  ['a key of lines in Takes', 'lines: [{text, ¦price?}]', ['**Line.price** · field']],
  ['the error of a get', 'else ¦NO_SESSION', ['**NO_SESSION** · error', '404: There is no such {entity}.']],
  ['the error of a sign-in', 'else ¦WRONG_PAIR', ['**WRONG_PAIR** · error']],
  ['the error of a missing token', '| Missing token | ¦SIGN_IN_FIRST', ['**SIGN_IN_FIRST** · error']],
])('%s', (_, words, expected) => {
  const said = hovered(words);
  for (const one of expected) expect(said).toContain(one);
});
