import { useMemo } from 'react';
import type { Span } from '../base/span.ts';
import { fieldNamed } from './model-lookup.ts';
import { useProduct } from './product-context.ts';

type Marks = Readonly<Record<string, string>>;
const none: Marks = {};

/**
 * Attributes that tell the workbench which part of the document, and which record, an element
 * shows; empty outside the workbench.
 */
export interface Places {
  /** `data-at="120-148"`: the span of a part, a field's row, a transition's row or a state. */
  at(span: Span | null | undefined): Marks;
  field(entity: string | null, field: string): Marks;
  /** `data-record`: the record's id. */
  record(id: string): Marks;
}

export function usePlaces(): Places {
  const { places, model } = useProduct();
  return useMemo(() => {
    const at = (span: Span | null | undefined): Marks =>
      places && span && span.from < span.to ? { 'data-at': `${span.from}-${span.to}` } : none;
    return {
      at,
      field: (entity, field) => (entity === null ? none : at(fieldNamed(model, entity, field)?.name.span)),
      record: (id) => (places ? { 'data-record': id } : none),
    };
  }, [places, model]);
}
