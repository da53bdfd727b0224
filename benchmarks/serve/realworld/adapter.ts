import type { Asked, CallName } from '../contender.ts';

/**
 * How an implementation of RealWorld that lies in a folder is started and filled. None of its code
 * is ours; this is what has to be known of it.
 */
export interface RealWorld {
  readonly name: string;
  /** `postgres`: its own database on the server that the others use too; `sqlite`: a file. */
  readonly database: 'postgres' | 'sqlite';
  /** Where it listens, if it cannot be told. */
  readonly port?: number;
  /** What is run in its folder: what makes its tables, one after the other, and the server. */
  commands(place: Place): { readonly prepare?: readonly Command[]; readonly serve: Command };
  /** How it is told where its database is and where to listen. */
  environment(place: Place): Readonly<Record<string, string>>;
  /** What is before the token. */
  readonly scheme: 'Token' | 'Bearer';
  /**
   * SQL that adds to `u1`, who has registered by then, the people `u2` to `u⟨people⟩` and the
   * articles `slug-1` to `slug-⟨articles⟩`, the first one the newest, with the tags b and a, by
   * `u⟨n mod people + 1⟩`.
   */
  fill(articles: number, people: number): string;
  /** The calls that it wants said in other words. */
  readonly said?: Partial<Readonly<Record<CallName, Asked>>>;
}

export interface Place {
  readonly folder: string;
  readonly port: number;
  /** `postgres://…` or `file:…`. */
  readonly database: string;
}

export type Command = readonly [program: string, ...args: string[]];
