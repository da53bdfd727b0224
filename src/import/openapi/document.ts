import { own } from '../../base/own.ts';
import { NotReadable } from '../draft.ts';

export type Node = Readonly<Record<string, unknown>>;

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
export const nodeAt = (value: unknown, key: string): Node => {
  const found = isNode(value) ? own(value, key) : undefined;
  return isNode(found) ? found : {};
};
export const listAt = (value: unknown, key: string): readonly unknown[] => {
  const found = isNode(value) ? own(value, key) : undefined;
  return Array.isArray(found) ? found : [];
};
export const textAt = (value: unknown, key: string): string => {
  const found = isNode(value) ? own(value, key) : undefined;
  return typeof found === 'string' ? found : '';
};

/** An API description: OpenAPI 3, or Swagger 2 presented with the structure of OpenAPI 3. */
export class ApiDocument {
  readonly root: Node;
  readonly isSwagger: boolean;
  /** Reports something that was not carried over, at a path of keys. */
  readonly reportLoss: (path: string, message: string) => void;

  constructor(root: Node, reportLoss: (path: string, message: string) => void) {
    this.root = root;
    this.reportLoss = reportLoss;
    this.isSwagger = textAt(root, 'swagger').startsWith('2');
    if (!this.isSwagger && !/^3\./.test(textAt(root, 'openapi'))) throw new NotReadable('Only OpenAPI 3 and Swagger 2 are read.');
  }

  get schemas(): Node {
    return this.isSwagger ? nodeAt(this.root, 'definitions') : nodeAt(nodeAt(this.root, 'components'), 'schemas');
  }

  /**
   * Returns the name of the schema that a reference points to; null if the node is no reference or
   * points into another file.
   */
  schemaName(node: Node): string | null {
    const [, name] = /^#\/(?:components\/schemas|definitions)\/([^/]+)$/.exec(textAt(node, '$ref')) ?? [];
    return name === undefined ? null : unescaped(name);
  }

  /** Follows up to ten references. A broken reference resolves to an empty object. */
  resolved(value: unknown): Node {
    let node = isNode(value) ? value : {};
    for (let steps = 0; steps < 10 && typeof own(node, '$ref') === 'string'; steps++) node = this.#target(textAt(node, '$ref'));
    return typeof own(node, '$ref') === 'string' ? {} : node;
  }

  #target(reference: string): Node {
    if (!reference.startsWith('#/')) {
      this.reportLoss(reference, 'This reference leads to another file, which was not read.');
      return {};
    }
    let found: unknown = this.root;
    for (const key of reference.slice(2).split('/')) {
      const name = unescaped(key);
      found = Array.isArray(found) ? found[Number(name)] : isNode(found) ? own(found, name) : undefined;
    }
    return isNode(found) ? found : {};
  }

  /** Reports a loss for each key of the node that was not carried over. */
  reportUnread(node: Node, path: string, carried: readonly string[]): void {
    for (const key of Object.keys(node)) if (!carried.includes(key)) this.reportLoss(`${path}.${key}`, `“${key}” was not carried over.`);
  }
}

function unescaped(key: string): string {
  try {
    return decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch (error) {
    if (error instanceof URIError) return key;
    throw error;
  }
}
