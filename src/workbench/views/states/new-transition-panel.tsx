import { useId, useState } from 'react';
import type { Machine } from '../../../model/ast/states.ts';
import { isLowerCaseWords } from '../../../model/reading/cell-forms.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { FormPanel, Options } from '../form-panel.tsx';
import type { ViewProps } from '../view.ts';
import { addTransition } from './machine-edits.ts';

/** From where, by which event, to where: one new row. */
export function NewTransitionPanel({
  machine,
  analysis: { model },
  edit,
  from: drawnFrom,
  to: drawnTo,
  onDone,
}: Pick<ViewProps, 'analysis' | 'edit'> & {
  readonly machine: Machine;
  readonly from: string;
  readonly to: string;
  /** Whether a row was written. */
  readonly onDone: (written: boolean) => void;
}) {
  const [from, setFrom] = useState(drawnFrom);
  const [to, setTo] = useState(drawnTo);
  const [event, setEvent] = useState('');
  const [roles, setRoles] = useState('');
  const [wrong, setWrong] = useState<{ readonly event: string | null; readonly to: string | null }>({ event: null, to: null });
  const [states, events, people] = [useId(), useId(), useId()];

  const add = (): string | null => {
    const mistakes = {
      event: eventMistake(event),
      to: to.trim() === '' || isLowerCaseWords(to.trim()) ? null : 'Use lower-case words, such as “in progress”.',
    };
    setWrong(mistakes);
    if (mistakes.event !== null) return 'event';
    if (mistakes.to !== null) return 'to';
    const row = { from, event: event.trim(), to: to.trim(), roles: roles.trim() };
    if (edit(addTransition(model, machine, row))) onDone(true);
    return null;
  };
  const names = machine.states.map(({ name }) => name);
  return (
    <FormPanel title="Transition" first="event" submit="Add the row" onAdd={add} onCancel={() => onDone(false)}>
      <Field label="From">
        <Select
          value={from}
          onChange={(next) => setFrom(next ?? '')}
          items={[...names.map((name) => ({ value: name, label: name })), { value: 'any', label: 'any state' }]}
        />
      </Field>
      <Field label="Event" required error={wrong.event} description="Such as “close”, “assign(assignee)”, or “after `days(7)`”.">
        <TextField name="event" value={event} onValue={setEvent} list={events} autoComplete="off" />
      </Field>
      <Field label="To" error={wrong.to} description="A new name adds a state. Empty: the state stays.">
        <TextField name="to" value={to} onValue={setTo} list={states} autoComplete="off" />
      </Field>
      <Field label="Roles" description="Separated by commas. Empty: everyone section 6 allows.">
        <TextField name="roles" value={roles} onValue={setRoles} list={people} autoComplete="off" />
      </Field>
      <Options id={states} values={names} />
      <Options
        id={events}
        values={[...new Set(machine.transitions.flatMap(({ trigger }) => (trigger.kind === 'event' ? [trigger.name.text] : [])))]}
      />
      <Options id={people} values={model.roles.map(({ name }) => name.text)} />
    </FormPanel>
  );
}

/** What is wrong with the words of an event, or null. */
function eventMistake(words: string): string | null {
  const event = words.trim();
  if (event === '') return 'Enter an event.';
  if (/^(?:after|at)\b/i.test(event) && event.includes('`')) return null;
  const name = /^([^(]*)(?:\(.*\))?$/s.exec(event)?.[1]?.trim() ?? event;
  return isLowerCaseWords(name) ? null : 'Use lower-case words, such as “close” or “check in”.';
}
