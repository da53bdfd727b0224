import type { ComponentType } from 'react';
import type { Span } from '../../base/span.ts';
import type { TextEdit } from '../../base/text-edit.ts';
import type { SectionInfo, SectionName } from '../../model/ast/common.ts';
import type { Analysis } from '../analysis/analysis.ts';
import type { Exploring } from '../explore/exploring.ts';
import type { TraceActions } from '../explore/trace-actions.tsx';
import type { Product } from '../product/product.ts';
import type { KeyValue } from '../state/key-value.ts';
import type { Observable } from '../state/observable.ts';

/**
 * Everything that a section's view can use. A view never stores a model: it draws `analysis` and
 * edits the text.
 */
export interface ViewProps {
  /** The document's id, for what a view remembers about it. */
  readonly document: string;
  /** The browser's storage, for the same purpose. */
  readonly keys: KeyValue;
  /** The section's number, its name, and its state in the last analysis. */
  readonly section: SectionInfo;
  /** The last analysis: text, model and findings. */
  readonly analysis: Analysis;
  /** The running product. */
  readonly product: Product;
  /**
   * Applies edits of `analysis.text` in one undo step and highlights the changed row in the editor.
   * Returns false, after telling the person, if the text has changed there since.
   */
  edit(edits: readonly TextEdit[]): boolean;
  /** Shows a range of `analysis.text` in the editor and moves the focus there. */
  goTo(place: Span): void;
  /** Shows a range of `analysis.text` in the editor if it is visible; the focus stays. */
  highlight(place: Span): void;
  /** Moves the cursor to the section and inserts its skeleton, as an edit that can be undone. */
  fill(): void;
  /** The explorer, which starts on first use. */
  readonly exploring: Observable<Exploring | null>;
  /** Actions on traces. */
  readonly traceActions: TraceActions;
  /** Opens another section's view. */
  show(section: SectionName): void;
  /** Shows the product beside the view, at this path: `/tickets/3`. */
  openInProduct(route: string): void;
  /** Plays a scenario in the product, by its zero-based index. */
  watch(scenario: number): void;
  /** Records what a person does in the product as a scenario. */
  record(): void;
  /** Shows a brief notice. */
  say(message: string, tone?: 'neutral' | 'success' | 'danger'): void;
}

export type View = ComponentType<ViewProps>;
