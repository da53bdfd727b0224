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
  /** Their types: what a part of the address must be read as. */
  readonly types: ReadonlyMap<string, Type>;
  readonly about: Name | null;
  /**
   * The field of `about` that the last parameter finds the record by: a field's name or `id`; null
   * without `about`.
   */
  readonly foundBy: string | null;
  /** Empty: everyone who may read what it shows. */
  readonly roles: readonly Name[];
  /** Is it listed in the menu? */
  readonly inMenu: boolean;
  /** The group of the menu that it is listed in; null: none. */
  readonly group: string | null;
  /** The count beside it in the menu. */
  readonly badge: Expression | null;
  readonly icon: IconName | null;
  readonly description: string;
  readonly span: Span;
  /** The screen's own heading, or null. */
  readonly heading: Span | null;
  readonly parts: readonly Part[];
  /** The parts are not in the document but assumed. */
  readonly assumed: boolean;
  /**
   * An assumed screen beside those of the document, to administer the records of this entity.
   * Absent: any other screen.
   */
  readonly administers?: string;
}

interface PartBase {
  /** Path of indices from the screen's parts, `0.2.1`: the part's address within its screen. */
  readonly id: string;
  /** The bullet with its nested bullets. An assumed part has the screen's span. */
  readonly span: Span;
  /** `when …`: shown only while it holds. */
  readonly when: Expression | null;
  /** `for ROLES`; empty: everybody. */
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
  /** `starts when …`: asked for only while this holds of the record as it would be. */
  readonly when: Expression | null;
  /**
   * `lines (text, price)`: the fields of each line. Null: not a list of lines. `entity` is null
   * where the field is none.
   */
  readonly lines: { readonly entity: string | null; readonly fields: readonly FieldUse[] } | null;
}

/** What a part shows of a record: a field, or the value of a path or an expression. */
export interface Column extends FieldUse {
  /** `as "Lines"`; null: it is called by what it shows. */
  readonly title: string | null;
  /** Null: the field called `name`. Else `name` is a key that no field has. */
  readonly value: Expression | null;
  /** The field that a path ends in (`item.owner.name`: name of Member); null: it is no path. */
  readonly end: { readonly entity: string; readonly field: string } | null;
}

/** An order of records: by a field, or by a value like that of a column. */
export interface ColumnSorting extends Sorting {
  readonly value: Expression | null;
}

/** What the record-showing parts share: `of E [where …]: columns` and the options. */
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

/** The fields of a message: who said what, when. */
export interface Talk {
  readonly who: string;
  readonly when: string;
  readonly text: string;
}

export type Part = PartBase & PartContent;
export type PartKind = PartContent['kind'];

export type PartContent =
  /** `talk`: it reads as messages; null: a table. */
  | ({ readonly kind: 'list'; readonly talk: Talk | null } & Listing)
  | ({ readonly kind: 'cards' } & Listing)
  | ({ readonly kind: 'board'; readonly by: FieldUse } & Listing)
  | ({ readonly kind: 'calendar'; readonly by: FieldUse; readonly to: FieldUse | null; readonly colour: FieldUse | null } & Listing)
  | { readonly kind: 'timeline'; readonly entity: Name }
  | {
      readonly kind: 'chart';
      readonly aggregate: 'count' | 'sum' | 'avg' | 'min' | 'max';
      readonly entity: Name;
      /** The field that is added up; null for count. */
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
      /**
       * For create, and for edit the entity of the record that is edited (null when it cannot be
       * known).
       */
      readonly entity: Name | null;
      /** `form to edit me`: which record; null: the one the screen is about. */
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
  /** The screen has a version on paper; the part's caption is its title there. */
  | { readonly kind: 'print' }
  | { readonly kind: 'sign-in' }
  | { readonly kind: 'sign-up' }
  /** `count`: the number beside the title. */
  | { readonly kind: 'section'; readonly title: string; readonly count: Expression | null; readonly parts: readonly Part[] }
  | { readonly kind: 'columns'; readonly parts: readonly Part[] }
  | { readonly kind: 'tabs'; readonly parts: readonly Part[] }
  | { readonly kind: 'component'; readonly name: Name; readonly properties: Expression | null }
  /**
   * A bullet that is a hole (`?`, `not shown`) or that begins like a part and cannot be read;
   * `problem` says why.
   */
  | { readonly kind: 'unread'; readonly text: string; readonly hole: boolean; readonly problem: string };
