import type { Span } from '../../base/span.ts';
import type { Step } from '../../expression/action.ts';
import type { Node } from '../../expression/node.ts';
import type { Type } from '../../expression/types/type.ts';
import { conjuncts } from '../../expression/visit.ts';
import type { Field } from '../../model/ast/entities.ts';
import type { RunModel } from '../../model/run-model.ts';
import { grantsOf } from '../defences/grants.ts';

/** Why a field may change after its record was created. */
export interface MayChange {
  readonly span: Span;
  /** The rest of a sentence that starts with `Ticket.customer may change:`. */
  readonly why: string;
}

/**
 * Why a field may change after its record was created; null if it cannot: no effect and no event
 * sets it, and either section 6 lets no role update it or a rule of section 5 requires `field ==
 * old.field`. Conditions of roles and cells do not count: what could be granted decides.
 */
export function mayChange(model: RunModel, field: Field): MayChange | null {
  return setByEffect(model, field) ?? setByEvent(model, field) ?? (keptByRule(model, field) ? null : granted(model, field));
}

/** Effects act with the product's authority, so section 6 does not limit them. */
function setByEffect(model: RunModel, field: Field): MayChange | null {
  for (const machine of model.machines) {
    for (const transition of machine.transitions) {
      const step = transition.effect?.steps.find(
        (one) => (one.kind === 'assign' && machine.entity === field.entity && one.field.text === field.name.text) || updates(one, field),
      );
      if (step !== undefined) return { span: step.span, why: 'an effect in section 4 sets it' };
    }
  }
  return null;
}

/**
 * Whether a step updates the field, as far as that is known. Anything but a map literal may set any
 * field.
 */
function updates(step: Step, field: Field): boolean {
  if (step.kind !== 'update' || entityOf(step.target.type) !== field.entity) return false;
  const node = step.with?.node ?? null;
  if (node?.kind !== 'map') return true;
  return node.entries.some(({ key }) => key.kind !== 'literal' || key.value === field.name.text);
}

const entityOf = (type: Type): string | null => (type.kind === 'record' ? type.entity : type.kind === 'list' ? entityOf(type.of) : null);

function setByEvent(model: RunModel, field: Field): MayChange | null {
  for (const machine of model.machines) {
    if (machine.entity !== field.entity) continue;
    for (const { trigger } of machine.transitions) {
      if (trigger.kind !== 'event') continue;
      const parameter = trigger.parameters.find((one) => one.field === field.name.text);
      if (parameter !== undefined) return { span: parameter.name.span, why: `the event “${trigger.name.text}” sets it` };
    }
  }
  return null;
}

function keptByRule(model: RunModel, field: Field): boolean {
  return model.rules.some(
    (rule) =>
      rule.entity.text === field.entity &&
      (rule.on.length === 0 || rule.on.some(({ operation }) => operation === 'update')) &&
      rule.must.kind === 'holds' &&
      rule.must.expression.node !== null &&
      conjuncts(rule.must.expression.node).some((node) => saysSame(node, field)),
  );
}

/** Whether a condition is `project == old.project`, in either order. */
function saysSame(node: Node, field: Field): boolean {
  if (node.kind !== 'binary' || node.operator !== '==') return false;
  const isOld = (side: Node): boolean =>
    side.kind === 'select' && side.field === field.name.text && side.operand.kind === 'name' && side.operand.resolution.kind === 'old';
  const isOwn = (side: Node): boolean => side.kind === 'name' && side.name === field.name.text && side.resolution.kind === 'self-field';
  return (isOld(node.left) && isOwn(node.right)) || (isOwn(node.left) && isOld(node.right));
}

function granted(model: RunModel, field: Field): MayChange | null {
  const [entity, name] = [field.entity, field.name.text];
  if (!field.settable) return null;
  const own = grantsOf(model, entity, 'update', name);
  const grants = own ?? grantsOf(model, entity, 'update');
  if (grants === 'everybody') return { span: field.span, why: 'section 6 says nothing, so that everybody may update it' };
  if (grants === null || grants.length === 0) return null;
  const row = (model.permissions ?? []).find(
    (one) =>
      one.entity.text === entity &&
      one.operations.some(({ text }) => text === 'update') &&
      (own === null ? one.fields.length === 0 : one.fields.some(({ text }) => text === name)),
  );
  return {
    span: row?.span ?? field.span,
    why: `the row “${row?.title ?? `${entity}: update`}” of section 6 lets a person update it${own === null ? ` (a row “${entity}.${name}: update” with only “no” would keep it)` : ''}`,
  };
}
