import { Badge } from '../../../ui/display/badge.tsx';
import { hueOfValue } from '../../model-lookup.ts';
import { useProduct } from '../../product-context.ts';
import type { DataOf } from '../../screen/use-part.ts';
import { Related } from '../../values/value.tsx';
import type { PartOf } from '../part.ts';
import styles from './board.module.css';

export type BoardColumn = DataOf<'board'>['columns'][number];

/** Returns a function that finds the title of a board's column. */
export function useColumnText(part: PartOf<'board'>): (column: Pick<BoardColumn, 'value' | 'label'>) => string {
  const { words, labels } = useProduct();
  return ({ value, label }) =>
    label !== null ? label.label : value === '' ? words.ui.none : labels.value(part.entity.text, part.by.name.text, value);
}

/**
 * A column's title: a state or value in its usual look, or a record's label. `links`: the label
 * links to the record.
 */
export function ColumnName({
  part,
  column,
  links,
}: {
  readonly part: PartOf<'board'>;
  readonly column: Pick<BoardColumn, 'value' | 'label'>;
  readonly links: boolean;
}) {
  const { model } = useProduct();
  const text = useColumnText(part)(column);
  if (column.label !== null) return <Related value={column.label} links={links} />;
  if (column.value === '') return <span className={styles['none']}>{text}</span>;
  return (
    <Badge look="dot" hue={hueOfValue(model, part.entity.text, part.by.name.text, column.value)}>
      {text}
    </Badge>
  );
}
