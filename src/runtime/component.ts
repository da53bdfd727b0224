import type * as React from 'react';
import { setOwn } from '../base/own.ts';
import type { Outcome } from '../engine/outcome.ts';
import type { ListOptions, RecordsData } from '../engine/part-data.ts';
import type { Json, RecordData } from '../engine/record-data.ts';
import type { Command, Done, PersonData } from '../engine/session.ts';

/** What an owner's component receives. All requests run with the acting person's permissions. */
export interface ComponentScope {
  /**
   * The value in the braces of the document: `component SeatMap {"rows": 3}` gives `{ rows: 3 }`.
   */
  readonly properties: Readonly<Record<string, Json>>;
  /** The record that the screen is about; null where it is about none. */
  readonly record: RecordData | null;
  /** The acting person and their roles. */
  readonly me: PersonData;
  /** BCP 47, for dates and numbers. */
  readonly locale: string;
  /** Goes up whenever something changed: what depends on `read` is read again then. */
  readonly version: number;
  /**
   * Records of an entity that the person may read: sorted, filtered and searched by the engine; 50
   * by default.
   */
  read(entity: string, options?: ListOptions): Promise<Outcome<RecordsData>>;
  /**
   * Creates, changes, deletes, or triggers an event, under the same rules as everywhere. A refusal
   * is shown as the catalogue says, and returned.
   */
  run(command: Command): Promise<Outcome<Done>>;
  /** Goes to a screen; `parameters` are those of its route. */
  open(screen: string, parameters?: Readonly<Record<string, string>>): void;
}

export type ProductComponent = React.ComponentType<ComponentScope>;

/** Components by the name that the document calls them. */
export type ComponentLibrary = Readonly<Record<string, ProductComponent>>;

/**
 * The default export of a component file: receives React (the product's own, because two would not
 * work together) and returns the components. `export default ({ createElement, useState }) => ({
 * SeatMap(scope) { … } })`.
 */
export type ComponentModule = (react: typeof React) => ComponentLibrary;

/** Puts the components of several modules together; an error says which file is wrong, and how. */
export function collectComponents(
  modules: readonly { readonly file: string; readonly exports: unknown }[],
  react: typeof React,
): ComponentLibrary {
  const library: Record<string, ProductComponent> = {};
  for (const { file, exports } of modules) {
    const make = typeof exports === 'object' && exports !== null && 'default' in exports ? exports.default : undefined;
    if (typeof make !== 'function')
      throw new Error(
        `${file}: its default export is a function that is given React and gives components: export default (React) => ({ NAME(scope) { … } })`,
      );
    const made: unknown = make(react);
    if (typeof made !== 'object' || made === null) throw new Error(`${file}: its function gives no components, but ${String(made)}`);
    for (const [name, component] of Object.entries(made)) {
      if (typeof component !== 'function') throw new Error(`${file}: “${name}” is no component: a component is a function`);
      if (Object.hasOwn(library, name)) throw new Error(`${file}: there is a component “${name}” already`);
      setOwn(library, name, component as ProductComponent);
    }
  }
  return library;
}
