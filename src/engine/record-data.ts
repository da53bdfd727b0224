/**
 * A value as JSON: date and time as ISO text, duration as `PT4H` (ISO 8601), decimal and money as
 * text, files as FileData, json unchanged.
 */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** The label of a record on screens. */
export interface RecordLabel {
  readonly label: string;
  /**
   * For a record without a name: its entity, and its number or the end of its id, from which other
   * languages build the label.
   */
  readonly unnamed?: { readonly entity: string; readonly number: string };
}

export interface RecordData extends RecordLabel {
  readonly entity: string;
  readonly id: string;
  /** By field; absent if unreadable or not requested. Relations are RelationData or null. */
  readonly values: Readonly<Record<string, Json>>;
}

/** A relation's value. `address` leads to its screen; null if the person may not open one. */
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
