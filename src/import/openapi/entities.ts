import { own } from '../../base/own.ts';
import type { Draft, DraftField } from '../draft.ts';
import { isBuiltIn, type Names } from '../names.ts';
import { type ApiDocument, isNode, listAt, type Node, nodeAt, textAt } from './document.ts';
import { fieldShape } from './field.ts';

/** Names of schemas that only describe errors; they belong in section 8. */
const aboutErrors =
  /^(api_?)?(error|problem|fault|exception)|(error|errors|exception|problem|fault)(response|model|details?|object|body)?$/i;

/** The entity that a schema is about. */
export interface About {
  readonly entity: string;
  readonly isList: boolean;
  /** The path to the entity inside an object; absent: the whole value. */
  readonly keys?: readonly string[];
}

/** The entities that named schemas have become. */
export class ApiEntities {
  readonly #api: ApiDocument;
  readonly #draft: Draft;
  readonly #names: Names;
  /** By the schema's name. */
  readonly #entities = new Map<string, string>();
  /** By entity, then by property: the field's name. */
  readonly #fields = new Map<string, Map<string, string>>();

  constructor(api: ApiDocument, draft: Draft, names: Names) {
    this.#api = api;
    this.#draft = draft;
    this.#names = names;
    const schemas = Object.entries(api.schemas).filter(([name, schema]) => this.#isEntity(name, schema));
    for (const [name] of schemas) this.#entities.set(name, names.entity(name));
    for (const [name, schema] of schemas) this.#read(name, isNode(schema) ? schema : {});
  }

  /** The entity of a named schema, or null. */
  readonly ofSchema = (name: string): string | null => this.#entities.get(name) ?? null;

  /** Returns the entity that a schema refers to, lists, or contains a list of. */
  about(schema: unknown, depth = 0): About | null {
    if (!isNode(schema) || depth > 3) return null;
    const named = this.#api.schemaName(schema);
    const entity = named === null ? null : this.ofSchema(named);
    if (entity !== null) return { entity, isList: false };
    const node = this.#api.resolved(schema);
    const item = this.about(own(node, 'items'), depth + 1);
    if (item !== null) return { entity: item.entity, isList: true };
    const found = Object.entries(nodeAt(node, 'properties')).flatMap(([key, property]): About[] => {
      const one = this.about(property, depth + 1);
      return one === null ? [] : [{ ...one, keys: [key, ...(one.keys ?? [])] }];
    });
    const [only] = found;
    return found.length === 1 && only !== undefined ? only : null;
  }

  /** Returns the entity with this name, in the form it has in paths: `pets`. */
  named(words: string): string | null {
    const plain = (name: string): string =>
      name
        .toLowerCase()
        .replaceAll(/[^a-z0-9]/g, '')
        .replace(/(es|s)$/, '');
    return [...this.#entities.values()].find((entity) => plain(entity) === plain(words)) ?? null;
  }

  fieldsOf(entity: string): ReadonlyMap<string, string> {
    return this.#fields.get(entity) ?? new Map();
  }

  #isEntity(name: string, schema: unknown): boolean {
    const properties = Object.keys(this.#properties(schema).properties);
    const path = `schemas.${name}`;
    if (properties.length > 0 && !aboutErrors.test(name)) {
      if (properties.some((property) => property !== 'id')) return true;
      this.#api.reportLoss(path, 'It has only an id: it became no entity.');
      return false;
    }
    const node = this.#api.resolved(schema);
    const isPlain = typeof own(node, 'type') === 'string' && own(node, 'type') !== 'object';
    if (!isPlain)
      this.#api.reportLoss(
        path,
        aboutErrors.test(name)
          ? 'The shape of errors was not carried over.'
          : 'This schema has no properties of its own: it became no entity.',
      );
    return false;
  }

  /** Returns the schema's own properties and those of the schemas that it combines. */
  #properties(
    schema: unknown,
    depth = 0,
  ): { readonly properties: Readonly<Record<string, unknown>>; readonly required: readonly unknown[] } {
    const node = this.#api.resolved(schema);
    const parts = depth > 5 ? [] : listAt(node, 'allOf').map((part) => this.#properties(part, depth + 1));
    return {
      properties: Object.fromEntries([
        ...parts.flatMap((part) => Object.entries(part.properties)),
        ...Object.entries(nodeAt(node, 'properties')),
      ]),
      required: [...parts.flatMap((part) => part.required), ...listAt(node, 'required')],
    };
  }

  #read(name: string, schema: Node): void {
    const entity = this.#entities.get(name) ?? name;
    const path = `schemas.${name}`;
    const { properties, required } = this.#properties(schema);
    const fields = new Map<string, string>();
    this.#fields.set(entity, fields);
    const written: DraftField[] = [];
    for (const [property, value] of Object.entries(properties)) {
      const at = `${path}.${property}`;
      if (property === 'id' || (isBuiltIn(property) && property !== 'createdBy')) {
        fields.set(property, property);
        const kind = own(this.#api.resolved(value), 'type');
        if (property === 'id' && kind !== 'string') this.#api.reportLoss(at, 'Every record has an id of its own, which is a UUID.');
        continue;
      }
      const field = this.#names.field(entity, property);
      fields.set(property, field);
      if (field !== property) this.#api.reportLoss(at, `The property became the field ${field}.`);
      const shape = fieldShape(this.#api, value, at, field, this.ofSchema);
      for (const condition of shape.conditions)
        this.#draft.rules.push({ name: `${entity} ${condition}`.replaceAll('`', ''), on: `${entity}.${field}`, must: `\`${condition}\`` });
      const isReadOnly = own(this.#api.resolved(value), 'readOnly') === true;
      const isList = shape.type.startsWith('list of');
      written.push({
        name: field,
        type: shape.type,
        required: required.includes(property) && !shape.nullable && !isReadOnly && !isList,
        unique: false,
        default: isList ? '' : shape.default,
        description: textAt(value, 'description'),
      });
    }
    this.#api.reportUnread(schema, path, ['type', 'properties', 'required', 'description', 'title', 'allOf', '$ref']);
    this.#draft.entities.push({ name: entity, description: textAt(schema, 'description'), fields: written, examples: [] });
  }
}
