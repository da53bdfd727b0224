import type { Call } from '../../model/ast/calls.ts';
import type { Handle, Persona, Planned } from '../plan/planned.ts';
import type { Made } from '../plan/situations.ts';

/** Chooses the other records to read back, to check that a request left them unchanged. */
export class Frame {
  readonly #read = new Set<string>();
  readonly #people: readonly Persona[];

  constructor(people: readonly Persona[]) {
    this.#people = people;
  }

  /** The other records of the entities that a call is about or changed; returned once per call. */
  besides(made: Made, { call, handles }: Planned, changed: readonly Handle[]): readonly Handle[] {
    const people = this.#peopleBesides(call, changed);
    const entities = new Set([...handles.values(), ...changed].flatMap((one) => (one.kind === 'made' ? one.entity : [])));
    const others = [...made].filter(([entity, { length }]) => entities.has(entity) && length > 1);
    const key = `${call.name.text} ${others.map(([entity]) => entity)}`;
    if (call.method === 'GET' || others.length === 0 || this.#read.has(key)) return people;
    this.#read.add(key);
    return [...people, ...others.flatMap(([entity, ids]) => ids.map((_, ordinal): Handle => ({ kind: 'made', entity, ordinal })))];
  }

  /** All people, once per call that changed one of them. */
  #peopleBesides({ name, method }: Call, changed: readonly Handle[]): readonly Handle[] {
    const key = `${name.text} people`;
    if (method === 'GET' || !changed.some(({ kind }) => kind === 'account') || this.#read.has(key)) return [];
    this.#read.add(key);
    return this.#people.map((_, persona): Handle => ({ kind: 'account', persona }));
  }
}
