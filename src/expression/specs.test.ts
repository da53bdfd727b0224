import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Action } from './action.ts';
import { checkExpression, checkWith } from './check/check.ts';
import { checkAction } from './check/check-action.ts';
import type { Declarations, Environment } from './environment.ts';
import { EventIndex } from './event-index.ts';
import { parseText } from './parse/parse.ts';
import { parseAction, type Vocabulary } from './parse/parse-action.ts';
import { anyType, type Type } from './types/type.ts';
import { listOf, nullable, recordOf } from './types/type-relations.ts';

/** Checks every expression and action of the two complete documents without using the model. */

const identity = (offset: number): number => offset;

function tablesOf(
  text: string,
): { readonly heading: string; readonly section: number; readonly rows: readonly Record<string, string>[] }[] {
  const tables: { heading: string; section: number; rows: Record<string, string>[] }[] = [];
  let heading = '';
  let section = 0;
  let header: string[] | undefined;
  for (const line of text.split('\n')) {
    const title = /^(##+) (.*)$/.exec(line);
    if (title) {
      heading = title[2] ?? '';
      if (title[1] === '##') section = Number.parseInt(heading, 10);
    }
    if (!line.startsWith('|')) {
      header = undefined;
      continue;
    }
    const cells = line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|'));
    if (header === undefined) {
      header = cells;
      tables.push({ heading, section, rows: [] });
    } else if (!cells.every((cell) => /^-+$/.test(cell))) {
      tables.at(-1)?.rows.push(Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ''])));
    }
  }
  return tables;
}

const code = (cell: string | undefined): string | undefined => /`(.*)`/.exec(cell ?? '')?.[1];

function typeOf(written: string, entity: string, field: string, states: readonly string[]): Type {
  const [word = ''] = written.replace(/ on delete.*/, '').split(' ');
  if (written.startsWith('enum')) return { kind: 'enum', values: written.slice(5).split(', ') };
  if (written.startsWith('list of')) return listOf(typeOf(written.slice(8).replace(/ by .*/, ''), entity, field, states));
  if (/^[A-Z]/.test(word)) return recordOf(word);
  if (word === 'state') return { kind: 'state', entity, field, values: states };
  if (['integer', 'serial'].includes(word)) return { kind: 'integer' };
  if (['image', 'file'].includes(word)) return { kind: 'file' };
  if (['boolean', 'datetime', 'date', 'decimal'].includes(word)) return { kind: word as 'boolean' };
  return { kind: 'text' };
}

function readDocument(path: string) {
  const tables = tablesOf(readFileSync(path, 'utf8'));
  const fields = new Map<string, Map<string, Type>>();
  const constants = new Map<string, Type>();
  const views = new Map<string, string>();
  const examples = new Map<string, string>();
  const events = new Map<string, { entity: string; parameters: Map<string, Type> }[]>();
  const states = tables.flatMap(({ section, rows }) => (section === 4 ? rows.map((row) => row.To ?? '') : [])).filter(Boolean);
  for (const { section, heading, rows } of tables) {
    if (section === 3 && rows[0]?.Field !== undefined) {
      const own = new Map<string, Type>([
        ['id', { kind: 'text' }],
        ['createdAt', { kind: 'datetime' }],
        ['updatedAt', { kind: 'datetime' }],
        ['createdBy', nullable(recordOf('User'))],
      ]);
      for (const row of rows) {
        const type = typeOf(row.Type ?? '', heading, row.Field ?? '', [...new Set(states)]);
        own.set(row.Field ?? '', row.Required === 'yes' || type.kind === 'list' || type.kind === 'state' ? type : nullable(type));
      }
      fields.set(heading, own);
    }
    if (section === 3) for (const row of rows) if (row.Example) examples.set(row.Example, heading);
    if (section === 9) {
      for (const row of rows) {
        const time = ['days', 'hours', 'minutes'].includes(row.Unit ?? '');
        constants.set(row.Constant ?? '', time ? { kind: 'duration' } : { kind: 'integer', unit: row.Unit ?? '' });
      }
    }
    const view = /^(\w+) of (\w+)$/.exec(heading);
    if (view) views.set(view[1] ?? '', view[2] ?? '');
  }
  for (const { section, heading, rows } of tables) {
    if (section !== 4) continue;
    const [entity = ''] = heading.split('.');
    for (const row of rows) {
      const event = /^([a-z ]+?)(?:\((.*)\))?$/.exec(row.Event ?? '');
      if (!event || event[1]?.startsWith('after')) continue;
      const parameters = new Map<string, Type>();
      for (const part of (event[2] ?? '').split(',').filter(Boolean)) {
        const [name = '', type] = part.split(':').map((text) => text.trim());
        parameters.set(name, type === undefined ? (fields.get(entity)?.get(name) ?? anyType) : { kind: 'text' });
      }
      events.set(event[1] ?? '', [{ entity, parameters }]);
    }
  }
  const declarations: Declarations = {
    entities: new Set(fields.keys()),
    fields: (entity) => fields.get(entity) ?? new Map(),
    constants,
    views,
    screens: new Set(tables.flatMap(({ rows }) => rows.map((row) => row.Screen ?? '')).filter(Boolean)),
    messages: new Set(),
    errors: new Set(tables.flatMap(({ section, rows }) => (section === 8 ? rows.map((row) => row.Error ?? '') : []))),
    secrets: new Set(),
    services: new Set(),
    events,
    account: 'User',
    unusableEvents: new Set(),
    examples,
  };
  const environment = (self: string | null, more: Partial<Environment> = {}): Environment => ({
    bound: new Map(),
    row: null,
    self,
    old: false,
    token: false,
    value: null,
    declarations,
    ...more,
  });
  return { tables, declarations, environment, examples };
}

describe.each(['helpdesk', 'conduit'])('specs/%s.md', (name) => {
  const { tables, declarations, environment, examples } = readDocument(`specs/${name}.md`);
  const found: string[] = [];
  let count = 0;
  const expression = (source: string | undefined, where: Environment, expected?: Type): void => {
    if (source === undefined) return;
    count++;
    const checked = checkExpression(parseText(source), where, expected);
    for (const problem of checked.problems) found.push(`${source}: ${problem.message}`);
  };
  const reportAction = (action: Action): void => {
    for (const problem of action.problems) found.push(`${action.source}: ${problem.message}`);
    for (const step of action.steps) {
      for (const part of Object.values(step)) {
        if (typeof part !== 'object' || part === null || !('problems' in part)) continue;
        for (const problem of part.problems) found.push(`${action.source}: ${part.source}: ${problem.message}`);
      }
    }
  };
  const action = (source: string, where: Environment, place: Vocabulary['place']) => {
    count++;
    const events = new EventIndex(declarations.events.keys());
    const parsed = parseAction(source, { from: 0, to: source.length }, identity, { events, place });
    return checkAction(parsed, where);
  };

  it('has no problem in its fields, states, rules, roles and permissions', () => {
    for (const { section, heading, rows } of tables) {
      for (const row of rows) {
        if (section === 3 && row.Field) {
          expression(code(row.Computed), environment(heading), declarations.fields(heading).get(row.Field));
          expression(code(row.Default), environment(heading), declarations.fields(heading).get(row.Field));
        }
        if (section === 4) {
          const [entity = ''] = heading.split('.');
          const parameters = [...declarations.events].find(([event]) => row.Event?.startsWith(event))?.[1][0]?.parameters ?? new Map();
          expression(code(row.Guard), environment(entity, { bound: parameters }), { kind: 'boolean' });
          const effect = code(row.Effect);
          if (effect) reportAction(action(effect, environment(entity, { bound: parameters }), 'effect').action);
        }
        if (section === 5) {
          const entity = /^\w+/.exec(row.On ?? '')?.[0] ?? '';
          expression(code(row['Must hold']), environment(entity), { kind: 'boolean' });
        }
        if (section === 6 && row.Is) expression(code(row.Is), environment(null), { kind: 'boolean' });
        if (section === 6 && row.Permission) {
          const [, entity = '', field] = /^(\w+)(?:\.(\w+))?/.exec(row.Permission) ?? [];
          const type = declarations.fields(entity).get(field ?? '');
          const value = type?.kind === 'list' ? type.of : null;
          for (const cell of Object.values(row)) expression(code(cell), environment(entity, { value }), { kind: 'boolean' });
        }
      }
    }
    expect(found).toEqual([]);
  });

  it('has no problem in its calls and views, and the types of route and query are inferred', () => {
    for (const { section, heading, rows } of tables) {
      if (section !== 7) continue;
      const view = / of (\w+)$/.exec(heading)?.[1];
      for (const row of rows) {
        if (view !== undefined) expression(code(row.Value), environment(view, { token: true }));
        const call = code(row.Call);
        if (call === undefined) continue;
        const names = [...call.matchAll(/[:?&](\w+)/g), ...(row.Takes ?? '').matchAll(/(\w+)\??(?=[,}])/g)].map((match) => match[1] ?? '');
        let bound = new Map<string, Type>(names.map((bare) => [bare, anyType]));
        const does = code(row.Does) ?? '';
        const first = does === '' ? undefined : action(does, environment(null, { bound }), 'call');
        bound = new Map([...bound, ...(first?.inferred ?? [])]);
        const second = does === '' ? undefined : action(does, environment(null, { bound }), 'call');
        if (second) reportAction(second.action);
        if (call.includes(':number') && second) expect(first?.inferred.get('number')).toMatchObject({ kind: 'integer' });
        expression(code(row.Returns), environment(null, { bound: new Map([...bound, ...(second?.bound ?? [])]), token: true }));
      }
    }
    expect(found).toEqual([]);
  });

  it('has no problem in its scenarios', () => {
    for (const { section, rows } of tables) {
      if (section !== 1 || rows[0]?.As === undefined) continue;
      let bound = new Map<string, Type>([...examples].map(([example, entity]) => [example, recordOf(entity)]));
      for (const row of rows) {
        const source = code(row.Do) ?? '';
        const checked = action(source, environment(null, { bound }), 'scenario');
        bound = new Map([...bound, ...checked.bound]);
        if (!row.Expect?.includes('INVALID')) reportAction(checked.action);
        if (!row.Expect?.startsWith('refused')) expression(code(row.Expect), environment(null, { bound }), { kind: 'boolean' });
      }
    }
    expect(found).toEqual([]);
  });

  it('has no problem in its screens', () => {
    const text = readFileSync(`specs/${name}.md`, 'utf8');
    let self: string | null = null;
    for (const line of text.slice(text.indexOf('\n## 2.'), text.indexOf('\n## 3.')).split('\n')) {
      const heading = /^### (.*)/.exec(line)?.[1];
      if (heading !== undefined) {
        const about = tables.flatMap(({ rows }) => rows).find((row) => row.Screen === heading)?.About;
        self = about ? about : null;
      }
      const row = /(?:list|cards|board) of (\w+)/.exec(line)?.[1];
      const where = / where `([^`]*)`/.exec(line)?.[1];
      if (row !== undefined) expression(where, environment(self, { row }), { kind: 'boolean' });
      expression(/^\s*- figure .*: `(.*)`/.exec(line)?.[1], environment(self));
      expression(/ when `([^`]*)`/.exec(line)?.[1], environment(self), { kind: 'boolean' });
      const preset = /- with `(.*)`/.exec(line)?.[1];
      const keys = { title: 'Comment', subject: 'Comment', types: declarations.fields('Comment') };
      if (preset !== undefined)
        for (const problem of checkWith(parseText(preset), environment(self), keys).problems) found.push(problem.message);
      const button = /- button [\w ]*: (.*?)(?: when .*| for .*)?$/.exec(line)?.[1];
      if (button !== undefined) reportAction(action(button, environment(self), 'button').action);
    }
    expect(found).toEqual([]);
  });

  it('was actually checked', () => {
    expect(count).toBeGreaterThan(80);
  });
});
