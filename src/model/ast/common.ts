import type { Span } from '../../base/span.ts';

/** A name where it is declared. */
export interface Name {
  readonly text: string;
  readonly span: Span;
}

/** What a name can refer to; also the kinds that the undefined-name rules speak of. */
export type Kind =
  | 'entity'
  | 'field'
  | 'state'
  | 'event'
  | 'role'
  | 'error'
  | 'message'
  | 'constant'
  | 'screen'
  | 'view'
  | 'example'
  | 'person'
  | 'rule'
  | 'call'
  | 'component'
  | 'service';

/** A name where it is used. `found` says whether something of that name is declared. */
export interface Reference {
  readonly kind: Kind;
  readonly text: string;
  readonly span: Span;
  /** 1 to 9. */
  readonly section: number;
  /** For fields, states and events: the entity in which it was looked up. */
  readonly within: string | null;
  readonly found: boolean;
  /** The nearest declared names, best first; empty when found. */
  readonly suggestions: readonly string[];
}

/**
 * A name where it is declared, for duplicates: the second of two within one scope is the mistake.
 */
export interface Declaration {
  readonly kind: Kind;
  readonly text: string;
  readonly span: Span;
  readonly section: number;
  /** For fields and states: the entity. */
  readonly within: string | null;
}

/**
 * A cell that does not say what its column asks for (a Required that is neither yes nor no; a
 * status that is no number).
 */
export interface Misread {
  readonly section: number;
  readonly span: Span;
  /** Says what, why, and what to do. */
  readonly message: string;
  /** The code of the rule that reports it. */
  readonly code: 'unknown-value' | 'unescaped-pipe' | 'misplaced' | 'near-miss' | 'bad-name';
  readonly suggestions: readonly { readonly title: string; readonly insert: string; readonly span: Span }[];
}

/** Something the document does not say. */
export interface Hole {
  /** 1 to 9. */
  readonly section: number;
  readonly span: Span;
  /** `section` when the whole section is not shown. */
  readonly kind: 'section' | 'cell' | 'required-cell' | 'constant';
  /**
   * What is not known, as a noun phrase: `section 6, roles and permissions`; `the value of
   * DAILY_LIMIT`.
   */
  readonly about: string;
  /** What follows: what is not enforced, or what is assumed instead. */
  readonly consequence: string;
}

/** What the product takes for granted so that it can run. */
export interface Assumption {
  readonly section: number;
  readonly span: Span;
  /** A sentence: `Section 6 is not shown: everyone may do everything.` */
  readonly text: string;
  /**
   * The text edit that writes it into the document, or null where the notation has no words for it.
   */
  readonly write: {
    readonly title: string;
    readonly edits: readonly { readonly from: number; readonly to: number; readonly insert: string }[];
  } | null;
}

/** How much a section says. */
export type SectionState = 'shown' | 'described' | 'assumed' | 'not shown';

export const sectionNames = ['people', 'screens', 'entities', 'states', 'rules', 'roles', 'calls', 'errors', 'constants'] as const;
export type SectionName = (typeof sectionNames)[number];

/** What each section is called in the notation. */
export const sectionTitles = [
  'What the product does and for whom',
  'Screens and routes',
  'Entities and their fields',
  'States and transitions',
  'Validation rules',
  'Roles and permissions',
  'The calls it makes',
  'The error catalogue',
  'Business constants and limits',
] as const;

export interface SectionInfo {
  /** 1 to 9. */
  readonly number: number;
  readonly name: SectionName;
  readonly title: string;
  readonly state: SectionState;
  /** The place of its heading, or null when the section is missing. */
  readonly heading: Span | null;
  /**
   * From the heading to the next one; an empty span at the end of the text when the section is
   * missing.
   */
  readonly span: Span;
}
