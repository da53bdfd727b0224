import type { Step } from '../expression/action.ts';
import type { Expression } from '../expression/expression.ts';
import type { Node } from '../expression/node.ts';
import { anyType, type Type } from '../expression/types/type.ts';
import { visit } from '../expression/visit.ts';
import type { Call, TakesPattern } from '../model/ast/calls.ts';
import type { Field } from '../model/ast/entities.ts';
import { eventOf, fieldOf } from '../model/lookup.ts';
import type { Model } from '../model/model.ts';

/** A name that a request gives. */
export interface Input {
  readonly name: string;
  readonly place: 'route' | 'query' | 'body';
  /** In a body, the keys that lead to it. */
  readonly path: readonly string[];
  readonly optional: boolean;
  readonly type: Type;
  /** The field that it is written into; null: none, or not only that. */
  readonly field: Field | null;
  /** What `Ticket.subject` is compared with is also compared with this. */
  readonly uses: readonly string[];
  /** No other record may have the same. */
  readonly unique: boolean;
  /** The `get` that finds its record by it, and the field of that record, over relations. */
  readonly sought: { readonly step: number; readonly entity: string; readonly path: readonly string[] } | null;
  /** What a list compares with it: a field of its entity, over relations. */
  readonly filter: { readonly entity: string; readonly path: readonly string[]; readonly isPart?: true } | null;
  /** It says how many entries of a list are shown, or how many are left out before them. */
  readonly paging: 'limit' | 'offset' | null;
  /** The names of an entry where it is a list of lines. */
  readonly each: TakesPattern | null;
}

type Get = Extract<Step, { kind: 'get' }>;

/** The steps of a call that find a record, with their places in the action. */
export const getsOf = ({ does }: Call): readonly { readonly step: number; readonly get: Get }[] =>
  (does?.steps ?? []).flatMap((get, step) => (get.kind === 'get' ? [{ step, get }] : []));

/** Everything that a request of a call can give, in the order of its row. */
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

/** By name: the field or parameter that a step writes it into. */
function writtenInto(model: Model, call: Call): ReadonlyMap<string, Written> {
  const found = new Map<string, Written>();
  const given = new Set([...call.types.keys()]);
  for (const step of call.does?.steps ?? []) {
    const target = targetOf(model, step);
    if (target === null) continue;
    const pairs = 'with' in step && step.with !== null ? namedIn(step.with) : [...given].map((name) => ({ name, field: name }));
    for (const { name, field } of pairs) {
      const one = target(field);
      if (one !== null && !found.has(name)) found.set(name, one);
    }
  }
  return found;
}

/** What a name means to the entity, or the event, that a step writes. */
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
    const field = parameter.field === null ? null : (fieldOf(model, entity, parameter.field) ?? null);
    const parameterUses = `${entity}.${event.name}(${name})`;
    return { field, uses: field === null ? [parameterUses] : [parameterUses, `${entity}.${field.name.text}`] };
  };
}

const recordType = ({ type }: Expression): string | null => (type.kind === 'record' ? type.entity : null);

/** `{"email": email}`: the names that an entry passes on unchanged. */
function namedIn({ node }: Expression): readonly { readonly name: string; readonly field: string }[] {
  if (node?.kind !== 'map') return [];
  return node.entries.flatMap(({ key, value }) =>
    key.kind === 'literal' && typeof key.value === 'string' && value.kind === 'name' ? [{ name: value.name, field: key.value }] : [],
  );
}

/** `get Comment as c where c.article.slug == slug`: Comment, by article.slug. */
function soughtField(model: Model, call: Call, name: string): Input['sought'] {
  const type = call.types.get(name);
  for (const { step, get } of getsOf(call)) {
    if (!get.where.reads.bound.includes(name) || get.where.node === null) continue;
    const path = comparedWith(get.where.node, name, get.as?.text ?? null);
    if (path !== null && fieldOf(model, get.entity.text, path[0] ?? '') !== undefined) return { step, entity: get.entity.text, path };
  }
  // A parameter that is the record itself: its id.
  if (type?.kind === 'record' && call.parameters.some(({ text }) => text === name)) return { step: -1, entity: type.entity, path: ['id'] };
  return null;
}

/** `list Article where tag in tagList && self.author.username == author`. */
function filterOf({ does }: Call, name: string): Input['filter'] {
  for (const step of does?.steps ?? []) {
    if (step.kind !== 'list' || step.where === null || step.where.node === null) continue;
    const path = comparedWith(step.where.node, name, step.as?.text ?? null, ['==', 'in', '<', '<=', '>', '>=']);
    if (path !== null) return { entity: step.entity.text, path };
    const searched = searchedBy(step.where.node, name, step.as?.text ?? null);
    if (searched !== null) return { entity: step.entity.text, path: searched, isPart: true };
  }
  return null;
}

/** `lower(title).contains(lower(words))`: the field that a text is looked for in. */
function searchedBy(node: Node, name: string, variable: string | null): readonly string[] | null {
  let path: readonly string[] | null = null;
  visit(node, (inner) => {
    if (path !== null || inner.kind !== 'call' || inner.target === null || inner.name !== 'contains') return;
    const [text] = inner.args;
    if (text !== undefined && isName(bare(text), name)) path = pathOf(bare(inner.target), variable);
  });
  return path;
}

/** Without `lower`, `upper` and `trim` around it. */
const bare = (node: Node): Node => (node.kind === 'call' && node.target === null && node.args[0] !== undefined ? bare(node.args[0]) : node);

/** Whether a list takes how many entries it shows, or leaves out, from the name. */
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

/** `c.article.slug` and `self.author.username` without their first name; a bare field name. */
function pathOf(node: Node, variable: string | null): readonly string[] | null {
  if (node.kind === 'name') return node.name === variable || node.name === 'self' ? [] : [node.name];
  if (node.kind !== 'select') return null;
  const before = pathOf(node.operand, variable);
  return before === null ? null : [...before, node.field];
}
