import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { withFewExamples } from '../../testing/few-examples.ts';
import { expressionsOf } from '../expression/action.ts';
import { errorOf, eventsOf, fieldOf, machineOf, screenAbout } from './lookup.ts';
import type { Model } from './model.ts';
import { readModel } from './read.ts';

const read = (name: string): { text: string; model: Model } => {
  const text = withFewExamples(name, readFileSync(new URL(`../../specs/${name}`, import.meta.url), 'utf8'));
  return { text, model: readModel(text) };
};

describe.each(['helpdesk.md', 'conduit.md'])('%s', (name) => {
  const { text, model } = read(name);

  test('has no misread, hole or assumption', () => {
    expect(model.misreads).toEqual([]);
    expect(model.holes).toEqual([]);
    expect(model.assumptions).toEqual([]);
  });

  test('uses only declared names', () => {
    expect(model.references.filter((reference) => !reference.found)).toEqual([]);
  });

  test('has no problem in any expression or action', () => {
    const inActions = model.actions.flatMap(({ action }) => [action, ...action.steps.flatMap(expressionsOf)]);
    const problems = [...model.expressions.map((one) => one.expression), ...inActions].map((one) => one.problems);
    expect(problems.flat()).toEqual([]);
  });

  test('has the right span for every name', () => {
    for (const one of [...model.references, ...model.declared]) expect(text.slice(one.span.from, one.span.to)).toBe(one.text);
  });

  test('has the right span for every expression', () => {
    for (const { expression } of model.expressions) {
      const written = text.slice(expression.span.from, expression.span.to).replaceAll('\\|', '|');
      expect(written).toBe(expression.source);
      for (let offset = 0; offset < expression.source.length; offset += 7)
        expect(text[expression.at(offset)]).toBe(expression.source[offset]);
    }
  });
});

describe('helpdesk.md', () => {
  const { model } = read('helpdesk.md');

  test('shows all nine sections', () => {
    expect(model.name).toBe('Helpdesk');
    expect(model.sections.map((section) => section.state)).toEqual(Array(9).fill('shown'));
  });

  test('has the expected content', () => {
    expect(model.scenarios.map((scenario) => [scenario.title, scenario.rows.length])).toEqual([
      ['a problem is reported and resolved', 7],
      ['customers see only their own tickets', 4],
      ['what is resolved closes by itself', 4],
      ['no one speaks for another person', 7],
      ['a ticket says what the problem is', 2],
    ]);
    expect(model.screens.map((screen) => `${screen.name.text} ${screen.route} ${screen.foundBy}`)).toEqual([
      'Sign in /sign-in null',
      'Queue / null',
      'My tickets /mine null',
      'New ticket /tickets/new null',
      'Ticket /tickets/:number number',
      'Team /team null',
      'Person /people/:id id',
    ]);
    expect(model.entities.map((entity) => [entity.name.text, entity.fields.length, entity.label, entity.examples.length])).toEqual([
      ['User', 7, 'name', 5],
      ['Ticket', 13, 'subject', 3],
      ['Comment', 3, 'body', 1],
    ]);
    expect(model.permissions?.length).toBe(17);
    expect(model.account).toMatchObject({
      signUp: true,
      signUpAs: { text: 'customer' },
      token: { header: 'Authorization', scheme: 'Bearer' },
    });
  });

  test('has a state machine', () => {
    const machine = machineOf(model, 'Ticket', 'status');
    expect(machine?.states.map((state) => [state.name, state.final])).toEqual([
      ['open', false],
      ['assigned', false],
      ['resolved', false],
      ['closed', true],
    ]);
    expect(machine?.start?.text).toBe('open');
    expect(machine?.transitions.map((transition) => transition.trigger.kind)).toEqual(['event', 'event', 'event', 'event', 'after']);
    expect(
      eventsOf(model, 'Ticket').map((event) => [event.name, event.parameters.map((parameter) => [parameter.name.text, parameter.type])]),
    ).toEqual([
      ['assign', [['assignee', { kind: 'record', entity: 'User' }]]],
      ['resolve', []],
      ['reopen', [['reason', { kind: 'text' }]]],
      ['close', []],
    ]);
  });

  test('has undeclared built-in fields', () => {
    expect(fieldOf(model, 'Ticket', 'createdBy')).toMatchObject({
      builtIn: true,
      settable: false,
      type: { kind: 'relation', entity: { text: 'User' } },
    });
    expect(fieldOf(model, 'Ticket', 'id')?.valueType).toEqual({ kind: 'text' });
    expect(screenAbout(model, 'User')?.name.text).toBe('Person');
  });

  test('rewords the product’s own errors', () => {
    expect(errorOf(model, 'NOT_FOUND')?.message).toMatchObject([
      { text: 'There is no such ' },
      { kind: 'slot', name: 'entity' },
      { text: '.' },
    ]);
    expect(errorOf(model, 'INVALID')).toMatchObject({ status: 422, span: { from: 0, to: 0 } });
    expect(errorOf(model, 'NOTHING')).toBeUndefined();
  });

  test('infers the types of a caller’s parameters', () => {
    const types = (call: string): unknown => Object.fromEntries(model.calls.find((one) => one.name.text === call)?.types ?? []);
    expect(types('GET /api/tickets')).toMatchObject({
      status: { kind: 'state', nullable: true },
      limit: { kind: 'integer' },
      offset: { kind: 'integer' },
    });
    expect(types('GET /api/tickets/:number')).toEqual({ number: { kind: 'integer' } });
    expect(types('POST /api/tickets')).toMatchObject({
      subject: { kind: 'text' },
      body: { kind: 'text', nullable: true },
      priority: { kind: 'enum' },
    });
    expect(types('POST /api/tickets/:number/assign')).toEqual({ number: { kind: 'integer' }, assignee: { kind: 'text' } });
    expect(types('POST /api/tickets/:number/reopen')).toEqual({ number: { kind: 'integer' }, reason: { kind: 'text' } });
  });
});

describe('conduit.md', () => {
  const { model } = read('conduit.md');

  test('describes section 4 and shows the rest', () => {
    expect(model.sections.map((section) => section.state)).toEqual([...Array(3).fill('shown'), 'described', ...Array(5).fill('shown')]);
  });

  test('defines the error body', () => {
    expect(model.errorBody?.source).toBe('{"errors": {field: [message]}}');
    expect(errorOf(model, 'BLANK')?.shown).toMatchObject({ kind: 'at', field: { text: 'field' } });
    expect(model.account?.token).toEqual({ header: 'Authorization', scheme: 'Token' });
  });

  test('binds keys nested in a request body', () => {
    const call = model.calls.find((one) => one.name.text === 'POST /api/articles');
    expect(call?.takes?.entries[0]).toMatchObject({
      key: { text: 'article' },
      inside: { entries: [{ key: { text: 'title' } }, {}, {}, { optional: true }] },
    });
    expect(Object.fromEntries(call?.types ?? [])).toMatchObject({ tagList: { kind: 'list', of: { kind: 'text' }, nullable: true } });
  });
});

describe('unidentified.txt', () => {
  const { text, model } = read('unidentified.txt');

  test('is a hole in each of the nine sections', () => {
    expect(model.recognised).toBe(true);
    expect(model.sections.map((section) => section.state)).toEqual(Array(9).fill('not shown'));
    expect(model.holes.map((hole) => [hole.section, hole.kind])).toEqual(Array.from({ length: 9 }, (_, index) => [index + 1, 'section']));
    expect(model.holes.map((hole) => text.slice(hole.span.from, hole.span.to))).toEqual(
      model.tree.sections.map((section) => `## ${section.heading.text}`),
    );
    expect(model.assumptions.map((assumption) => assumption.text)).toEqual(['Section 6 is not shown: everyone may do everything.']);
  });
});
