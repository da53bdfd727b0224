import { Combobox as Base } from '@base-ui/react/combobox';
import { useState } from 'react';
import { cx } from '../cx.ts';
import { IconCheck, IconSelector, IconX } from '../icons.ts';
import floating from '../overlay/floating.module.css';
import { OpenGuards } from '../overlay/open-guards.tsx';
import { useUi } from '../root/ui-context.ts';
import { type Found, useSearch } from '../use-search.ts';
import type { Choice } from './choice.ts';
import styles from './combobox.module.css';
import input from './input.module.css';

interface Searched {
  /** Called as the person types, and with '' when the list opens. */
  readonly search: (query: string) => Promise<readonly Choice[]>;
  readonly placeholder?: string;
  readonly label?: string;
}

interface Creating {
  /** Adds a last option that creates a record, labelled for the typed text. */
  readonly create?: { readonly label: (text: string) => string; readonly run: (text: string) => void } | undefined;
}

/** No record has this id. */
const createValue = '\0create';

/** The option that creates a record, and the text to create it from. */
function useCreate(create: Creating['create'], chosen: string | undefined) {
  const [text, setText] = useState('');
  return {
    with: ({ items, answered }: Found): readonly Choice[] =>
      create === undefined || !answered ? items : [...items, { value: createValue, label: create.label(text) }],
    type: (query: string, typed: boolean): void => setText(typed && query !== chosen ? query.trim() : ''),
    chosen: (choice: Choice | null): boolean => {
      if (choice?.value !== createValue) return false;
      create?.run(text);
      return true;
    },
  };
}

/**
 * Base UI clears the value when Escape is pressed while the list is closed. Here Escape changes
 * nothing: it closes the list, or else whatever surrounds the field.
 */
function escapes(details: Base.Root.ChangeEventDetails): boolean {
  if (details.reason !== 'escape-key') return false;
  details.cancel();
  details.allowPropagation();
  return true;
}

const same = (a: Choice, b: Choice): boolean => a.value === b.value;
const labelOf = (choice: Choice): string => choice.label;

/** Picks one of many options by typing. */
export function Combobox({
  value,
  onChange,
  optional = false,
  search,
  placeholder,
  label,
  create,
}: Searched &
  Creating & { readonly value: Choice | null; readonly onChange: (value: Choice | null) => void; readonly optional?: boolean }) {
  const { words } = useUi();
  const found = useSearch(search, value?.label);
  const making = useCreate(create, value?.label);
  return (
    <Base.Root
      items={making.with(found)}
      filter={null}
      value={value}
      onValueChange={(next, details) => !escapes(details) && !making.chosen(next) && onChange(next)}
      onInputValueChange={(query, details) => {
        if (escapes(details)) return;
        making.type(query, details.reason === 'input-change');
        found.ask(query, details.reason === 'input-change');
      }}
      // If typing opened the list, the search has already started.
      onOpenChange={(open, { reason }) => open && reason !== 'input-change' && found.open()}
      isItemEqualToValue={same}
      itemToStringLabel={labelOf}
      autoHighlight
    >
      <span className={input['group']}>
        <Base.Input aria-label={label} placeholder={placeholder ?? words.choose} className={cx(input['input'], input['hasTrail'])} />
        <span className={input['trail']}>
          {optional && value !== null ? (
            <Base.Clear aria-label={words.clear} className={input['stepper']}>
              <IconX size={14} />
            </Base.Clear>
          ) : (
            <Base.Trigger tabIndex={-1} aria-hidden className={input['stepper']}>
              <IconSelector size={16} />
            </Base.Trigger>
          )}
        </span>
      </span>
      <Results {...found} />
    </Base.Root>
  );
}

/** Picks several of many options by typing. */
export function MultiCombobox({
  value,
  onChange,
  search,
  placeholder,
  label,
  create,
}: Searched & Creating & { readonly value: readonly Choice[]; readonly onChange: (value: readonly Choice[]) => void }) {
  const { words } = useUi();
  const found = useSearch(search, undefined);
  const making = useCreate(create, undefined);
  return (
    <Base.Root
      multiple
      items={making.with(found)}
      filter={null}
      value={[...value]}
      onValueChange={(next, details) => !escapes(details) && !next.some(making.chosen) && onChange(next)}
      onInputValueChange={(query, details) => {
        if (escapes(details)) return;
        making.type(query, details.reason === 'input-change');
        found.ask(query, details.reason === 'input-change');
      }}
      // If typing opened the list, the search has already started.
      onOpenChange={(open, { reason }) => open && reason !== 'input-change' && found.open()}
      isItemEqualToValue={same}
      itemToStringLabel={labelOf}
      autoHighlight
    >
      <span className={input['group']}>
        <Base.Chips className={cx(input['input'], styles['chips'])}>
          {value.map((choice) => (
            <Base.Chip key={choice.value} className={styles['chip']} aria-label={choice.label}>
              <span>{choice.look ?? choice.label}</span>
              <Base.ChipRemove aria-label={words.remove(choice.label)} className={styles['remove']}>
                <IconX size={14} />
              </Base.ChipRemove>
            </Base.Chip>
          ))}
          <Base.Input
            aria-label={label}
            placeholder={value.length === 0 ? (placeholder ?? words.choose) : ''}
            className={styles['bareInput']}
          />
        </Base.Chips>
      </span>
      <Results {...found} />
    </Base.Root>
  );
}

function Results({ busy, answered, failed }: Found) {
  const { layer, words } = useUi();
  return (
    <Base.Portal container={layer}>
      <Base.Positioner sideOffset={4} collisionPadding={8} className={floating['positioner']}>
        <Base.Popup className={floating['popup']}>
          <OpenGuards />
          <Base.Status className={floating['message']}>{busy ? words.searching : null}</Base.Status>
          <Base.Empty className={floating['message']}>{answered ? (failed ? words.searchFailed : words.nothingFound) : null}</Base.Empty>
          <Base.List>
            {(choice: Choice) => (
              <Base.Item key={choice.value} value={choice} className={floating['item']}>
                <span className={floating['itemText']}>{choice.look ?? choice.label}</span>
                <Base.ItemIndicator className={floating['check']}>
                  <IconCheck size={16} />
                </Base.ItemIndicator>
              </Base.Item>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}
