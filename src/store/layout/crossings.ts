import type { Span } from '../../base/span.ts';
import type { Action, Step } from '../../expression/action.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Node } from '../../expression/node.ts';
import { children, conjuncts } from '../../expression/visit.ts';
import type { Field } from '../../model/ast/entities.ts';
import type { Part } from '../../model/ast/screens.ts';
import type { RunModel } from '../../model/run-model.ts';
import type { Schema } from '../schema.ts';
import type { LayoutFinding } from './finding.ts';
import { dividedTable, type Layout } from './layout.ts';
import type { Choice } from './make-layout.ts';

/**
 * Where the document reads records of several roots: decisions based on them are not safe between
 * machines, and a list of them asks every machine.
 */
export function crossings(model: RunModel, schema: Schema, choice: Choice, layout: Layout): LayoutFinding[] {
  const tables = new Map(schema.tables.map(({ entity, table }) => [entity, table]));
  const look: Look = {
    model,
    choice,
    divided: (entity) => {
      const table = tables.get(entity);
      return table !== undefined && dividedTable(layout, table) !== null;
    },
  };
  return [...decisions(look), ...actions(look), ...parts(look)];
}

interface Look {
  readonly model: RunModel;
  readonly choice: Choice;
  divided(entity: string): boolean;
}

/** Decisions before a change: rules, guards, and the checks of actions. */
function decisions(look: Look): LayoutFinding[] {
  const rules = look.model.rules.flatMap(({ must, name, span }) =>
    must.kind === 'holds' ? decision(`the rule “${name.text}”`, span, must.expression, look) : [],
  );
  const guards = look.model.machines.flatMap(({ entity, field, transitions }) =>
    transitions.flatMap(({ guard, span }) => (guard === null ? [] : decision(`this guard of ${entity}.${field}`, span, guard, look))),
  );
  const checks = served(look.model).flatMap(({ steps }) =>
    steps.flatMap((step) => (step.kind === 'check' ? decision('what is checked here', step.span, step.condition, look) : [])),
  );
  return [...rules, ...guards, ...checks];
}

function decision(what: string, span: Span, expression: Expression, look: Look): LayoutFinding[] {
  const across = [...acrossRoots(expression, look)].sort();
  if (across.length === 0) return [];
  const message = `${what} looks at records of ${across.join(', ')} under every ${look.choice.root}: two people who write at the same moment on two machines may both be let through`;
  return [{ kind: 'weaker', span, message }];
}

/** All actions except those of scenarios, which are never served. */
const served = (model: RunModel): readonly Action[] => model.actions.flatMap(({ action, section }) => (section === 1 ? [] : [action]));

const slower = (what: string, entity: string, root: string): string =>
  `${what} ${entity} without limiting it to one ${root}: the query goes to every machine`;

function actions(look: Look): LayoutFinding[] {
  return served(look.model).flatMap((action) =>
    action.steps.flatMap((step: Step): LayoutFinding[] => {
      if ((step.kind !== 'list' && step.kind !== 'get') || !look.divided(step.entity.text) || namesRoot(step.where, step.entity.text, look))
        return [];
      return [
        {
          kind: 'slower',
          span: step.span,
          message: slower(step.kind === 'list' ? 'this lists' : 'this looks for a record of', step.entity.text, look.choice.root),
        },
      ];
    }),
  );
}

function parts(look: Look): LayoutFinding[] {
  const within = (part: Part): LayoutFinding[] => {
    switch (part.kind) {
      case 'section':
      case 'columns':
      case 'tabs':
        return part.parts.flatMap(within);
      case 'list':
      case 'cards':
      case 'board':
      case 'calendar':
      case 'chart': {
        const entity = part.entity.text;
        if (!look.divided(entity) || namesRoot(part.where, entity, look)) return [];
        return [{ kind: 'slower', span: part.span, message: slower(`this ${part.kind} shows`, entity, look.choice.root) }];
      }
      default:
        return [];
    }
  };
  // An assumed screen has no place in the text to report.
  return look.model.screens.filter(({ assumed }) => !assumed).flatMap((screen) => screen.parts.flatMap(within));
}

/** Whether a condition on a record of the entity fixes its root, or the record it depends on. */
function namesRoot(where: Expression | null, entity: string, look: Look): boolean {
  const tie = look.choice.hanging.get(entity)?.field.name.text;
  if (where?.node == null || tie === undefined) return false;
  return conjuncts(where.node).some(
    (node) => node.kind === 'binary' && node.operator === '==' && [node.left, node.right].some((side) => isField(side, tie)),
  );
}

const isField = (node: Node, field: string): boolean =>
  (node.kind === 'name' && node.name === field && node.resolution.kind === 'row-field') ||
  (node.kind === 'select' && node.field === field && node.operand.kind === 'name');

/**
 * The entities of which an expression reads records under more than one root; follows computed
 * fields.
 */
function acrossRoots(expression: Expression, look: Look): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set<Expression>();
  const within = (one: Expression): void => {
    if (seen.has(one) || one.node === null) return;
    seen.add(one);
    at(one.node);
  };
  const at = (node: Node): void => {
    if (node.kind === 'macro' && isList(node.target) && keepsToOne(node, look)) {
      at(node.body);
      return;
    }
    if (isList(node) && look.divided(node.name)) found.add(node.name);
    const field = fieldOf(node, look.model);
    if (field?.computed != null) within(field.computed);
    const entity = field === null ? null : spread(field, look);
    if (entity !== null) found.add(entity);
    for (const child of children(node)) at(child);
  };
  within(expression);
  return found;
}

const isList = (node: Node): node is Extract<Node, { kind: 'name' }> => node.kind === 'name' && node.resolution.kind === 'entity';

/** Whether a macro is limited to one root, such as `Booking.filter(b, b.place == place && …)`. */
function keepsToOne(node: Extract<Node, { kind: 'macro' }>, look: Look): boolean {
  const tie = isList(node.target) ? look.choice.hanging.get(node.target.name)?.field.name.text : undefined;
  if (tie === undefined || node.macro === 'all' || node.macro === 'map') return false;
  const isTie = (side: Node): boolean =>
    side.kind === 'select' && side.field === tie && side.operand.kind === 'name' && side.operand.name === node.variable;
  return conjuncts(node.body).some((one) => one.kind === 'binary' && one.operator === '==' && (isTie(one.left) || isTie(one.right)));
}

function fieldOf(node: Node, model: RunModel): Field | null {
  const use =
    node.kind === 'select' && node.operand.type.kind === 'record'
      ? { entity: node.operand.type.entity, field: node.field }
      : node.kind === 'name' && (node.resolution.kind === 'self-field' || node.resolution.kind === 'row-field')
        ? { entity: node.resolution.entity, field: node.name }
        : null;
  if (use === null) return null;
  return model.entities.find(({ name }) => name.text === use.entity)?.byName.get(use.field) ?? null;
}

/** The target of an inverse relation whose records may belong to several roots; otherwise null. */
function spread(field: Field, look: Look): string | null {
  const { type } = field;
  if (type.kind !== 'inverse' || !look.divided(type.entity.text) || look.divided(field.entity)) return null;
  const tie = look.choice.hanging.get(type.entity.text);
  return field.entity === look.choice.root && tie?.target === look.choice.root && tie.field.name.text === type.by.text
    ? null
    : type.entity.text;
}
