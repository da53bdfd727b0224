import { type ReactNode, useEffect, useRef, useState } from 'react';
import { own } from '../../base/own.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { MultiCombobox } from '../../ui/form/combobox.tsx';
import { DateField } from '../../ui/form/date-field.tsx';
import { Field } from '../../ui/form/field.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { shownType } from '../field-types.ts';
import { DurationInput } from '../inputs/duration-input.tsx';
import { plainNumber } from '../inputs/plain-number.ts';
import { currencyOf, typeOf } from '../model-lookup.ts';
import { dayOf } from '../parts/calendar-days.ts';
import { useProduct } from '../product-context.ts';
import { containsText, filterText, rangeOf, rangeText } from '../query-state.ts';
import { ChoiceLook, type FilterProps } from './choice-look.tsx';
import styles from './lists.module.css';
import { timesAround } from './times-around.ts';

/** What a filter is set with, where a menu of values will not do. */
export function FilterPanel(props: FilterProps): ReactNode {
  const { model, words } = useProduct();
  const { kind } = typeOf(model, props.entity, props.filter.field);
  const { filter } = shownType(kind);
  return (
    <div className={styles['panel']}>
      {filter === 'range' ? (
        <RangeFilter {...props} kind={kind} />
      ) : filter === 'contains' ? (
        <TextFilter {...props} />
      ) : filter === 'records' ? (
        <RecordFilter {...props} />
      ) : (
        <Choices {...props} />
      )}
      {props.chosen.length > 0 ? (
        <Button variant="ghost" size="small" onClick={() => props.onChange([])}>
          {words.clearFilters}
        </Button>
      ) : null}
    </div>
  );
}

/** Calls `send` 250 ms after the last change: a number is typed digit by digit. */
function useLater(send: (text: string) => void): { readonly later: (text: string) => void; readonly now: (text: string) => void } {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef<string | null>(null);
  const call = useRef(send);
  call.current = send;
  const now = (text: string): void => {
    clearTimeout(timer.current);
    waiting.current = null;
    call.current(text);
  };
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      // What was typed last must not be lost with the panel.
      if (waiting.current !== null) call.current(waiting.current);
    },
    [],
  );
  return {
    now,
    later(text) {
      clearTimeout(timer.current);
      waiting.current = text;
      timer.current = setTimeout(() => now(text), 250);
    },
  };
}

function RangeFilter({ chosen, onChange, kind }: FilterProps & { readonly kind: string }) {
  const { words, locale, zone, platform } = useProduct();
  const { lists } = words.parts;
  const { input } = shownType(kind);
  const start = rangeOf(chosen) ?? { from: '', to: '' };
  const [range, setRange] = useState(start);
  const sender = useLater((text) => onChange(text === '..' ? [] : [text]));
  // “Clear” empties it from outside.
  const empty = chosen.length === 0;
  const [wasEmpty, setWasEmpty] = useState(empty);
  if (empty !== wasEmpty) {
    setWasEmpty(empty);
    if (empty) setRange({ from: '', to: '' });
  }
  const set = (side: 'from' | 'to', value: string): void => {
    const next = { ...range, [side]: value };
    setRange(next);
    const text = rangeText(asNumber(kind, next.from), asNumber(kind, next.to));
    if (input === 'day' || input === 'moment' || input === 'clock') sender.now(text);
    else sender.later(text);
  };
  const presets = input === 'day' || input === 'moment' ? timesAround(dayOf(new Date(platform.now()).toISOString(), zone), locale) : [];
  const choose = (next: { readonly from: string; readonly to: string }): void => {
    setRange({ from: next.from, to: next.to });
    sender.now(rangeText(next.from, next.to));
  };
  return (
    <>
      <div className={styles['range']}>
        <Field label={lists.from}>
          <Bound kind={kind} value={range.from} label={lists.from} onChange={(value) => set('from', value)} />
        </Field>
        <Field label={lists.to}>
          <Bound kind={kind} value={range.to} label={lists.to} onChange={(value) => set('to', value)} />
        </Field>
      </div>
      {presets.length === 0 ? null : (
        <div className={styles['files']}>
          {presets.map((preset) => (
            <Button
              key={preset.label}
              size="small"
              aria-pressed={preset.from === range.from && preset.to === range.to}
              onClick={() => choose(preset)}
            >
              {preset.label}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

/**
 * Converts a number from the reader's notation to the engine's; anything else stays, so that the
 * list can report it.
 */
const asNumber = (kind: string, text: string): string =>
  ['whole', 'number'].includes(shownType(kind).input) ? (plainNumber(text) ?? text.trim()) : text;

function Bound({
  kind,
  value,
  label,
  onChange,
}: {
  readonly kind: string;
  readonly value: string;
  readonly label: string;
  readonly onChange: (value: string) => void;
}) {
  const { model } = useProduct();
  const { input } = shownType(kind);
  if (input === 'day' || input === 'moment') return <DateField kind="date" value={value} onValue={onChange} />;
  if (input === 'clock') return <DateField kind="time" value={value} onValue={onChange} />;
  if (input === 'duration')
    return (
      <DurationInput
        value={value === '' ? null : value}
        onChange={(next) => onChange(typeof next === 'string' ? next : '')}
        label={label}
      />
    );
  return (
    <NumberField
      value={value}
      onValue={onChange}
      whole={input === 'whole'}
      steppers={false}
      lead={kind === 'money' ? (currencyOf(model) ?? undefined) : undefined}
    />
  );
}

function TextFilter(props: FilterProps) {
  const { words } = useProduct();
  const { filter, chosen, onChange } = props;
  const [first = ''] = chosen;
  const asked = chosen.length === 1 && first.startsWith('~') ? first.slice(1) : '';
  const [text, setText] = useState(asked);
  const sent = useRef(asked);
  if (asked !== sent.current) {
    // Cleared, or something was chosen below.
    sent.current = asked;
    if (asked === '') setText('');
  }
  const sender = useLater((next) => {
    sent.current = next.trim() === '' ? '' : next;
    onChange(next.trim() === '' ? [] : [containsText(next)]);
  });
  return (
    <>
      <Field label={words.parts.lists.contains}>
        <TextField
          value={text}
          onValue={(next) => {
            setText(next);
            sender.later(next);
          }}
        />
      </Field>
      {filter.more ? null : <Choices {...props} chosen={asked === '' ? chosen : []} />}
    </>
  );
}

/** Records that are too many to be listed are looked for. */
function RecordFilter({ entity, filter, chosen, onChange }: FilterProps) {
  const { session, model, words } = useProduct();
  const type = typeOf(model, entity, filter.field);
  const target = type.kind === 'relation' || type.kind === 'members' ? type.entity.text : '';
  // Names of those that were found by typing; the list's own choices know the others.
  const [found, setFound] = useState<Readonly<Record<string, string>>>({});
  const labelOf = (id: string): string => filter.choices.find((choice) => choice.value === id)?.label ?? own(found, id) ?? id.slice(-6);
  return (
    <Field label={words.search} description={words.parts.lists.more}>
      <MultiCombobox
        value={chosen.filter((id) => id !== '').map((id) => ({ value: id, label: labelOf(id) }))}
        search={async (query) => (await session.choices(target, query, 50)).map(({ id, label }) => ({ value: id, label }))}
        onChange={(next) => {
          setFound({ ...found, ...Object.fromEntries(next.map(({ value, label }) => [value, label])) });
          onChange(next.map(({ value }) => value));
        }}
      />
    </Field>
  );
}

function Choices({ entity, filter, chosen, onChange }: FilterProps) {
  const { words } = useProduct();
  return (
    <>
      <ul className={styles['choices']}>
        {filter.choices.map((choice) => {
          const value = filterText(choice.value);
          return (
            <li key={value}>
              <Checkbox
                checked={chosen.includes(value)}
                onChange={(on) => onChange(on ? [...chosen, value] : chosen.filter((one) => one !== value))}
              >
                <ChoiceLook entity={entity} field={filter.field} value={value} label={choice.label} />
              </Checkbox>
            </li>
          );
        })}
      </ul>
      {filter.more ? <p className={styles['hint']}>{words.parts.lists.more}</p> : null}
    </>
  );
}
