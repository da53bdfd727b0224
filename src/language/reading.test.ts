import { describe, expect, test } from 'vitest';
import unidentified from '../../specs/unidentified.txt?raw';
import conduit from '../../testing/documents/conduit.md?raw';
import helpdesk from '../../testing/documents/helpdesk.md?raw';
import { applyEdits } from '../base/text-edit.ts';
import { checkModel } from '../check/check.ts';
import { readModel } from '../model/read.ts';
import { codeActionsAt } from './code-actions.ts';
import { foldsOf } from './folding.ts';
import { hoverAt } from './hover.ts';
import { semanticTokens } from './semantic-tokens.ts';
import { type OutlineEntry, outlineOf } from './symbols.ts';

const model = readModel(helpdesk);
const at = (words: string, name = words): number => helpdesk.indexOf(words) + words.indexOf(name);
const hover = (words: string, name = words): string => hoverAt(model, at(words, name))?.markdown ?? '';

describe('hoverAt', () => {
  test.each<[string, string, string, RegExp]>([
    [
      'an entity',
      '### Ticket\n\nLabel',
      'Ticket',
      /^\*\*Ticket\*\* · entity\n\nUsers read “ticket \/ tickets”\.[\s\S]*Declared in section 3, line \d+\.$/,
    ],
    ['a field in an expression', 't.customer == Ana', 'customer', /^\*\*Ticket\.customer\*\* · field\n\nUser/],
    ['a state in a text', 't.status == "open"', 'open', /^\*\*Ticket\.open\*\* · state\n\nIts colour: warning\.\n\nThe start\. /],
    ['an event', '| Bo | `resolve t`', 'resolve', /· event[\s\S]*open, assigned → resolved for agent/],
    ['an error', 'refused NO_ANSWER', 'NO_ANSWER', /409: Answer the customer/],
    ['one of the product’s own errors', 'refused CONFLICT', 'CONFLICT', /409: [\s\S]*product’s own/],
    ['a constant', 't.createdAt + RESPONSE_HIGH', 'RESPONSE_HIGH', /= 4 hours \(a duration\)/],
    ['a function', 'size(t.comments)', 'size', /^\*\*size\*\* · function\n\nThe number of/],
    ['a macro', 'comments.exists(c', 'exists', /at least one element/],
    ['a bound name', 't.status == "open" && t.customer', 't', /^\*\*t\*\* · name\n\nA Ticket/],
    ['me', 'me.role == "customer"', 'me', /^\*\*me\*\*\n\n[\s\S]*person acting/],
  ])('%s', (_, words, name, said) => {
    expect(hover(words, name)).toMatch(said);
  });

  test('shows nothing over prose', () => {
    expect(hoverAt(model, at('sells heating'))).toBeNull();
  });
});

describe.each([
  ['helpdesk', helpdesk],
  ['conduit', conduit],
  ['unidentified', unidentified],
])('%s', (_, text) => {
  const read = readModel(text);

  test('the outline has nine sections; each name lies inside its entry, each entry inside its section', () => {
    const outline = outlineOf(read);
    expect(outline.filter((entry) => entry.kind === 'section')).toHaveLength(9);
    const visit = (entry: OutlineEntry): void => {
      expect(entry.span.from).toBeLessThanOrEqual(entry.selection.from);
      expect(entry.span.to).toBeGreaterThanOrEqual(entry.selection.to);
      entry.children.forEach(visit);
    };
    outline.forEach(visit);
  });

  test('tokens are ordered, non-empty and do not overlap', () => {
    let free = 0;
    for (const { span } of semanticTokens(read)) {
      expect(span.from).toBeGreaterThanOrEqual(free);
      expect(span.to).toBeGreaterThan(span.from);
      free = span.to;
    }
  });

  test('folds span at least two lines', () => {
    for (const { from, to } of foldsOf(read.tree)) expect(text.slice(from, to)).toContain('\n');
    expect(foldsOf(read.tree).length).toBeGreaterThanOrEqual(9);
  });
});

test('the outline of section 3 and 4', () => {
  const [, , entities, states] = outlineOf(model);
  const ticket = entities?.children.find((entry) => entry.name === 'Ticket');
  expect(ticket?.children.find((entry) => entry.name === 'number')).toMatchObject({ kind: 'field', detail: 'serial' });
  expect(states?.children[0]).toMatchObject({ kind: 'machine', name: 'Ticket.status' });
  expect(states?.children[0]?.children.find((entry) => entry.name === 'resolve')).toMatchObject({ kind: 'event', detail: '→ resolved' });
});

test('tokens show the kind of each name', () => {
  const kinds = new Map(semanticTokens(model).map(({ kind, span }) => [span.from, kind]));
  expect(kinds.get(at('t.status == "open"', 'open'))).toBe('state');
  expect(kinds.get(at('t.status == "open"', 'status'))).toBe('field');
  expect(kinds.get(at('t.status == "open"', '=='))).toBe('operator');
  expect(kinds.get(at('`create Ticket as t', 'create'))).toBe('keyword');
  expect(kinds.get(at('- list of Ticket', 'list of'))).toBe('keyword');
  expect(kinds.get(at('refused NO_ANSWER', 'NO_ANSWER'))).toBe('error');
  expect(kinds.get(at('"Boiler is cold"'))).toBe('string');
});

test('code actions for the findings in a range', () => {
  const text = helpdesk.replace('refused NO_ANSWER', 'refused NO_ANSWRE');
  const findings = checkModel(readModel(text));
  const place = text.indexOf('NO_ANSWRE');
  const [action] = codeActionsAt(findings, { from: place, to: place });
  expect(action?.finding.code).toBe('undefined-error');
  expect(applyEdits(text, action?.edits ?? [])).toBe(helpdesk);
  expect(codeActionsAt(findings, { from: 0, to: 1 })).toEqual([]);
});
