import { own } from '../../base/own.ts';
import { isIdentifier } from '../../model/reading/cell-forms.ts';
import { isBuiltIn } from '../names.ts';
import { type ApiDocument, isNode, listAt, type Node, nodeAt } from './document.ts';
import { typesOf } from './field.ts';

/**
 * Returns the pattern of a request body and its top-level keys, or null if the body is not an
 * object with keys.
 */
export function takesPattern(
  api: ApiDocument,
  schema: unknown,
  path: string,
  isEntity: (node: Node) => boolean,
): { readonly pattern: string; readonly keys: readonly string[] } | null {
  const taken = new Set<string>();
  const pattern = patternOf(api, schema, path, isEntity, taken, 0);
  return pattern === null ? null : { pattern, keys: [...taken] };
}

/**
 * `taken` contains all bound names, because each may be bound only once, nested objects included.
 */
function patternOf(
  api: ApiDocument,
  given: unknown,
  path: string,
  isEntity: (node: Node) => boolean,
  taken: Set<string>,
  depth: number,
): string | null {
  const schema = api.resolved(given);
  const required = [...listAt(schema, 'required'), ...combined(api, schema).flatMap((part) => listAt(part, 'required'))];
  const properties = Object.entries(
    Object.assign({}, ...combined(api, schema).map((part) => nodeAt(part, 'properties')), nodeAt(schema, 'properties')) as Node,
  );
  const entries = properties.flatMap(([key, value]): string[] => {
    const node = isNode(value) ? value : {};
    const inner = api.resolved(node);
    if (own(inner, 'readOnly') === true) return [];
    if (depth === 0 && isBuiltIn(key)) {
      api.reportLoss(`${path}.${key}`, 'The product sets this field itself, so it was left out.');
      return [];
    }
    if (!isIdentifier(key) || taken.has(key)) {
      api.reportLoss(
        `${path}.${key}`,
        taken.has(key) ? 'Another key has this name, so it was left out.' : 'The key is not a valid name, so it was left out.',
      );
      return [];
    }
    const optional = required.includes(key) && own(inner, 'nullable') !== true ? '' : '?';
    const isObject = depth < 3 && !isEntity(node) && Object.keys(nodeAt(inner, 'properties')).length > 0;
    if (isObject) {
      const inside = patternOf(api, inner, `${path}.${key}`, isEntity, taken, depth + 1);
      if (inside !== null) return [`${key}${optional === '?' && !hasOptionalOnly(inner) ? '?' : ''}: ${inside}`];
    }
    taken.add(key);
    const items = own(inner, 'items');
    const isLines =
      depth === 0 &&
      isNode(items) &&
      own(items, '$ref') === undefined &&
      typesOf(inner).includes('array') &&
      Object.keys(nodeAt(items, 'properties')).length > 0;
    const each = isLines ? patternOf(api, items, `${path}.${key}.items`, isEntity, new Set(), 3) : null;
    return [`${key}${optional}${each === null ? '' : `: [${each}]`}`];
  });
  if (entries.length === 0) return null;
  return `{${[...entries, ...(own(schema, 'additionalProperties') === true ? ['...'] : [])].join(', ')}}`;
}

const combined = (api: ApiDocument, schema: Node): readonly Node[] => listAt(schema, 'allOf').map((part) => api.resolved(part));

/** An object whose keys are all optional is itself optional. */
const hasOptionalOnly = (schema: Node): boolean => listAt(schema, 'required').length === 0;
