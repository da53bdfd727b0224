import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Expression } from '../../expression/expression.ts';
import { translate } from '../../expression/sql/translate.ts';
import type { Part } from '../../model/ast/screens.ts';
import type { Model } from '../../model/model.ts';
import { readModel } from '../../model/read.ts';
import { plainContext } from '../memory/plain-context.ts';
import { postgresDialect } from '../postgres/dialect.ts';
import { schemaOf } from '../schema.ts';
import { sqliteDialect } from '../sqlite/dialect.ts';
import { createCatalog } from './catalog.ts';

/**
 * The conditions that filter lists. SQL must express them, so that a list costs what its page
 * costs, not what the table costs.
 */
function conditions(model: Model): { entity: string; expression: Expression; about?: string | null }[] {
  const permissions = (model.permissions ?? [])
    .filter((permission) => permission.operations.some((operation) => operation.text === 'read'))
    .flatMap((permission) =>
      [...permission.cells.values()].flatMap(({ grant }) =>
        grant.kind === 'when' ? [{ entity: permission.entity.text, expression: grant.expression }] : [],
      ),
    );
  const computed = model.entities.flatMap((entity) =>
    entity.fields.flatMap((field) =>
      field.computed !== null && field.valueType.kind === 'boolean' ? [{ entity: entity.name.text, expression: field.computed }] : [],
    ),
  );
  const flat = (parts: readonly Part[]): Part[] => parts.flatMap((part) => ('parts' in part ? flat(part.parts) : [part]));
  const listings = model.screens.flatMap((screen) =>
    flat(screen.parts).flatMap((part) =>
      'where' in part && part.where !== null
        ? [{ entity: part.entity.text, expression: part.where, about: screen.about?.text ?? null }]
        : [],
    ),
  );
  return [...permissions, ...computed, ...listings];
}

const specs = new URL('../../../specs/', import.meta.url);
const documents = readdirSync(specs).filter((name) => name.endsWith('.md'));
const dialects = { SQLite: sqliteDialect, Postgres: postgresDialect };

test.each(documents)('%s: both dialects express the conditions that filter lists', (name) => {
  const model = readModel(readFileSync(new URL(name, specs), 'utf8'));
  const catalog = createCatalog(model, schemaOf(model), '', () => null);
  const found = conditions(model);
  expect(found.length).toBeGreaterThan(4);
  const unsupported = Object.entries(dialects).flatMap(([called, dialect]) =>
    found.flatMap(({ entity, expression, about = null }) => {
      const self = about === null ? null : { isRecord: true as const, entity: about, id: 'x', get: () => null };
      const scope = { evaluationContext: plainContext(model), self, row: null, old: null, bound: new Map() };
      let count = 0;
      const context = { catalog, dialect, scope, row: { entity, alias: 't', variable: null }, fresh: () => `t${++count}` };
      const inSql = expression.node !== null && translate(expression.node, context) !== null;
      return inSql ? [] : [`${called}: ${entity}: ${expression.source}`];
    }),
  );
  expect(unsupported).toEqual([]);
});
