import type { Expression } from '../../expression/expression.ts';
import type { Node } from '../../expression/node.ts';
import { conjuncts, visit } from '../../expression/visit.ts';
import type { RunModel } from '../../model/run-model.ts';
import { type ColumnSchema, columnFor, type Schema, type TableSchema, tableFor } from '../schema.ts';
import { identifier } from './identifier.ts';
import { type TunedIndex, tunedIndex } from './tuned-index.ts';

type Macro = Extract<Node, { kind: 'macro' }>;
type Field = (node: Node) => ColumnSchema | null;

/**
 * Indexes for rules and guards over the recent records of someone:
 * `Ticket.filter(t, t.customer == me && now - t.createdAt < days(1))` then reads those alone, in
 * each write, and not all that the customer ever wrote.
 */
export function ruleIndexes(model: RunModel, schema: Schema): TunedIndex[] {
  const rules = model.rules.flatMap(({ must }) => (must.kind === 'holds' ? [must.expression] : []));
  const guards = model.machines.flatMap(({ transitions }) => transitions.flatMap(({ guard }) => guard ?? []));
  return [...rules, ...guards].flatMap((expression) =>
    macrosIn(expression).flatMap((macro): TunedIndex[] => {
      const list = listOf(macro.target, model, schema);
      if (list === null) return [];
      const conditions = conjuncts(macro.body);
      const fieldOf: Field = (node) =>
        node.kind === 'select' && node.operand.kind === 'name' && node.operand.name === macro.variable
          ? columnFor(list.table, node.field)
          : null;
      const of = list.by ?? found(conditions, (condition) => comparedRelation(condition, fieldOf));
      const since = found(conditions, (condition) => comparedTime(condition, fieldOf));
      if (of === null || since === null) return [];
      return [tunedIndex('rule', `${identifier(list.table.table)} (${identifier(of.column)}, ${identifier(since.column)})`)];
    }),
  );
}

/** `all` is left out: it looks for the records that are not as the condition says. */
function macrosIn({ node }: Expression): Macro[] {
  const macros: Macro[] = [];
  if (node !== null)
    visit(node, (one) => {
      if (one.kind === 'macro' && ['filter', 'exists', 'exists_one'].includes(one.macro)) macros.push(one);
    });
  return macros;
}

/** The table of a list: all records of an entity, or those that refer to another with `by`. */
function listOf(target: Node, model: RunModel, schema: Schema): { readonly table: TableSchema; readonly by: ColumnSchema | null } | null {
  if (target.kind === 'name' && target.resolution.kind === 'entity') {
    const table = tableFor(schema, target.name);
    return table === null ? null : { table, by: null };
  }
  const [owner, field] =
    target.kind === 'select' && target.operand.type.kind === 'record'
      ? [target.operand.type.entity, target.field]
      : target.kind === 'name' && target.resolution.kind === 'self-field'
        ? [target.resolution.entity, target.name]
        : [null, null];
  if (owner === null) return null;
  const type = model.entities.find(({ name }) => name.text === owner)?.byName.get(field)?.type;
  const table = type?.kind === 'inverse' ? tableFor(schema, type.entity.text) : null;
  const by = table === null || type?.kind !== 'inverse' ? null : columnFor(table, type.by.text);
  return table === null || by?.type !== 'relation' ? null : { table, by };
}

function found(conditions: readonly Node[], look: (condition: Node) => ColumnSchema | null): ColumnSchema | null {
  for (const condition of conditions) {
    const column = look(condition);
    if (column !== null) return column;
  }
  return null;
}

function comparedRelation(condition: Node, fieldOf: Field): ColumnSchema | null {
  if (condition.kind !== 'binary' || condition.operator !== '==') return null;
  const column = fieldOf(condition.left) ?? fieldOf(condition.right);
  return column?.type === 'relation' ? column : null;
}

/** The moment or date in `t.createdAt > x`, and in `now - t.createdAt < x`. */
function comparedTime(condition: Node, fieldOf: Field): ColumnSchema | null {
  if (condition.kind !== 'binary' || !['<', '<=', '>', '>='].includes(condition.operator)) return null;
  const sides = [condition.left, condition.right].flatMap((side) =>
    side.kind === 'binary' && side.operator === '-' && side.type.kind === 'duration' ? [side.left, side.right] : [side],
  );
  const column = found(sides, fieldOf);
  return column?.type === 'datetime' || column?.type === 'date' ? column : null;
}
