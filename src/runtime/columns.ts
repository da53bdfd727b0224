import { useMemo } from 'react';
import type { Part, ProductModel } from '../engine/document/product-model.ts';
import type { FieldType } from '../model/ast/entities.ts';
import type { Labels } from '../model/labels.ts';
import { shownType } from './field-types.ts';
import { entityNamed, typeOf } from './model-lookup.ts';
import { useProduct } from './product-context.ts';

type Columns = Extract<Part, { readonly kind: 'list' | 'details' }>['fields'];
type Column = Columns[number];
type ValueType = NonNullable<Column['value']>['type'];

/** What a named column of a part shows. */
export interface ShownColumn {
  readonly title: string;
  readonly type: FieldType;
  /**
   * The entity and field whose values these are: the column's own field, or the last one of its
   * path. Both are empty for other expressions.
   */
  readonly entity: string;
  readonly field: string;
  /** Whether it is a field of the record itself. */
  readonly own: boolean;
}

/** Whether the column can be summed. The store sums only fields of the records themselves. */
export const isAddable = ({ own, type }: ShownColumn): boolean => own && shownType(type.kind).addable && !('in' in type);

/** Finds a part's columns by name, for records of `entity`. A name that is no column is a field. */
export function useColumns(columns: Columns, entity: string): (name: string) => ShownColumn {
  const { model, labels } = useProduct();
  return useMemo(() => {
    const known = new Map<string, ShownColumn>();
    return (name) => {
      const found = known.get(name) ?? shownColumn(model, labels, columns, entity, name);
      known.set(name, found);
      return found;
    };
  }, [model, labels, columns, entity]);
}

function shownColumn(model: ProductModel, labels: Labels, columns: Columns, entity: string, name: string): ShownColumn {
  const column = columns.find((one) => one.name.text === name);
  const titled = column?.title == null ? null : labels.text(column.title);
  if (column === undefined || column.value === null)
    return { title: titled ?? labels.field(entity, name), type: typeOf(model, entity, name), entity, field: name, own: true };
  const { end, value } = column;
  if (end !== null)
    return {
      title: titled ?? pathTitle(model, labels, entity, value.source),
      type: typeOf(model, end.entity, end.field),
      ...end,
      own: false,
    };
  const of = value.type.kind === 'state' ? { entity: value.type.entity, field: value.type.field } : { entity: '', field: '' };
  return { title: titled ?? value.source.trim(), type: fieldTypeOf(value.type), ...of, own: false };
}

/**
 * A path takes its title from its last field, or from the relation before it if that field only
 * names a record: `item.owner.name` from `owner`.
 */
function pathTitle(model: ProductModel, labels: Labels, entity: string, source: string): string {
  const steps: { readonly entity: string; readonly field: string }[] = [];
  let at = entity;
  for (const field of source
    .trim()
    .split('.')
    .filter((step) => step !== 'self')) {
    steps.push({ entity: at, field });
    const type = typeOf(model, at, field);
    at = 'entity' in type ? type.entity.text : '';
  }
  const [last, before] = [steps.at(-1), steps.at(-2)];
  if (last === undefined) return source;
  const naming = before !== undefined && entityNamed(model, last.entity)?.label === last.field;
  return naming ? labels.field(before.entity, before.field) : labels.field(last.entity, last.field);
}

/** The field type that stores such values; it decides how they are shown. */
function fieldTypeOf(type: ValueType): FieldType {
  if (type.percent) return { kind: 'percent' };
  switch (type.kind) {
    case 'integer':
    case 'decimal':
    case 'money':
    case 'boolean':
    case 'date':
    case 'time':
    case 'datetime':
    case 'duration':
    case 'json':
    case 'file':
    case 'state':
      return { kind: type.kind } as FieldType;
    case 'record':
      return { kind: 'relation', entity: { text: type.entity, span: { from: 0, to: 0 } } } as FieldType;
    case 'list':
      return { kind: 'list', of: fieldTypeOf(type.of) } as FieldType;
    default:
      return { kind: 'text' };
  }
}
