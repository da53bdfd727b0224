/**
 * A value as JSON: date and time as ISO text, duration as `PT4H` (ISO 8601), decimal and money as
 * text, files as FileData, json as it is.
 */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** What people call a record. */
export interface RecordLabel {
  readonly label: string;
  /**
   * Of a record without a name: its entity, and its number or the end of its id, so that another
   * language can call it.
   */
  readonly unnamed?: { readonly entity: string; readonly number: string };
}

export interface RecordData extends RecordLabel {
  readonly entity: string;
  readonly id: string;
  /** By field; absent if unreadable or not requested. Relations are RelationData or null. */
  readonly values: Readonly<Record<string, Json>>;
}

/** A relation's value. `screen` and `parameters` lead to its screen, if it may be opened. */
export interface RelationData extends RecordLabel {
  readonly entity: string;
  readonly id: string;
  readonly address: Address | null;
}

export interface FileData {
  readonly id: string;
  readonly name: string;
  readonly mediaType: string;
  readonly size: number;
}

/** A place in the product: a screen's name and its route's parameters. */
export interface Address {
  readonly screen: string;
  readonly parameters: Readonly<Record<string, string>>;
}
