import { useId, useState } from 'react';
import type { Entity } from '../../../model/ast/entities.ts';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Segmented } from '../../../ui/form/segmented.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { FormPanel, Options } from '../form-panel.tsx';
import type { ViewProps } from '../view.ts';
import { addChosen, relatedEntity } from './entity-edits.ts';
import { fieldMistake, fieldNameOf, typeSuggestions } from './field-words.ts';
import { TypeGallery } from './type-gallery.tsx';

/**
 * Creates a field; `onDone` receives its entity, so that another field can follow, or null if
 * cancelled.
 */
export function NewFieldPanel({
  entity,
  analysis: { model },
  edit,
  onDone,
}: Pick<ViewProps, 'analysis' | 'edit'> & { readonly entity: Entity; readonly onDone: (name: string | null) => void }) {
  const [name, setName] = useState('');
  const [type, setType] = useState('text');
  const [required, setRequired] = useState(false);
  const [meaning, setMeaning] = useState<'parts' | 'shared' | null>(null);
  const [back, setBack] = useState('');
  const [wrong, setWrong] = useState<{ readonly name: string | null; readonly back: string | null; readonly meaning?: boolean }>({
    name: null,
    back: null,
  });
  const related = relatedEntity(model, type);
  const types = useId();
  const add = (): string | null => {
    const given = back.trim();
    const mistakes = {
      name: fieldMistake(entity, name.trim()),
      back:
        related === null || related.many || given === ''
          ? null
          : related.entity === entity && given === name.trim()
            ? 'The two fields need different names.'
            : fieldMistake(related.entity, given),
    };
    const isOpen = related?.many === true && meaning === null;
    setWrong({ ...mistakes, meaning: isOpen });
    if (mistakes.name !== null) return 'name';
    if (mistakes.back !== null) return 'back';
    if (isOpen) return 'type';
    const field = { name: name.trim(), type: type.trim(), required: required && related?.many !== true };
    if (edit(addChosen(model, entity, { ...field, meaning, back: related?.many === false ? given : '' }))) onDone(entity.name.text);
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
      <Field label="Name" required error={wrong.name}>
        <TextField name="name" value={name} onValue={setName} autoComplete="off" />
      </Field>
      <Field label="Type" description="Such as “text”, “date”, “money”, “enum low, high”, or an entity.">
        <TextField name="type" value={type} onValue={setType} list={types} autoComplete="off" />
      </Field>
      <Options id={types} values={typeSuggestions(model)} />
      {related === null ? null : related.many ? (
        <div>
          <Segmented
            label={`Each ${related.entity.name.text}`}
            value={meaning ?? ''}
            onChange={(next) => setMeaning(next === 'parts' ? 'parts' : 'shared')}
            items={[
              { value: 'parts', label: `Is part of one ${entity.name.text}` },
              { value: 'shared', label: 'Can be in several' },
            ]}
          />
          {wrong.meaning === true && meaning === null ? <p role="alert">Choose what the list means.</p> : null}
        </div>
      ) : (
        <Field
          label={`List on the side of ${related.entity.name.text}`}
          error={wrong.back}
          description={`Its name, such as “${fieldNameOf(entity.name.text)}s”. Empty: none.`}
        >
          <TextField name="back" value={back} onValue={setBack} autoComplete="off" />
        </Field>
      )}
      {related?.many === true ? null : (
        <Checkbox checked={required} onChange={setRequired}>
          Required
        </Checkbox>
      )}
      <TypeGallery model={model} type={type} onChoose={setType} />
    </FormPanel>
  );
}
