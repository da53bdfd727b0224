import { useState } from 'react';
import { Field } from '../../../ui/form/field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { FormPanel } from '../form-panel.tsx';
import type { ViewProps } from '../view.ts';
import { addEntity } from './entity-edits.ts';
import { entityMistake } from './field-words.ts';

/** Creates an entity; `onDone` receives its name, or null if cancelled. */
export function NewEntityPanel({
  analysis: { model },
  edit,
  onDone,
}: Pick<ViewProps, 'analysis' | 'edit'> & { readonly onDone: (name: string | null) => void }) {
  const [name, setName] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const add = (): string | null => {
    const mistake = entityMistake(model, name.trim());
    setWrong(mistake);
    if (mistake !== null) return 'name';
    if (edit(addEntity(model, name.trim()))) onDone(name.trim());
    return null;
  };
  return (
    <FormPanel title="Entity" first="name" submit="Add the entity" onAdd={add} onCancel={() => onDone(null)}>
      <Field label="Name" required error={wrong} description="In the singular, such as “Order” or “SupportTicket”.">
        <TextField name="name" value={name} onValue={setName} autoComplete="off" />
      </Field>
    </FormPanel>
  );
}
