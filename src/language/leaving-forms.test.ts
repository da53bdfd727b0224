import { expect, test } from 'vitest';
import teamwork from '../../specs/teamwork.md?raw';
import webshop from '../../specs/webshop.md?raw';
import { applyEdits } from '../base/text-edit.ts';
import { checkModel } from '../check/check.ts';
import { readModel } from '../model/read.ts';
import { completionsAt } from './completion.ts';
import { hoverAt } from './hover.ts';
import { renameAt } from './rename.ts';

/* Editor features for services, secrets, messages and organisations. */

const documents = { teamwork, webshop };
type Document = keyof typeof documents;

/** The offset of ¦ in the document, which contains the text without the mark. */
function placeOf(document: Document, words: string): number {
  const [before = '', after = ''] = words.split('¦');
  const place = documents[document].indexOf(before + after);
  if (place < 0) throw new Error(`“${before + after}” is not in the document`);
  return place + before.length;
}

test.each<[string, Document, string, readonly string[]]>([
  ['a service', 'webshop', '| ¦Payments | https', ['**Payments** · service']],
  ['a service in an effect', 'webshop', 'send ¦Payments "POST /charges" with', ['**Payments** · service']],
  ['the event of an answer', 'webshop', '} then ¦charged`', ['charged** · event']],
  ['a secret', 'webshop', '| ¦PAY_KEY | | secret', ['**PAY_KEY**', 'A secret: its value']],
  ['the secret of a service', 'webshop', 'v1 | ¦PAY_KEY |', ['**PAY_KEY**', 'A secret: its value']],
  ['the secret of a signature', 'webshop', 'X-Signature by ¦PAY_SECRET', ['**PAY_SECRET**', 'A secret: its value']],
  ['a message', 'teamwork', '| ¦ASSIGNED | `assignee`', ['**ASSIGNED** · message']],
  ['a message in an effect', 'teamwork', 'tell ¦JOINED`', ['**JOINED** · message']],
  ['a message in a scenario', 'teamwork', '| told Ada ¦ASSIGNED |', ['**ASSIGNED** · message']],
  ['who is told', 'teamwork', '| ASSIGNED | `¦assignee`', ['**Task.assignee** · field']],
  ['the entity of a role', 'teamwork', 'm.user == me)` | ¦Organisation | | in', ['**Organisation** · entity']],
  ['the entity that people work in', 'teamwork', '| Works in | ¦Organisation |', ['**Organisation** · entity']],
])('hovering %s', (_, document, words, expected) => {
  const shown = hoverAt(readModel(documents[document]), placeOf(document, words))?.markdown ?? '';
  for (const one of expected) expect(shown).toContain(one);
});

test.each<[string, Document, string, string, readonly string[]]>([
  [
    'a service',
    'webshop',
    '| ¦Payments | https',
    'Cards',
    ['| Cards | https', 'send Cards "POST /charges" with', 'send Cards "POST /charges/"'],
  ],
  ['a secret', 'webshop', '| ¦PAY_KEY | | secret', 'CARD_KEY', ['| CARD_KEY | | secret', '/v1 | CARD_KEY |']],
  ['a secret that signs', 'webshop', '| ¦PAY_SECRET | | secret', 'CARD_SECRET', ['X-Signature by CARD_SECRET']],
  [
    'the event of an answer',
    'webshop',
    '| paying | ¦charged(status',
    'answered',
    ['} then answered`', '| paying | answered failed |', 'Order: answered, answered failed,'],
  ],
  [
    'a message',
    'teamwork',
    '| ¦ASSIGNED | `assignee`',
    'YOURS',
    ['assignee != me: tell YOURS`', '| told Ada YOURS |', '| not told Ravi YOURS |'],
  ],
  [
    'an organisation',
    'teamwork',
    '### ¦Organisation\n\nLabel',
    'Company',
    ['| Works in | Company |', 'm.user == me)` | Company |', '| org | Company on delete cascade'],
  ],
])('renaming %s', (_, document, words, to, expected) => {
  const text = documents[document];
  const before = checkModel(readModel(text)).length;
  const result = renameAt(readModel(text), placeOf(document, words), to);
  if (!result.ok) throw new Error(result.why);
  const after = applyEdits(text, result.edits);
  for (const one of expected) expect(after).toContain(one);
  expect(checkModel(readModel(after)).map(({ message }) => message)).toHaveLength(before);
});

test.each<[string, Document, string, string, readonly string[], readonly string[]]>([
  [
    'columns of the table Service',
    'webshop',
    '| Service | Address | Secret | Description |',
    '| Service | Address | ¦ | De |',
    ['Secret'],
    ['Status'],
  ],
  ['the secret of a service', 'webshop', 'v1 | PAY_KEY |', 'v1 | ¦ |', ['PAY_KEY', 'PAY_SECRET'], ['Order']],
  ['the service of send', 'webshop', 'send Payments "POST /charges" with', 'send ¦ "POST /charges" with', ['Payments'], ['Order']],
  ['the event of an answer', 'webshop', '} then charged`', '} then ¦`', ['charged', 'refunded'], ['Payments']],
  ['a signature', 'webshop', 'hmac sha256 X-Signature by PAY_SECRET', 'hmac sha256 X-Signature by ¦', ['PAY_SECRET'], ['Order']],
  ['the message of tell', 'teamwork', 'tell JOINED`', 'tell ¦`', ['ASSIGNED', 'JOINED', 'WEEK'], ['Task']],
  ['the message of a scenario', 'teamwork', '| told Ada ASSIGNED |', '| told Ada ¦ |', ['ASSIGNED'], ['Task']],
  [
    'columns of the table Message',
    'teamwork',
    '| Message | To | By | Subject | Text |',
    '| Message | To | ¦ | Su | Te |',
    ['By', 'Subject', 'Text'],
    ['Status'],
  ],
  ['the ways of a message', 'teamwork', '| JOINED | `invitedBy` | app |', '| JOINED | `invitedBy` | ¦ |', ['app', 'mail'], ['Task']],
  [
    'columns of the Role table',
    'teamwork',
    '| Role | Is | Of | Includes | Description |',
    '| Role | Is | ¦ | In | De |',
    ['Of', 'Includes'],
    ['Status'],
  ],
  [
    'the entity of a role',
    'teamwork',
    'm.user == me)` | Organisation | | in',
    'm.user == me)` | ¦ | | in',
    ['Organisation', 'Project'],
    ['member'],
  ],
  ['the row that people work in', 'teamwork', '| Works in | Organisation |', '| ¦ | Organisation |', ['Works in', 'Invite'], []],
  ['the entity that people work in', 'teamwork', '| Works in | Organisation |', '| Works in | ¦ |', ['Organisation'], ['member']],
])('completing %s', (_, document, before, typed, some, none) => {
  const at = documents[document].indexOf(before);
  if (at < 0) throw new Error(`“${before}” is not in the document`);
  const text = documents[document].replace(before, () => typed.replace('¦', ''));
  const labels = completionsAt(readModel(text), at + typed.indexOf('¦')).items.map(({ label }) => label);
  expect(labels).toEqual(expect.arrayContaining([...some]));
  for (const label of none) expect(labels).not.toContain(label);
});

test('the event for a missing answer is renamed with that of the answer, not alone', () => {
  const result = renameAt(readModel(webshop), placeOf('webshop', '| paying | ¦charged failed |'), 'given up');
  expect(result).toMatchObject({ ok: false, why: expect.stringContaining('rename that one') });
});
