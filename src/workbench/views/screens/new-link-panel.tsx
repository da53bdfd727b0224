import { useState } from 'react';
import type { Screen } from '../../../model/ast/screens.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { FormPanel } from '../form-panel.tsx';
import type { ViewProps } from '../view.ts';
import styles from '../view-bar.module.css';
import { addLink } from './screen-edits.ts';

/** Creates a link between screens; `onDone` receives the screen that it starts from. */
export function NewLinkPanel({
  from,
  to: drawn,
  analysis: { model },
  edit,
  onDone,
}: Pick<ViewProps, 'analysis' | 'edit'> & {
  readonly from: Screen;
  readonly to: string | null;
  readonly onDone: (name: string | null) => void;
}) {
  const others = model.screens.filter(({ name }) => name.text !== from.name.text);
  const [to, setTo] = useState(drawn ?? others[0]?.name.text ?? '');
  const [label, setLabel] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const target = model.screens.find(({ name }) => name.text === to);
  const record = target && target.parameters.length > 0 ? target.about : null;
  const words = label ?? to;
  const add = (): string | null => {
    if (!target) return 'label';
    const mistake = record === null && !/^[^:|`\n]+$/.test(words.trim()) ? 'Enter a label without a colon.' : null;
    setWrong(mistake);
    if (mistake !== null) return 'label';
    if (edit(addLink(model, from, target, words.trim()))) onDone(from.name.text);
    return null;
  };
  return (
    <FormPanel
      title={`Link from ${from.name.text}`}
      first="label"
      submit="Add the link"
      onAdd={add}
      onCancel={() => onDone(from.name.text)}
    >
      <Field label="To">
        <Select
          value={to}
          onChange={(next) => setTo(next ?? to)}
          items={model.screens.map(({ name }) => ({ value: name.text, label: name.text }))}
        />
      </Field>
      {record ? (
        <p className={styles['note']}>
          {to} shows one {record.text}: it is opened from a list of {record.text}. The list on {from.name.text} gets the line “open {to}”;
          if there is no list, one is added.
        </p>
      ) : (
        <Field label="Link label" required error={wrong}>
          <TextField name="label" value={words} onValue={setLabel} autoComplete="off" />
        </Field>
      )}
    </FormPanel>
  );
}
