import { type FormEvent, useState } from 'react';
import { isLowerCaseWords } from '../../../model/reading/cell-forms.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import type { ViewProps } from '../view.ts';
import styles from '../view-bar.module.css';
import { beginMachine } from './machine-edits.ts';
import type { StateField } from './state-fields.ts';

/** Shown for a state field without states, or if there is no state field: how to start. */
export function BeginStates({ analysis, edit, fill, field }: ViewProps & { readonly field: StateField | null }) {
  const [start, setStart] = useState('open');
  const [wrong, setWrong] = useState<string | undefined>(undefined);
  if (field === null) {
    return (
      <EmptyState
        title="No states yet"
        actions={
          <Button variant="primary" onClick={fill}>
            Start with an example
          </Button>
        }
      >
        <p>
          A thing that goes through states, such as a ticket that is open and then closed, has a field of the type “state” in section 3.
        </p>
      </EmptyState>
    );
  }
  const begin = (event: FormEvent): void => {
    event.preventDefault();
    const name = start.trim();
    if (isLowerCaseWords(name)) edit(beginMachine(analysis.model, field.entity, field.field, name));
    else setWrong('Use lower-case words, such as “open” or “in progress”.');
  };
  return (
    <EmptyState title={`${field.name} has no states yet`}>
      <form className={styles['form']} onSubmit={begin} noValidate>
        <Field label={`A new ${field.entity} is`} error={wrong}>
          <TextField value={start} onValue={setStart} autoComplete="off" />
        </Field>
        <div className={styles['actions']}>
          <Button type="submit" variant="primary">
            Add the first state
          </Button>
        </div>
      </form>
    </EmptyState>
  );
}
