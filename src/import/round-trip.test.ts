import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawnDocument, sketchDocument } from '../../tests/differential/document.ts';
import { checkModel } from '../check/check.ts';
import { gherkin } from '../export/exporters/gherkin.ts';
import { mermaid } from '../export/exporters/mermaid.ts';
import { openapi } from '../export/exporters/openapi.ts';
import { sql } from '../export/exporters/sql.ts';
import { xstate } from '../export/exporters/xstate.ts';
import { fixedSeconds } from '../export/states/fixed-seconds.ts';
import type { Field, FieldType } from '../model/ast/entities.ts';
import type { Transition } from '../model/ast/states.ts';
import { startOf } from '../model/lookup.ts';
import type { Model } from '../model/model.ts';
import { readModel } from '../model/read.ts';
import { importText } from './import.ts';
import { scenariosInto } from './scenarios-into.ts';

const folder = new URL('../../specs/', import.meta.url);
const specs = readdirSync(folder)
  .filter((name) => /\.(md|txt)$/.test(name))
  .map((name) => ({ name, model: readModel(readFileSync(new URL(name, folder), 'utf8')) }));

/** Imports an exported part of a model and reads it again. */
async function again(file: string, text: string | null): Promise<Model> {
  const imported = await importText(text ?? '', file);
  const model = readModel(imported.text);
  expect(checkModel(model).filter(({ severity }) => severity === 'error')).toEqual([]);
  return model;
}

const words = ({ kind, ...more }: FieldType): unknown => {
  const type = { kind, ...more } as FieldType;
  switch (type.kind) {
    case 'enum':
      return ['enum', ...type.values.map(({ text }) => text)];
    case 'relation':
      return [type.entity.text, type.onDelete];
    case 'list':
      return ['list', words(type.of)];
    case 'members':
      return ['list', type.entity.text];
    case 'inverse':
    case 'rows':
    case 'unknown':
      return null;
    default:
      return [type.kind, type.maxLength ?? null];
  }
};

/** Returns what SQL can express about the entities; everything else is among the losses. */
function tables(model: Model): unknown {
  const unique = model.rules.flatMap(({ entity, must }) =>
    must.kind === 'unique' && must.where === null ? [`${entity.text}: ${must.fields.map(({ text }) => text)}`] : [],
  );
  const fields = (all: readonly Field[]) =>
    all
      .filter(({ builtIn, computed, type }) => !builtIn && computed === null && words(type) !== null)
      .map((field) => {
        const machine = model.machines.find(({ entity, field: own }) => entity === field.entity && own === field.name.text);
        const states =
          machine === undefined || machine.states.length === 0 ? ['text', null] : ['enum', ...machine.states.map(({ name }) => name)];
        return {
          name: field.name.text,
          type: field.type.kind === 'state' ? states : words(field.type),
          required: field.required || field.type.kind === 'state',
          // A uniqueness rule on one field means the same as its Unique column.
          unique: field.unique || unique.includes(`${field.entity}: ${field.name.text}`),
        };
      })
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  const entities = model.entities.map(({ name, fields: own }) => ({ name: name.text, fields: fields(own) }));
  return { entities: entities.filter((one) => one.fields.length > 0), unique: unique.filter((one) => one.includes(',')).sort() };
}

/** Returns the states, and the event or timer of each transition. */
function states(model: Model): unknown {
  const trigger = ({ trigger: one }: Transition): string | null => {
    if (one.kind === 'event') return one.name.text;
    if (one.kind !== 'after') return null;
    const seconds = fixedSeconds(model, one.duration);
    return seconds === null ? null : `after ${seconds}`;
  };
  return model.machines
    .filter(({ states: all }) => all.length > 0)
    .map((machine) => ({
      name: `${machine.entity}.${machine.field}`,
      start: startOf(machine),
      moves: [
        ...new Set(
          machine.transitions.flatMap((row) => {
            const event = trigger(row);
            if (event === null || row.refuses) return [];
            const from = row.any ? machine.states.filter(({ final }) => !final).map(({ name }) => name) : row.from.map(({ text }) => text);
            return from.map((state) => `${state} -${event}-> ${row.to?.text ?? state}`);
          }),
        ),
      ].sort(),
    }));
}

/** Returns the calls with their parameters, bodies and responses. */
const calls = (model: Model): unknown =>
  // OpenAPI groups calls by path, so the order may change.
  [...model.calls]
    .sort((a, b) => (a.name.text < b.name.text ? -1 : 1))
    .map(({ method, path, query, takes, returns }) => ({
      call: `${method} ${path}`,
      query: query.map(({ name, default: standard }) => [name.text, standard]),
      takes: takes === null ? null : keys(takes),
      status: returns?.status ?? (returns?.body == null ? 204 : 200),
    }));

const keys = ({ entries }: NonNullable<Model['calls'][number]['takes']>): unknown =>
  entries.map(({ key, inside, each }) => [key.text, inside === null ? null : keys(inside), each === null ? null : keys(each)]);

describe.each(specs)('$name', ({ model }) => {
  test('SQL', async () => {
    if (model.entities.length === 0) return;
    expect(tables(await again('x.sql', sql.export(model).text))).toEqual(tables(model));
  });

  test('XState and Mermaid', async () => {
    if (model.machines.every(({ states: all }) => all.length === 0)) return;
    expect(states(await again('x.json', xstate.export(model).text))).toEqual(states(model));
    expect(states(await again('x.mmd', mermaid.export(model).text))).toEqual(states(model));
  });

  test('OpenAPI', async () => {
    if (model.calls.length === 0) return;
    expect(calls(await again('x.json', openapi.export(model).text))).toEqual(calls(model));
  });

  test('Gherkin', () => {
    if (model.scenarios.length === 0) return;
    const [first] = model.scenarios;
    const at = first?.span.from ?? 0;
    const without = model.scenarios.reduceRight((text, { span }) => text.slice(0, span.from) + text.slice(span.to), model.text);
    expect(at).toBeGreaterThan(0);
    const { text, losses } = scenariosInto(without, gherkin.export(model).text ?? '');
    const rows = (one: Model): unknown =>
      one.scenarios.map(({ title, rows: all }) => [title, all.map((row) => [row.as, row.do.source, row.expect.kind])]);
    const plain = (one: unknown): unknown => JSON.parse(JSON.stringify(one, (key, value) => (key === 'span' ? undefined : value)));
    expect(losses).toEqual([]);
    expect(plain(rows(readModel(text)))).toEqual(plain(rows(model)));
  });
});

test('random documents', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(drawnDocument, async (drawn) => {
      const model = readModel(sketchDocument(drawn).text);
      expect(tables(await again('x.sql', sql.export(model).text))).toEqual(tables(model));
      expect(calls(await again('x.json', openapi.export(model).text))).toEqual(calls(model));
      if (model.machines.length === 0) return;
      expect(states(await again('x.json', xstate.export(model).text))).toEqual(states(model));
      expect(states(await again('x.mmd', mermaid.export(model).text))).toEqual(states(model));
    }),
    { numRuns: 20 },
  );
});
