import { unlockBy } from '../../engine/access/by-link.ts';
import { pathToRoleRecord } from '../../engine/access/of-record.ts';
import { accessRefusal, Refused, refusal } from '../../engine/change/refusals.ts';
import type { ModelIndex } from '../../engine/document/model-index.ts';
import type { Refusal } from '../../engine/outcome.ts';
import type { Product } from '../../engine/product.ts';
import { type ReadPlan, readPlanOf } from '../../engine/world/read-plan.ts';
import type { Authority, Person, Visibility, World } from '../../engine/world/world.ts';
import type { Action } from '../../expression/action.ts';
import { evaluateNode } from '../../expression/evaluate/evaluate.ts';
import { EvaluationError, type Scope } from '../../expression/evaluate/scope.ts';
import type { Node } from '../../expression/node.ts';
import type { Json } from '../../expression/values/json.ts';
import type { RecordValue, Value } from '../../expression/values/value.ts';
import type { Call } from '../../model/ast/calls.ts';
import type { Signature } from '../../model/ast/services.ts';
import { unknownTokenError } from '../../model/lookup.ts';
import { isOfRecord } from '../../model/organisations.ts';
import type { CallAnswer, CallRequest } from './call-request.ts';
import { matchesTag, withEntityTag } from './entity-tag.ts';
import { errorAnswer } from './error-answer.ts';
import type { Problem } from './error-body.ts';
import { answerOnce, deliveryRetention } from './idempotency.ts';
import { readInputs } from './inputs.ts';
import { parseBody } from './parse-body.ts';
import { returnedJson } from './record-json.ts';
import { type Match, Routes } from './routes.ts';
import { isSigned, plainSignature, type SecretOf } from './signature.ts';

/**
 * Answers requests with the calls of section 7, or with the conventional calls that the model
 * assumes. Synchronous, like the product.
 */
export class Calls {
  readonly #product: Product;
  readonly #secretOf: SecretOf;
  readonly #plans = new WeakMap<Call, ReadPlan>();
  #routes: { readonly calls: readonly Call[]; readonly routes: Routes };

  /** `secretOf` returns the secrets that verify signed calls; without it they are all refused. */
  constructor(product: Product, { secretOf = () => null }: { readonly secretOf?: SecretOf | undefined } = {}) {
    this.#product = product;
    this.#secretOf = secretOf;
    this.#routes = { calls: product.model.calls, routes: new Routes(product.model.calls) };
  }

  /** Answers a request. Throws only for bugs, never because of what a caller sent. */
  answer(request: CallRequest): CallAnswer {
    const { ifMatch, ifNoneMatch } = request;
    if (request.method === 'GET') {
      const answer = withEntityTag(this.#answered(request), this.#product.hasher);
      const unchanged = answer.headers['etag'] !== undefined && ifNoneMatch && matchesTag(ifNoneMatch, answer.headers['etag']);
      return unchanged ? { ...answer, status: 304, body: null } : answer;
    }
    const match = this.#match(request);
    const signed = match.call?.signed ?? null;
    if (signed !== null) return this.#delivered(request, signed);
    const { idempotencyKey } = request;
    if (idempotencyKey && request.method === 'POST' && !this.#holdsPassword(request, match.call))
      return answerOnce(this.#product, request, idempotencyKey, () => this.answer({ ...request, idempotencyKey: null }));
    if (!ifMatch) return this.#answered(request, match);
    // One transaction for the comparison and the change, so nothing can change in between.
    return this.#product.together(() => {
      const now = withEntityTag(this.#answered({ ...request, method: 'GET', query: '', body: null }), this.#product.hasher);
      const tag = now.headers['etag'];
      if (tag !== undefined && matchesTag(ifMatch, tag)) return this.#answered(request);
      // Tell a caller without access nothing else: comparing the tags would reveal the record.
      if (now.status === 401) return now;
      const message =
        tag === undefined
          ? 'This path has no version to compare If-Match with.'
          : 'Someone else changed this in the meantime. Reload it and try again.';
      return errorAnswer(this.#product, request, [{ error: 'PRECONDITION_FAILED', status: 412, message, field: null }]);
    });
  }

  /**
   * Answers a call of another service. A repeated delivery has the same signature, which is
   * impossible to change without the secret, so it is processed once.
   */
  #delivered(request: CallRequest, signed: Signature): CallAnswer {
    const product = this.#product;
    const given = request.signatures?.[signed.header.toLowerCase()];
    const asService: CallRequest = { ...request, token: null, idempotencyKey: null, ifMatch: null };
    const signature = plainSignature(given);
    if (signature === null || !isSigned(signed, request.body ?? '', given, this.#secretOf)) {
      const error = 'UNAUTHORIZED';
      const status = product.index.error(error)?.status ?? 401;
      const message = 'The signature of this call is missing or wrong.';
      return errorAnswer(product, asService, [{ error, status, message, field: null }]);
    }
    return answerOnce(product, asService, `${request.method}:${signature}`, () => this.#answered(asService), deliveryRetention);
  }

  /**
   * Whether the request signs in, or sets a password without a token. Its response is not stored:
   * repeating a sign-in is harmless, and neither a password nor a new token may be stored, not even
   * in a digest, against which passwords could be tried if it includes no token.
   */
  #holdsPassword(request: CallRequest, call: Call | null): boolean {
    return call !== null && (opensSession(call) || (request.token === null && writesPassword(this.#product.index, call)));
  }

  #match(request: CallRequest): Match {
    const { calls } = this.#product.model;
    // The document may have changed meanwhile.
    if (this.#routes.calls !== calls) this.#routes = { calls, routes: new Routes(calls) };
    return this.#routes.routes.match(request.method, request.path);
  }

  #answered(request: CallRequest, match = this.#match(request)): CallAnswer {
    const product = this.#product;
    if (match.call === null) return this.#unmatched(request, match.methods);
    const { call, parameters } = match;

    product.runTimersIfDue();
    let missing: readonly Refusal[] = [];
    /** The response if the request is refused before the call begins. */
    let early: CallAnswer | null = null;
    const refuseEarly = (answer: CallAnswer): never => {
      early = answer;
      throw new Refused([]);
    };
    // One transaction, so that the permission is checked on the same state that the call works on.
    const outcome = product.answer(call.does ?? nothing(call), {
      who: () => product.visitor(request.token, request.origin ?? null),
      plan: this.#planOf(call),
      expected: product.expectedVisitor(request.token),
      prepare: (world) => {
        early = null;
        const unknown = unknownTokenError(product.model);
        if (request.token !== null && world.person.account === null && unknown !== null)
          refuseEarly(this.#unknownToken(request, call, unknown));
        const body = call.takes === null ? undefined : parseBody(request);
        if (body !== undefined && 'problem' in body) return refuseEarly(errorAnswer(product, request, [body.problem]));
        unlockBy(world, parameters);
        const refused = rolesRefusal(world, call);
        if (refused !== null) throw new Refused([refused]);
        const inputs = readInputs(world, call, parameters, request.query, body?.json);
        missing = inputs.missing;
        // Listed one by one, because an object spread copies properties one at a time, with a new
        // shape for each.
        const { bound, taken, absent } = inputs;
        const { visibility, authority } = authorityOf(call);
        return { bound, taken, absent, visibility, authority, met: (record) => refuseElsewhere(world, call, record) };
      },
      say: (world, acted) => {
        // Errors of the document take precedence: only what it accepted is refused here.
        if (missing.length > 0) throw new Refused(missing);
        return returned(world, call, acted.bound);
      },
    });
    if (early !== null) return early;
    const answer = outcome.ok ? success(call, outcome.value) : errorAnswer(product, request, outcome.refusals);
    return Object.assign(answer, aboutCaller(request, call, outcome.person));
  }

  #planOf(call: Call): ReadPlan {
    const known = this.#plans.get(call) ?? callReadPlan(this.#product.index, call);
    this.#plans.set(call, known);
    return known;
  }

  #unknownToken(request: CallRequest, call: Call, error: string): CallAnswer {
    const because = 'the session token is unknown or has expired';
    const unknown = refusal(this.#product.index, { error, at: call.span, because });
    const challenge = { 'www-authenticate': 'Bearer error="invalid_token"' };
    return { ...errorAnswer(this.#product, request, [unknown], challenge), sessionKnown: false };
  }

  #unmatched(request: CallRequest, methods: readonly string[]): CallAnswer {
    const { index } = this.#product;
    if (methods.length === 0) {
      const because = `no call of section 7 has the path ${request.path}`;
      const own = () => ({ code: 'NOT_FOUND', data: {}, message: 'No such endpoint.' }) as const;
      return errorAnswer(this.#product, request, [refusal(index, { error: 'NOT_FOUND', entity: 'call', because, own })]);
    }
    const allow = [...new Set([...methods, 'OPTIONS', ...(methods.includes('GET') ? ['HEAD'] : [])])].sort().join(', ');
    if (request.method === 'OPTIONS') return { status: 204, headers: { allow }, body: null };
    const problem: Problem = {
      error: 'METHOD_NOT_ALLOWED',
      status: 405,
      message: `This path accepts ${allow}, not ${request.method}.`,
      field: null,
    };
    return errorAnswer(this.#product, request, [problem], { allow });
  }
}

const opensSession = ({ does }: Call): boolean => does?.steps.some(({ kind }) => kind === 'sign-in' || kind === 'sign-up') === true;

function writesPassword({ model }: ModelIndex, { does }: Call): boolean {
  const entities = (does?.steps ?? []).map((step) => {
    if (step.kind === 'create') return step.entity.text;
    const type = step.kind === 'update' || step.kind === 'event' ? step.target.type : null;
    return type?.kind === 'record' ? type.entity : null;
  });
  return model.entities.some(({ name, fields }) => entities.includes(name.text) && fields.some(({ type }) => type.kind === 'password'));
}

/** What the server around the calls learns about the caller. `person`: the one after the call. */
function aboutCaller({ token, origin }: CallRequest, call: Call, person: Person): Partial<CallAnswer> {
  if (token === null && !opensSession(call)) return {};
  const device = person.origin?.device ?? null;
  return {
    ...(token === null ? {} : { sessionKnown: person.token === token }),
    ...(opensSession(call) ? { comparedPassword: true } : {}),
    ...(device === null || device === origin?.device ? {} : { device }),
  };
}

/**
 * A role that belongs to records counts only for the records that the call gets or creates: an
 * admin of one organisation must not open calls about another.
 */
function refuseElsewhere(world: World, call: Call, record: RecordValue): void {
  const { index } = world;
  const leads = call.roles.some(({ text }) => {
    const role = index.role(text);
    return role !== null && isOfRecord(role) && pathToRoleRecord(index, role, record.entity) !== null;
  });
  const refused = leads ? rolesRefusal(world, call, record) : null;
  if (refused !== null) throw new Refused([refused]);
}

/** A signed call acts with the product's authority, as an effect does. */
const authorityOf = ({ signed }: Call): { readonly visibility: Visibility; readonly authority: Authority } =>
  signed === null ? { visibility: 'person', authority: 'person' } : { visibility: 'product', authority: 'product' };

function rolesRefusal(world: World, call: Call, record: RecordValue | null = null): Refusal | null {
  if (call.roles.length === 0 || world.access.hasRole(call.roles, record)) return null;
  const names = call.roles.map((role) => role.text).join(', ');
  return accessRefusal(world.index, world.me() !== null, { at: call.span, because: `${call.name.text} is for ${names}` });
}

/** The body that Returns describes; undefined if it describes none. */
function returned(world: World, call: Call, acted: ReadonlyMap<string, Value>): Json | undefined {
  const body = call.returns?.body ?? null;
  if (body === null) return undefined;
  const { visibility } = authorityOf(call);
  const bound = new Map([...acted].map(([name, value]): [string, Value] => [name, world.here(value, visibility)]));
  if (body.node === null) {
    const because = `“${body.source}” cannot be read`;
    throw new Refused([refusal(world.index, { error: 'CONFLICT', at: body.span, because })]);
  }
  return returnedJson(world, shown(body.node, world.scope(null, bound, visibility)));
}

/** The value of an expression; null where it cannot be evaluated, as in a view. */
function shown(node: Node, scope: Scope): Value {
  try {
    return evaluateNode(node, scope);
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    if (node.kind !== 'map') return null;
    return new Map(node.entries.map(({ key, value }) => [String(shown(key, scope)), shown(value, scope)]));
  }
}

function success(call: Call, json: Json | undefined): CallAnswer {
  const status = call.returns?.status ?? (json === undefined ? 204 : 200);
  if (json === undefined) return { status, headers: {}, body: null };
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(json) };
}

/** What a call reads first, to request it together. */
export const callReadPlan = (index: ModelIndex, call: Call): ReadPlan =>
  readPlanOf(index, call.does ?? nothing(call), call.returns?.body ? [call.returns.body] : []);

const nothing = (call: Call): Action => ({ source: '', span: call.span, at: (offset) => offset, steps: [], problems: [] });
