import { useMemo, useState } from 'react';
import type { PartOf } from '../parts/part.ts';
import { useProduct } from '../product-context.ts';
import { useShownScreen } from '../screen/screen-context.ts';
import { localStorageOrNull } from '../storage.ts';

/** How a person has arranged the columns of a list. */
export interface ColumnLayout {
  /** Field names in order; empty for the document's order. */
  readonly order: readonly string[];
  /** In pixels, by field; the table chooses the others. */
  readonly widths: Readonly<Record<string, number>>;
  /** Fields that stay visible at the start while the table scrolls sideways. */
  readonly pinned: readonly string[];
}

export interface ColumnLayouts {
  readonly layout: ColumnLayout;
  /** Stores a change; null restores the document's layout. */
  change(next: Partial<ColumnLayout> | null): void;
}

const asWritten: ColumnLayout = { order: [], widths: {}, pinned: [] };

/** Parses a stored layout; falls back to the document's for damaged text. */
export function readLayout(text: string | null): ColumnLayout {
  if (text === null) return asWritten;
  try {
    const { order, widths, pinned } = JSON.parse(text) as Partial<Record<keyof ColumnLayout, unknown>>;
    return {
      order: names(order),
      pinned: names(pinned),
      widths: Object.fromEntries(Object.entries(widths ?? {}).filter(([, width]) => typeof width === 'number' && width > 0)),
    };
  } catch {
    // Not written by this code, so ignore it.
    return asWritten;
  }
}

const names = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []);

/**
 * The fields in the person's order, pinned ones first. `ordered`: the address has an order, which
 * takes precedence over the person's.
 */
export function orderFields(fields: readonly string[], { order, pinned }: ColumnLayout, ordered: boolean): readonly string[] {
  const own = ordered ? [] : order;
  if (own.length === 0 && pinned.length === 0) return fields;
  const first = [...pinned, ...own].filter((field) => fields.includes(field));
  return [...new Set([...first, ...fields])];
}

/** One person's layout of a list, stored in this browser. */
export function useColumnLayout(part: PartOf<'list'>): ColumnLayouts {
  const { model, person } = useProduct();
  const { screen } = useShownScreen();
  const key = `ninefold.columns ${model.name} ${person.account?.id ?? ''} ${screen.name.text} ${part.id}`;
  // If the browser cannot store the layout, it lasts as long as the screen.
  const [text, setText] = useState<{ readonly key: string; readonly kept: string | null } | null>(null);
  const kept = text?.key === key ? text.kept : (localStorageOrNull()?.getItem(key) ?? null);
  const layout = useMemo(() => readLayout(kept), [kept]);
  return {
    layout,
    change(next) {
      const written = next === null ? null : JSON.stringify({ ...layout, ...next });
      setText({ key, kept: written });
      const storage = localStorageOrNull();
      try {
        if (written === null) storage?.removeItem(key);
        else storage?.setItem(key, written);
      } catch (error) {
        if (!(error instanceof DOMException)) throw error;
      }
    },
  };
}
