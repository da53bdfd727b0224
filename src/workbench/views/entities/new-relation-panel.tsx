import { useState } from 'react';
import type { Entity } from '../../../model/ast/entities.ts';
import { isIdentifier } from '../../../model/reading/cell-forms.ts';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Segmented } from '../../../ui/form/segmented.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { FormPanel } from '../form-panel.tsx';
import type { ViewProps } from '../view.ts';
import { addRelation, type NewRelation } from './entity-edits.ts';
import { fieldMistake, fieldNameOf } from './field-words.ts';

const deletions = [
  { value: 'restrict', label: 'is refused' },
  { value: 'cascade', label: 'deletes this too' },
  { value: 'clear', label: 'empties the field' },
];

/**
 * Creates a relation: a field that refers to another entity and, optionally, the list on the other
 * side.
 */
export function NewRelationPanel({
  entity,
  to: drawn,
  analysis: { model },
  edit,
  onDone,
}: Pick<ViewProps, 'analysis' | 'edit'> & {
  readonly entity: Entity;
  readonly to: string | null;
  readonly onDone: (name: string | null) => void;
}) {
  const first = drawn ?? model.entities.find(({ name }) => name.text !== entity.name.text)?.name.text ?? entity.name.text;
  const [relation, setRelation] = useState<NewRelation>({
    name: fieldNameOf(first),
    to: first,
    many: false,
    required: false,
    onDelete: 'restrict',
    back: '',
  });
  const [wrong, setWrong] = useState<{ readonly name: string | null; readonly back: string | null }>({ name: null, back: null });
  const change = (part: Partial<NewRelation>): void => setRelation((value) => ({ ...value, ...part }));
  const { name, to, many, required, onDelete, back } = relation;

  const add = (): string | null => {
    const written = { ...relation, name: name.trim(), back: back.trim() };
    const there = model.entities.find((other) => other.name.text === to);
    const mistakes = {
      name: fieldMistake(entity, written.name),
      back:
        written.back === '' || !there
          ? null
          : to === entity.name.text && written.back === written.name
            ? 'The two fields need different names.'
            : fieldMistake(there, written.back),
    };
    setWrong(mistakes);
    if (mistakes.name !== null) return 'name';
    if (mistakes.back !== null) return 'back';
    if (edit(addRelation(model, entity, written))) onDone(`${entity.name.text}.${written.name}`);
    return null;
  };
  return (
    <FormPanel
      title={`Relation of ${entity.name.text}`}
      first="name"
      submit="Add the relation"
      onAdd={add}
      onCancel={() => onDone(entity.name.text)}
    >
      <Field label="To">
        <Select
          value={to}
          onChange={(next) => {
            if (next === null) return;
            // A name that was derived from the previous entity changes with the entity.
            change({ to: next, ...(name === fieldNameOf(to) || !isIdentifier(name) ? { name: fieldNameOf(next) } : {}) });
          }}
          items={model.entities.map((other) => ({ value: other.name.text, label: other.name.text }))}
        />
      </Field>
      <Field label="Field name" required error={wrong.name}>
        <TextField name="name" value={name} onValue={(next) => change({ name: next })} autoComplete="off" />
      </Field>
      <Segmented
        label="How many"
        value={many ? 'many' : 'one'}
        onChange={(next) => change({ many: next === 'many' })}
        items={[
          { value: 'one', label: 'One' },
          { value: 'many', label: 'Any number' },
        ]}
      />
      {many ? null : (
        <>
          <Checkbox checked={required} onChange={(next) => change({ required: next })}>
            Required
          </Checkbox>
          <Field label={`Deleting the ${to}`}>
            <Select
              value={onDelete}
              onChange={(next) => change({ onDelete: (next ?? 'restrict') as NewRelation['onDelete'] })}
              items={deletions}
            />
          </Field>
        </>
      )}
      <Field
        label={`List on the side of ${to}`}
        error={wrong.back}
        description={`Its name, such as “${fieldNameOf(entity.name.text)}s”. Empty: none.`}
      >
        <TextField name="back" value={back} onValue={(next) => change({ back: next })} autoComplete="off" />
      </Field>
    </FormPanel>
  );
}
