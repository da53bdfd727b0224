import type { ComponentType } from 'react';
import type { Part } from '../../engine/document/product-model.ts';
import type { PartKind } from '../../model/ast/screens.ts';

export type PartOf<K extends PartKind> = Extract<Part, { readonly kind: K }>;

/** Shows a part of one kind. Its frame, marks and visibility are handled by others. */
export type PartComponent<K extends PartKind> = ComponentType<{ readonly part: PartOf<K> }>;

/** A component for each kind; a kind without one does not compile. */
export type PartComponents = { readonly [K in PartKind]: PartComponent<K> };
