import { type Action, namedError } from '../../expression/action.ts';
import { evaluateNode } from '../../expression/evaluate/evaluate.ts';
import { EvaluationError } from '../../expression/evaluate/scope.ts';
import { print } from '../../expression/parse/print.ts';
import type { Call } from '../../model/ast/calls.ts';
import type { Rule } from '../../model/ast/rules.ts';
import { entityOf, fieldOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import { constantsOf } from './constant-conditions.ts';
import { rulesAbout, transitionsFor } from './indexes.ts';
import { amount, atomOf } from './logic.ts';
import { exampleScope, newRecord, plain } from './new-record.ts';
import { boundBy, type Write, writesOf } from './writes.ts';

export interface RaisedErrors {
  /** A superset of the errors that can be raised. */
  readonly possible: ReadonlySet<string>;
  /**
   * A conservative subset: errors that a caller's input can certainly cause, each with the row that
   * raises it.
   */
  readonly likely: ReadonlyMap<string, string>;
}

/** The errors that a call can return; null if its text does not determine them. */
export function mayRaise(model: Model, call: Call): RaisedErrors | null {
  if (call.does === null) return { possible: new Set(accountErrors(model)), likely: new Map() };
  const takes = boundBy(call.takes).map((bound) => bound.name);
  return raisedBy(model, call.does, takes);
}

/** The errors that the table Account names for missing and unknown tokens. */
export const accountErrors = ({ account }: Model): readonly string[] =>
  [account?.missingToken, account?.unknownToken].flatMap((name) => (name == null || name === 'nobody' ? [] : [name.text]));

/** For each error, the entities whose fields, rules or transitions raise it. */
export function raisers(model: Model): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const raise = (error: string | undefined, entity: string): void => {
    if (error === undefined) return;
    const entities = found.get(error);
    if (entities === undefined) found.set(error, new Set([entity]));
    else entities.add(entity);
  };
  for (const { name, fields } of model.entities) for (const { error } of fields) raise(error?.text, name.text);
  for (const rule of model.rules) raise(rule.error?.text, rule.entity.text);
  for (const machine of model.machines) {
    for (const { error, effect } of machine.transitions) {
      raise(error?.text, machine.entity);
      for (const step of effect?.steps ?? []) raise(namedError(step)?.text, machine.entity);
    }
  }
  return found;
}

/** The errors that an empty sign-in field raises. */
const signInErrors = (model: Model): readonly string[] =>
  (model.account?.signInWith ?? []).flatMap(({ text }) => fieldOf(model, model.account?.entity.text ?? '', text)?.error?.text ?? []);

/** Like `mayRaise`, for any action. `takes`: the names that a caller passes. */
export function raisedBy(model: Model, action: Action, takes: readonly string[] = []): RaisedErrors | null {
  const possible = new Set<string>(accountErrors(model));
  const likely = new Map<string, string>();
  return follow(model, action, takes, possible, likely, new Set()) ? { possible, likely } : null;
}

function follow(
  model: Model,
  action: Action,
  takes: readonly string[],
  possible: Set<string>,
  likely: Map<string, string>,
  seen: Set<Action>,
): boolean {
  // Prevents endless recursion for events whose effects trigger each other.
  if (seen.has(action)) return true;
  seen.add(action);
  const { writes, known } = writesOf(model, action, takes);
  if (!known) return false;
  for (const step of action.steps) {
    if (step.kind === 'sign-in') for (const error of signInErrors(model)) possible.add(error);
    const error = namedError(step);
    if (error === null) continue;
    possible.add(error.text);
    likely.set(
      error.text,
      step.kind === 'check' ? 'a check' : `the error of “${step.kind === 'get' ? `get ${step.entity.text}` : 'sign in'}”`,
    );
  }
  for (const { entity, operations, error } of model.permissions ?? [])
    if (error !== null && writes.some((write) => write.entity === entity.text && operations.some(({ text }) => text === write.name)))
      possible.add(error.text);
  return writes.every((write) => {
    for (const { name, error } of entityOf(model, write.entity)?.fields ?? []) {
      if (error === null || (write.operation !== 'create' && write.operation !== 'update')) continue;
      possible.add(error.text);
      if (write.given?.get(name.text) === 'caller' && !likely.has(error.text)) likely.set(error.text, `the required field ${name.text}`);
    }
    for (const rule of rulesAbout(model, write.entity)) {
      if (rule.error === null) continue;
      possible.add(rule.error.text);
      if (isCheckedOn(model, rule, write) && !likely.has(rule.error.text)) likely.set(rule.error.text, `the rule “${rule.name.text}”`);
    }
    const changes = write.operation === 'create' || write.operation === 'delete' ? [] : transitionsFor(model, write.entity, 'changed');
    return [...transitionsFor(model, write.entity, write.name), ...changes].every((transition) => {
      if (transition.error !== null) {
        possible.add(transition.error.text);
        if (transition.guard !== null && !likely.has(transition.error.text))
          likely.set(transition.error.text, `the guard of “${write.name}”`);
      }
      return transition.effect === null || follow(model, transition.effect, [], possible, likely, seen);
    });
  });
}

/** Whether the rule is checked on this write and concerns something that the caller passes. */
function isCheckedOn(model: Model, rule: Rule, write: Write): boolean {
  const operation = write.operation === 'add' || write.operation === 'remove' ? 'update' : write.operation;
  const named = rule.on.some(({ operation: on, name }) =>
    on === 'event' ? operation === 'event' && name.text === write.name : on === operation,
  );
  if (rule.on.length > 0 && !named) return false;
  if (operation === 'delete') return named;
  if (write.given === null || leadsAway(rule, write) || isAboutNoMember(rule, write)) return false;
  if (operation === 'create' && isOfEmptyField(model, rule, write.given)) return false;
  const given = [...write.given].flatMap(([name, from]) => (from === 'caller' && !onlyImproves(model, rule, write, name) ? [name] : []));
  const reads = readByRule(rule);
  if (given.some((name) => reads.includes(name))) return operation !== 'create' || mayConcernNew(model, rule, write.given);
  // A rule about other records, such as a daily limit, does not depend on the caller's input.
  return (
    named && operation === 'create' && reads.length === 0 && rule.must.kind === 'holds' && rule.must.expression.reads.entities.length > 0
  );
}

/** Whether the rule is about a field that a new record leaves empty, where it is skipped. */
function isOfEmptyField(model: Model, { entity, field }: Rule, given: ReadonlyMap<string, unknown>): boolean {
  if (field === null) return false;
  try {
    return newRecord(model, entity.text, given).get(field.text) === null;
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    return false;
  }
}

/** Whether the rule can refuse a new record, of which only the fields not given are known. */
function mayConcernNew(model: Model, { entity, must }: Rule, given: ReadonlyMap<string, unknown>): boolean {
  const condition = must.kind === 'holds' ? must.expression : must.kind === 'unknown' ? null : must.where;
  if (condition?.node == null || condition.problems.length > 0 || !plain(condition.reads)) return true;
  try {
    const record = newRecord(model, entity.text, given);
    const value = evaluateNode(condition.node, { ...exampleScope(model, record), row: record });
    return must.kind === 'holds' ? value !== true : value === true;
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    return true;
  }
}

/**
 * The list whose members a rule is about, and whether all or some of them must fulfil it: all for
 * `ticked.all(…)` and `!ticked.exists(…)`. Null if the rule has another form.
 */
function aboutMembers({ must }: Rule): { readonly list: string; readonly which: 'all' | 'some' } | null {
  const node = must.kind === 'holds' ? must.expression.node : null;
  const isNegated = node?.kind === 'unary' && node.operator === '!';
  const macro = isNegated ? node.operand : node;
  if (macro?.kind !== 'macro' || (macro.macro !== 'all' && macro.macro !== 'exists')) return null;
  const list = print(macro.target).replace(/^self\./, '');
  return { list, which: (macro.macro === 'all') === isNegated ? 'some' : 'all' };
}

/** Whether a new record fulfils the rule because the list that the rule is about is empty. */
function isAboutNoMember(rule: Rule, { operation, given }: Write): boolean {
  const about = aboutMembers(rule);
  return operation === 'create' && about?.which === 'all' && given?.has(about.list) === false;
}

/**
 * Whether the rule limits the length of a list or is about its members, and the write only leads
 * away from breaking it: a list without a member still fulfils what all of its members do.
 */
function leadsAway(rule: Rule, { operation, given }: Write): boolean {
  const { must } = rule;
  if ((operation !== 'add' && operation !== 'remove') || must.kind !== 'holds' || must.expression.node === null) return false;
  const about = aboutMembers(rule);
  if (about !== null && given?.has(about.list)) return about.which === (operation === 'add' ? 'some' : 'all');
  const { term, counts, constraint } = atomOf(must.expression.node, () => 0) ?? {};
  if (counts !== true || constraint?.kind !== 'order') return false;
  const isOfList = [...(given?.keys() ?? [])].some((name) => term === `size(${name})` || term === `${name}.size()`);
  return isOfList && (operation === 'add' ? ['>', '>='] : ['<', '<=']).includes(constraint.operator);
}

/**
 * Whether the rule bounds a number on one side, and the write only moves it away from that bound:
 * `update b with {"stock": b.stock + 1}` for `stock >= 0`, which held before.
 */
function onlyImproves(model: Model, { must, on }: Rule, { step, isLine }: Write, field: string): boolean {
  if (step.kind !== 'update' || isLine === true || on.length > 0 || must.kind !== 'holds' || must.expression.node === null) return false;
  if (step.with?.node?.kind !== 'map' || step.target.node === null) return false;
  const value = step.with.node.entries.find(({ key }) => key.kind === 'literal' && key.value === field)?.value;
  if (value?.kind !== 'binary' || (value.operator !== '+' && value.operator !== '-')) return false;
  const constants = constantsOf(model);
  const { term, constraint } = atomOf(must.expression.node, constants) ?? {};
  const change = amount(value.right, constants);
  if (constraint?.kind !== 'order' || (term !== field && term !== `self.${field}`) || change === null) return false;
  const rises = value.operator === '+' ? change >= 0 : change <= 0;
  const falls = value.operator === '+' ? change <= 0 : change >= 0;
  const improves = (rises && ['>', '>='].includes(constraint.operator)) || (falls && ['<', '<='].includes(constraint.operator));
  return improves && print(value.left) === `${print(step.target.node)}.${field}`;
}

function readByRule({ must, field }: Rule): readonly string[] {
  switch (must.kind) {
    case 'holds':
      return [...must.expression.reads.self, ...(field === null ? [] : [field.text])];
    case 'unique':
      return must.fields.map((name) => name.text);
    case 'no-overlap':
      return [must.start, must.end, ...must.per].map((name) => name.text);
    case 'unknown':
      return [];
  }
}
