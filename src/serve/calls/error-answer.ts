import type { Refusal } from '../../engine/outcome.ts';
import type { Product } from '../../engine/product.ts';
import { nobody } from '../../engine/world.ts';
import { compileExpression } from '../../expression/evaluate.ts';
import { type Json, toJson } from '../../expression/json.ts';
import { EvaluationError } from '../../expression/scope.ts';
import type { Value } from '../../expression/value.ts';
import type { CallAnswer } from './call-request.ts';

/** What the caller learns of a refusal. */
export type Problem = Pick<Refusal, 'error' | 'status' | 'message' | 'field' | 'wait'>;

/** The key under which a document's own error body says what concerns no field, as the RealWorld API does. */
const nowhere = 'body';

/** Refusals as an answer: RFC 9457, or what `Error body` of section 8 says. The first one's status counts. */
export function errorAnswer(product: Product, problems: readonly Problem[], headers: Readonly<Record<string, string>> = {}): CallAnswer {
  const first = problems[0];
  if (first === undefined) throw new Error('an error without a reason');
  const own = ownBody(product, problems);
  const challenge: Record<string, string> =
    first.status === 401 ? { 'www-authenticate': product.model.account?.token.scheme || 'Bearer' } : {};
  const wait: Record<string, string> = first.wait === undefined ? {} : { 'retry-after': String(first.wait) };
  const type = own === null ? 'application/problem+json' : 'application/json';
  return {
    status: first.status,
    headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store', ...challenge, ...wait, ...headers },
    body: JSON.stringify(own ?? problemDetails(first, problems)),
  };
}

/** RFC 9457, section 3. `errors` says them all, each with the field it is about. */
const problemDetails = (first: Problem, problems: readonly Problem[]): Json => ({
  type: 'about:blank',
  title: first.error,
  status: first.status,
  detail: first.message,
  errors: problems.map(({ error, message, field }): Json => (field === null ? { error, message } : { error, field, message })),
});

/** The document's error body, evaluated for each refusal and laid together; null: it has none, or it cannot be evaluated. */
function ownBody(product: Product, problems: readonly Problem[]): Json | null {
  const expression = product.model.errorBody;
  if (expression === null || expression.node === null || expression.problems.length > 0) return null;
  const world = product.world(nobody);
  const body = compileExpression(expression);
  try {
    return problems
      .map(({ error, status, message, field }) => {
        const bound = new Map<string, Value>([
          ['error', error],
          ['status', status],
          ['message', message],
          ['field', field ?? nowhere],
        ]);
        return toJson(body(world.scope(null, bound)));
      })
      .reduce(together);
  } catch (error) {
    if (error instanceof EvaluationError) return null;
    throw error;
  }
}

/** Objects key by key, lists one after the other; of anything else the first. */
function together(left: Json, right: Json): Json {
  if (isList(left) && isList(right)) return [...left, ...right];
  if (left === null || right === null || typeof left !== 'object' || typeof right !== 'object' || isList(left) || isList(right))
    return left;
  const merged = new Map(Object.entries(left));
  for (const [key, value] of Object.entries(right)) {
    const known = merged.get(key);
    merged.set(key, known === undefined ? value : together(known, value));
  }
  return Object.fromEntries(merged);
}

const isList = (json: Json): json is readonly Json[] => Array.isArray(json);
