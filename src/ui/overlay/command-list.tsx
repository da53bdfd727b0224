import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { cx } from '../cx.ts';
import groupLabel from '../display/group-label.module.css';
import { TextField } from '../form/text-field.tsx';
import { IconSearch } from '../icons.ts';
import styles from './command-list.module.css';
import type { Command } from './commands.ts';

/** A search input with a list of matching commands below it (W3C: combobox with a list box). */
export function CommandList<C extends Command>({
  title,
  placeholder,
  query,
  onQuery,
  groups,
  commands,
  status,
  onShown,
  onDone,
}: {
  readonly title: string;
  readonly placeholder: string;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  /** In display order. */
  readonly groups: readonly { readonly name: C['group']; readonly label: string }[];
  /** The commands that match the query, best first. */
  readonly commands: readonly C[];
  /** A message below the list; null shows none. */
  readonly status: ReactNode;
  /** Called when the input has received the focus. */
  readonly onShown?: (() => void) | undefined;
  /** Called before a command runs. */
  readonly onDone: () => void;
}) {
  const [marked, setMarked] = useState(0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const shown = groups.flatMap(({ name }) => commands.filter(({ group }) => group === name));
  const at = Math.min(marked, shown.length - 1);

  // The code may load only after the dialog has already placed the focus elsewhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on mount.
  useLayoutEffect(() => {
    input.current?.focus();
    onShown?.();
  }, []);

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });

  const take = (command: Command | undefined): void => {
    if (!command || command.unavailable !== undefined) return;
    onDone();
    command.run();
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
        aria-label={title}
        placeholder={placeholder}
        lead={<IconSearch size={16} />}
        value={query}
        onValue={(text) => {
          onQuery(text);
          setMarked(0);
        }}
        onKeyDown={keys}
      />
      <div ref={list} id={id} role="listbox" aria-label={title} className={styles['list']}>
        {groups.map(({ name, label }) => {
          const own = shown.filter(({ group }) => group === name);
          return own.length === 0 ? null : (
            <div key={name} role="group" aria-label={label}>
              <div className={groupLabel['label']} aria-hidden>
                {label}
              </div>
              {own.map((command) => {
                const index = shown.indexOf(command);
                const hint = command.unavailable ?? command.hint;
                return (
                  <div
                    key={command.key}
                    id={`${id} ${index}`}
                    role="option"
                    aria-selected={index === at}
                    aria-disabled={command.unavailable === undefined ? undefined : true}
                    tabIndex={-1}
                    className={cx(styles['entry'], index === at && styles['marked'])}
                    onPointerMove={() => setMarked(index)}
                    onClick={() => take(command)}
                    onKeyDown={keys}
                  >
                    <span className={styles['label']}>{command.label}</span>
                    {hint === undefined ? null : <span className={styles['hint']}>{hint}</span>}
                    {command.caps === undefined ? null : (
                      <span className={styles['caps']}>
                        {command.caps.map((cap) => (
                          <kbd key={cap}>{cap}</kbd>
                        ))}
                      </span>
                    )}
                  </div>
                );
              })}
            </div>
          );
        })}
      </div>
      <p className={styles['nothing']} role="status">
        {status}
      </p>
    </div>
  );
}
