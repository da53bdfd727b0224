import type * as React from 'react';
import { setOwn } from '../base/own.ts';
import type { Outcome } from '../engine/outcome.ts';
import type { ListOptions, RecordsData } from '../engine/part-data.ts';
import type { Json, RecordData } from '../engine/record-data.ts';
import type { Command, Done, PersonData } from '../engine/session.ts';

/** What an author's component receives. All requests run with the acting person's permissions. */
export interface ComponentScope {
  /** The value in braces in the document: `component SeatMap {"rows": 3}` has `{ rows: 3 }`. */
  readonly properties: Readonly<Record<string, Json>>;
  /** The screen's record; null if the screen has none. */
  readonly record: RecordData | null;
  /** The acting person and their roles. */
  readonly me: PersonData;
  /** A BCP 47 tag, for dates and numbers. */
  readonly locale: string;
  /** Rises whenever data changed: read again then. */
  readonly version: number;
  /**
   * Records of an entity that the person may read: sorted, filtered and searched by the engine; 50
   * by default.
   */
  read(entity: string, options?: ListOptions): Promise<Outcome<RecordsData>>;
  /**
   * Creates, changes or deletes records, or triggers an event, under the product's usual rules.
   * Shows a refusal as section 8 says, and also returns it.
   */
  run(command: Command): Promise<Outcome<Done>>;
  /** Opens a screen; `parameters` are those of its route. */
  open(screen: string, parameters?: Readonly<Record<string, string>>): void;
}

export type ProductComponent = React.ComponentType<ComponentScope>;

/** Components by the name that the document uses. */
export type ComponentLibrary = Readonly<Record<string, ProductComponent>>;

/**
 * The default export of a component file: receives React (the product's own, because two would not
 * work together) and returns the components. `export default ({ createElement, useState }) => ({
 * SeatMap(scope) { … } })`.
 */
export type ComponentModule = (react: typeof React) => ComponentLibrary;

/**
 * Merges the components of several modules. Throws an Error that names the file and the mistake.
 */
export function collectComponents(
  modules: readonly { readonly file: string; readonly exports: unknown }[],
  react: typeof React,
): ComponentLibrary {
  const library: Record<string, ProductComponent> = {};
  for (const { file, exports } of modules) {
    const make = typeof exports === 'object' && exports !== null && 'default' in exports ? exports.default : undefined;
    if (typeof make !== 'function')
      throw new Error(
        `${file}: its default export must be a function that receives React and returns components: export default (React) => ({ NAME(scope) { … } })`,
      );
    const made: unknown = make(react);
    if (typeof made !== 'object' || made === null) throw new Error(`${file}: its function must return components, not ${String(made)}`);
    for (const [name, component] of Object.entries(made)) {
      if (typeof component !== 'function') throw new Error(`${file}: “${name}” is not a component: a component is a function`);
      if (Object.hasOwn(library, name)) throw new Error(`${file}: the component “${name}” already exists`);
      setOwn(library, name, component as ProductComponent);
    }
  }
  return library;
}
