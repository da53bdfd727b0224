import { compileExpression } from '../../expression/evaluate/evaluate.ts';
import { EvaluationError } from '../../expression/evaluate/scope.ts';
import type { RecordValue, Value } from '../../expression/values/value.ts';
import type { Field } from '../../model/ast/entities.ts';
import { inOwnCurrency } from '../../model/types/currency-field.ts';
import type { Query } from '../../store/store.ts';
import type { RecordSource, Visibility, World } from './world.ts';

/** A record that reads each field on access, so it reflects every write of the transaction. */
export class LiveRecord implements RecordValue {
  readonly isRecord = true;
  readonly entity: string;
  readonly id: string;
  readonly #world: World;
  readonly #visibility: Visibility;
  readonly #source: RecordSource | null;

  constructor(world: World, entity: string, id: string, visibility: Visibility, source: RecordSource | null) {
    this.#world = world;
    this.entity = entity;
    this.id = id;
    this.#visibility = visibility;
    this.#source = source;
  }

  get(name: string): Value {
    const field = this.#world.index.field(this.entity, name);
    if (field === null) throw new EvaluationError(`${this.entity} has no field “${name}”`, 0, 0);
    if (this.#visibility === 'person' && !this.#world.access.seesField(this, name)) {
      throw new EvaluationError(`${this.entity}.${name} may not be read`, 0, 0);
    }
    if (field.computed !== null) return this.#computed(field);
    switch (field.type.kind) {
      case 'members':
        return this.#members(name, field.type.entity.text, { membersOf: { entity: this.entity, field: name, id: this.id } });
      case 'inverse':
        return this.#world.index.isOtherSide(field.type.entity.text, field.type.by.text)
          ? this.#members(name, field.type.entity.text, { related: { field: field.type.by.text, id: this.id } })
          : [];
      default:
        return this.#stored(field);
    }
  }

  /** Evaluated with the product's visibility: the person need not be able to read its inputs. */
  #computed(field: Field): Value {
    const expression = field.computed;
    if (expression === null || expression.node === null) return null;
    const { entity, id } = this;
    const name = field.name.text;
    if (this.#source === null) this.#world.computeTogether(entity, id, name);
    return this.#world.computed({ kind: this.#source === null ? 'field' : 'imagined', entity, id, name }, () => {
      const seen = this.#visibility === 'product' ? this : new LiveRecord(this.#world, entity, id, 'product', this.#source);
      return compileExpression(expression)(this.#world.scope(seen));
    });
  }

  #members(name: string, entity: string, part: Pick<Query, 'related' | 'membersOf'>): Value {
    const ids = this.#source?.members(name) ?? null;
    if (ids === null) return this.#list(entity, part);
    return ids.flatMap((id) => this.#world.record(entity, id, this.#visibility) ?? []);
  }

  #list(entity: string, part: Pick<Query, 'related' | 'membersOf'>): Value {
    // An undeclared entity has no records.
    if (this.#world.index.entity(entity) === null) return [];
    const query = { entity, conditions: [], ...part };
    return this.#world.list(this.#visibility === 'person' ? this.#world.access.readable(query) : query, this.#visibility);
  }

  #stored(field: Field): Value {
    const name = field.name.text;
    this.#source?.need(name);
    const stored = this.#source === null ? this.#world.stored(this.entity, this.id) : this.#source.stored();
    if (stored === null) throw new EvaluationError(`this ${this.entity} is no longer there`, 0, 0);
    const { type } = field;
    if (type.kind === 'password') {
      return this.#source === null ? this.#world.plainPassword(this.entity, this.id, name) : this.#source.plain(name);
    }
    if (name === 'id') return type.kind === 'serial' || type.kind === 'integer' ? Number(stored.id) : stored.id;
    const imagined = this.#source?.relation?.(name) ?? null;
    if (imagined !== null) return imagined;
    const value = stored[name] ?? null;
    if (type.kind === 'list') return value ?? [];
    if (type.kind === 'money') return inOwnCurrency(type, value, (other) => this.get(other));
    if (type.kind !== 'relation' || typeof value !== 'string') return value;
    // A new record may refer to itself before it is stored.
    if (value === this.id && type.entity.text === this.entity) return this;
    if (this.#source === null) this.#world.readTogether(this.entity, this.id, name, type.entity.text);
    return this.#world.record(type.entity.text, value, this.#visibility);
  }
}
