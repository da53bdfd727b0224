import { checkExpression } from '../../src/expression/check/check.ts';
import type { Declarations, Environment } from '../../src/expression/environment.ts';
import type { Expression } from '../../src/expression/expression.ts';
import { parseText } from '../../src/expression/parse/parse.ts';
import { anyType, type Type } from '../../src/expression/types/type.ts';
import type { Value } from '../../src/expression/values/value.ts';
import type { Entity, Field, FieldType } from '../../src/model/ast/entities.ts';
import type { Model } from '../../src/model/model.ts';

/**
 * A model made without a document, containing only what a store reads, so that the store's suite
 * tests only stores. A field is `TYPE`, followed by `!` if required and `^` if unique, or `=
 * EXPRESSION` if computed.
 */
export interface ModelSketch {
  readonly entities: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly labels?: Readonly<Record<string, string>>;
  readonly constants?: Readonly<Record<string, { readonly value: Value; readonly type: Type }>>;
  /** `unique FIELDS [where …]`. */
  readonly uniques?: readonly {
    readonly rule: string;
    readonly entity: string;
    readonly fields: readonly string[];
    readonly where?: string;
  }[];
  /** `no overlap START, END per … [where …]`. */
  readonly overlaps?: readonly {
    readonly rule: string;
    readonly entity: string;
    readonly start: string;
    readonly end: string;
    readonly per?: readonly string[];
    readonly where?: string;
  }[];
  readonly account?: string;
}

const nowhere = { from: 0, to: 0 };
const name = (text: string): { text: string; span: typeof nowhere } => ({ text, span: nowhere });

export interface SketchedModel {
  readonly model: Model;
  /**
   * Reads and checks a condition on an entity's records: over the row, like `where`, or with a
   * variable.
   */
  condition(source: string, entity: string, variable?: string | null, bound?: ReadonlyMap<string, Type>): Expression;
}

export function sketchModel(sketch: ModelSketch): SketchedModel {
  const raw = Object.entries(sketch.entities).map(([entity, fields]) => ({
    entity,
    fields: Object.entries(withBuiltIns(fields, sketch.account ?? null)).map(([field, text]) => sketchField(entity, field, text)),
  }));
  const types = new Map(raw.map(({ entity, fields }) => [entity, new Map(fields.map((field) => [field.name.text, field.valueType]))]));
  const declarations: Declarations = {
    entities: new Set(types.keys()),
    fields: (entity) => types.get(entity) ?? new Map(),
    constants: new Map(Object.entries(sketch.constants ?? {}).map(([key, { type }]) => [key, type])),
    views: new Map(),
    screens: new Set(),
    errors: new Set(),
    messages: new Set(),
    secrets: new Set(),
    services: new Set(),
    events: new Map(),
    account: sketch.account ?? null,
    unusableEvents: new Set<string>(),
    examples: new Map(),
  };
  const environment = (row: string | null, self: string | null, bound: ReadonlyMap<string, Type>): Environment => ({
    bound,
    row,
    self,
    old: false,
    token: false,
    value: null,
    declarations,
  });
  const read = (source: string, place: Environment): Expression => {
    const expression = checkExpression(parseText(source), place);
    const [problem] = expression.problems.filter(({ kind }) => kind !== 'self-comparison' && kind !== 'hidden-name');
    if (problem !== undefined) throw new Error(`${source}: ${problem.message}`);
    return expression;
  };

  const entities = raw.map(({ entity, fields }): Entity => {
    const done = fields.map(({ source, ...field }) => ({
      ...field,
      computed: source === null ? null : read(source, environment(null, entity, new Map())),
    }));
    const label = sketch.labels?.[entity] ?? done.find((field) => field.type.kind === 'text' && !field.builtIn)?.name.text ?? null;
    const byName = new Map(done.map((field) => [field.name.text, field]));
    return {
      name: name(entity),
      description: '',
      span: nowhere,
      fields: done.filter((field) => !field.builtIn),
      byName,
      label,
      examples: [],
      former: [],
    };
  });
  const overlaps = (sketch.overlaps ?? []).map(({ rule, entity, start, end, per = [], where }) => ({
    name: name(rule),
    span: nowhere,
    entity: name(entity),
    field: null,
    on: [],
    must: {
      kind: 'no-overlap' as const,
      start: name(start),
      end: name(end),
      per: per.map(name),
      where: where === undefined ? null : read(where, environment(null, entity, new Map())),
      span: nowhere,
    },
    error: null,
  }));
  const uniques = (sketch.uniques ?? []).map(({ rule, entity, fields, where }) => ({
    name: name(rule),
    span: nowhere,
    entity: name(entity),
    field: null,
    on: [],
    must: {
      kind: 'unique' as const,
      fields: fields.map(name),
      where: where === undefined ? null : read(where, environment(null, entity, new Map())),
      span: nowhere,
    },
    error: null,
  }));
  const constants = Object.entries(sketch.constants ?? {}).map(([key, { value, type }]) => ({
    name: name(key),
    span: nowhere,
    value,
    valueSpan: nowhere,
    type,
    unit: null,
    description: '',
  }));
  // The model lacks everything that stores should not read; a store that reads it would fail
  // immediately.
  const rules = [...uniques, ...overlaps];
  const model = {
    entities,
    rules,
    constants,
    machines: machinesOf(entities),
    screens: [],
    calls: [],
    actions: [],
    account: null,
    roles: [],
    permissions: null,
    declarations,
  } as unknown as Model;
  return {
    model,
    condition: (source, entity, variable = null, bound = new Map()) =>
      variable === null
        ? read(source, environment(entity, null, bound))
        : read(source, environment(null, null, new Map([...bound, [variable, { kind: 'record', entity }]]))),
  };
}

const states = ['open', 'assigned', 'closed'];

const machinesOf = (entities: readonly Entity[]): unknown[] =>
  entities.flatMap((entity) =>
    entity.fields
      .filter((field) => field.type.kind === 'state')
      .map((field) => ({
        entity: entity.name.text,
        field: field.name.text,
        states: states.map((state) => ({ name: state, span: nowhere })),
        // From every state to every state.
        transitions: states.map((state) => ({
          from: [],
          any: true,
          to: { text: state, span: nowhere },
          trigger: { kind: 'unknown' },
          guard: null,
          effect: null,
        })),
      })),
  );

const withBuiltIns = (fields: Readonly<Record<string, string>>, account: string | null): Record<string, string> => ({
  id: 'uuid!',
  createdAt: 'datetime!',
  updatedAt: 'datetime!',
  createdBy: account ?? 'uuid',
  ...fields,
});

function sketchField(entity: string, field: string, text: string): Field & { readonly source: string | null } {
  const [, written = '', flags = '', source] = /^([^!^=]*)([!^]*)\s*(?:=\s*(.*))?$/.exec(text) ?? [];
  const type = typeOf(written.trim());
  const required = flags.includes('!');
  const shape = shapeOf(type, entity, field);
  return {
    name: name(field),
    entity,
    type,
    typeSpan: nowhere,
    valueType: required || shape.kind === 'list' ? shape : { ...shape, nullable: true },
    required,
    error: null,
    unique: flags.includes('^'),
    default: null,
    computed: null,
    choices: null,
    description: '',
    span: nowhere,
    builtIn: ['id', 'createdAt', 'updatedAt', 'createdBy'].includes(field),
    settable: source === undefined,
    source: source ?? null,
  };
}

function typeOf(text: string): FieldType {
  if (text.startsWith('enum ')) return { kind: 'enum', values: text.slice(5).split(/,\s*/).map(name) };
  const inverse = /^list of (\w+) by (\w+)$/.exec(text);
  if (inverse) return { kind: 'inverse', entity: name(inverse[1] ?? ''), by: name(inverse[2] ?? '') };
  const list = /^list of (.+)$/.exec(text)?.[1];
  if (list !== undefined) return /^[A-Z]/.test(list) ? { kind: 'members', entity: name(list) } : { kind: 'list', of: typeOf(list) };
  const relation = /^([A-Z]\w*)(?: on delete (restrict|cascade|clear))?$/.exec(text);
  if (relation) {
    const onDelete = (relation[2] ?? 'restrict') as 'restrict' | 'cascade' | 'clear';
    return { kind: 'relation', entity: name(relation[1] ?? ''), onDelete };
  }
  const [, limited, most] = /^(\w+)\((\d+)\)$/.exec(text) ?? [];
  if (limited !== undefined) return { kind: limited, maxLength: Number(most) } as FieldType;
  return { kind: text } as FieldType;
}

function shapeOf(type: FieldType, entity: string, field: string): Type {
  switch (type.kind) {
    case 'enum':
      return { kind: 'enum', values: type.values.map((value) => value.text) };
    case 'state':
      return { kind: 'state', entity, field, values: states };
    case 'relation':
      return { kind: 'record', entity: type.entity.text };
    case 'members':
    case 'inverse':
      return { kind: 'list', of: { kind: 'record', entity: type.entity.text } };
    case 'list':
      return { kind: 'list', of: shapeOf(type.of, entity, field) };
    case 'money':
      return { kind: 'money', currency: 'EUR' };
    case 'serial':
      return { kind: 'integer' };
    case 'image':
      return { kind: 'file' };
    case 'integer':
    case 'decimal':
    case 'boolean':
    case 'date':
    case 'time':
    case 'datetime':
    case 'duration':
    case 'file':
    case 'json':
      return { kind: type.kind };
    case 'unknown':
      return anyType;
    default:
      return { kind: 'text' };
  }
}
