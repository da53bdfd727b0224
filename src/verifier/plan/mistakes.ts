import type { Call } from '../../model/ast/calls.ts';
import type { CallAnswer } from '../../serve/calls/call-request.ts';
import { mutationsOf } from '../values/values.ts';
import type { Mutation, Planned } from './planned.ts';
import { senderRoles } from './roles-now.ts';
import { outcomeOf, type PlanParts } from './situations.ts';

/** For each call, one value that is invalid in itself and one that a rule or guard refuses. */
export class Mistakes {
  readonly #known = new Map<Call, Map<string, Mutation>>();

  note({ inputs, maker }: PlanParts, { call, mutation }: Planned, answer: CallAnswer): void {
    if (mutation?.kind !== 'input' || answer.status < 400) return;
    // Without a value, the document leaves open whether the value or the state is checked first.
    const input = inputs.of(call).find(({ name }) => name === mutation.input);
    const mutated = input && mutationsOf(maker, input).find(({ words }) => words === mutation.words);
    if ((mutated?.value ?? null) === null) return;
    const known = this.#known.get(call) ?? new Map<string, Mutation>();
    if ([...known.keys()].some((one) => one.endsWith('INVALID') === errorOf(answer).endsWith('INVALID'))) return;
    this.#known.set(call, known.set(errorOf(answer), mutation));
  }

  /** The known mistakes of a call, by the error that they cause: `422 INVALID`. */
  of(call: Call): ReadonlyMap<string, Mutation> {
    return this.#known.get(call) ?? new Map();
  }

  /** The mistakes to add to a refused request where the document says which error comes first. */
  after(parts: PlanParts, { call, persona }: Planned, { status }: CallAnswer): readonly (readonly [string, Mutation])[] {
    const roles = senderRoles(parts, { persona });
    const isByRole = status === 401 || (status === 403 && call.roles.length > 0 && !call.roles.some(({ text }) => roles.includes(text)));
    // Services differ in whether values are checked before a sign-up is refused to people who have
    // an account.
    const isEither = call.does?.steps.some(({ kind }) => kind === 'sign-up') === true;
    const isOpen = isEither && !isByRole && status !== 404;
    return [...this.of(call)].filter(([error]) => !isOpen || !error.endsWith('INVALID'));
  }

  /**
   * Variants of a request that a count refused: with a mistake, or by another person with the same
   * roles.
   */
  whereFull({ people }: PlanParts, refused: Planned): readonly Planned[] {
    const { call, persona } = refused;
    const mistakes = [...this.of(call).values()].map((mutation): Planned => ({ ...refused, mutation }));
    const roles = persona === null ? '' : people[persona]?.roles.join();
    const other = people.findIndex((one, place) => place !== persona && one.roles.join() === roles);
    return [...mistakes, ...(persona === null || other < 0 ? [] : [{ ...refused, persona: other }])];
  }
}

/** The status and the first error of an answer: `422 INVALID`. */
export const errorOf = (answer: CallAnswer): string => outcomeOf(answer).split(' ').slice(0, 2).join(' ');
