import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import conduit from '../../testing/documents/conduit.md?raw';
import helpdesk from '../../testing/documents/helpdesk.md?raw';
import { applyEdits } from '../base/text-edit.ts';
import { checkModel } from '../check/check.ts';
import type { Model } from '../model/model.ts';
import { readModel } from '../model/read.ts';
import { definitionAt } from './definition.ts';
import { hoverAt } from './hover.ts';
import { occurrencesOf } from './names/occurrences.ts';
import { referencesAt } from './references.ts';
import { prepareRename, renameAt } from './rename.ts';
import { keyOf, type NamedThing, type SymbolKind } from './symbol.ts';

const fresh: Readonly<Record<SymbolKind, string>> = {
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

const facts = (model: Model) => ({
  ...Object.fromEntries(
    (
      [
        'people',
        'scenarios',
        'screens',
        'entities',
        'machines',
        'rules',
        'roles',
        'permissions',
        'calls',
        'views',
        'errors',
        'constants',
        'holes',
        'references',
        'declared',
        'misreads',
        'expressions',
        'actions',
      ] as const
    ).map((key) => [key, model[key]?.length]),
  ),
  findings: checkModel(model)
    .map(({ code, section }) => `${section} ${code}`)
    .sort(),
});

const at = (text: string, words: string, name = words): number => text.indexOf(words) + words.indexOf(name);

describe('renameAt', () => {
  for (const [title, text] of [
    ['helpdesk', helpdesk],
    ['conduit', conduit],
  ] as const) {
    const model = readModel(text);
    const before = facts(model);
    const things = [
      ...new Map(
        occurrencesOf(model)
          .filter((one) => one.declaration)
          .map((one) => [keyOf(one), one]),
      ).values(),
    ];

    test(`${title}: renaming anything preserves all facts and findings`, () => {
      fc.assert(
        fc.property(fc.constantFrom(...things.filter((one) => prepareRename(model, one.span.from).ok)), (thing) => {
          const renamed = renameAt(model, thing.span.from, fresh[thing.kind]);
          if (!renamed.ok) throw new Error(`${keyOf(thing)}: ${renamed.why}`);
          const after = readModel(applyEdits(text, renamed.edits));
          expect(facts(after), keyOf(thing)).toEqual(before);
          expect(occurrencesOf(after).filter((one) => one.text === thing.text && keyOf(one) === keyOf(thing))).toEqual([]);
        }),
        { numRuns: 15 },
      );
    });
  }
});

describe('the reach and limits of a rename', () => {
  const model = readModel(helpdesk);
  const renamed = (words: string, name: string, to: string): string => {
    const result = renameAt(model, at(helpdesk, words, name), to);
    if (!result.ok) throw new Error(result.why);
    return applyEdits(helpdesk, result.edits);
  };
  const refused = (words: string, name: string, to: string): string => {
    const result = renameAt(model, at(helpdesk, words, name), to);
    return result.ok ? 'renamed' : result.why;
  };

  test('renames a field in its row, routes, expressions and bullets', () => {
    const text = renamed('| number | serial |', 'number', 'ticketNo');
    expect(text).toContain('/tickets/:ticketNo');
    expect(text).toContain('t.ticketNo == ticketNo');
    expect(text).toContain('| ticketNo | serial |');
  });

  test('renames a constant in expressions and in the braces of messages', () => {
    const text = renamed('| DAILY_LIMIT | 20 |', 'DAILY_LIMIT', 'MOST_A_DAY');
    expect(text).not.toContain('DAILY_LIMIT');
    expect(text).toContain('{MOST_A_DAY}');
  });

  test('renames a state inside a text', () => {
    const text = renamed('| open, assigned |', 'open', 'fresh');
    expect(text).toContain('t.status == "fresh"');
    expect(text).toContain('open Ticket');
  });

  test('works from a use of the name', () => {
    const offset = at(helpdesk, '"subject": "Radiator', 'subject');
    const field = referencesAt(model, offset)[0] as NamedThing;
    expect(field).toMatchObject({ kind: 'field', text: 'subject', within: 'Ticket' });
    expect(definitionAt(model, offset)?.to.from).toBe(at(helpdesk, '| subject | text |', 'subject'));
  });

  test('refuses names that are invalid, taken, or would change a meaning', () => {
    expect(refused('| number | serial |', 'number', 'ticket no')).toMatch(/cannot be the name of a field/);
    expect(refused('| number | serial |', 'number', 'Subject')).toBe('There is a field “subject” already in Ticket.');
    expect(refused('| number | serial |', 'number', 'createdAt')).toBe('Every record has a field createdAt already.');
    expect(refused('| number | serial |', 'number', 'number')).toBe('That is its name already.');
    expect(refused('| open, assigned |', 'open', 'Any State')).toMatch(/lower-case words/);
    expect(refused('FORBIDDEN |', 'FORBIDDEN', 'NOPE')).toMatch(/product’s own errors/);
    expect(refused('gets solved without', 'solved', 'x')).toMatch(/no declared name here/);
    expect(refused('| subject | text |', 'subject', 'me')).toMatch(/reserve/);
  });
});

test('a rename also changes the heading of a field’s table “Value”', () => {
  expect(helpdesk).toContain('#### priority');
  const outcome = renameAt(readModel(helpdesk), at(helpdesk, '| priority | enum', 'priority'), 'urgency');
  if (!('edits' in outcome)) throw new Error(JSON.stringify(outcome));
  expect(applyEdits(helpdesk, outcome.edits)).toContain('#### urgency');
});

test('a rename also changes the lines of section 1 about the reader', () => {
  const text = helpdesk.replace('The company sells', 'Language: `me.email`\n\nTime zone: `me.email`\n\nThe company sells');
  const place = at(text, '`me.email`', 'email') + 1;
  expect(hoverAt(readModel(text), place)?.markdown).toMatch(/User\.email/);
  const outcome = renameAt(readModel(text), place, 'address');
  if (!('edits' in outcome)) throw new Error(JSON.stringify(outcome));
  const renamed = applyEdits(text, outcome.edits);
  expect(renamed).toContain('Language: `me.address`\n\nTime zone: `me.address`');
  expect(checkModel(readModel(renamed)).filter(({ severity }) => severity === 'error')).toEqual([]);
});

test('a rename and hover cover paths and expressions in columns and sorting', () => {
  const list =
    '- list of Comment: ticket.customer.name, `size(ticket.comments)` as "Comments"\n  - sort ticket.customer.name\n  - search ticket.customer.email';
  const text = helpdesk.replace('- list of Ticket where `customer == me`', `${list}\n- list of Ticket where \`customer == me\``);
  const model = readModel(text);
  const at = text.indexOf('ticket.customer.name') + 'ticket.cus'.length;
  const renamed = renameAt(model, at, 'reporter');
  if (!renamed.ok) throw new Error(renamed.why);
  expect(applyEdits(text, renamed.edits)).toContain(list.replaceAll('customer', 'reporter'));
  expect(hoverAt(model, at)?.markdown).toContain('Ticket.customer');
  expect(hoverAt(model, text.indexOf('size(ticket.comments)') + 'size(ticket.com'.length)?.markdown).toContain('Ticket.comments');
});
