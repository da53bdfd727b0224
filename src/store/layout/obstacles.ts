import type { Span } from '../../base/span.ts';
import { withArticle } from '../../expression/types/type-words.ts';
import type { RunModel } from '../../model/run-model.ts';
import type { OverlapSchema, Schema, TableSchema, UniqueSchema } from '../schema.ts';
import type { LayoutFinding } from './finding.ts';
import { dividedTable, type Layout } from './layout.ts';
import { type Choice, isCounted } from './make-layout.ts';

/** What prevents a layout, and what it would refuse although the document allows it. */
export function layoutObstacles(model: RunModel, schema: Schema, choice: Choice, layout: Layout): LayoutFinding[] {
  return [
    ...schema.tables.flatMap((table) => [
      ...relations(model, schema, choice, layout, table),
      ...apart(model, schema, choice, layout, table),
    ]),
    ...links(model, schema, choice, layout),
  ];
}

const isDivided = (schema: Schema, layout: Layout, entity: string): boolean => {
  const table = schema.tables.find((one) => one.entity === entity);
  return table !== undefined && dividedTable(layout, table.table) !== null;
};

function placeOf(model: RunModel, entity: string, field: string): Span {
  const found = model.entities.find(({ name }) => name.text === entity);
  const span = found?.byName.get(field)?.span ?? found?.span;
  if (span === undefined) throw new Error(`the document has no entity ${entity}`);
  return span;
}

function relations(model: RunModel, schema: Schema, { root, hanging }: Choice, layout: Layout, table: TableSchema): LayoutFinding[] {
  const { entity } = table;
  const here = isDivided(schema, layout, entity);
  return table.columns.flatMap(({ field, target }): LayoutFinding[] => {
    if (target === null || !isDivided(schema, layout, target)) return [];
    const span = placeOf(model, entity, field);
    if (!here)
      return [
        {
          kind: 'hinders',
          span,
          message: `${entity}.${field} leads to ${withArticle(target)}, which lies on one machine only, while nothing says to which ${root} ${withArticle(entity)} belongs: it needs a required relation that stays`,
        },
      ];
    if (target === root || hanging.get(entity)?.field.name.text === field) return [];
    return [{ kind: 'narrower', span, message: narrower(`${entity}.${field}`, target, root) }];
  });
}

const narrower = (field: string, target: string, root: string): string =>
  `${field} could lead to ${withArticle(target)} of another ${root}: the database would refuse that`;

function links(model: RunModel, schema: Schema, { root }: Choice, layout: Layout): LayoutFinding[] {
  return schema.links.flatMap(({ entity, field, target }): LayoutFinding[] =>
    isDivided(schema, layout, entity) && isDivided(schema, layout, target)
      ? [{ kind: 'narrower', span: placeOf(model, entity, field), message: narrower(`${entity}.${field}`, target, root) }]
      : [],
  );
}

/**
 * Whether records that share these fields belong to the same root: one of the fields names it, or
 * refers to a record under the same root.
 */
export function determinesRoot(schema: Schema, layout: Layout, table: TableSchema, fields: readonly string[]): boolean {
  const divided = dividedTable(layout, table.table);
  if (divided === null) return true;
  return table.columns.some(
    ({ field, column, target }) =>
      fields.includes(field) && (column === divided.column || (target !== null && isDivided(schema, layout, target))),
  );
}

/**
 * Finds constraints that one machine cannot enforce, because `unique` and `no overlap` only see the
 * machine's own records.
 */
function apart(model: RunModel, schema: Schema, { root }: Choice, layout: Layout, table: TableSchema): LayoutFinding[] {
  const { entity } = table;
  const ruleAt = (rule: string | null, fields: readonly string[]): Span =>
    model.rules.find(({ name, entity: of }) => of.text === entity && name.text === rule)?.span ?? placeOf(model, entity, fields[0] ?? 'id');
  const hinders = (of: UniqueSchema | OverlapSchema, fields: readonly string[], what: string): LayoutFinding[] =>
    determinesRoot(schema, layout, table, fields)
      ? []
      : [
          {
            kind: 'hinders',
            span: ruleAt(of.rule, fields),
            message: `${what} among all records, whatever ${root} they belong to: no machine has all of them to look`,
          },
        ];
  return [
    ...table.uniques
      .filter((unique) => !isCounted(table, unique))
      .flatMap((unique) =>
        hinders(unique, unique.fields, `${unique.fields.map((field) => `${entity}.${field}`).join(', ')} must be unique`),
      ),
    ...(table.overlaps ?? []).flatMap((overlap) =>
      hinders(overlap, overlap.per, `the rule “${overlap.rule}” of ${entity} allows no overlap`),
    ),
  ];
}
