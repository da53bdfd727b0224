import type { Call } from '../../model/ast/calls.ts';
import type { CallAnswer } from '../../serve/calls/call-request.ts';
import { mayBeGranted } from '../rows.ts';
import type { AnswerRecords } from './answer-records.ts';
import type { Planned } from './planned.ts';
import { asked, coveredBy, filledOf, formOf } from './read-coverage.ts';
import type { RelatedRecords } from './related-records.ts';
import { senderRoles } from './roles-now.ts';
import { rolesOf, sidesOf, situationOf } from './signature.ts';
import { listedBy, type Made, outcomeOf, type PlanParts } from './situations.ts';
import { type FieldLimits, type GuardLimits, limitsByField } from './world-shape.ts';

const bounds = { shapesPerRead: 16, perFlat: 3 };

/** Knows the answers so far, and whether another one shows something new. */
export class Novelty {
  readonly #related: RelatedRecords;
  readonly #answerRecords: AnswerRecords;
  readonly #limits: GuardLimits;
  readonly #seen = new Set<string>();
  readonly #reads = new Map<string, number>();
  /** How often section 6 has refused a role regardless of the record. */
  readonly #flat = new Map<string, number>();

  constructor(related: RelatedRecords, answerRecords: AnswerRecords, limits: GuardLimits) {
    this.#related = related;
    this.#answerRecords = answerRecords;
    this.#limits = limits;
  }

  /** Whether the request or its answer is unlike all before; if so, notes it. */
  isUnlike(parts: PlanParts, planned: Planned, made: Made, answer: CallAnswer): boolean {
    if (isList(planned) && answer.status < 400) {
      const uncovered = this.#uncovered(parts, planned, made);
      for (const one of uncovered) this.#seen.add(one);
      return uncovered.length > 0;
    }
    const isRead = planned.call.method === 'GET';
    const outcome =
      answer.status >= 400
        ? `${outcomeOf(answer)} ${this.#related.refused(parts, planned, made)}`
        : isRead
          ? formOf(answer)
          : this.#related.of(parts, planned, made);
    // Why a list is refused depends on no entry, and with a mistake seldom on the sender.
    const situation = isList(planned)
      ? `${planned.call.name.text} ${JSON.stringify(planned.mutation)} ${planned.mutation === null ? rolesOf(parts, planned) : ''}`
      : `${situationOf(parts, planned, made)} ${this.#answerRecords.of(parts, planned, made)}`;
    const signature = `${situation} | ${answer.status} ${outcome} ${sidesOf(parts, planned, made, this.#limitsOf(planned.call))}`;
    // Keys that have been empty so far are read, however often the others were.
    const isFilled = isRead && answer.status < 400 && !this.#seen.has(`${asked(planned)} ${filledOf(answer)}`);
    if (this.#seen.has(signature) || (this.#isReadOften(planned) && !isFilled) || this.#isFlat(parts, planned, answer)) return false;
    if (isRead && answer.status < 400) this.#seen.add(`${asked(planned)} ${filledOf(answer)}`);
    this.#reads.set(asked(planned), (this.#reads.get(asked(planned)) ?? 0) + 1);
    this.#seen.add(signature);
    return true;
  }

  /** Whether no answer to this read can show anything new. */
  isReadEnough(parts: PlanParts, planned: Planned, made: Made): boolean {
    return this.#isReadOften(planned) || (isList(planned) && this.#uncovered(parts, planned, made).length === 0);
  }

  /** Whether a refusal that does not depend on records has been tried often enough. */
  #isFlat(parts: PlanParts, { call, persona, mutation }: Planned, { status, refusals }: CallAnswer): boolean {
    const roles = senderRoles(parts, { persona });
    // Whether a field may be given seldom depends on its value.
    const field = mutation?.kind === 'input' && status === 403 && refusals?.[0]?.field === mutation.input ? mutation.input : null;
    const isByRole = mutation === null && (status === 401 || (status === 403 && !mayBeGranted(parts.model, call, roles)));
    if (field === null && !isByRole) return false;
    const key = `${call.name.text} ${roles} ${status} ${field}`;
    const times = this.#flat.get(key) ?? 0;
    this.#flat.set(key, times + 1);
    return times >= (field === null ? bounds.perFlat : 1);
  }

  #uncovered(parts: PlanParts, planned: Planned, made: Made): readonly string[] {
    return coveredBy(parts, planned, made).filter((one) => !this.#seen.has(one));
  }

  /** Whether reads of one record have shown as many different answers as are compared. */
  #isReadOften(planned: Planned): boolean {
    return planned.call.method === 'GET' && !isList(planned) && (this.#reads.get(asked(planned)) ?? 0) >= bounds.shapesPerRead;
  }

  /** Numbers that the guards of the call’s events compare with fields. */
  #limitsOf({ does }: Call): readonly FieldLimits[] {
    return (does?.steps ?? []).flatMap((step) =>
      step.kind === 'event' && step.target.type.kind === 'record'
        ? limitsByField(this.#limits.get(`${step.target.type.entity}.${step.event.text}`) ?? [])
        : [],
    );
  }
}

const isList = ({ call }: Planned): boolean => call.method === 'GET' && listedBy(call).length > 0;
