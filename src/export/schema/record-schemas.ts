import type { View } from '../../model/ast/calls.ts';
import type { Entity, Field } from '../../model/ast/entities.ts';
import { labelKey } from '../../model/ast/labels.ts';
import { entityOf, fieldOf, viewOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import type { JsonSchema } from '../../model/types/json-schema.ts';
import { traitsOf } from '../../model/types/traits.ts';
import { fieldSchema } from './field-schema.ts';
import { orNull } from './json-schema.ts';
import { type References, typeSchema } from './type-schema.ts';

/** The schemas of a model's records and views. Each one is created on the first reference to it. */
export class RecordSchemas implements References {
  readonly #model: Model;
  readonly #prefix: string;
  readonly #made = new Map<string, JsonSchema>();

  /** `prefix` is the start of each reference, such as `#/components/schemas/`. */
  constructor(model: Model, prefix: string) {
    this.#model = model;
    this.#prefix = prefix;
  }

  /** By name, in the order of the first references. */
  get made(): ReadonlyMap<string, JsonSchema> {
    return this.#made;
  }

  record(name: string): JsonSchema {
    const entity = entityOf(this.#model, name);
    return entity === undefined ? {} : this.#reference(name, () => this.#recordSchema(entity));
  }

  view(name: string): JsonSchema {
    const view = viewOf(this.#model, name);
    return view === undefined ? {} : this.#reference(name, () => this.#viewSchema(view));
  }

  #reference(name: string, make: () => JsonSchema): JsonSchema {
    if (!this.#made.has(name)) {
      // Views may contain each other, so the name is registered before the schema is built.
      this.#made.set(name, {});
      this.#made.set(name, make());
    }
    return { $ref: `${this.#prefix}${name}` };
  }

  #recordSchema(entity: Entity): JsonSchema {
    const fields = [...entity.byName.values()].filter(({ type }) => type.kind !== 'inverse' && !traitsOf(type).secret);
    const title = this.#model.labels.own.get(labelKey('entity', entity.name.text))?.one;
    const always = fields.filter((field) => field.name.text === 'id' || !this.#mayBeHidden(field));
    return {
      type: 'object',
      ...(title === undefined ? {} : { title }),
      ...(entity.description === '' ? {} : { description: entity.description }),
      properties: Object.fromEntries([['id', { type: 'string' }], ...fields.map((field) => [field.name.text, this.#nullable(field)])]),
      required: [...new Set(['id', ...always.map((field) => field.name.text)])],
    };
  }

  #viewSchema(view: View): JsonSchema {
    const properties: [string, JsonSchema][] = [];
    const required: string[] = [];
    for (const { key, value } of view.entries) {
      const field = value === null ? fieldOf(this.#model, view.entity.text, key.text) : undefined;
      if (value !== null) {
        // Expressions that cannot be evaluated yield null.
        properties.push([key.text, orNull(typeSchema(value.type, this))]);
        required.push(key.text);
      } else if (field !== undefined) {
        properties.push([key.text, this.#nullable(field)]);
        if (!this.#mayBeHidden(field)) required.push(key.text);
      }
    }
    return {
      type: 'object',
      description: `${view.entity.text} as callers see it`,
      properties: Object.fromEntries(properties),
      required,
    };
  }

  #nullable(field: Field): JsonSchema {
    const schema = fieldSchema(this.#model, field);
    const isList = field.type.kind === 'list' || field.type.kind === 'members';
    return field.required || isList || traitsOf(field.type).filledIn === 'always' ? schema : orNull(schema);
  }

  /** True if section 6 restricts who may read the field: it is absent for everyone else. */
  #mayBeHidden(field: Field): boolean {
    return (this.#model.permissions ?? []).some(
      (row) =>
        row.entity.text === field.entity &&
        row.fields.some((name) => name.text === field.name.text) &&
        row.operations.some((operation) => operation.text === 'read'),
    );
  }
}
