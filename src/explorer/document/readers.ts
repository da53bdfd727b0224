import type { Span } from '../../base/span.ts';
import { expressionsOf as expressionsOfStep, type Step } from '../../expression/action.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Node } from '../../expression/node.ts';
import { visit } from '../../expression/visit.ts';
import { expressionsOf } from '../../model/ast/invariants.ts';
import { fieldOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';

/** An expression that influences what a product does. */
export interface Reader {
  readonly expression: Expression;
  readonly kind: 'guard' | 'timer' | 'effect' | 'rule' | 'permission' | 'role' | 'default' | 'unique' | 'invariant';
  /** The span of its row. */
  readonly row: Span;
  /** The entity whose records it is about; null for roles and invariants. */
  readonly entity: string | null;
  /** For a guard or an effect: the event whose parameters it can read by name. */
  readonly event: { readonly entity: string; readonly name: string } | null;
  /** For a rule that always applies: its entity. */
  readonly always: string | null;
  /** The entity, if the expression is evaluated only when one of its records is created. */
  readonly atCreation: string | null;
  /** The field that its value is only written to: `Ticket.priority`; null if it does more. */
  readonly target: string | null;
}

/** The expressions of sections 3 to 6; those of screens and calls decide nothing. */
export function readersOf(model: Model): readonly Reader[] {
  const found: Reader[] = [];
  const add = (expression: Expression | null, kind: Reader['kind'], row: Span, more: Partial<Reader> = {}): void => {
    if (expression !== null)
      found.push({ expression, kind, row, entity: null, event: null, always: null, atCreation: null, target: null, ...more });
  };
  for (const { entity, transitions } of model.machines) {
    for (const { guard, effect, trigger, span } of transitions) {
      const event = trigger.kind === 'event' ? { entity, name: trigger.name.text } : null;
      const atCreation = trigger.kind === 'create' ? entity : null;
      add(guard, 'guard', span, { entity, event, atCreation });
      if (trigger.kind === 'after') add(trigger.duration, 'timer', span, { entity });
      if (trigger.kind === 'every') for (const expression of [trigger.on, trigger.at]) add(expression, 'timer', span, { entity });
      if (trigger.kind === 'at') add(trigger.moment, 'timer', span, { entity });
      for (const { expression, target } of effect?.steps.flatMap((step) => writesOf(entity, step)) ?? [])
        add(expression, 'effect', span, { entity, event, atCreation, target });
    }
  }
  for (const { must, span, entity, on } of model.rules) {
    if (must.kind === 'holds') {
      const creates = on.length > 0 && on.every(({ operation }) => operation === 'create');
      add(must.expression, 'rule', span, {
        entity: entity.text,
        always: on.length === 0 ? entity.text : null,
        atCreation: creates ? entity.text : null,
      });
    }
    if (must.kind === 'unique' || must.kind === 'no-overlap') add(must.where, 'unique', span, { entity: entity.text });
  }
  for (const invariant of model.invariants) for (const expression of expressionsOf(invariant)) add(expression, 'invariant', invariant.span);
  for (const { cells, entity, operations } of model.permissions ?? [])
    for (const { grant, span } of cells.values()) {
      const atCreation = operations.every(({ text }) => text === 'create') ? entity.text : null;
      if (grant.kind === 'when') add(grant.expression, 'permission', span, { entity: entity.text, atCreation });
    }
  for (const { is, span } of model.roles) add(is, 'role', span);
  for (const { name, fields } of model.entities)
    for (const field of fields)
      if (field.default?.kind === 'expression') {
        const target = `${name.text}.${field.name.text}`;
        add(field.default.expression, 'default', field.span, { entity: name.text, atCreation: name.text, target });
      }
  return found;
}

/** The expressions of a step of an effect: each value that it writes, and what else it reads. */
function writesOf(own: string, step: Step): readonly Pick<Reader, 'expression' | 'target'>[] {
  const [written, entity] =
    step.kind === 'assign'
      ? [step.value, own]
      : step.kind === 'create'
        ? [step.with, step.entity.text]
        : step.kind === 'update'
          ? [step.with, entityOfRecords(step.target.node)]
          : [null, null];
  return expressionsOfStep(step).flatMap((expression): readonly Pick<Reader, 'expression' | 'target'>[] => {
    if (expression !== written || entity === null) return [{ expression, target: null }];
    if (step.kind === 'assign') return [{ expression, target: `${entity}.${step.field.text}` }];
    const { node } = expression;
    if (node?.kind !== 'map') return [{ expression, target: null }];
    return node.entries.map(({ key, value }) =>
      key.kind === 'literal'
        ? { expression: { ...expression, node: value }, target: `${entity}.${String(key.value)}` }
        : { expression: { ...expression, node: { ...node, entries: [{ key, value }] } }, target: null },
    );
  });
}

/** The entity of a record or of a list of records; null for any other value. */
function entityOfRecords(node: Node | null): string | null {
  const type = node?.type.kind === 'list' ? node.type.of : node?.type;
  return type?.kind === 'record' ? type.entity : null;
}

/** The nodes of an expression and of the computed fields that it reads. */
export function nodesOf(model: Model, expression: Pick<Expression, 'node'>): readonly Node[] {
  const found: Node[] = [];
  const seen = new Set<Node>();
  const into = (root: Node | null): void => {
    if (root === null || seen.has(root)) return;
    seen.add(root);
    visit(root, (node) => {
      found.push(node);
      const read = fieldRead(node);
      if (read !== null) into(fieldOf(model, read.entity, read.field)?.computed?.node ?? null);
    });
  };
  into(expression.node);
  return found;
}

/** The field that a node reads, or null. */
export function fieldRead(node: Node): { readonly entity: string; readonly field: string } | null {
  if (node.kind === 'select' && node.operand.type.kind === 'record') return { entity: node.operand.type.entity, field: node.field };
  if (node.kind !== 'name') return null;
  const { resolution } = node;
  return resolution.kind === 'self-field' || resolution.kind === 'row-field' ? { entity: resolution.entity, field: node.name } : null;
}

/**
 * The fields that an expression reads, stored ones and lists, including those behind computed
 * fields and inverse lists.
 */
export function fieldsRead(model: Model, nodes: readonly Node[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const node of nodes) {
    const read = fieldRead(node);
    if (read === null) continue;
    found.add(`${read.entity}.${read.field}`);
    const type = fieldOf(model, read.entity, read.field)?.type;
    if (type?.kind === 'inverse') found.add(`${type.entity.text}.${type.by.text}`);
  }
  return found;
}

/** The path of the field that a node reads, and whether it is computed; null if it reads none. */
function pathRead(model: Model, node: Node): { readonly path: string; readonly computed: boolean } | null {
  const read = fieldRead(node);
  if (read === null) return null;
  return { path: `${read.entity}.${read.field}`, computed: fieldOf(model, read.entity, read.field)?.computed != null };
}

/** The stored fields of this type that the nodes read, each as often as it is read. */
export const pathsIn = (model: Model, nodes: readonly Node[], kind: 'date' | 'datetime'): readonly string[] =>
  nodes.flatMap((node) => {
    const read = node.type.kind === kind ? pathRead(model, node) : null;
    return read === null || read.computed ? [] : [read.path];
  });

/** Whether an expression may compare these moments: of two fields, or of two records. */
export function readsSeveral(model: Model, nodes: readonly Node[], paths: readonly string[]): boolean {
  if (paths.length !== 1) return paths.length > 1;
  // `nodes` has what is behind a computed field once, however often that field is read.
  const computed = nodes.flatMap((node) => {
    const read = pathRead(model, node);
    return read?.computed ? [read.path] : [];
  });
  return new Set(computed).size < computed.length;
}
