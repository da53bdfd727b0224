import { useId, useState } from 'react';
import type { Entity } from '../../../model/ast/entities.ts';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { FormPanel, Options } from '../form-panel.tsx';
import type { ViewProps } from '../view.ts';
import { addField } from './entity-edits.ts';
import { fieldMistake, typeSuggestions } from './field-words.ts';

/** A new field of an entity; `onDone` is given its entity (the next field may follow), or null. */
export function NewFieldPanel({
  entity,
  analysis: { model },
  edit,
  onDone,
}: Pick<ViewProps, 'analysis' | 'edit'> & { readonly entity: Entity; readonly onDone: (name: string | null) => void }) {
  const [name, setName] = useState('');
  const [type, setType] = useState('text');
  const [required, setRequired] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  const types = useId();
  const add = (): string | null => {
    const mistake = fieldMistake(entity, name.trim());
    setWrong(mistake);
    if (mistake !== null) return 'name';
    if (edit(addField(model, entity, { name: name.trim(), type: type.trim(), required }))) onDone(entity.name.text);
    return null;
  };
  return (
    <FormPanel
      title={`Field of ${entity.name.text}`}
      first="name"
      submit="Add the field"
      onAdd={add}
      onCancel={() => onDone(entity.name.text)}
    >
      <Field label="Name" required error={wrong}>
        <TextField name="name" value={name} onValue={setName} autoComplete="off" />
      </Field>
      <Field label="Type" description="Such as “text”, “date”, “money”, “enum low, high”, or an entity.">
        <TextField name="type" value={type} onValue={setType} list={types} autoComplete="off" />
      </Field>
      <Options id={types} values={typeSuggestions(model)} />
      <Checkbox checked={required} onChange={setRequired}>
        Required
      </Checkbox>
    </FormPanel>
  );
}
