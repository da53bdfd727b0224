import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { own } from '../../base/own.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { MultiCombobox } from '../../ui/form/combobox.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Select } from '../../ui/form/select.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { shownType } from '../field-types.ts';
import { type FilterState, filterText, readFilter, writeFilter } from '../filter-state.ts';
import type { FilterOperator } from '../languages/part-words.ts';
import { fieldNamed, typeOf } from '../model-lookup.ts';
import { useWholeProduct } from '../product-context.ts';
import { useLink } from '../screen/use-link.ts';
import { ChoiceLook, type FilterProps } from './choice-look.tsx';
import styles from './lists.module.css';
import { Range, RangeInput } from './range-filter.tsx';
import { useDebounced } from './use-debounced.ts';

type Body = FilterProps & {
  readonly kind: string;
  readonly state: FilterState;
  /** `now`: false while the person is still typing. */
  readonly set: (next: Partial<FilterState>, now?: boolean) => void;
};

/** The conditions that suit values of a type. */
function operatorsOf(kind: string, required: boolean): readonly FilterOperator[] {
  const { filter, input } = shownType(kind);
  const empty: readonly FilterOperator[] = required || kind === 'state' ? [] : ['empty', 'notEmpty'];
  if (filter === 'contains') return ['contains', 'is', 'isNot', ...empty];
  if (filter === 'range') return ['between', ...(input === 'whole' || input === 'number' ? (['is', 'isNot'] as const) : []), ...empty];
  return kind === 'boolean' ? ['is'] : ['is', 'isNot', ...empty];
}

/** The controls of a filter: a condition and the values to compare with. */
export function FilterPanel(props: FilterProps): ReactNode {
  const { model, words } = useWholeProduct();
  const { entity, filter, chosen, onChange } = props;
  const { lists } = words.parts;
  const { kind } = typeOf(model, entity, filter.field);
  const fromAddress = JSON.stringify(chosen);
  // Incomplete conditions, such as an operator without a value, are not in the address.
  const [state, setState] = useState(() => readFilter(chosen, kind));
  const written = useRef(fromAddress);
  if (fromAddress !== written.current) {
    written.current = fromAddress;
    // Changed from outside: the filter was cleared, or the person went to another page.
    setState(readFilter(chosen, kind));
  }
  const send = useDebounced((next: FilterState) => {
    const values = writeFilter(next);
    written.current = JSON.stringify(values);
    onChange(values);
  });
  const set: Body['set'] = (next, now = true) => {
    const after = { ...state, ...next };
    setState(after);
    send(after, now);
  };
  const operators = operatorsOf(kind, fieldNamed(model, entity, filter.field)?.required ?? false);
  const box = useRef<HTMLDivElement>(null);
  const { operator } = state;
  // People open the panel for the values, not for the condition above them.
  useEffect(() => {
    box.current?.querySelector<HTMLElement>('[data-values] :is(input, button, [role="checkbox"])')?.focus();
  }, []);
  return (
    <div ref={box} className={styles['panel']}>
      {operators.length < 2 ? null : (
        <Select
          label={lists.operator}
          value={operator}
          onChange={(next) => {
            const found = operators.find((one) => one === next);
            if (found !== undefined) set({ operator: found });
          }}
          items={operators.map((one) => ({ value: one, label: lists.operators[one] }))}
        />
      )}
      <div data-values className={styles['values']}>
        <Values {...props} kind={kind} state={state} set={set} />
      </div>
    </div>
  );
}

function Values(props: Body): ReactNode {
  const { words, labels } = useWholeProduct();
  const { entity, filter, kind, state, set } = props;
  const { operator } = state;
  if (operator === 'empty' || operator === 'notEmpty') return null;
  if (operator === 'between') return <Range kind={kind} state={state} set={set} />;
  const by = shownType(kind).filter;
  const label = labels.field(entity, filter.field);
  if (operator === 'contains')
    return (
      <TextField
        aria-label={`${label} ${words.parts.lists.operators.contains}`}
        value={state.text}
        onValue={(text) => set({ text }, false)}
      />
    );
  if (by === 'range')
    return (
      <RangeInput
        kind={kind}
        label={label}
        value={state.values[0] ?? ''}
        onChange={(value) => set({ values: value === '' ? [] : [value] }, false)}
      />
    );
  if (by === 'records' && (filter.more || !filter.named)) return <RecordFilter {...props} />;
  // Without a complete list of choices the person types a value.
  if (filter.choices.length === 0 || filter.more)
    return (
      <TextField
        aria-label={label}
        value={(state.values[0] ?? '').replace(/^\\/u, '')}
        onValue={(text) => set({ values: text === '' ? [] : [filterText(text)] }, false)}
      />
    );
  return <Choices {...props} />;
}

/** A search, for records that are too many to list. */
function RecordFilter({ entity, filter, state, set }: Body) {
  const { session, model, words } = useWholeProduct();
  const at = useLink();
  const type = typeOf(model, entity, filter.field);
  const target = type.kind === 'relation' || type.kind === 'members' ? type.entity.text : '';
  // Labels of records found by typing; the list's own choices cover the others.
  const [found, setFound] = useState<Readonly<Record<string, string>>>({});
  const labelOf = (id: string): string => filter.choices.find((choice) => choice.value === id)?.label ?? own(found, id) ?? id.slice(-6);
  return (
    <Field label={words.search} description={words.parts.lists.more}>
      <MultiCombobox
        value={state.values.filter((id) => id !== '').map((id) => ({ value: id, label: labelOf(id) }))}
        search={async (query) => (await session.choices(target, query, 50, undefined, at)).map(({ id, label }) => ({ value: id, label }))}
        onChange={(next) => {
          setFound({ ...found, ...Object.fromEntries(next.map(({ value, label }) => [value, label])) });
          set({ values: next.map(({ value }) => value) });
        }}
      />
    </Field>
  );
}

function Choices({ entity, filter, state, set }: Body) {
  const { values } = state;
  const list = useRef<HTMLUListElement>(null);
  const keys = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const boxes = [...(list.current?.querySelectorAll<HTMLElement>('[role="checkbox"]') ?? [])];
    boxes[(boxes.indexOf(document.activeElement as HTMLElement) + step + boxes.length) % boxes.length]?.focus();
  };
  return (
    <ul ref={list} className={styles['choices']} onKeyDown={keys}>
      {filter.choices.map((choice) => {
        const value = filterText(choice.value);
        return (
          <li key={value}>
            <Checkbox
              checked={values.includes(value)}
              onChange={(on) => set({ values: on ? [...values, value] : values.filter((one) => one !== value) })}
            >
              <ChoiceLook entity={entity} field={filter.field} value={value} label={choice.label} />
            </Checkbox>
          </li>
        );
      })}
    </ul>
  );
}
