import type { ReactNode } from 'react';
import type { FilterData } from '../../engine/part-data.ts';
import { Person } from '../../ui/display/avatar.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import { hueOfValue, isPerson, typeOf } from '../model-lookup.ts';
import { useProduct } from '../product-context.ts';

export interface FilterProps {
  readonly entity: string;
  readonly filter: FilterData;
  /** As in the address. */
  readonly chosen: readonly string[];
  /** Called with an empty list to remove the filter. */
  readonly onChange: (values: readonly string[]) => void;
}

/** A filter's choice, styled like the value itself. */
export function ChoiceLook({
  entity,
  field,
  value,
  label,
}: {
  readonly entity: string;
  readonly field: string;
  readonly value: string;
  readonly label: string;
}): ReactNode {
  const { model, words, labels } = useProduct();
  const type = typeOf(model, entity, field);
  if (type.kind === 'state')
    return (
      <Badge look="pill" hue={hueOfValue(model, entity, field, value)}>
        {value === '' ? words.ui.none : labels.value(entity, field, value)}
      </Badge>
    );
  // The engine has no texts for yes, no and nothing.
  if (type.kind === 'boolean') return value === 'true' ? words.yes : words.no;
  if (value === '') return words.ui.none;
  if (type.kind === 'enum') return <Badge hue={hueOfValue(model, entity, field, value)}>{labels.value(entity, field, value)}</Badge>;
  if (type.kind === 'relation' && isPerson(model, type.entity.text)) return <Person name={label} />;
  return label;
}
