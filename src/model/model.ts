import type { Span } from '../base/span.ts';
import type { Action } from '../expression/action.ts';
import type { Declarations } from '../expression/environment.ts';
import type { Expression } from '../expression/expression.ts';
import type { SyntaxTree } from '../syntax/tree.ts';
import type { Call, View } from './ast/calls.ts';
import type { Assumption, Declaration, Hole, Misread, Reference, SectionInfo } from './ast/common.ts';
import type { Constant } from './ast/constants.ts';
import type { Entity } from './ast/entities.ts';
import type { ErrorEntry } from './ast/errors.ts';
import type { Invariant } from './ast/invariants.ts';
import type { LabelFacts, Word } from './ast/labels.ts';
import type { Message } from './ast/messages.ts';
import type { Person, Scenario } from './ast/people.ts';
import type { Account, Permission, Role } from './ast/roles.ts';
import type { Rule } from './ast/rules.ts';
import type { Screen } from './ast/screens.ts';
import type { Secret, Service } from './ast/services.ts';
import type { Machine } from './ast/states.ts';

/** The content of a document: every fact with its place, and holes and assumptions as values. */
export interface Model {
  readonly tree: SyntaxTree;
  /** The document's text. */
  readonly text: string;
  /** The name after `# Specification:`; otherwise the title's text, or `Untitled`. */
  readonly name: string;
  /**
   * Whether the text is a specification at all: it has such a title or at least one numbered
   * section.
   */
  readonly recognised: boolean;
  /**
   * `Language: de` of section 1, or the first of `Languages: de, en`, as a BCP 47 tag. Null: each
   * reader's own language.
   */
  readonly language: string | null;
  /** Every language offered to users, the document's own first; empty if section 1 names none. */
  readonly languages: readonly string[];
  /** Which of them a person reads, taken from their account record. */
  readonly readerLanguage: Expression | null;
  /** ``Time zone: `me.zone` `` of section 1. */
  readonly readerZone: Expression | null;
  /** The rows of the Word tables. */
  readonly words: readonly Word[];
  /** Always nine, in order. */
  readonly sections: readonly SectionInfo[];

  readonly people: readonly Person[];
  readonly scenarios: readonly Scenario[];
  readonly screens: readonly Screen[];
  readonly entities: readonly Entity[];
  readonly machines: readonly Machine[];
  readonly rules: readonly Rule[];
  /** Rows of section 5 that the explorer checks and the product does not enforce. */
  readonly invariants: readonly Invariant[];
  readonly roles: readonly Role[];
  readonly account: Account | null;
  /** Null: section 6 has no permissions, so everyone may do everything, as an assumption. */
  readonly permissions: readonly Permission[] | null;
  readonly calls: readonly Call[];
  readonly views: readonly View[];
  readonly errors: readonly ErrorEntry[];
  readonly errorBody: Expression | null;
  readonly messages: readonly Message[];
  readonly constants: readonly Constant[];
  readonly secrets: readonly Secret[];
  readonly services: readonly Service[];
  /** The labels that users read in place of names. */
  readonly labels: LabelFacts;

  readonly holes: readonly Hole[];
  readonly assumptions: readonly Assumption[];
  readonly references: readonly Reference[];
  /** Every declaration, including the second of two with one name. */
  readonly declared: readonly Declaration[];
  readonly misreads: readonly Misread[];
  readonly expressions: readonly PlacedExpression[];
  readonly actions: readonly PlacedAction[];
  readonly declarations: Declarations;
}

/** An expression and its place in the document. */
export interface PlacedExpression {
  readonly expression: Expression;
  readonly section: number;
  /** A phrase such as `the guard of Ticket.resolve`. */
  readonly place: string;
}

export interface PlacedAction {
  readonly action: Action;
  /** The entity of the record that it runs on, or null. */
  readonly self: string | null;
  readonly section: number;
  readonly place: string;
}

/** Anything with a place. */
export interface Placed {
  readonly span: Span;
}
