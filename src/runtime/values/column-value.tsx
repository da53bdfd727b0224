import type { Json } from '../../engine/record-data.ts';
import type { ShownColumn } from '../columns.ts';
import { Typed, Value, type ValueProps } from './value.tsx';

/** The value of a column: as the field that it comes from shows it, else by its type. */
export function ColumnValue({
  column: { entity, field, type },
  value,
  look,
  links = true,
}: Pick<ValueProps, 'look' | 'links'> & { readonly column: ShownColumn; readonly value: Json | undefined }) {
  if (field !== '' || value === null || value === undefined)
    return <Value entity={entity} field={field} value={value} look={look} links={links} />;
  return <Typed entity="" field="" type={type} value={value} look={look} links={links} />;
}
