import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Scope } from '../../expression/evaluate/scope.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Node } from '../../expression/node.ts';
import { type TranslationContext, translate, translateField } from '../../expression/sql/translate.ts';
import { Translations, tableNames } from '../../expression/sql/translation-cache.ts';
import type { RecordValue, Value } from '../../expression/values/value.ts';
import type { Model } from '../../model/model.ts';
import { readModel } from '../../model/read.ts';
import { plainContext } from '../memory/plain-context.ts';
import { postgresDialect } from '../postgres/dialect.ts';
import { schemaOf } from '../schema.ts';
import { sqliteDialect } from '../sqlite/dialect.ts';
import { createCatalog } from './catalog.ts';

const specs = new URL('../../../specs/', import.meta.url);
const read = (name: string): Model => readModel(readFileSync(new URL(name, specs), 'utf8'));
const dialects = { SQLite: sqliteDialect, Postgres: postgresDialect };

function person(model: Model, id: string, fields: Readonly<Record<string, Value>>): RecordValue | null {
  const entity = model.account?.entity.text;
  return entity === undefined ? null : { isRecord: true, entity, id, get: (name) => fields[name] ?? null };
}

/** Scopes with different values, and different nulls. */
function scopes(model: Model): Scope[] {
  const people = [null, person(model, 'ann', { role: 'agent', manager: null }), person(model, 'bob', { role: 'admin' })];
  const values: Value[] = [null, 'one', 'two', 7, ['a', 'b'], true];
  return people.flatMap((me) =>
    values.map((value): Scope => {
      const bound = new Map(model.calls.flatMap((call) => [...call.types.keys()]).map((name): [string, Value] => [name, value]));
      return { evaluationContext: { ...plainContext(model), me }, self: null, row: null, old: null, bound };
    }),
  );
}

function conditions(model: Model): { readonly entity: string; readonly node: Node }[] {
  const of = (entity: string, expression: Expression | null) =>
    expression === null || expression.node === null ? [] : [{ entity, node: expression.node }];
  return [
    ...(model.permissions ?? []).flatMap(({ entity, cells }) =>
      [...cells.values()].flatMap(({ grant }) => (grant.kind === 'when' ? of(entity.text, grant.expression) : [])),
    ),
    ...model.calls.flatMap((call) =>
      (call.does?.steps ?? []).flatMap((step) => (step.kind === 'get' || step.kind === 'list' ? of(step.entity.text, step.where) : [])),
    ),
  ];
}

describe.each(Object.entries(dialects))('%s: a remembered translation equals a new one', (_, dialect) => {
  test.each(readdirSync(specs).filter((name) => name.endsWith('.md')))('%s', (name) => {
    const model = read(name);
    const catalog = createCatalog(model, schemaOf(model), '', () => null);
    const translations = new Translations();
    const contextOf = (entity: string, scope: Scope): TranslationContext & { fresh: ReturnType<typeof tableNames> } => {
      const fresh = tableNames();
      return { catalog, dialect, scope, row: { entity, alias: fresh(), variable: null }, fresh };
    };
    let translatedCount = 0;
    // Twice, so that the second pass uses the cache.
    for (const scope of [...scopes(model), ...scopes(model)]) {
      for (const { entity, node } of conditions(model)) {
        const [first, again] = [contextOf(entity, scope), contextOf(entity, scope)];
        const translated = translate(node, first);
        expect(translations.condition(node, again)).toEqual(translated);
        expect(again.fresh.taken).toBe(first.fresh.taken);
        if (translated !== null) translatedCount++;
      }
      for (const { name: entity, byName } of model.entities)
        for (const field of byName.keys()) {
          const [first, again] = [contextOf(entity.text, scope), contextOf(entity.text, scope)];
          const translated = translateField(field, first);
          const remembered = translations.field(field, again);
          expect([remembered?.sql, remembered?.as]).toEqual([translated?.sql, translated?.as]);
          expect(again.fresh.taken).toBe(first.fresh.taken);
        }
    }
    expect(translatedCount).toBeGreaterThan(0);
  });
});

const unsaid = (): never => {
  throw new Error('no call gets an article by its slug');
};

describe('the cache of translations', () => {
  const model = read('conduit.md');
  const plain = createCatalog(model, schemaOf(model), '', () => null);
  const [step] = model.calls.find(({ method, path }) => method === 'GET' && path === '/api/articles/:slug')?.does?.steps ?? [];
  const node = (step?.kind === 'get' ? step.where.node : null) ?? unsaid();

  /** Returns a function that translates a condition for a slug and counts the catalog lookups. */
  function saying(
    translations: Translations,
  ): (slug: Value, given?: () => string) => { readonly parameters: readonly unknown[]; asked: number } {
    return (slug, given) => {
      let asked = 0;
      const catalog = {
        ...plain,
        field(entity: string, field: string) {
          asked++;
          return plain.field(entity, field);
        },
      };
      const fresh = given ?? tableNames();
      const scope: Scope = { evaluationContext: plainContext(model), self: null, row: null, old: null, bound: new Map([['slug', slug]]) };
      const row = { entity: 'Article', alias: 't1', variable: null };
      const translated = translations.condition(node, { catalog, dialect: postgresDialect, scope, row, fresh });
      return { parameters: translated?.parameters ?? [], asked };
    };
  }

  test('reuses a translation with another value of the same kind', () => {
    const say = saying(new Translations());
    expect(say('one')).toMatchObject({ parameters: ['one'], asked: 1 });
    expect(say('two')).toEqual({ parameters: ['two'], asked: 0 });
  });

  test('caches a separate translation for null', () => {
    const say = saying(new Translations());
    say('one');
    expect(say(null)).toEqual({ parameters: [], asked: 1 });
    expect(say(null).asked).toBe(0);
    expect(say('two')).toEqual({ parameters: ['two'], asked: 0 });
  });

  test('caches nothing if table names cannot be counted', () => {
    const say = saying(new Translations());
    say('one', () => 't9');
    expect(say('two', () => 't9')).toEqual({ parameters: ['two'], asked: 1 });
  });
});
