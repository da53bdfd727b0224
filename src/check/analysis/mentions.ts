import { namedError } from '../../expression/action.ts';
import type { Model, PlacedExpression } from '../../model/model.ts';
import { fieldsRead } from './nodes.ts';
import { accountErrors } from './raises.ts';
import { boundBy, writesOf } from './writes.ts';

/** Entities that an expression or action names or whose fields it reads. */
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
 * `Entity.field` of every field that a screen, view, form, rule, permission or call names. In
 * section 3 only the inverses of relations count: a field's own row and its examples are no use of
 * it.
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
    // The fields returned by a list are counted where the document names them; its sort order is a
    // use in itself.
    for (const step of call.does.steps)
      if (step.kind === 'list')
        for (const { field, value } of step.sort) if (value === null) found.add(`${step.entity.text}.${field.text}`);
  }
  return found;
}

/** Errors that a field, rule, guard, permission, step of an action or the table Account raises. */
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
 * Offsets at which a field is assigned a value, by an assignment or a key of `with {…}`. These are
 * no uses of the field.
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
