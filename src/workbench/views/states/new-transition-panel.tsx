import { useDeferredValue, useId, useMemo, useState } from 'react';
import { transitionInWords } from '../../../language/in-words.ts';
import type { Machine, Rhythm } from '../../../model/ast/states.ts';
import { machineOf } from '../../../model/lookup.ts';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Segmented } from '../../../ui/form/segmented.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { ConditionEditor } from '../conditions/condition-editor.tsx';
import conditions from '../conditions/conditions.module.css';
import { FormPanel, Options } from '../form-panel.tsx';
import { Preview, Tiles } from '../gallery.tsx';
import { tryEdits } from '../try-edits.ts';
import type { ViewProps } from '../view.ts';
import {
  asksFor,
  hasTarget,
  type InputMistake,
  isTimer,
  lengthsOf,
  mayBeFinal,
  messageOf,
  momentsOf,
  type NewTransition,
  placeOf,
  rhythmItems,
  startTransition,
  type TransitionForm,
  transitionTiles,
  writeTransition,
} from './transition-gallery.ts';

/** Adds a row: the trigger, the source and target states, and the conditions. */
export function NewTransitionPanel({
  machine,
  analysis,
  edit,
  from,
  to,
  onDone,
}: Pick<ViewProps, 'analysis' | 'edit'> & {
  readonly machine: Machine;
  readonly from: string;
  readonly to: string;
  /** Whether a row was written. */
  readonly onDone: (written: boolean) => void;
}) {
  const { model } = analysis;
  const [row, setRow] = useState(() => startTransition(model, machine, from, to));
  const [wrong, setWrong] = useState<{ readonly input: InputMistake['input'] | 'row'; readonly wrong: string } | null>(null);
  const [states, events, lengths] = [useId(), useId(), useId()];
  const { form } = row;
  const change = (next: Partial<NewTransition>): void => setRow({ ...row, ...next });
  const wrongAt = (input: InputMistake['input'] | 'row'): string | undefined => (wrong?.input === input ? wrong.wrong : undefined);

  // Deferred, because reading and checking the resulting document takes time.
  const settled = useDeferredValue(row);
  const reads = useMemo(() => {
    const { edits } = writeTransition(model, machine, settled);
    if (edits === undefined) return null;
    const { model: after, mistake } = tryEdits(analysis, edits);
    const written = machineOf(after, machine.entity, machine.field);
    const last = written?.transitions.at(-1);
    return mistake ?? (written === undefined || last === undefined ? null : transitionInWords(written, last));
  }, [analysis, model, machine, settled]);

  const add = (): string | null => {
    const ready = writeTransition(model, machine, row);
    const tried = ready.edits === undefined ? null : tryEdits(analysis, ready.edits);
    if (tried === null || tried.mistake !== null) {
      setWrong({ input: ready.input ?? 'row', wrong: ready.wrong ?? tried?.mistake ?? '' });
      return ready.input ?? 'event';
    }
    setWrong(null);
    if (edit(tried.edits)) onDone(true);
    return null;
  };
  const names = machine.states.map(({ name }) => name);
  const place = placeOf(model, machine, form);
  const asks = form === 'event' ? asksFor(model, machine) : [];
  const isEvent = form === 'event' || form === 'refuse';
  const hasClock = form === 'every' || (form === 'at' && place?.entity.byName.get(row.field)?.valueType.kind === 'date');
  return (
    <FormPanel title="Transition" first="event" submit="Add the row" onAdd={add} onCancel={() => onDone(false)}>
      <Tiles
        label="What makes it happen"
        tiles={transitionTiles(model, machine)}
        chosen={form}
        onChoose={(next) => change({ form: next as TransitionForm, guard: [], message: null })}
      />
      {machine.field === '' ? null : (
        <Field label="From">
          <Select
            value={row.from}
            onChange={(next) => change({ from: next ?? '' })}
            items={[...names.map((name) => ({ value: name, label: name })), { value: 'any', label: 'any state' }]}
          />
        </Field>
      )}
      {isEvent ? (
        <Field label="Event" required error={wrongAt('event')} description="What people do, such as “close”.">
          <TextField name="event" value={row.event} onValue={(event) => change({ event })} list={events} autoComplete="off" />
        </Field>
      ) : null}
      {form === 'at' ? (
        <Field label="When">
          <Select
            value={row.field}
            onChange={(next) => change({ field: next ?? row.field })}
            items={momentsOf(model, machine).map((one) => ({ value: one, label: one }))}
          />
        </Field>
      ) : null}
      {form === 'every' ? (
        <Field label="Every">
          <Select value={row.rhythm} onChange={(next) => change({ rhythm: (next ?? row.rhythm) as Rhythm })} items={rhythmItems} />
        </Field>
      ) : null}
      {form === 'after' || form === 'at' ? (
        <Field
          label={form === 'after' ? 'After' : 'How long'}
          error={wrongAt('length')}
          description={form === 'at' ? 'Such as “2 days”. Empty: just then.' : 'Such as “3 days” or “45 minutes”, in the state.'}
        >
          <TextField name="length" value={row.length} onValue={(length) => change({ length })} list={lengths} autoComplete="off" />
        </Field>
      ) : null}
      {form === 'at' && row.length.trim() !== '' ? (
        <Segmented
          label="Before or after"
          value={row.side}
          onChange={(side) => change({ side: side === 'before' ? 'before' : 'after' })}
          items={[
            { value: 'before', label: `Before ${row.field}` },
            { value: 'after', label: `After ${row.field}` },
          ]}
        />
      ) : null}
      {hasClock ? (
        <Field label="At" error={wrongAt('clock')}>
          <TextField name="clock" value={row.clock} onValue={(clock) => change({ clock })} autoComplete="off" />
        </Field>
      ) : null}
      {hasTarget(machine, form) ? (
        <Field label="To" error={wrongAt('to')} description="A new name adds a state. Empty: the state stays.">
          <TextField name="to" value={row.to} onValue={(next) => change({ to: next })} list={states} autoComplete="off" />
        </Field>
      ) : null}
      {mayBeFinal(machine, row) ? (
        <Checkbox checked={row.isFinal} onChange={(isFinal) => change({ isFinal })}>
          Final: nothing comes after it
        </Checkbox>
      ) : null}
      {isTimer(form) || model.roles.length === 0 ? null : (
        <Ticks
          title="Who"
          says="None ticked: section 6 decides."
          all={model.roles.map(({ name }) => name.text)}
          chosen={row.roles}
          onChange={(roles) => change({ roles })}
        />
      )}
      {asks.length === 0 ? null : (
        <Ticks
          title="Asks for"
          says="What people fill in when they do it."
          all={asks}
          chosen={row.asks}
          onChange={(next) => change({ asks: next })}
        />
      )}
      {place === null ? null : (
        <ConditionEditor label="Only if" place={place} conditions={row.guard} onChange={(guard) => change({ guard })} />
      )}
      {messageOf(row) === '' && row.message === null ? null : isTimer(form) ? null : (
        <Field label="Else people read" description="The message of its error in section 8.">
          <TextField name="message" value={messageOf(row)} onValue={(message) => change({ message })} autoComplete="off" />
        </Field>
      )}
      {wrongAt('guard') === undefined && wrongAt('row') === undefined ? null : <p role="alert">{wrong?.wrong}</p>}
      {reads === null ? null : <Preview reads={reads} />}
      <Options id={states} values={names} />
      <Options id={lengths} values={['30 minutes', '1 hour', '1 day', '3 days', '7 days', ...lengthsOf(model)]} />
      <Options
        id={events}
        values={[...new Set(machine.transitions.flatMap(({ trigger }) => (trigger.kind === 'event' ? [trigger.name.text] : [])))]}
      />
    </FormPanel>
  );
}

/** Names to tick, collapsed if none is ticked. */
function Ticks({
  title,
  says,
  all,
  chosen,
  onChange,
}: {
  readonly title: string;
  readonly says: string;
  readonly all: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}) {
  return (
    <details className={conditions['ticks']} open={chosen.length > 0 || undefined}>
      <summary>
        {title}
        <span>{chosen.length === 0 ? says : chosen.join(', ')}</span>
      </summary>
      <fieldset className={conditions['conditions']} aria-label={title}>
        {all.map((name) => (
          <Checkbox
            key={name}
            checked={chosen.includes(name)}
            onChange={(checked) => onChange(all.filter((one) => (one === name ? checked : chosen.includes(one))))}
          >
            {name}
          </Checkbox>
        ))}
      </fieldset>
    </details>
  );
}
