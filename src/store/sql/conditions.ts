import type { Expression } from '../../expression/expression.ts';
import type { SqlFragment } from '../../expression/sql/fragment.ts';
import { translate } from '../../expression/sql/translate.ts';
import type { Model } from '../../model/model.ts';
import { plainSurroundings } from '../memory/plain-surroundings.ts';
import { columnFor, type OverlapSchema, overlapWhere, type Schema, type TableSchema, type UniqueSchema, uniqueWhere } from '../schema.ts';
import { createCatalog } from './catalog.ts';
import type { Flavour } from './flavour.ts';
import { textLiteral } from './identifier.ts';
import { currencyOf } from './write.ts';

/** The conditions of rules, as the database can keep them itself. */
export interface Conditions {
  /**
   * SQL without parameters that is true for the records among which the rule holds; `alias` stands before the columns. Null: the database cannot
   * keep it (it looks at other records, or at more than this database can say), the store or the engine asks. No condition: `TRUE`.
   */
  unique(table: TableSchema, unique: UniqueSchema, alias: string): string | null;
  overlap(table: TableSchema, overlap: OverlapSchema, alias: string): string | null;
}

export function conditionsOf(model: Model, schema: Schema, flavour: Flavour): Conditions {
  const catalog = createCatalog(model, schema, currencyOf(model), () => null);
  const scope = { surroundings: plainSurroundings(model), self: null, row: null, old: null, bound: new Map() };

  const told = (table: TableSchema, where: Expression | null, alias: string): string | null => {
    if (where === null) return 'TRUE';
    if (where.node === null || !looksAtItselfOnly(table, where)) return null;
    let tables = 0;
    const fragment = translate(where.node, {
      catalog,
      dialect: flavour.dialect,
      scope,
      row: { entity: table.entity, alias, variable: null },
      fresh: () => `t${++tables}`,
    });
    // Definitions hold no queries, and no function of ours: other programs open the database as well.
    return fragment === null || tables > 0 || fragment.text.includes('ninefold') ? null : written(fragment);
  };

  return {
    unique: (table, unique, alias) => told(table, uniqueWhere(model, table.entity, unique), alias),
    overlap: (table, overlap, alias) => told(table, overlapWhere(model, table.entity, overlap), alias),
  };
}

/** Stored fields of the record itself and constants: nothing that is another tomorrow, or for somebody else. */
function looksAtItselfOnly(table: TableSchema, { reads }: Expression): boolean {
  const own = [...reads.self, ...reads.row];
  const elsewhere = reads.fields.filter((field) => !own.some((name) => field === `${table.entity}.${name}`));
  const plain = own.every((name) => {
    const column = columnFor(table, name);
    return column !== null && column.type !== 'list' && column.type !== 'json' && column.type !== 'file';
  });
  return plain && elsewhere.length === 0 && reads.entities.length === 0 && reads.bound.length === 0 && !reads.me && !reads.now;
}

/** Definitions take no parameters: the values of constants and literals are written out. */
function written({ text, parameters }: SqlFragment): string {
  let place = 0;
  return text.replace(/"(?:[^"]|"")*"|'(?:[^']|'')*'|\?/g, (found) => {
    if (found !== '?') return found;
    const value = parameters[place++] ?? null;
    return value === null ? 'NULL' : typeof value === 'string' ? textLiteral(value) : String(value);
  });
}
