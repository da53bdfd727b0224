import type { Call } from '../../model/ast/calls.ts';
import type { Model } from '../../model/model.ts';
import type { CallAnswer } from '../../serve/calls/call-request.ts';
import { mayBeGranted } from '../rows.ts';
import type { AnswerRecords } from './answer-records.ts';
import type { Planned } from './planned.ts';
import { comparedIn, filterPair, fitsQuery, listedRecords, queriedBy, sightOf, wordOf } from './read-coverage.ts';
import { rolesNow, senderRoles } from './roles-now.ts';
import { dependentsOf, describe, rolesOf, sidesOf } from './signature.ts';
import { listedBy, type Made, outcomeOf, type PlanParts, recordOf, rowsReached } from './situations.ts';
import { type FieldLimits, relationTo, statesOf } from './world-shape.ts';

/** How often each kind of malformed request is tried before it is put off. */
const formsTried = 3;

/**
 * Ranks planned requests by the facts that they show, which combine two things: a call and a state,
 * a call and its sender, a filter and whether a record fits. A request that shows a new fact is
 * sent before those that only combine known ones.
 */
export class Facts {
  readonly #known = new Map<string, number>();
  readonly #reaching: ReadonlySet<unknown>;
  readonly #limits: readonly FieldLimits[];
  readonly #answerRecords: AnswerRecords;

  constructor(reaching: ReadonlySet<unknown>, limits: readonly FieldLimits[], answerRecords: AnswerRecords) {
    this.#reaching = reaching;
    this.#limits = limits;
    this.#answerRecords = answerRecords;
  }

  /** The rank of a request: 0 is sent first, 2 last. */
  rankOf(parts: PlanParts, planned: Planned, made: Made, answer: CallAnswer): number {
    const isForm = formOf(planned) !== null;
    const counts = this.#factsOf(parts, planned, made, answer).map((fact) => {
      const count = this.#known.get(fact) ?? 0;
      this.#known.set(fact, count + 1);
      return count;
    });
    const least = Math.min(...counts);
    return least < (isForm ? formsTried : 1) ? 0 : least < 3 ? 1 : 2;
  }

  #factsOf(parts: PlanParts, planned: Planned, made: Made, answer: CallAnswer): readonly string[] {
    const { model, oracle, people } = parts;
    const { call, persona, mutation, handles } = planned;
    const name = call.name.text;
    const outcome = answer.status < 400 ? String(answer.status) : outcomeOf(answer);
    const form = formOf(planned);
    if (form !== null) return [`${form} ${outcome}`];
    if (call.method === 'GET' && listedBy(call).length > 0)
      return answer.status < 400
        ? listFacts(parts, planned, made)
        : [`${name} ${JSON.stringify(mutation)} ${mutation === null ? rolesOf(parts, planned) : ''} ${outcome}`];
    const who = persona === null ? null : (people[persona] ?? null);
    const roles = rolesOf(parts, planned);
    const records = [...handles.values()].flatMap((handle) => recordOf(parts, made, handle) ?? []);
    const isAccount = (entity: string): boolean => entity === model.account?.entity.text;
    const states = records
      .map(({ entity, id }) => (isAccount(entity) ? rolesNow(parts, id).join(' ') : statesOf(model, oracle, entity, id)))
      .join();
    const relation = records.map(({ entity, id }) => relationTo(model, oracle, who?.account ?? null, entity, id)).join();
    if (mutation !== null) return [`${name} ${JSON.stringify(mutation)} ${outcome}`];
    const isFlat = answer.status === 401 || (answer.status === 403 && !mayBeGranted(model, call, senderRoles(parts, planned)));
    if (isFlat) return [`${name} ${roles} ${outcome}`];
    // What a state allows seldom depends on who sends the request, unless a row says so.
    const senders = call.method === 'GET' || answer.status === 403 || dependsOnRole(model, call) ? roles : '';
    const found = [`${name} ${roles} ${relation} ${outcome}`, `${name} ${senders} ${states} ${outcome}`];
    if (answer.status >= 400) return found;
    if (call.method === 'GET')
      return [...found, ...this.#answerRecords.of(parts, planned, made).map((one) => `${name} ${roles} counts ${one}`)];
    found.push(
      ...sidesOf(parts, planned, made, this.#limits)
        .split(' ')
        .map((side) => `${name} at ${side}`),
    );
    if (this.#reaching.has(call))
      found.push(
        ...dependentsOf(parts, planned, made)
          .split(',')
          .map((one) => `${name} with ${one}`),
      );
    return found;
  }
}

/** Whether a row that the call triggers applies to some roles only. */
const dependsOnRole = (model: Model, call: Call): boolean => rowsReached(model, call).some(({ roles }) => roles.length > 0);

/**
 * What is malformed about a request whatever its call is: the body or the token; null if neither.
 */
function formOf({ mutation, persona }: Planned): string | null {
  if (mutation?.kind === 'raw') return `raw ${mutation.words}`;
  if (mutation?.kind === 'unknown-key' && mutation.field === undefined) return 'unknown key';
  return mutation?.kind === 'forged-token' ? `${mutation.kind} ${persona === null}` : null;
}

/**
 * The facts of a list: which records each filter value shows, and which the filter hides with any
 * value.
 */
function listFacts(parts: PlanParts, planned: Planned, made: Made): readonly string[] {
  const { people, inputs } = parts;
  const { call, persona } = planned;
  const who = persona === null ? null : (people[persona] ?? null);
  const pair = filterPair(parts, planned);
  if (pair !== null) return [pair];
  const queries = queriedBy(planned);
  const sight = queries.length > 0 ? sightOf(parts, planned, queries) : null;
  const names = queries.map(({ input }) => input).join();
  // What a state filter hides depends on the state; other filters do not read it.
  const isOfStates = queries.some(({ input }) => inputs.of(call).find(({ name }) => name === input)?.type.kind === 'state');
  const found = [`${call.name.text} ${names} ${queries.map(wordOf)}`];
  for (const record of listedRecords(parts, call, made)) {
    const fits = queries.every((one) => fitsQuery(parts, inputs.of(call), one, record, made));
    const state = isOfStates ? statesOf(parts.model, parts.oracle, record.entity, record.id) : '';
    if (queries.length === 0)
      found.push(`${call.name.text} ${senderRoles(parts, planned).join(' ')} ${describe(parts, who?.account ?? null, record, made)}`);
    else found.push(`${call.name.text} ${names} ${fits ? `shows ${queries.map(wordOf)}` : 'hides'} ${state}`);
    if (queries.length === 1) found.push(`${call.name.text} ${names} ${fits} ${comparedIn(parts, planned, record)}`);
    if (fits && sight?.(record) === 'filtered by what is hidden') found.push(`${call.name.text} ${names} ${queries.map(wordOf)} hidden`);
  }
  return found;
}
