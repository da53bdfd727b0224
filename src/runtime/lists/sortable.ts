import type { FieldType } from '../../model/facts/entities.ts';

const unordered: ReadonlySet<FieldType['kind']> = new Set(['members', 'inverse', 'list', 'json', 'image', 'file', 'password']);

/** Has a column of this type an order? */
export const isSortable = (type: FieldType): boolean => !unordered.has(type.kind);
