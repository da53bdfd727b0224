import { memoizeByObject } from '../../base/memoize-by-object.ts';
import { readersOf } from '../../explorer/document/readers.ts';
import type { Step } from '../../expression/action.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Node } from '../../expression/node.ts';
import { anyType, type Type } from '../../expression/types/type.ts';
import { conjuncts, visit } from '../../expression/visit.ts';
import type { Call, TakesPattern } from '../../model/ast/calls.ts';
import type { Field } from '../../model/ast/entities.ts';
import { eventOf, fieldOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';

/** An input of a call: a named value that a request can give. */
export interface Input {
  readonly name: string;
  readonly place: 'route' | 'query' | 'body';
  /** The keys that lead to it in a body. */
  readonly path: readonly string[];
  readonly optional: boolean;
  readonly type: Type;
  /**
   * The field that it is written to; null if there is none or the value is not written directly.
   */
  readonly field: Field | null;
  /**
   * Fields and event parameters that receive it, such as `Ticket.subject`: their limits apply to
   * it.
   */
  readonly uses: readonly string[];
  /** Whether the value must be unique among the records. */
  readonly unique: boolean;
  /**
   * The place of the `get` step that looks up a record by it, -1 for a parameter that is a record,
   * and the compared field as a path over relations.
   */
  readonly sought: { readonly step: number; readonly entity: string; readonly path: readonly string[] } | null;
  /**
   * The field that a list compares with it, as a path over relations. `isOrdered`: whether by `<`
   * or the like. `searched`: the fields whose texts may contain it.
   */
  readonly filter: {
    readonly entity: string;
    readonly path: readonly string[];
    readonly isOrdered?: boolean;
    readonly searched?: readonly (readonly string[])[];
  } | null;
  /** The fields that a list's condition reads together with it, as paths over relations. */
  readonly compared: readonly (readonly string[])[];
  /** Whether it limits how many entries of a list are shown, or says how many are skipped. */
  readonly paging: 'limit' | 'offset' | null;
  /** For a list of lines, the names in each line. */
  readonly each: TakesPattern | null;
}

type Get = Extract<Step, { kind: 'get' }>;

/** The steps of a call that look up a record, with their places in the action. */
export const getsOf = ({ does }: Call): readonly { readonly step: number; readonly get: Get }[] =>
  (does?.steps ?? []).flatMap((get, step) => (get.kind === 'get' ? [{ step, get }] : []));

/** Whether the step looks up the sender: `get Person as p where p == me`. */
export function getsSender({ where: { node }, as }: Get): boolean {
  if (node?.kind !== 'binary' || node.operator !== '==') return false;
  const isSelf = (one: Node): boolean => isName(one, as?.text ?? '') || isName(one, 'self');
  return (isName(node.left, 'me') && isSelf(node.right)) || (isName(node.right, 'me') && isSelf(node.left));
}

/** All inputs of a call, in the order of its row. */
export function inputsOf(model: Model, call: Call): readonly Input[] {
  const written = writtenInto(model, call);
  const input = (name: string, place: Input['place'], more: Partial<Input> = {}): Input => ({
    name,
    place,
    path: [name],
    optional: place === 'query',
    type: call.types.get(name) ?? anyType,
    field: written.get(name)?.field ?? null,
    uses: written.get(name)?.uses ?? [],
    unique: isUnique(model, written.get(name)?.field ?? null),
    sought: soughtField(model, call, name),
    filter: filterOf(call, name),
    compared: comparedBy(model, call, name),
    paging: pagingOf(call, name),
    each: null,
    ...more,
  });
  const found = [...call.parameters.map(({ text }) => input(text, 'route')), ...call.query.map(({ name }) => input(name.text, 'query'))];
  const takes = (pattern: TakesPattern, path: readonly string[], optional: boolean): void => {
    for (const entry of pattern.entries) {
      const here = [...path, entry.key.text];
      if (entry.inside !== null) takes(entry.inside, here, optional || entry.optional);
      else found.push(input(entry.key.text, 'body', { path: here, optional: optional || entry.optional, each: entry.each }));
    }
  };
  if (call.takes !== null) takes(call.takes, [], false);
  return found;
}

const isUnique = ({ rules }: Model, field: Field | null): boolean =>
  field !== null &&
  (field.unique ||
    rules.some(
      ({ entity, must }) =>
        entity.text === field.entity && must.kind === 'unique' && must.fields.some(({ text }) => text === field.name.text),
    ));

interface Written {
  readonly field: Field | null;
  readonly uses: readonly string[];
}

/** For each name, the field or event parameter that a step writes it to. */
function writtenInto(model: Model, call: Call): ReadonlyMap<string, Written> {
  const found = new Map<string, Written>();
  const given = new Set([...call.types.keys()]);
  for (const step of call.does?.steps ?? []) {
    const target = targetOf(model, step);
    if (target === null) continue;
    // What is created or updated also gets the inputs that are called like its fields.
    const passed = 'with' in step && step.with !== null ? namedIn(step.with) : [];
    const isWhole = step.kind === 'create' || step.kind === 'update' || !('with' in step) || step.with === null;
    const pairs = [...passed, ...(isWhole ? [...given].map((name) => ({ name, field: name })) : [])];
    for (const { name, field } of pairs) {
      const one = target(field);
      if (one !== null && !found.has(name)) found.set(name, one);
    }
  }
  return found;
}

/**
 * Finds the field or parameter for a name that a step writes; null if the step writes no inputs.
 */
function targetOf(model: Model, step: Step): ((name: string) => Written | null) | null {
  const fieldOfEntity = (entity: string) => (name: string) => {
    const field = fieldOf(model, entity, name);
    return field === undefined || field.builtIn ? null : { field, uses: [`${entity}.${name}`] };
  };
  if (step.kind === 'create') return fieldOfEntity(step.entity.text);
  if (step.kind === 'sign-in' || step.kind === 'sign-up') return model.account === null ? null : fieldOfEntity(model.account.entity.text);
  if (step.kind === 'update') {
    const entity = recordType(step.target);
    return entity === null ? null : fieldOfEntity(entity);
  }
  if (step.kind !== 'event') return null;
  const entity = recordType(step.target);
  const event = entity === null ? undefined : eventOf(model, entity, step.event.text);
  if (entity === null || event === undefined) return null;
  return (name) => {
    const parameter = event.parameters.find((one) => one.name.text === name);
    if (parameter === undefined) return null;
    const parameterUses = `${entity}.${event.name}(${name})`;
    const own = parameter.field === null ? null : fieldOf(model, entity, parameter.field);
    const field = own ?? choicesWritten(model).get(parameterUses) ?? null;
    return { field, uses: field === null ? [parameterUses] : [parameterUses, `${field.entity}.${field.name.text}`] };
  };
}

/** The field with choices to which an effect writes a parameter, `Lesson.make up(place)`. */
const choicesWritten = memoizeByObject((model: Model): ReadonlyMap<string, Field> => {
  const found = new Map<string, Field>();
  for (const { kind, event, target, expression } of readersOf(model)) {
    if (kind !== 'effect' || event === null || target === null || expression.node?.kind !== 'name') continue;
    const [entity = '', name = ''] = target.split('.');
    const field = fieldOf(model, entity, name);
    if (field?.type.kind === 'enum' && expression.node.resolution.kind === 'bound')
      found.set(`${event.entity}.${event.name}(${expression.node.name})`, field);
  }
  return found;
});

const recordType = ({ type }: Expression): string | null => (type.kind === 'record' ? type.entity : null);

/** The names that a map passes on, also with another spelling: `{"email": lower(email)}`. */
function namedIn({ node }: Expression): readonly { readonly name: string; readonly field: string }[] {
  if (node?.kind !== 'map') return [];
  return node.entries.flatMap(({ key, value }) => {
    const inner = value.kind === 'call' && spellings.has(value.name) ? bare(value) : value;
    return key.kind === 'literal' && typeof key.value === 'string' && inner.kind === 'name' ? [{ name: inner.name, field: key.value }] : [];
  });
}

/**
 * The record and field that a name looks up: `get Comment as c where c.article.slug == slug` finds
 * Comment by article.slug.
 */
function soughtField(model: Model, call: Call, name: string): Input['sought'] {
  const type = call.types.get(name);
  for (const { step, get } of getsOf(call)) {
    if (!get.where.reads.bound.includes(name) || get.where.node === null) continue;
    const path = comparedWith(get.where.node, name, get.as?.text ?? null);
    if (path !== null && fieldOf(model, get.entity.text, path[0] ?? '') !== undefined) return { step, entity: get.entity.text, path };
  }
  // A parameter that is the record itself is looked up by id.
  if (type?.kind === 'record' && call.parameters.some(({ text }) => text === name)) return { step: -1, entity: type.entity, path: ['id'] };
  return null;
}

/** The field by which a list filters: `list Article where tag in tagList`. */
function filterOf({ does }: Call, name: string): Input['filter'] {
  for (const step of does?.steps ?? []) {
    if (step.kind !== 'list' || step.where === null || step.where.node === null) continue;
    const equal = comparedWith(step.where.node, name, step.as?.text ?? null);
    const path = equal ?? comparedWith(step.where.node, name, step.as?.text ?? null, ['<', '<=', '>', '>=']);
    if (path !== null) return { entity: step.entity.text, path, isOrdered: equal === null };
    const searched = searchedBy(step.where.node, name, step.as?.text ?? null);
    const [first] = searched;
    if (first !== undefined) return { entity: step.entity.text, path: first, searched };
  }
  return null;
}

/** `a == null or price <= a` compares `a` with price; other parts of the condition do not count. */
function comparedBy(model: Model, { does }: Call, name: string): Input['compared'] {
  return (does?.steps ?? []).flatMap((step) => {
    if (step.kind !== 'list' || step.where === null || step.where.node === null) return [];
    const found: (readonly string[])[] = [];
    for (const part of conjuncts(step.where.node)) {
      const paths: (readonly string[])[] = [];
      let isRead = false;
      visit(part, (node) => {
        isRead ||= isName(node, name);
        const path = pathOf(node, step.as?.text ?? null);
        if (path !== null && fieldOf(model, step.entity.text, path[0] ?? '') !== undefined) paths.push(path);
      });
      if (isRead) found.push(...paths);
    }
    return found;
  });
}

/** The fields that are searched for a text: `lower(title).contains(lower(words))`. */
function searchedBy(node: Node, name: string, variable: string | null): readonly (readonly string[])[] {
  const paths: (readonly string[])[] = [];
  visit(node, (inner) => {
    if (inner.kind !== 'call' || inner.target === null || inner.name !== 'contains') return;
    const [text] = inner.args;
    const path = text !== undefined && isName(bare(text), name) ? pathOf(bare(inner.target), variable) : null;
    if (path !== null) paths.push(path);
  });
  return paths;
}

const spellings = new Set(['lower', 'upper', 'trim']);

/** Strips function calls such as `lower`, `upper` and `trim`. */
const bare = (node: Node): Node => (node.kind === 'call' && node.target === null && node.args[0] !== undefined ? bare(node.args[0]) : node);

/** Whether a list takes its limit or its offset from the name; null: neither. */
export function pagingOf({ does }: Call, name: string): Input['paging'] {
  for (const step of does?.steps ?? []) {
    if (step.kind !== 'list') continue;
    if (step.limit?.reads.bound.includes(name)) return 'limit';
    if (step.offset?.reads.bound.includes(name)) return 'offset';
  }
  return null;
}

/** The field of a record that an expression compares with the name. */
function comparedWith(
  node: Node,
  name: string,
  variable: string | null,
  operators: readonly string[] = ['==', 'in'],
): readonly string[] | null {
  let path: readonly string[] | null = null;
  visit(node, (inner) => {
    if (path !== null || inner.kind !== 'binary' || !operators.includes(inner.operator)) return;
    const [one, other] = isName(inner.left, name) ? [inner.left, inner.right] : [inner.right, inner.left];
    if (isName(one, name)) path = pathOf(other, variable);
  });
  return path;
}

const isName = (node: Node, name: string): boolean => node.kind === 'name' && node.name === name;

/**
 * The path of `c.article.slug` or `self.author.username` without the first name, or of a bare field
 * name.
 */
function pathOf(node: Node, variable: string | null): readonly string[] | null {
  if (node.kind === 'name') return node.name === variable || node.name === 'self' ? [] : [node.name];
  if (node.kind !== 'select') return null;
  const before = pathOf(node.operand, variable);
  return before === null ? null : [...before, node.field];
}
