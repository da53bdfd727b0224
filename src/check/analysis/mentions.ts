import { namedError } from '../../expression/action.ts';
import type { Model, PlacedExpression } from '../../model/model.ts';
import { fieldsRead } from './nodes.ts';
import { accountErrors } from './raises.ts';
import { boundBy, writesOf } from './writes.ts';

/** Entities that an expression or an action names, or whose fields it reads. */
export function readEntities(model: Model, expressions: readonly PlacedExpression[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { expression } of expressions) {
    for (const entity of expression.reads.entities) found.add(entity);
    for (const field of fieldsRead(expression)) found.add(field.slice(0, field.indexOf('.')));
  }
  for (const { action } of model.actions) {
    for (const step of action.steps) {
      if (step.kind === 'create' || step.kind === 'get' || step.kind === 'list') found.add(step.entity.text);
    }
    for (const { entity } of writesOf(model, action).writes) found.add(entity);
  }
  return found;
}

/**
 * `Entity.field` of every field that a screen, a view, a form, a rule, a permission or a call
 * names. In section 3 only the other sides of relations count: a field's own row and its examples
 * are not yet a use of it.
 */
export function shownFields(model: Model): ReadonlySet<string> {
  const found = new Set<string>();
  const given = givenPlaces(model);
  for (const { kind, text, section, within, span } of model.references) {
    if (kind === 'field' && section !== 3 && within !== null && !given.has(span.from)) found.add(`${within}.${text}`);
  }
  for (const { entity, entries } of model.views) {
    for (const { key, value } of entries) if (value === null) found.add(`${entity.text}.${key.text}`);
  }
  for (const entity of model.entities) {
    for (const { type } of entity.fields) if (type.kind === 'inverse') found.add(`${type.entity.text}.${type.by.text}`);
  }
  for (const { entity, field } of model.machines) found.add(`${entity}.${field}`);
  for (const call of model.calls) {
    if (call.does === null) continue;
    const takes = boundBy(call.takes).map((bound) => bound.name);
    for (const { entity, given } of writesOf(model, call.does, takes).writes) {
      for (const field of given?.keys() ?? []) found.add(`${entity}.${field}`);
    }
    // A list shows and sorts what the document says elsewhere; its order counts as a use.
    for (const step of call.does.steps)
      if (step.kind === 'list') for (const { field } of step.sort) found.add(`${step.entity.text}.${field.text}`);
  }
  return found;
}

/** Errors that a field, a rule, a guard, a step of an action or the table Account raises. */
export function raisedErrors(model: Model): ReadonlySet<string> {
  const found = new Set<string>(accountErrors(model));
  for (const { fields } of model.entities) for (const { error } of fields) if (error !== null) found.add(error.text);
  for (const { error } of model.permissions ?? []) if (error !== null) found.add(error.text);
  for (const { error } of model.rules) if (error !== null) found.add(error.text);
  for (const machine of model.machines) {
    for (const { error } of machine.transitions) if (error !== null) found.add(error.text);
  }
  for (const { action } of model.actions) {
    for (const step of action.steps) {
      const error = namedError(step);
      if (error !== null) found.add(error.text);
    }
  }
  return found;
}

/**
 * Where a value is given to a field: by an assignment, or by a key of `with {…}`. That is not yet a
 * use of it.
 */
function givenPlaces(model: Model): ReadonlySet<number> {
  const found = new Set<number>();
  for (const { action } of model.actions) {
    for (const step of action.steps) {
      if (step.kind === 'assign') found.add(step.field.span.from);
      else if ('with' in step && step.with?.node?.kind === 'map')
        for (const { key } of step.with.node.entries) found.add(step.with.at(key.from + 1));
    }
  }
  return found;
}
