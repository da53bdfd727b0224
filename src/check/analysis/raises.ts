import { type Action, namedError } from '../../expression/action.ts';
import { evaluateNode } from '../../expression/evaluate/evaluate.ts';
import { EvaluationError } from '../../expression/evaluate/scope.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Node } from '../../expression/node.ts';
import { print } from '../../expression/parse/print.ts';
import type { RecordValue, Value } from '../../expression/values/value.ts';
import type { Call } from '../../model/ast/calls.ts';
import type { Rule } from '../../model/ast/rules.ts';
import type { Transition } from '../../model/ast/states.ts';
import { entityOf, fieldOf, machinesOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import { constantsOf } from './constant-conditions.ts';
import { rulesAbout, transitionsFor } from './indexes.ts';
import { amount, atomOf, type Constants, parts } from './logic.ts';
import { type Created, exampleScope, newRecord, partlyKnown, plain } from './new-record.ts';
import { ownField, readField } from './nodes.ts';
import { rangeOf } from './ranges.ts';
import { isImpliedByClauses, isRuledOut } from './ruled-out.ts';
import { boundBy, entityOf as entityOfType, type Write, writesOf } from './writes.ts';

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
  return follow(model, action, takes, null, possible, likely, new Set()) ? { possible, likely } : null;
}

/** `self`: the record of the event whose effect is followed; null: it is no effect. */
function follow(
  model: Model,
  action: Action,
  takes: readonly string[],
  self: RecordValue | null,
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
      if (isCheckedOn(model, rule, write, self) && !likely.has(rule.error.text))
        likely.set(rule.error.text, `the rule “${rule.name.text}”`);
    }
    const changes = write.operation === 'create' || write.operation === 'delete' ? [] : transitionsFor(model, write.entity, 'changed');
    return [...transitionsFor(model, write.entity, write.name), ...changes].every((transition) => {
      if (transition.error !== null) {
        possible.add(transition.error.text);
        const { guard } = transition;
        const isNew = guard !== null && !likely.has(transition.error.text);
        if (isNew && !isDecided(model, transition, guard, write, self) && !isRuledOut(model, transition, write))
          likely.set(transition.error.text, `the guard of “${write.name}”`);
      }
      if (transition.effect === null) return true;
      return follow(model, transition.effect, [], recordAfter(model, write.entity, transition), possible, likely, seen);
    });
  });
}

/** Whether the rule is checked on this write and concerns something that the caller passes. */
function isCheckedOn(model: Model, rule: Rule, write: Write, self: RecordValue | null): boolean {
  const operation = write.operation === 'add' || write.operation === 'remove' ? 'update' : write.operation;
  const named = rule.on.some(({ operation: on, name }) =>
    on === 'event' ? operation === 'event' && name.text === write.name : on === operation,
  );
  if (rule.on.length > 0 && !named) return false;
  if (operation === 'delete') return named;
  if (write.given === null || leadsAway(rule, write) || isAboutNoMember(rule, write)) return false;
  const created = operation === 'create' ? createdBy(write, write.given, self) : null;
  if (created !== null && isOfEmptyField(model, rule, created)) return false;
  const must = rule.must.kind === 'holds' ? rule.must.expression.node : null;
  if (must !== null && isImpliedByClauses(model, must, write)) return false;
  const given = [...write.given].flatMap(([name, from]) =>
    from === 'caller' && !onlyImproves(model, rule, write, name) && !guardImproves(model, rule, write, name) ? [name] : [],
  );
  const reads = readByRule(rule);
  if (given.some((name) => reads.includes(name))) return created === null || mayConcernNew(model, rule, created);
  // A rule about other records, such as a daily limit, does not depend on the caller's input.
  return (
    named && operation === 'create' && reads.length === 0 && rule.must.kind === 'holds' && rule.must.expression.reads.entities.length > 0
  );
}

/** The event's record as its effect sees it: of its values only the state is known. */
function recordAfter(model: Model, entity: string, transition: Transition): RecordValue {
  const machine = machinesOf(model, entity).find(({ transitions }) => transitions.includes(transition));
  const from = transition.from.length === 1 ? transition.from[0]?.text : undefined;
  const state = transition.to?.text ?? from;
  // An effect may move its own record on.
  const steps = transition.effect?.steps ?? [];
  const moves = steps.some((step) => step.kind === 'event' && entityOfType(step.target.type) === entity);
  return partlyKnown(entity, 'self', (field) => (field === machine?.field && !moves ? state : undefined));
}

/** What a step that creates a record says of it. */
function createdBy({ step, isLine }: Write, given: Created['given'], self: RecordValue | null): Created {
  const values = new Map<string, Value>();
  // `with` is about the record, not about its lines.
  const map = !isLine && 'with' in step && step.with?.node?.kind === 'map' ? step.with.node : null;
  for (const { key, value } of map?.entries ?? []) {
    if (key.kind !== 'literal' || typeof key.value !== 'string') continue;
    if (value.kind === 'literal') values.set(key.value, value.value);
    if (self !== null && value.kind === 'name' && value.resolution.kind === 'self') values.set(key.value, self);
  }
  return { given, values };
}

/** The value of a condition on a new record; undefined: not enough of the record is known. */
function ofNew(model: Model, entity: string, created: Created, { node, problems, reads }: Expression): Value | undefined {
  if (node === null || problems.length > 0 || !plain(reads)) return undefined;
  const record = newRecord(model, entity, created);
  return whereKnown(() => evaluateNode(node, { ...exampleScope(model, record), row: record }));
}

function whereKnown(evaluate: () => Value): Value | undefined {
  try {
    return evaluate();
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    return undefined;
  }
}

/** Whether what is known of a new record rules out that its start is refused with its error. */
function isDecided(model: Model, { refuses }: Transition, guard: Expression, write: Write, self: RecordValue | null): boolean {
  if (write.operation !== 'create' || write.given === null) return false;
  return ofNew(model, write.entity, { ...createdBy(write, write.given, self), beforeEffects: true }, guard) === !refuses;
}

/** Whether the rule is about a field that a new record leaves empty, where it is skipped. */
const isOfEmptyField = (model: Model, { entity, field }: Rule, created: Created): boolean =>
  field !== null && whereKnown(() => newRecord(model, entity.text, created).get(field.text)) === null;

/** Whether the rule can refuse a new record, of which only some fields are known. */
function mayConcernNew(model: Model, { entity, must }: Rule, created: Created): boolean {
  const condition = must.kind === 'holds' ? must.expression : must.kind === 'unknown' ? null : must.where;
  if (condition === null) return true;
  const value = ofNew(model, entity.text, created, condition);
  return value === undefined || (must.kind === 'holds' ? value !== true : value === true);
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
  const { low, high } = boundsOf(model, value.right, constants);
  if (constraint?.kind !== 'order' || (term !== field && term !== `self.${field}`)) return false;
  const rises = value.operator === '+' ? low >= 0 : high <= 0;
  const falls = value.operator === '+' ? high <= 0 : low >= 0;
  const improves = (rises && ['>', '>='].includes(constraint.operator)) || (falls && ['<', '<='].includes(constraint.operator));
  return improves && print(value.left) === `${print(step.target.node)}.${field}`;
}

/** The least and the greatest value of a number, or of a field to which rules set bounds. */
function boundsOf(model: Model, node: Node, constants: Constants): { readonly low: number; readonly high: number } {
  const value = amount(node, constants);
  if (value !== null) return { low: value, high: value };
  const read = readField(node);
  const ranges = (read === null ? [] : rulesAbout(model, read.entity)).flatMap(({ must, on }) => {
    if (on.length > 0 || must.kind !== 'holds' || must.expression.node === null || must.expression.problems.length > 0) return [];
    return parts(must.expression.node, '&&').flatMap((part) => {
      const range = rangeOf(part, constants);
      return range === null || range.term.replace(/^self\./, '') !== read?.field ? [] : [range];
    });
  });
  return { low: Math.max(...ranges.map(({ low }) => low)), high: Math.min(...ranges.map(({ high }) => high)) };
}

/**
 * Whether a rule compares the field with another one, and every row of the event demands that the
 * caller moves it away from that: `departure > self.departure` for `arrival < departure`.
 */
function guardImproves(model: Model, { must, on }: Rule, { operation, entity, name: event }: Write, field: string): boolean {
  const rule = must.kind === 'holds' ? orderOf(must.expression.node) : null;
  if (operation !== 'event' || on.length > 0 || rule === null) return false;
  const [lower, upper] = [ownField(rule.lower), ownField(rule.upper)];
  const other = lower === field ? upper : upper === field ? lower : null;
  if (other === null || other === field || fieldOf(model, entity, other)?.computed !== null) return false;
  return transitionsFor(model, entity, event).every(({ refuses, guard, trigger, effect }) => {
    if (refuses) return true;
    if (trigger.kind !== 'event' || trigger.parameters.some((one) => one.field === other)) return false;
    const assigned = (effect?.steps ?? []).some((step) => step.kind === 'assign' && [field, other].includes(step.field.text));
    const { writes, known } = effect === null ? { writes: [], known: true } : writesOf(model, effect);
    const keeps = !assigned && known && writes.every((write) => write.entity !== entity || write.operation === 'create');
    return (
      keeps &&
      guard?.node != null &&
      parts(guard.node, '&&').some((part) => {
        const demand = orderOf(part);
        const [from, to] = upper === field ? [demand?.lower, demand?.upper] : [demand?.upper, demand?.lower];
        return from != null && to?.kind === 'name' && to.resolution.kind === 'bound' && to.name === field && ownField(from) === field;
      })
    );
  });
}

/** The sides of `<`, `<=`, `>` and `>=`; null for any other node. */
function orderOf(node: Node | null): { readonly lower: Node; readonly upper: Node } | null {
  if (node?.kind !== 'binary') return null;
  if (node.operator === '<' || node.operator === '<=') return { lower: node.left, upper: node.right };
  return node.operator === '>' || node.operator === '>=' ? { lower: node.right, upper: node.left } : null;
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
