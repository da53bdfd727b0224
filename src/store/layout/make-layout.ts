import type { LinkSchema, OverlapSchema, Schema, TableSchema, UniqueSchema } from '../schema.ts';
import type { RequiredRelation } from './chains.ts';
import { type Layout, rootColumn, type TableLayout } from './layout.ts';

/** A chosen root, and the tie through which each other entity depends on it. */
export interface Choice {
  readonly root: string;
  readonly hanging: ReadonlyMap<string, RequiredRelation>;
}

/**
 * Whether the constraint is on a serial number: the store's counter never repeats one, wherever the
 * records are.
 */
export const isCounted = (table: TableSchema, unique: UniqueSchema): boolean =>
  unique.fields.length === 1 && unique.where === null && table.columns.some(({ field, serial }) => serial && field === unique.fields[0]);

/**
 * The layout that follows from a choice; obstacles.ts decides whether it is possible. `account`:
 * the entity of the people who sign in.
 */
export function makeLayout(schema: Schema, { root, hanging }: Choice, account: string | null): Layout {
  const entityTable = new Map(schema.tables.map((table) => [table.entity, table]));
  const rootIsCopied = mustBeCopied(schema, { root, hanging }, account);
  const divided = new Map<string, TableLayout & { readonly kind: 'divided' }>();

  const divide = (entity: string): (TableLayout & { readonly kind: 'divided' }) | null => {
    const known = divided.get(entity);
    if (known !== undefined) return known;
    const table = entityTable.get(entity);
    const tie = hanging.get(entity);
    if (table === undefined || (tie === undefined && (entity !== root || rootIsCopied))) return null;
    const made = tie === undefined ? ({ table: table.table, kind: 'divided', column: 'id', from: null } as const) : byTie(table, tie);
    divided.set(entity, made);
    return made;
  };
  const byTie = (table: TableSchema, tie: RequiredRelation): TableLayout & { readonly kind: 'divided' } => {
    const column = columnOf(table, tie.field.name.text);
    if (tie.target === root) return { table: table.table, kind: 'divided', column, from: null };
    const target = divide(tie.target);
    if (target === null) throw new Error(`${tie.entity} hangs on ${tie.target}, which is not divided`);
    return { table: table.table, kind: 'divided', column: rootColumn, from: { column, table: target.table, theirs: target.column } };
  };
  const divideLink = (link: LinkSchema): TableLayout | null => {
    for (const [column, entity] of [
      ['owner', link.entity],
      ['member', link.target],
    ] as const) {
      const of = divide(entity);
      if (of === null) continue;
      if (of.column === 'id') return { table: link.table, kind: 'divided', column, from: null };
      return { table: link.table, kind: 'divided', column: rootColumn, from: { column, table: of.table, theirs: of.column } };
    }
    return null;
  };

  const links = new Map(schema.links.map((link) => [link, divideLink(link)]));
  const copied = copiedEntities(
    schema,
    schema.tables.flatMap(({ entity }) => (divide(entity) === null ? [] : [entity])),
    schema.links.filter((link) => links.get(link) !== null),
  );
  const undivided = (entities: readonly string[]): 'copied' | 'single' => (entities.every((one) => copied.has(one)) ? 'copied' : 'single');
  return {
    version: 1,
    root,
    tables: [
      ...schema.tables.map(({ entity, table }): TableLayout => divide(entity) ?? { table, kind: undivided([entity]) }),
      ...schema.links.map((link): TableLayout => links.get(link) ?? { table: link.table, kind: undivided([link.entity, link.target]) }),
    ],
  };
}

export function columnOf(table: TableSchema, field: string): string {
  const found = table.columns.find((column) => column.field === field);
  if (found === undefined) throw new Error(`${table.entity} keeps no field ${field}`);
  return found.column;
}

/** The entities that distributed tables refer to, transitively; every machine needs all of them. */
function copiedEntities(schema: Schema, divided: readonly string[], links: readonly LinkSchema[]): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [...divided];
  const add = (entity: string): void => {
    if (divided.includes(entity) || found.has(entity)) return;
    found.add(entity);
    waiting.push(entity);
  };
  for (const link of links) for (const entity of [link.entity, link.target]) add(entity);
  for (let entity = waiting.pop(); entity !== undefined; entity = waiting.pop()) {
    const table = schema.tables.find((one) => one.entity === entity);
    for (const { target } of table?.columns ?? []) if (target !== null && schema.tables.some((one) => one.entity === target)) add(target);
  }
  return found;
}

/**
 * Whether the root's own records must be copied instead of distributed: if their values must be
 * unique among all of them, or if anything refers to them by another column than the distribution
 * column, because no key could then refer to them.
 */
function mustBeCopied(schema: Schema, { root, hanging }: Choice, account: string | null): boolean {
  const table = schema.tables.find(({ entity }) => entity === root);
  if (table === undefined || root === account) return true;
  const apart: (UniqueSchema | OverlapSchema)[] = [
    ...table.uniques.filter((unique) => !isCounted(table, unique)),
    ...(table.overlaps ?? []),
  ];
  if (apart.length > 0) return true;
  const divides = (entity: string, field: string): boolean => {
    const tie = hanging.get(entity);
    return tie?.target === root && tie.field.name.text === field;
  };
  const referred = schema.tables.some(({ entity, columns }) =>
    columns.some(({ field, target }) => target === root && !divides(entity, field)),
  );
  return referred || schema.links.some((link) => link.target === root && (link.entity === root || hanging.has(link.entity)));
}
