import type { Span } from '../../base/span.ts';
import type { Action, Sorting } from '../../expression/action.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Type } from '../../expression/types/type.ts';
import type { IconName } from '../vocabulary.ts';
import type { Name } from './common.ts';

/** A row of the table Screen | Route | About | Roles, with the parts under its heading. */
export interface Screen {
  readonly name: Name;
  /** `/tickets/:number`, as written. */
  readonly route: string;
  readonly routeSpan: Span;
  /** The names of the route's parameters, in order. */
  readonly parameters: readonly string[];
  /** The types that their values in the URL must have. */
  readonly types: ReadonlyMap<string, Type>;
  readonly about: Name | null;
  /**
   * The field of `about` that the last parameter identifies the record by (a field's name or `id`);
   * null without `about`.
   */
  readonly foundBy: string | null;
  /** Empty: everyone who may read its contents. */
  readonly roles: readonly Name[];
  /** Whether the menu lists it. */
  readonly inMenu: boolean;
  /** The menu group that lists it; null: none. */
  readonly group: string | null;
  /** The count shown beside it in the menu. */
  readonly badge: Expression | null;
  readonly icon: IconName | null;
  readonly description: string;
  readonly span: Span;
  /** The screen's own heading, or null. */
  readonly heading: Span | null;
  readonly parts: readonly Part[];
  /** The parts are assumed rather than written in the document. */
  readonly assumed: boolean;
  /**
   * The entity whose records this screen administers, if it is assumed beside the document's own
   * screens. Absent on all other screens.
   */
  readonly administers?: string;
}

interface PartBase {
  /** The part's address within its screen: a path of indices such as `0.2.1`. */
  readonly id: string;
  /** The bullet with its nested bullets. For an assumed part, the screen's span. */
  readonly span: Span;
  /** `when …`: shown only while it is true. */
  readonly when: Expression | null;
  /** `for ROLES`; empty: everyone. */
  readonly roles: readonly Name[];
  /** `as "My loans"`; null: none. */
  readonly caption: string | null;
}

/** A field named in a part. */
export interface FieldUse {
  readonly name: Name;
}

/** A field that a form asks for. */
export interface FormField extends FieldUse {
  /** `starts when …`: asked for only while this is true for the record with the input applied. */
  readonly when: Expression | null;
  /**
   * `lines (text, price)`: the fields of each line. Null: no list of lines. `entity` is null if
   * lines are written for a field that has none.
   */
  readonly lines: { readonly entity: string | null; readonly fields: readonly FieldUse[] } | null;
}

/** A column of a record: a field, or the value of a path or an expression. */
export interface Column extends FieldUse {
  /** `as "Lines"`; null: the title comes from the field or path. */
  readonly title: string | null;
  /** Null: the field called `name`. Otherwise `name` is a key that no field has. */
  readonly value: Expression | null;
  /** The field at the end of a path (`item.owner.name`: `name` of Member); null: not a path. */
  readonly end: { readonly entity: string; readonly field: string } | null;
}

/** A sort order: by a field, or by an expression as in a column. */
export interface ColumnSorting extends Sorting {
  readonly value: Expression | null;
}

/** What all parts that show records have in common: `of E [where …]: columns` and the options. */
export interface Listing {
  readonly entity: Name;
  readonly where: Expression | null;
  readonly fields: readonly Column[];
  readonly sort: readonly ColumnSorting[];
  readonly search: readonly Column[];
  readonly filter: readonly FieldUse[];
  readonly groupBy: FieldUse | null;
  readonly perPage: number | null;
  readonly open: Name | null;
  readonly bulk: readonly Name[];
  readonly edit: readonly FieldUse[];
  readonly empty: string | null;
}

/** The fields that make a record a message: its author, time and text. */
export interface MessageFields {
  readonly who: string;
  readonly when: string;
  readonly text: string;
}

export type Part = PartBase & PartContent;
export type PartKind = PartContent['kind'];

export type PartContent =
  /** `talk`: shown as messages; null: a table. */
  | ({ readonly kind: 'list'; readonly talk: MessageFields | null } & Listing)
  | ({ readonly kind: 'cards' } & Listing)
  | ({ readonly kind: 'board'; readonly by: FieldUse } & Listing)
  | ({ readonly kind: 'calendar'; readonly by: FieldUse; readonly to: FieldUse | null; readonly colour: FieldUse | null } & Listing)
  | { readonly kind: 'timeline'; readonly entity: Name }
  | {
      readonly kind: 'chart';
      readonly aggregate: 'count' | 'sum' | 'avg' | 'min' | 'max';
      readonly entity: Name;
      /** The field to add up; null for a count. */
      readonly field: FieldUse | null;
      readonly where: Expression | null;
      readonly by: FieldUse;
      readonly per: 'day' | 'week' | 'month' | 'year' | null;
      readonly as: 'bar' | 'line' | 'area' | 'pie';
    }
  | { readonly kind: 'figure'; readonly label: string; readonly value: Expression }
  | { readonly kind: 'details'; readonly fields: readonly Column[] }
  | {
      readonly kind: 'form';
      readonly purpose: 'create' | 'edit';
      /** The entity to create or edit; null for an edit form whose record type is unknown. */
      readonly entity: Name | null;
      /** `form to edit me`: the record to edit; null: the one that the screen is about. */
      readonly target: Expression | null;
      readonly fields: readonly FormField[];
      readonly with: Expression | null;
      /** `then open SCREEN`. */
      readonly then: Name | null;
    }
  /** `captions`: quoted labels by event; null: none. */
  | {
      readonly kind: 'buttons';
      readonly events: readonly Name[];
      readonly delete: boolean;
      readonly captions: ReadonlyMap<string, string> | null;
    }
  | { readonly kind: 'button'; readonly label: string; readonly action: Action }
  | { readonly kind: 'link'; readonly label: string; readonly screen: Name }
  | { readonly kind: 'text'; readonly markdown: string }
  /** The screen has a printable version; the part's caption is its title there. */
  | { readonly kind: 'print' }
  | { readonly kind: 'sign-in' }
  | { readonly kind: 'sign-up' }
  /** `count`: the number shown beside the title. */
  | { readonly kind: 'section'; readonly title: string; readonly count: Expression | null; readonly parts: readonly Part[] }
  | { readonly kind: 'columns'; readonly parts: readonly Part[] }
  | { readonly kind: 'tabs'; readonly parts: readonly Part[] }
  | { readonly kind: 'component'; readonly name: Name; readonly properties: Expression | null }
  /**
   * A bullet that is a hole (`?`, `not shown`), or that begins like a part but cannot be read;
   * `problem` explains why.
   */
  | { readonly kind: 'unread'; readonly text: string; readonly hole: boolean; readonly problem: string };
