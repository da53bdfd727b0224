import { isIdentifier } from '../../model/reading/cell-forms.ts';
import type { Node } from './document.ts';
import type { About, ApiEntities } from './entities.ts';

export interface Described {
  readonly method: string;
  /** `/pets/:petId`. */
  readonly address: string;
  readonly path: string;
  /** `limit=20`. */
  readonly query: readonly string[];
  readonly takes: readonly string[];
  readonly body: Node | null;
  readonly answer: Node | null;
  /** The names that the call binds. */
  readonly taken: readonly string[];
}

/**
 * Infers the action of a call that follows REST conventions. Returns null if it can't be inferred.
 */
export function inferAction(entities: ApiEntities, call: Described): { readonly does: string; readonly returns: string } | null {
  const { method, address } = call;
  const segments = address.split('/').filter((segment) => segment !== '');
  const last = segments.at(-1) ?? '';
  const found = aboutOf(entities, call, segments);
  if (found === null) return null;
  const { entity } = found;
  const bound = (words: string): string => {
    let name = words.charAt(0).toLowerCase() + words.slice(1);
    while (call.taken.includes(name) || !isIdentifier(name) || [...entities.fieldsOf(entity).values()].includes(name))
      name = `${name}Found`;
    return name;
  };
  const one = bound(entity);
  const get = (): string | null => {
    if (!/^:\w+$/.test(last)) return null;
    const parameter = last.slice(1);
    const fields = entities.fieldsOf(entity);
    const field = parameter !== 'id' ? fields.get(parameter) : undefined;
    return `get ${entity} as ${one} where ${one}.${field ?? 'id'} == ${parameter}`;
  };
  const isNested = segments.filter((segment) => segment.startsWith(':')).length > (last.startsWith(':') ? 1 : 0);
  // A nested path does not say which field of the record refers to the parent.
  if (isNested) return null;
  switch (method) {
    case 'get': {
      if (last.startsWith(':')) {
        const does = get();
        return does === null ? null : { does, returns: answer(found, one) };
      }
      if (!found.isList) return null;
      const list = bound(`${entity}List`);
      return { does: [`list ${entity} as ${list}`, ...conditions(entities, entity, call)].join(' '), returns: answer(found, list) };
    }
    case 'post':
      if (last.startsWith(':') || (call.takes.length === 0 && call.body !== null)) return null;
      return call.body === null ? null : { does: `create ${entity} as ${one}`, returns: call.answer === null ? '' : one };
    case 'put':
    case 'patch': {
      const does = get();
      return does === null || call.takes.length === 0 ? null : { does: `${does}; update ${one}`, returns: call.answer === null ? '' : one };
    }
    case 'delete': {
      const does = get();
      return does === null ? null : { does: `${does}; delete ${one}`, returns: '' };
    }
    default:
      return null;
  }
}

/** Returns the filters for query parameters that are fields, and the page limits. */
function conditions(entities: ApiEntities, entity: string, { query }: Described): string[] {
  const names = query.map((one) => one.replace(/=.*$/s, ''));
  const fields = names.filter((name) => entities.fieldsOf(entity).get(name) === name && name !== 'id');
  const where = fields.map((name) => `(${name} == null || self.${name} == ${name})`);
  return [
    ...(where.length === 0 ? [] : [`where ${where.join(' && ')}`]),
    ...(names.includes('limit') ? ['limit limit'] : []),
    ...(names.includes('offset') ? ['offset offset'] : []),
  ];
}

function aboutOf(entities: ApiEntities, { method, body, answer }: Described, segments: readonly string[]): About | null {
  const answered = entities.about(answer);
  if (answered !== null && method === 'get') return answered;
  const given = method === 'get' || method === 'delete' ? null : entities.about(body);
  const noun = segments.filter((segment) => !segment.startsWith(':')).at(-1) ?? '';
  const named = entities.named(noun);
  if (given !== null && !given.isList) return { ...given, entity: named ?? given.entity };
  if (named !== null) return { entity: named, isList: true };
  return answered !== null && !answered.isList ? answered : null;
}

/** Wraps the response in the object that the schema describes: `{"pets": pets}`. */
const answer = ({ keys = [] }: About, name: string): string => keys.reduceRight((inner, key) => `{${JSON.stringify(key)}: ${inner}}`, name);
