import { useId } from 'react';
import { Button } from '../../../ui/button.tsx';
import { VisuallyHidden } from '../../../ui/display/visually-hidden.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconPlus, IconX } from '../../../ui/icons.ts';
import { Options } from '../form-panel.tsx';
import {
  type ComparisonName,
  type Condition,
  comparisonOf,
  comparisonsFor,
  fieldAt,
  type Place,
  pathsFor,
  startCondition,
  valuesFor,
  writeCondition,
} from './condition.ts';
import styles from './conditions.module.css';

/**
 * Edits a list of conditions that must all hold. Each consists of a field, a comparison and a
 * value, selected from lists.
 */
export function ConditionEditor({
  label,
  place,
  conditions,
  onChange,
  least = 0,
}: {
  readonly label: string;
  readonly place: Place;
  readonly conditions: readonly Condition[];
  readonly onChange: (conditions: readonly Condition[]) => void;
  /** The minimum number of conditions. */
  readonly least?: number;
}) {
  const paths = pathsFor(place);
  const more = startCondition(place, paths[0]);
  return (
    <fieldset className={styles['conditions']} aria-label={label}>
      <legend className={styles['legend']}>{label}</legend>
      {conditions.map((condition, index) => (
        <ConditionRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition is identified by its position.
          key={index}
          isLater={index > 0}
          place={place}
          paths={paths}
          condition={condition}
          onChange={(next) => onChange(conditions.with(index, next))}
          onRemove={conditions.length > least ? () => onChange(conditions.toSpliced(index, 1)) : null}
        />
      ))}
      {more === null ? null : (
        <div>
          <Button size="small" variant="ghost" icon={<IconPlus size={14} />} onClick={() => onChange([...conditions, more])}>
            {conditions.length === 0 ? 'Add a condition' : 'And…'}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

function ConditionRow({
  isLater,
  place,
  paths,
  condition,
  onChange,
  onRemove,
}: {
  readonly isLater: boolean;
  readonly place: Place;
  readonly paths: readonly string[];
  readonly condition: Condition;
  readonly onChange: (condition: Condition) => void;
  readonly onRemove: (() => void) | null;
}) {
  const list = useId();
  const { path, comparison, value } = condition;
  const field = fieldAt(place, path);
  const { takes } = comparisonOf(comparison);
  const values = valuesFor(place, path, comparison);
  const { wrong } = writeCondition(place, condition);
  const compare = (next: ComparisonName): void => {
    // Keep the value if it is still valid.
    const offered = valuesFor(place, path, next);
    onChange({ path, comparison: next, value: comparisonOf(next).takes === takes ? value : (offered[0] ?? '') });
  };
  return (
    <div className={styles['condition']}>
      {isLater ? <span className={styles['and']}>and</span> : null}
      <div className={styles['line']}>
        <Select
          label="Field"
          value={path}
          onChange={(next) => onChange(startCondition(place, next ?? path) ?? condition)}
          items={paths.map((one) => ({ value: one, label: one.replace('.', ' › ') }))}
        />
        {onRemove === null ? null : (
          <IconButton size="small" label={`Remove the condition on ${path}`} icon={<IconX size={14} />} onClick={onRemove} />
        )}
      </div>
      <Select
        label="Comparison"
        value={comparison}
        onChange={(next) => compare((next ?? comparison) as ComparisonName)}
        items={(field === null ? [] : comparisonsFor(place, field)).map((one) => ({ value: one, label: comparisonOf(one).words }))}
      />
      {takes === 'nothing' ? null : field !== null && 'values' in field.valueType ? (
        <Select
          label="Value"
          value={value}
          onChange={(next) => onChange({ ...condition, value: next ?? value })}
          items={values.map((one) => ({ value: one, label: one }))}
        />
      ) : (
        <Field label={<VisuallyHidden>Value</VisuallyHidden>} error={value.trim() === '' ? undefined : wrong}>
          <TextField value={value} onValue={(next) => onChange({ ...condition, value: next })} list={list} autoComplete="off" />
          <Options id={list} values={values} />
        </Field>
      )}
    </div>
  );
}
