import type { ComponentType } from 'react';
import type { Span } from '../../base/span.ts';
import type { TextEdit } from '../../base/text-edit.ts';
import type { SectionInfo, SectionName } from '../../model/ast/common.ts';
import type { Analysis } from '../analysis/analysis.ts';
import type { Exploring } from '../explore/exploring.ts';
import type { WayActions } from '../explore/way-actions.tsx';
import type { Product } from '../product/product.ts';
import type { KeyValue } from '../state/key-value.ts';
import type { Observable } from '../state/observable.ts';

/**
 * What a section's view is given, and all that it can do. A view never keeps a model: it draws
 * `analysis`, and changes the text.
 */
export interface ViewProps {
  /** The document's id, for what a view remembers about it. */
  readonly document: string;
  /** The browser's storage, for the same. */
  readonly keys: KeyValue;
  /** Of the last reading: its number, its name, how much it says. */
  readonly section: SectionInfo;
  /** The last reading: its text, its model and what was found in it. */
  readonly analysis: Analysis;
  /** The running product. */
  readonly product: Product;
  /**
   * Changes the text by edits of `analysis.text`: one step of undo, and the changed row is lit up
   * in the editor. False (and the person is told) when the text has since changed at that place.
   */
  edit(edits: readonly TextEdit[]): boolean;
  /** Shows a place of `analysis.text` in the editor; the focus goes there. */
  goTo(place: Span): void;
  /** Shows a place of `analysis.text` in the editor, if the editor is in sight; the focus stays. */
  light(place: Span): void;
  /** Puts the cursor into the section and offers how to begin it, as an edit that can be undone. */
  fill(): void;
  /** The explorer, which begins with its first use. */
  readonly exploring: Observable<Exploring | null>;
  /** What can be done with steps. */
  readonly way: WayActions;
  /** Opens another section's view. */
  show(section: SectionName): void;
  /** Puts the product beside the view, at this route: `/tickets/3`. */
  openInProduct(route: string): void;
  /** Plays a scenario in the product, by its number from 0. */
  watch(scenario: number): void;
  /** Records what a person does in the product as a scenario. */
  record(): void;
  /** Says something in passing. */
  say(message: string, tone?: 'neutral' | 'success' | 'danger'): void;
}

export type View = ComponentType<ViewProps>;
