import type { Expression } from '../../expression/expression.ts';
import type { Rule } from '../../model/ast/rules.ts';
import type { RunModel } from '../../model/run-model.ts';
import { type ColumnSchema, columnFor, type Schema, type TableSchema, tableFor } from '../schema.ts';
import type { Conditions } from '../sql/kept-conditions.ts';

/** A rule of section 5 that the database itself checks for each written record. */
export interface KeptRule {
  readonly rule: string;
  readonly table: TableSchema;
  /** The rule is checked when one of these columns changes. */
  readonly columns: readonly ColumnSchema[];
  /** SQL that is true if the rule holds; `alias` precedes the columns. */
  condition(alias: string): string;
}

/** A rule that only the engine checks, and why. */
export interface UnkeptRule {
  readonly rule: string;
  readonly entity: string;
  readonly why: string;
}

/**
 * The rules that are expressions; `unique` and `no overlap` are separate constraints (schema.ts).
 */
export function keptRules(
  model: RunModel,
  schema: Schema,
  conditions: Conditions,
): { readonly kept: readonly KeptRule[]; readonly unkept: readonly UnkeptRule[] } {
  const kept: KeptRule[] = [];
  const unkept: UnkeptRule[] = [];
  for (const rule of model.rules) {
    const table = tableFor(schema, rule.entity.text);
    if (table === null || rule.must.kind !== 'holds') continue;
    const found = keptRule(model, table, conditions, rule, rule.must.expression);
    if (typeof found === 'string') unkept.push({ rule: rule.name.text, entity: table.entity, why: found });
    else kept.push(found);
  }
  return { kept, unkept };
}

/** The rule in SQL, or why the database cannot check it. */
function keptRule(model: RunModel, table: TableSchema, conditions: Conditions, rule: Rule, expression: Expression): KeptRule | string {
  const { reads } = expression;
  if (rule.on.length > 0) return 'it holds at some writes only, and the database does not know what a write is for';
  if (expression.node === null || expression.problems.length > 0) return 'the expression has a mistake';
  if (reads.constants.some((name) => constantOf(model, name) === undefined)) return 'it depends on a hole, so it is not enforced';
  if (reads.me) return 'it depends on who is acting';
  if (reads.now) return 'it depends on the moment';
  if (reads.old.length > 0) return 'it looks at the record as it was when the whole operation began';
  if (reads.entities.length > 0) return 'it looks at other records';
  const own = [...new Set([...reads.self, ...reads.row, ...(rule.field === null ? [] : [rule.field.text])])];
  if (reads.fields.some((field) => !own.some((name) => field === `${table.entity}.${name}`))) return 'it looks at other records';
  const columns = own.flatMap((name) => columnFor(table, name) ?? []);
  if (columns.length < own.length) return 'it looks at a computed field or a list of records';
  // The database has only the hash.
  if (columns.some(({ declared }) => declared === 'password')) return 'it looks at a password as it was typed';
  const { field } = rule;
  const condition = (alias: string): string | null => conditions.conditionSql(table, expression, alias);
  if (condition('r') === null) return 'SQL cannot express it with the same meaning and without errors';
  return {
    rule: rule.name.text,
    table,
    columns,
    condition(alias) {
      const holds = condition(alias) ?? 'TRUE';
      const about = field === null ? null : columnFor(table, field.text);
      // A rule on a field is skipped while the field is null.
      return about === null ? `(${holds})` : `(${alias}.${conditions.column(about)} IS NULL OR (${holds}))`;
    },
  };
}

const constantOf = (model: RunModel, name: string): unknown => model.constants.find((constant) => constant.name.text === name)?.value;
