import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { SidePanel } from './side-panel.tsx';
import styles from './view-bar.module.css';

/**
 * A panel that creates something; its first input has the focus. `onAdd` returns the name of the
 * invalid input, or null if the text was written.
 */
export function FormPanel({
  title,
  first,
  submit,
  onAdd,
  onCancel,
  children,
}: {
  readonly title: string;
  /** The input to focus first. */
  readonly first: string;
  readonly submit: string;
  readonly onAdd: () => string | null;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const focus = (name: string): void => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the panel opens.
  useEffect(() => focus(first), []);
  const add = (event: FormEvent): void => {
    event.preventDefault();
    const wrong = onAdd();
    if (wrong !== null) focus(wrong);
  };
  return (
    <SidePanel kind="New" title={title} onClose={onCancel}>
      <form className={styles['form']} ref={form} onSubmit={add} noValidate>
        {children}
        <div className={styles['actions']}>
          <Button size="small" variant="primary" type="submit">
            {submit}
          </Button>
          <Button size="small" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </SidePanel>
  );
}

/** The suggestions of an input with `list={id}`. */
export const Options = ({ id, values }: { readonly id: string; readonly values: readonly string[] }) => (
  <datalist id={id}>
    {values.map((value) => (
      <option key={value} value={value} />
    ))}
  </datalist>
);
