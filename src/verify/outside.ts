import { addRefusal, Refused, refusal } from '../engine/change/refusals.ts';
import type { Refusal } from '../engine/outcome.ts';
import type { Product } from '../engine/product.ts';
import { isTemporary, oldestFirst, readSent, settleRequest } from '../engine/services/sent.ts';
import { nobody } from '../engine/world/world.ts';
import type { Step } from '../expression/action.ts';
import { evaluateNode } from '../expression/evaluate/evaluate.ts';
import { EvaluationError, type Scope } from '../expression/evaluate/scope.ts';
import type { Expression } from '../expression/expression.ts';
import { toJson } from '../expression/values/json.ts';
import type { Value } from '../expression/values/value.ts';
import type { Call, TakesPattern } from '../model/ast/calls.ts';
import type { StoredJob } from '../store/outbox.ts';
import type { Store } from '../store/store.ts';

/** The requests of a scenario to services, oldest first. None of them is really sent. */
export const outboxOf = ({ jobs }: Store): readonly StoredJob[] => oldestFirst(jobs, ['waiting', 'done', 'failed']);

export interface Outside {
  readonly product: Product;
  readonly delivered: Set<string>;
}

/**
 * Does what another service does in a scenario: answers, fails to answer, or makes a signed call.
 * Returns the refusals; null if it succeeded.
 */
export function doOutside(outside: Outside, step: Extract<Step, { kind: 'answer' | 'call' }>, scope: Scope): readonly Refusal[] | null {
  const { product } = outside;
  const refuse = (because: string): Refusal[] => {
    const refusals: Refusal[] = [];
    addRefusal(refusals, () => refusal(product.index, { error: 'NOT_FOUND', entity: step.kind, at: step.span, because }));
    return refusals;
  };
  const given = step.with === null ? null : evaluated(step.with, scope);
  if (step.with !== null && !(given instanceof Map)) return refuse(`“${step.with.source}” is not a map`);
  const map: ReadonlyMap<string, Value> = given instanceof Map ? given : new Map();
  return step.kind === 'answer' ? answer(product, step, map, refuse) : call(outside, evaluated(step.request, scope), map, refuse);
}

type Refuse = (because: string) => readonly Refusal[];

/** Answers the waiting request that was made, or last tried, the longest ago. */
function answer(
  product: Product,
  step: Extract<Step, { kind: 'answer' }>,
  given: ReadonlyMap<string, Value>,
  refuse: Refuse,
): readonly Refusal[] | null {
  const service = step.service.text;
  const { store } = product;
  const waiting = oldestFirst(store.jobs).filter((one) => readSent(one).service === service);
  const job = waiting.toSorted((a, b) => a.dueAt - b.dueAt)[0];
  if (job === undefined) return refuse(`${service} has no unanswered request`);
  const status = step.with === null ? null : Number(given.get('status') ?? 200);
  const outcome = product.transact(nobody, (run) => {
    // The request is repeated later, after those that wait, as in the running product.
    if (status !== null && isTemporary(status)) {
      const dueAt = 1 + Math.max(...waiting.map((one) => one.dueAt));
      store.jobs.settle(job, { status: 'waiting', dueAt, lastError: `${service} answered ${status}` });
    } else settleRequest(run, job, status === null ? null : { status, body: toJson(given.get('body') ?? null) });
  });
  if (outcome.ok) return null;
  giveUp(product, job, outcome.refusals.map(({ because }) => because).join('; '));
  return outcome.refusals;
}

/**
 * Gives up a request whose answer was refused, as the running product does. Returns false if what
 * should follow from that is refused as well.
 */
export function giveUp(product: Product, job: StoredJob, error: string, timers = true): boolean {
  const followed = product.transact(nobody, (run) => settleRequest(run, job, null, error), { timers });
  if (followed.ok) return true;
  const settled = { status: 'failed', lastError: error } as const;
  product.transact(nobody, ({ world }) => world.store.jobs.settle(job, { ...settled, dueAt: world.milliseconds }), { timers });
  return false;
}

/** Makes a signed call of section 7 as the service that signs it. */
function call(
  { product, delivered }: Outside,
  request: Value,
  body: ReadonlyMap<string, Value>,
  refuse: Refuse,
): readonly Refusal[] | null {
  const [method = '', path = ''] = String(request).split(' ', 2);
  const found = product.model.calls.flatMap((one) => {
    const parameters = one.method === method && one.signed !== null ? matched(one.path, path) : null;
    return parameters === null ? [] : [{ call: one, parameters }];
  })[0];
  if (found === undefined) return refuse(`section 7 has no signed call ${String(request)}`);
  const sent = JSON.stringify([request, toJson(body as Value)]);
  if (delivered.has(sent)) return null;
  const taken = new Map<string, Value>();
  const missing = found.call.takes === null ? [] : take(found.call.takes, body, taken);
  if (missing.length > 0)
    return missing.map((field) => refusal(product.index, { error: 'INVALID', field, because: `${field} is missing` }));
  const bound = new Map([...found.parameters, ...taken]);
  const outcome =
    found.call.does === null
      ? null
      : product.act(nobody, found.call.does, {
          bound,
          taken,
          absent: absent(found.call, bound),
          authority: 'product',
          visibility: 'product',
        });
  if (outcome !== null && !outcome.ok) return outcome.refusals;
  delivered.add(sent);
  return null;
}

const absent = ({ types }: Call, bound: ReadonlyMap<string, Value>): string[] => [...types.keys()].filter((name) => !bound.has(name));

/** Binds the names of a pattern; returns the required ones that are missing. */
function take({ entries }: TakesPattern, body: ReadonlyMap<string, Value>, bound: Map<string, Value>): string[] {
  return entries.flatMap(({ key, optional, inside }): string[] => {
    const value = body.get(key.text) ?? null;
    if (inside !== null) return value instanceof Map ? take(inside, value, bound) : optional ? [] : [key.text];
    if (!body.has(key.text)) return optional ? [] : [key.text];
    bound.set(key.text, value);
    return [];
  });
}

/**
 * The parameters of a path, for a pattern such as `/orders/:id/paid`; null if it does not match.
 */
function matched(pattern: string, path: string): ReadonlyMap<string, Value> | null {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  if (wanted.length !== given.length) return null;
  const found = new Map<string, Value>();
  for (const [place, part] of wanted.entries()) {
    if (part.startsWith(':')) found.set(part.slice(1), decodeURIComponent(given[place] ?? ''));
    else if (part !== given[place]) return null;
  }
  return found;
}

export function evaluated({ node }: Pick<Expression, 'node'>, scope: Scope): Value {
  try {
    return node === null ? null : evaluateNode(node, scope);
  } catch (error) {
    if (error instanceof EvaluationError || error instanceof Refused) return null;
    throw error;
  }
}
