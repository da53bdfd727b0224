import type { Field } from '../../../model/ast/entities.ts';
import { Labels } from '../../../model/labels.ts';
import { colours } from '../../../model/vocabulary.ts';
import { CellField } from '../cell-field.tsx';
import type { ViewProps } from '../view.ts';
import styles from '../view-bar.module.css';
import { setValueLook, valueLooks } from './value-edits.ts';

/** Edits the labels and colours of an enum's values: the field's table `Value`. */
export function ValueLooks({ field, analysis, edit }: Pick<ViewProps, 'analysis' | 'edit'> & { readonly field: Field }) {
  const { model } = analysis;
  const looks = valueLooks(model, field);
  if (looks.length === 0) return null;
  const labels = new Labels(model.labels);
  return (
    <fieldset className={styles['values']}>
      <legend className={styles['subtitle']}>Values</legend>
      {looks.map(({ value, label, colour }) => (
        <div key={value} className={styles['pair']}>
          <CellField
            label={`Label of ${value}`}
            value={label}
            onWrite={(words) => void edit(setValueLook(model, field, value, 'Label', words))}
            description={label === '' ? `Users read “${labels.value(field.entity, field.name.text, value)}”.` : undefined}
          />
          <CellField
            label={`Colour of ${value}`}
            value={colour}
            onWrite={(words) => void edit(setValueLook(model, field, value, 'Colour', words))}
            suggestions={colours}
          />
        </div>
      ))}
    </fieldset>
  );
}
