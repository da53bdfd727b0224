import type { Span } from '../../base/span.ts';

/** A name where it is declared. */
export interface Name {
  readonly text: string;
  readonly span: Span;
}

/** What a name can refer to; the undefined-name rules use the same kinds. */
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

/** A name where it is used. `found` tells whether a matching declaration exists. */
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
 * A declaration of a name, used to find duplicates: of two in one scope, the second is the mistake.
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
 * A cell whose text its column does not allow (a Required that is neither yes nor no; a non-numeric
 * status).
 */
export interface Misread {
  readonly section: number;
  readonly span: Span;
  /** Names the problem, the reason, and the remedy. */
  readonly message: string;
  /** The code of the rule that reports it. */
  readonly code: 'unknown-value' | 'unescaped-pipe' | 'misplaced' | 'near-miss' | 'table-not-read' | 'bad-name';
  /** The only suggestion is what is meant, whatever the text is like. */
  readonly certain?: boolean;
  readonly suggestions: readonly Suggestion[];
}

/** A text for a place, and for other cells of the same row. */
export interface Suggestion {
  readonly title: string;
  readonly insert: string;
  readonly span: Span;
  /** Texts by the headers of their columns, which are added where the table lacks them. */
  readonly cells?: Readonly<Record<string, string>>;
  /** Rows that are added to section 5. */
  readonly rules?: readonly { readonly on: string; readonly mustHold: string; readonly name: string }[];
}

/** Information that the document leaves out. */
export interface Hole {
  /** 1 to 9. */
  readonly section: number;
  readonly span: Span;
  /** `section` if the whole section is not shown. */
  readonly kind: 'section' | 'cell' | 'required-cell' | 'constant';
  /**
   * The missing information as a noun phrase: `section 6, roles and permissions`; `the value of
   * DAILY_LIMIT`.
   */
  readonly about: string;
  /** The consequence: which check is skipped, or what is assumed instead. */
  readonly consequence: string;
}

/** A default that the product applies so that it can run. */
export interface Assumption {
  readonly section: number;
  readonly span: Span;
  /** A sentence: `Section 6 is not shown: everyone may do everything.` */
  readonly text: string;
  /**
   * The text edit that writes it into the document, or null where the notation cannot express it.
   */
  readonly write: {
    readonly title: string;
    readonly edits: readonly { readonly from: number; readonly to: number; readonly insert: string }[];
  } | null;
}

/** How completely the document specifies a section. */
export type SectionState = 'shown' | 'described' | 'assumed' | 'not shown';

export const sectionNames = ['people', 'screens', 'entities', 'states', 'rules', 'roles', 'calls', 'errors', 'constants'] as const;
export type SectionName = (typeof sectionNames)[number];

/** The title of each section in the notation. */
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
  /** The span of its heading; null if the section is missing. */
  readonly heading: Span | null;
  /**
   * From the heading to the next one; an empty span at the end of the text if the section is
   * missing.
   */
  readonly span: Span;
}
