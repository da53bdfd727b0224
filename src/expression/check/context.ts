import type { Environment } from '../environment.ts';
import type { Problem, Reads } from '../expression.ts';
import type { Node } from '../node.ts';
import type { Type } from '../types/type.ts';

type Report = Partial<Pick<Problem, 'suggestions' | 'subject' | 'entity' | 'certain'>>;

/** The state of checking one expression: its problems and reads so far. */
export class Context {
  readonly environment: Environment;
  readonly source: string;
  readonly problems: Problem[] = [];
  /** Names bound by the macros around the current node. */
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

  /** Unqualified uses of bound names that are also fields of the row, for `reportHidden`. */
  readonly hiding = new Map<string, Node>();

  /** What is added to or subtracted from something: the only place for `months(n)`. */
  readonly added = new Set<Node>();

  constructor(environment: Environment, source: string) {
    this.environment = environment;
    this.source = source;
  }

  report(kind: Problem['kind'], place: { readonly from: number; readonly to: number }, message: string, more: Report = {}): void {
    this.problems.push({ kind, from: place.from, to: place.to, message, suggestions: [], ...more });
  }

  /** Runs `run` with one more name bound. */
  within<Result>(variable: string, type: Type, run: () => Result): Result {
    const before = this.variables;
    this.variables = new Map(before).set(variable, type);
    const result = run();
    this.variables = before;
    return result;
  }

  /** The source text of a node, shortened to 40 characters, in quotes. */
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
      // Without a current record, `self` means the row.
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
