import type { ModelIndex } from '../../engine/document/model-index.ts';
import type { Refusal } from '../../engine/outcome.ts';
import { Budget } from '../../expression/evaluate/budget.ts';
import { compileExpression } from '../../expression/evaluate/evaluate.ts';
import { type EvaluationContext, EvaluationError, type Scope } from '../../expression/evaluate/scope.ts';
import { type Json, toJson } from '../../expression/values/json.ts';
import { dateIn, timestampFromMilliseconds } from '../../expression/values/time.ts';
import { PlainDate, type Value } from '../../expression/values/value.ts';

/** The part of a refusal that the caller receives. */
export type Problem = Pick<
  Refusal,
  'error' | 'status' | 'message' | 'own' | 'in' | 'field' | 'line' | 'wait' | 'entity' | 'value' | 'limit'
> &
  Partial<Pick<Refusal, 'at' | 'because'>>;

/** The error body, or in `mistake` why it could not be evaluated. */
export type DocumentErrorBody = { readonly json: Json } | { readonly mistake: string };

/**
 * The key under which a document's error body lists problems that concern no field, as in the
 * RealWorld API.
 */
const nowhere = 'body';

/**
 * The problems in the form of section 8's `Error body`, evaluated for each and merged; null if the
 * document has none. The expression reads the problem, the constants and the time (`now`,
 * milliseconds since the epoch), but no record, because a refusal must work while the database is
 * down.
 */
export function documentErrorBody(index: ModelIndex, problems: readonly Problem[], now: number): DocumentErrorBody | null {
  const { errorBody } = index.model;
  if (errorBody === null) return null;
  if (errorBody.node === null || errorBody.problems.length > 0) return { mistake: 'the expression after “Error body:” has errors' };
  const body = compileExpression(errorBody);
  const evaluationContext = contextOf(index, now);
  try {
    return { json: merged(problems.map((problem) => toJson(body(scopeOf(index, problem, evaluationContext))))) };
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    return { mistake: `“Error body: ${errorBody.source}” could not be evaluated: ${error.message}` };
  }
}

function scopeOf(index: ModelIndex, problem: Problem, evaluationContext: EvaluationContext): Scope {
  const { error, status, message, field, entity, value, limit } = problem;
  const entry = index.error(error);
  const bound = new Map<string, Value>([
    ['error', error],
    ['status', status],
    ['message', message],
    ['field', field ?? nowhere],
    ['entity', entity ?? 'record'],
    ['value', value ?? null],
    ['limit', limit ?? null],
  ]);
  const scope: Scope = { evaluationContext, self: null, row: null, old: null, bound };
  const key = field === null ? (entry?.key ?? null) : null;
  if (key !== null) bound.set('field', typeof key === 'string' ? key : compileExpression(key)(scope));
  return scope;
}

function contextOf(index: ModelIndex, milliseconds: number): EvaluationContext {
  const { timeZone } = index;
  const now = timestampFromMilliseconds(milliseconds);
  const unknown = (what: string): never => {
    throw new EvaluationError(`${what} is not available in the error body`, 0, 0);
  };
  return {
    budget: new Budget(() => new EvaluationError('the expression takes too long', 0, 0)),
    me: null,
    now,
    today: dateIn(timeZone, now) ?? dateIn('UTC', now) ?? new PlainDate(0),
    timeZone,
    token: null,
    constant: (name) => index.constant(name)?.value,
    entity: (name) => unknown(`the list of ${name}`),
    view: (name) => unknown(`the view ${name}`),
    random: () => unknown('random()'),
  };
}

/**
 * Merges objects by key and concatenates lists; of other values the first wins. Values of a
 * different kind than the first are dropped.
 */
function merged(all: readonly Json[]): Json {
  const [first = null] = all;
  if (isList(first)) return all.filter(isList).flat();
  if (!isObject(first)) return first;
  const byKey = new Map<string, Json[]>();
  for (const object of all.filter(isObject)) {
    for (const [key, value] of Object.entries(object)) {
      const values = byKey.get(key);
      if (values === undefined) byKey.set(key, [value]);
      else values.push(value);
    }
  }
  return Object.fromEntries([...byKey].map(([key, values]) => [key, merged(values)]));
}

const isList = (json: Json): json is readonly Json[] => Array.isArray(json);
const isObject = (json: Json): json is { readonly [key: string]: Json } => typeof json === 'object' && json !== null && !isList(json);
