import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { cx } from '../../ui/cx.ts';
import { IconSearch } from '../../ui/icons.ts';
import { TextField } from '../../ui/text-field.tsx';
import { useProduct } from '../product-context.ts';
import { humanize } from '../words.ts';
import { type Entry, matching } from './entries.ts';
import styles from './palette.module.css';
import { useRecords } from './use-records.ts';

const groups = ['screens', 'records', 'actions'] as const;

/** A text, and what it names: an input with a list under it (W3C: combobox with a list box). */
export function PaletteList({ entries, onDone }: { readonly entries: readonly Entry[]; readonly onDone: () => void }) {
  const { words, open } = useProduct();
  const [query, setQuery] = useState('');
  const [marked, setMarked] = useState(0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { records, failed } = useRecords(query);
  const all: readonly Entry[] = [
    ...matching(entries, query),
    ...records.map(
      (record): Entry => ({
        key: `${record.entity} ${record.id}`,
        group: 'records',
        label: record.label,
        hint: humanize(record.entity),
        run: () => record.address && open(record.address),
      }),
    ),
  ];
  const shown = groups.flatMap((group) => all.filter((entry) => entry.group === group));
  const at = Math.min(marked, shown.length - 1);

  // Its code may have come after the dialog gave the focus to what it had.
  useEffect(() => input.current?.focus(), []);

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });

  const take = (entry: Entry | undefined): void => {
    if (!entry) return;
    onDone();
    entry.run();
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || shown.length === 0) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setMarked((at + step + shown.length) % shown.length);
    else if (event.key === 'Enter') take(shown[at]);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles['palette']}>
      <TextField
        ref={input}
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={shown[at] ? `${id} ${at}` : undefined}
        aria-label={words.palette.title}
        placeholder={words.palette.placeholder}
        lead={<IconSearch size={16} />}
        value={query}
        onValue={(text) => {
          setQuery(text);
          setMarked(0);
        }}
        onKeyDown={keys}
      />
      <div ref={list} id={id} role="listbox" aria-label={words.palette.title} className={styles['list']}>
        {groups.map((group) => {
          const own = shown.filter((entry) => entry.group === group);
          return own.length === 0 ? null : (
            <div key={group} role="group" aria-label={words.palette[group]}>
              <div className={styles['group']} aria-hidden>
                {words.palette[group]}
              </div>
              {own.map((entry) => {
                const index = shown.indexOf(entry);
                return (
                  <div
                    key={entry.key}
                    id={`${id} ${index}`}
                    role="option"
                    aria-selected={index === at}
                    tabIndex={-1}
                    className={cx(styles['entry'], index === at && styles['marked'])}
                    onPointerMove={() => setMarked(index)}
                    onClick={() => take(entry)}
                    onKeyDown={keys}
                  >
                    <span className={styles['label']}>{entry.label}</span>
                    {entry.hint === undefined ? null : <span className={styles['hint']}>{entry.hint}</span>}
                  </div>
                );
              })}
            </div>
          );
        })}
      </div>
      <p className={styles['nothing']} role="status">
        {failed ? words.ui.searchFailed : shown.length === 0 ? words.palette.nothing : null}
      </p>
    </div>
  );
}
