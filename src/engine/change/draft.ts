import { setOwn } from '../../base/own.ts';
import { compileExpression } from '../../expression/evaluate/evaluate.ts';
import { EvaluationError } from '../../expression/evaluate/scope.ts';
import { Mistake } from '../../expression/values/json.ts';
import type { RecordValue, Value } from '../../expression/values/value.ts';
import type { Entity, Field } from '../../model/ast/entities.ts';
import { secretLength } from '../../model/types/secret.ts';
import { isStored } from '../../store/schema.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { Refusal } from '../outcome.ts';
import { readOrNull } from '../world/labels.ts';
import type { RecordSource, World } from '../world/world.ts';
import { coerce } from './coerce.ts';
import { settleCurrencies } from './own-currency.ts';
import { invalid, type Values } from './values.ts';

/**
 * A record before it is written: the given values, and the defaults, each computed at its first
 * read.
 */
export class Draft {
  readonly id: string;
  readonly record: RecordValue;
  readonly #world: World;
  readonly #entity: Entity;
  readonly #stored: Record<string, Value> & { id: string };
  readonly #members: Map<string, readonly string[]>;
  readonly #plain: Map<string, string>;
  /** Refusals of computed defaults that are too long for their fields. */
  readonly #mistakes: Refusal[] = [];
  readonly #waiting = new Map<string, Field>();

  /** `relation`: see `RecordSource`. */
  constructor(world: World, entity: Entity, id: string, values: Values, relation: RecordSource['relation'] = () => null) {
    this.#world = world;
    this.#entity = entity;
    this.id = id;
    this.#stored = {
      createdAt: world.now,
      updatedAt: values.stored.get('createdAt') ?? world.now,
      createdBy: world.person.account,
      id,
    };
    for (const [name, value] of values.stored) if (name !== 'id') setOwn(this.#stored, name, value);
    this.#members = new Map(values.members);
    this.#plain = new Map(values.plain);
    for (const field of entity.fields) {
      const name = field.name.text;
      if (Object.hasOwn(this.#stored, name) || values.members.has(name)) continue;
      if (isStored(field) || field.type.kind === 'members') this.#waiting.set(name, field);
    }
    this.record = world.imagined(entity.name.text, id, {
      stored: () => this.#stored,
      members: (field) => {
        this.#fill(field);
        return this.#members.get(field) ?? (entity.byName.get(field)?.type.kind === 'members' ? [] : null);
      },
      need: (field) => this.#fill(field),
      plain: (field) => this.#plain.get(field) ?? null,
      relation,
    });
  }

  /** Fills in all defaults. If `mistakes` is not empty, the record must not be written. */
  finish(): {
    readonly stored: StoredRecord;
    readonly members: ReadonlyMap<string, readonly string[]>;
    readonly plain: ReadonlyMap<string, string>;
    readonly mistakes: readonly Refusal[];
  } {
    for (const name of [...this.#waiting.keys()]) this.#fill(name);
    const fieldOf = (name: string): Value => readOrNull(this.record, name);
    this.#mistakes.push(
      ...settleCurrencies(this.#world, this.#entity, Object.entries(this.#stored), fieldOf, (name, amount) =>
        setOwn(this.#stored, name, amount),
      ),
    );
    return { stored: this.#stored, members: this.#members, plain: this.#plain, mistakes: this.#mistakes };
  }

  #fill(name: string): void {
    const field = this.#waiting.get(name);
    if (field === undefined) return;
    // Removed first, so a default that depends on itself reads null.
    this.#waiting.delete(name);
    const value = this.#default(field);
    if (field.type.kind === 'members') this.#members.set(name, value as readonly string[]);
    else setOwn(this.#stored, name, value);
  }

  #default(field: Field): Value {
    const empty: Value = field.type.kind === 'list' || field.type.kind === 'members' ? [] : null;
    const name = field.name.text;
    if (field.type.kind === 'state') return startState(this.#world, this.#entity.name.text, name);
    if (field.type.kind === 'serial') return this.#world.store.nextSerial(this.#entity.name.text, name);
    if (field.type.kind === 'secret') return this.#world.randomText(secretLength);
    if (field.default === null) return empty;
    const evaluated = this.#evaluate(field.default);
    const value = coerce(this.#world, field.type, field.valueType, evaluated);
    // Only the data decides the length. A form shows the text, so the person can shorten it.
    if (value instanceof Mistake && value.must === 'length' && field.default.kind !== 'value' && field.type.kind !== 'password') {
      this.#mistakes.push(invalid(this.#world, field, value, evaluated));
      return evaluated;
    }
    // A default of the wrong type is a mistake in the document: the field stays empty, and Required
    // reports it.
    if (value instanceof Mistake || value === null) return empty;
    if (field.type.kind !== 'password' || typeof value !== 'string') return value;
    this.#plain.set(name, value);
    return this.#world.hasher.hash(value, this.#world.randomBytes(16));
  }

  #evaluate(given: NonNullable<Field['default']>): Value {
    if (given.kind === 'value') return given.value;
    try {
      return compileExpression(given.expression)(this.#world.scope(this.record));
    } catch (error) {
      if (error instanceof EvaluationError) return null;
      throw error;
    }
  }
}

/** The state of a new record; without a start row, the first state mentioned. */
export function startState(world: World, entity: string, field: string): string | null {
  const machine = world.index.machine(entity, field);
  return machine?.start?.text ?? machine?.states[0]?.name ?? null;
}

/** The names of the entity's state fields. */
export const stateFields = (entity: Entity): readonly string[] =>
  entity.fields.filter((field) => field.type.kind === 'state').map((field) => field.name.text);
