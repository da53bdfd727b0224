import type { Action, Step } from '../../expression/action.ts';
import { compileExpression, isTrue } from '../../expression/evaluate/evaluate.ts';
import { absentNames } from '../../expression/evaluate/given.ts';
import { EvaluationError, type Scope } from '../../expression/evaluate/scope.ts';
import type { Expression } from '../../expression/expression.ts';
import { isRecord, isRecordList, type RecordValue, type Value } from '../../expression/values/value.ts';
import { currentPasswordName } from '../../model/own-words.ts';
import { notFound } from '../access/reach.ts';
import type { FollowUp, Given } from '../operation.ts';
import { addMember } from '../operations/add-member.ts';
import { assign } from '../operations/assign.ts';
import { check } from '../operations/check.ts';
import { deleteRecord } from '../operations/delete.ts';
import { get } from '../operations/get.ts';
import { list } from '../operations/list.ts';
import { removeMember } from '../operations/remove-member.ts';
import { signIn } from '../operations/sign-in.ts';
import { signOut } from '../operations/sign-out.ts';
import { triggerEvent } from '../operations/trigger-event.ts';
import type { BuiltInMessage } from '../outcome.ts';
import type { Run, Steps } from '../run.ts';
import { send } from '../services/sent.ts';
import type { Authority, Visibility } from '../world/world.ts';
import { createWithLines, updateWithLines } from './lines.ts';
import { followChanges } from './on-change.ts';
import { accessRefusal, Refused, refusal } from './refusals.ts';
import { signUpOrAsk } from './sign-up.ts';
import { sendMessage, valueOrNull } from './tell.ts';

/** The context of an action, and the names that it has bound so far. */
export interface ActionState {
  readonly self: RecordValue | null;
  readonly bound: Map<string, Value>;
  /**
   * Names bound by Takes: those that match fields of a created or updated record become its values.
   */
  readonly taken: Given;
  readonly authority: Authority;
  readonly visibility: Visibility;
  /** Called with each record that the action gets or creates. */
  readonly met?: ((record: RecordValue) => void) | undefined;
  /** The target of an `open` step. */
  open: { readonly screen: string; readonly of: RecordValue | null } | null;
  /** The record that was written last. */
  record: RecordValue | null;
}

export function runAction(run: Run, action: Action, state: ActionState): void {
  runSteps(run, action, action.steps, state);
}

/** Runs consecutive steps with the same clause at this depth as one group. */
function runSteps(run: Run, action: Action, steps: readonly Step[], state: ActionState, depth = 0): void {
  for (let index = 0; index < steps.length; ) {
    const step = steps[index] as Step;
    const clause = step.within?.[depth];
    if (clause === undefined) {
      runStep(run, action, step, state);
      index++;
      continue;
    }
    const after = steps.findIndex((other, place) => place > index && other.within?.[depth]?.id !== clause.id);
    const group = steps.slice(index, after < 0 ? steps.length : after);
    index += group.length;
    const scope = run.world.scope(state.self, state.bound, state.visibility);
    const rounds = clause.kind === 'for' ? elementsOf(run, clause.list, scope) : isTrue(clause.condition, scope) ? [null] : [];
    for (const element of rounds) {
      // A name bound in a group is known only inside it.
      const inner: ActionState = { ...state, bound: new Map(state.bound) };
      if (clause.kind === 'for') inner.bound.set(clause.name.text, element);
      runSteps(run, action, group, inner, depth + 1);
      [state.open, state.record] = [inner.open, inner.record];
    }
  }
}

/** Maximum number of elements that a `for` may go through. */
const mostRounds = 10_000;

function elementsOf(run: Run, list: Expression, scope: Scope): readonly Value[] {
  const value = valueIn(run, list, scope);
  const elements: readonly Value[] = isRecordList(value) ? value.records() : Array.isArray(value) ? (value as readonly Value[]) : [];
  if (elements.length <= mostRounds) return elements;
  const because = `“${list.source}” has ${elements.length} elements, and “for” goes through ${mostRounds} at most`;
  throw new Refused([refusal(run.world.index, { error: 'TOO_EXPENSIVE', record: scope.self, at: list.span, because })]);
}

/** Runs effects with the product's authority, on the record of the event. */
export const effectSteps: Steps = { follow: followUp, afterwards: followChanges };

function followUp(run: Run, follow: FollowUp): void {
  const state: ActionState = {
    self: follow.self,
    bound: new Map(follow.bound),
    taken: new Map(),
    authority: 'product',
    visibility: 'product',
    open: null,
    record: null,
  };
  runAction(run, follow.action, state);
}

function runStep(run: Run, action: Action, step: Step, state: ActionState): void {
  const { world } = run;
  const { authority } = state;
  if (authority === 'person') world.access.beginStep();
  const scope: Scope = world.scope(state.self, state.bound, state.visibility);
  const bind = (word: { readonly text: string } | null, value: Value): void => {
    if (word !== null) state.bound.set(word.text, value);
  };
  switch (step.kind) {
    case 'create': {
      const values = new Map([...takenFor(run, state, step.entity.text), ...mapOf(run, step.with, scope)]);
      const made = createWithLines(run, { entity: step.entity.text, values, authority });
      state.record = world.record(made.entity, made.id, state.visibility);
      if (state.record !== null) state.met?.(state.record);
      bind(step.as, state.record);
      return;
    }
    case 'get': {
      const record = run.perform(get, { entity: step.entity.text, where: step.where, error: step.error?.text, scope, authority });
      state.record = record;
      state.met?.(record);
      bind(step.as, record);
      return;
    }
    case 'list': {
      const page = run.perform(list, {
        entity: step.entity.text,
        where: step.where,
        scope,
        sort: step.sort.map(({ field, value, descending }) => ({
          field: field.text,
          descending,
          ...(value?.node && { value: { node: value.node, scope } }),
        })),
        limit: wholeNumber(run, step.limit, scope),
        offset: wholeNumber(run, step.offset, scope) ?? 0,
        authority,
      });
      bind(step.as, page.records);
      state.bound.set('total', page.total);
      return;
    }
    case 'update':
      each(run, step.target, scope, state, (record) => {
        const values = new Map([...takenFor(run, state, record.entity), ...mapOf(run, step.with, scope)]);
        const currentPassword = state.bound.get(currentPasswordName);
        const unconfirmed = currentPassword === undefined;
        updateWithLines(run, {
          entity: record.entity,
          id: record.id,
          values,
          authority,
          currentPassword: currentPassword ?? null,
          unconfirmed,
        });
        state.record = record;
      });
      return;
    case 'delete':
      each(run, step.target, scope, state, (record) => {
        run.perform(deleteRecord, { entity: record.entity, id: record.id, authority });
        state.record = null;
      });
      return;
    case 'event':
      each(run, step.target, scope, state, (record) => {
        const parameters = mapOf(run, step.with, scope);
        run.perform(triggerEvent, { entity: record.entity, id: record.id, event: step.event.text, parameters, authority });
        state.record = record;
      });
      return;
    case 'add':
    case 'remove':
      each(run, step.of, scope, state, (record) =>
        each(run, step.member, scope, state, (member) => {
          const operation = step.kind === 'add' ? addMember : removeMember;
          run.perform(operation, { entity: record.entity, id: record.id, field: step.field.text, member, authority });
          state.record = record;
        }),
      );
      return;
    case 'sign-in':
    case 'sign-up': {
      const values = mapOf(run, step.with, scope);
      const begun = step.kind === 'sign-in' ? run.perform(signIn, { values, error: step.error?.text }) : signUpOrAsk(run, values);
      state.bound.set('token', begun?.token ?? null);
      state.record = world.me(state.visibility);
      return;
    }
    case 'sign-out':
      run.perform(signOut, { everywhere: false });
      state.bound.delete('token');
      return;
    case 'open':
      state.open = { screen: step.screen.text, of: step.of === null ? state.self : oneRecord(run, step.of, scope) };
      return;
    case 'check':
      run.perform(check, { condition: step.condition, error: step.error.text, scope });
      return;
    case 'tell': {
      const { self } = state;
      const message = world.index.message(step.message.text);
      if (self === null || message === null)
        throw unreadable(run, action, step, `the message “${step.message.text}” has no recipient here`);
      const to = step.to === null ? (message.to === null ? null : valueOrNull(message.to, world.scope(self))) : valueOrNull(step.to, scope);
      sendMessage(run, message, self, to);
      return;
    }
    case 'assign': {
      const { self } = state;
      if (self === null) throw unreadable(run, action, step, 'an assignment needs the record of an event');
      run.perform(assign, { entity: self.entity, id: self.id, values: new Map([[step.field.text, valueIn(run, step.value, scope)]]) });
      return;
    }
    case 'send': {
      const { self } = state;
      if (self === null) throw unreadable(run, action, step, 'what is sent needs the record of an event');
      send(run, step, self, valueIn(run, step.request, scope), step.with === null ? null : mapOf(run, step.with, scope));
      return;
    }
    case 'wait':
    case 'mail':
    case 'follow':
    case 'answer':
    case 'call':
      throw unreadable(run, action, step, `“${step.kind}” is for scenarios only`);
    case 'broken':
      throw unreadable(run, action, step, action.problems[0]?.message ?? 'this step cannot be read');
  }
}

const mistakeInDocument = (message: string) => (): BuiltInMessage => ({ code: 'mistake-in-document', data: {}, message });

function unreadable(run: Run, action: Action, step: Step, why: string): Refused {
  const because = `“${action.source}” cannot be done: ${why}`;
  return new Refused([
    refusal(run.world.index, {
      error: 'CONFLICT',
      at: step.span,
      own: mistakeInDocument('This isn’t possible because of a mistake in the document.'),
      because,
    }),
  ]);
}

/** Evaluates a value in an action; throws Refused if it cannot be evaluated. */
function valueIn(run: Run, expression: Expression, scope: Scope): Value {
  try {
    return compileExpression(expression)(scope);
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    const because = `“${expression.source}” has no value: ${error.message}`;
    throw new Refused([refusal(run.world.index, { error: 'CONFLICT', record: scope.self, at: expression.span, because })]);
  }
}

function mapOf(run: Run, expression: Expression | null, scope: Scope): Map<string, Value> {
  const value = expression === null ? null : valueIn(run, expression, scope);
  if (expression === null || value === null) return new Map();
  if (value instanceof Map) return new Map(absentLeftOut(expression, value, scope));
  throw new Refused([
    refusal(run.world.index, {
      error: 'INVALID',
      at: expression.span,
      own: mistakeInDocument('Give the values as a map.'),
      because: `“${expression.source}” is not a map`,
    }),
  ]);
}

/**
 * Drops the entries of `with {…}` whose value is a bare name that the caller left out (NOTATION).
 */
function absentLeftOut(expression: Expression, map: ReadonlyMap<string, Value>, scope: Scope): [string, Value][] {
  const absent = scope.bound.get(absentNames);
  const names = Array.isArray(absent) ? (absent as readonly string[]) : [];
  if (names.length === 0 || expression.node?.kind !== 'map') return [...map];
  const dropped = new Set(
    expression.node.entries.flatMap(({ key, value }) =>
      key.kind === 'literal' &&
      typeof key.value === 'string' &&
      value.kind === 'name' &&
      value.resolution.kind === 'bound' &&
      names.includes(value.name) &&
      scope.bound.get(value.name) === null
        ? [key.value]
        : [],
    ),
  );
  return [...map].filter(([key]) => !dropped.has(key));
}

function takenFor(run: Run, state: ActionState, entity: string): Given {
  return new Map([...state.taken].filter(([name]) => run.world.index.field(entity, name) !== null));
}

function wholeNumber(run: Run, expression: Expression | null, scope: Scope): number | null {
  if (expression === null) return null;
  const value = valueIn(run, expression, scope);
  if (value === null) return null;
  if (typeof value === 'number' && value >= 0) return value;
  throw new Refused([
    refusal(run.world.index, {
      error: 'INVALID',
      at: expression.span,
      own: mistakeInDocument('Limit and offset are whole numbers from 0.'),
      because: `“${expression.source}” is not a whole number of 0 or more`,
    }),
  ]);
}

/** Runs the action for the record, or for each record if x is a list. */
function each(run: Run, expression: Expression, scope: Scope, state: ActionState, act: (record: RecordValue) => void): void {
  const value = valueOrNull(expression, scope);
  const records = isRecordList(value) ? value.records() : Array.isArray(value) ? (value as readonly Value[]) : [value];
  for (const record of records) act(recordOf(run, record, expression, state));
}

const oneRecord = (run: Run, expression: Expression, scope: Scope): RecordValue => {
  const value = valueOrNull(expression, scope);
  if (isRecord(value)) return value;
  throw new Refused([notFound(run.world, 'record')]);
};

function recordOf(run: Run, value: Value, expression: Expression, state: ActionState): RecordValue {
  if (isRecord(value)) return value;
  // Signed out: `add me to …` is refused for that reason, not because a record is missing.
  if (expression.source.trim() === 'me' && state.authority === 'person') {
    throw new Refused([accessRefusal(run.world.index, false, { at: expression.span, because: 'the person is signed out' })]);
  }
  const type = expression.type;
  throw new Refused([notFound(run.world, type.kind === 'record' ? type.entity : 'record')]);
}
