import type { Environment } from '../environment.ts';
import type { Problem, Reads } from '../expression.ts';
import type { Node } from '../node.ts';
import type { Type } from '../types/type.ts';

type Report = { readonly suggestions?: readonly string[]; readonly subject?: string };

/** One expression being checked: what it has said wrong and looked at so far. */
export class Context {
  readonly environment: Environment;
  readonly source: string;
  readonly problems: Problem[] = [];
  /** Names that macros bind around the node that is looked at. */
  variables: ReadonlyMap<string, Type> = new Map();

  readonly self = new Set<string>();
  readonly row = new Set<string>();
  readonly old = new Set<string>();
  readonly fields = new Set<string>();
  readonly constants = new Set<string>();
  readonly entities = new Set<string>();
  readonly bound = new Set<string>();
  me = false;
  now = false;

  /** Bare uses of bound names that are also fields of the row, for the report of hidden names. */
  readonly hiding = new Map<string, Node>();

  constructor(environment: Environment, source: string) {
    this.environment = environment;
    this.source = source;
  }

  report(kind: Problem['kind'], place: { readonly from: number; readonly to: number }, message: string, more: Report = {}): void {
    const { suggestions = [], subject } = more;
    const problem: Problem = { kind, from: place.from, to: place.to, message, suggestions };
    this.problems.push(subject === undefined ? problem : { ...problem, subject });
  }

  /** Runs with one more name bound. */
  within<Result>(variable: string, type: Type, run: () => Result): Result {
    const before = this.variables;
    this.variables = new Map(before).set(variable, type);
    const result = run();
    this.variables = before;
    return result;
  }

  /** A node as it is in the source, shortened, in quotes. */
  quote(node: { readonly from: number; readonly to: number }): string {
    const text = this.source.slice(node.from, node.to);
    return `“${text.length > 40 ? `${text.slice(0, 39)}…` : text}”`;
  }

  fieldsOf(entity: string): ReadonlyMap<string, Type> {
    return this.environment.declarations.fields(entity);
  }

  reads(): Reads {
    const sorted = (names: ReadonlySet<string>): string[] => [...names].sort();
    const { self, row, environment } = this;
    return {
      // Without a record of the place, self is the row.
      self: sorted(environment.self === null ? new Set([...self, ...row]) : self),
      row: sorted(row),
      old: sorted(this.old),
      fields: sorted(this.fields),
      constants: sorted(this.constants),
      entities: sorted(this.entities),
      bound: sorted(this.bound),
      me: this.me,
      now: this.now,
    };
  }
}
