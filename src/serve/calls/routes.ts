import type { Call } from '../../model/ast/calls.ts';

/** The call that a request addresses, and the decoded parameters of its route. */
export interface Matched {
  readonly call: Call;
  readonly parameters: ReadonlyMap<string, string>;
}

/** No call has this path, or only calls with other methods have it. */
export interface Unmatched {
  readonly call: null;
  /** The methods that the path accepts, sorted; empty if no call has the path. */
  readonly methods: readonly string[];
}

export type Match = Matched | Unmatched;

interface Branch {
  readonly words: Map<string, Branch>;
  parameter: Branch | null;
  /** By method. Calls with the same shape may name their parameters differently. */
  readonly calls: Map<string, Call>;
}

const branch = (): Branch => ({ words: new Map(), parameter: null, calls: new Map() });

/**
 * The calls as a tree of path segments. A literal segment wins over a parameter (`/articles/feed`
 * before `/articles/:slug`); of two calls with the same shape the first wins. A trailing slash
 * makes no difference.
 */
export class Routes {
  readonly #root = branch();
  /** The name of the parameter at each segment; null for a literal segment. */
  readonly #parameters = new Map<Call, readonly (string | null)[]>();

  constructor(calls: readonly Call[]) {
    for (const call of calls) {
      let at = this.#root;
      for (const segment of segmentsOf(call.path)) {
        if (segment.startsWith(':')) at = at.parameter ??= branch();
        else {
          const next = at.words.get(segment) ?? branch();
          at.words.set(segment, next);
          at = next;
        }
      }
      if (!at.calls.has(call.method)) at.calls.set(call.method, call);
      this.#parameters.set(
        call,
        segmentsOf(call.path).map((segment) => (segment.startsWith(':') ? segment.slice(1) : null)),
      );
    }
  }

  match(method: string, path: string): Match {
    const segments: string[] = [];
    for (const segment of segmentsOf(path)) {
      const decoded = decode(segment);
      if (decoded === null) return { call: null, methods: [] };
      segments.push(decoded);
    }
    const methods = new Set<string>();
    const call = find(this.#root, segments, 0, method, methods);
    if (call === null) return { call, methods: [...methods].sort() };
    const parameters = new Map<string, string>();
    this.#parameters.get(call)?.forEach((name, index) => {
      if (name !== null) parameters.set(name, segments[index] ?? '');
    });
    return { call, parameters };
  }
}

function find(at: Branch, segments: readonly string[], index: number, method: string, methods: Set<string>): Call | null {
  const segment = segments[index];
  if (segment === undefined) {
    for (const known of at.calls.keys()) methods.add(known);
    return at.calls.get(method) ?? null;
  }
  const word = at.words.get(segment);
  const found = word === undefined ? null : find(word, segments, index + 1, method, methods);
  if (found !== null || at.parameter === null || segment === '') return found;
  return find(at.parameter, segments, index + 1, method, methods);
}

/** Without the first and the last slash. */
const segmentsOf = (path: string): string[] =>
  path.slice(path.startsWith('/') ? 1 : 0, path.length > 1 && path.endsWith('/') ? -1 : undefined).split('/');

/**
 * Decodes a segment. Null if a `%` is not followed by two hexadecimal digits, or the bytes are not
 * UTF-8.
 */
function decode(segment: string): string | null {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}
