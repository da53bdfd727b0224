import type { ComponentType } from 'react';
import type { Part } from '../../engine/document/product-model.ts';
import type { PartKind } from '../../model/ast/screens.ts';

export type PartOf<K extends PartKind> = Extract<Part, { readonly kind: K }>;

/** Shows a part of one kind. Frame, marks and whether it is seen at all are not its business. */
export type PartComponent<K extends PartKind> = ComponentType<{ readonly part: PartOf<K> }>;

/** One component for each kind: a kind that cannot be shown does not compile. */
export type PartComponents = { readonly [K in PartKind]: PartComponent<K> };
