import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { Unseen } from '../../ui/display/unseen.tsx';
import { Field } from '../../ui/form/field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';

/**
 * One cell of the document as an input: written when one goes on (Enter, Tab, a click elsewhere),
 * taken back by Escape.
 */
export function CellField({
  label,
  value,
  onWrite,
  suggestions = [],
  description,
  code = false,
  hidesLabel = false,
}: {
  readonly label: string;
  /** As it is in the text. */
  readonly value: string;
  readonly onWrite: (words: string) => void;
  readonly suggestions?: readonly string[];
  readonly description?: string | undefined;
  /** An expression or an action: in the typewriter's letters. */
  readonly code?: boolean;
  /** For screen readers only: in a table, the headers say it. */
  readonly hidesLabel?: boolean;
}) {
  const [typed, setTyped] = useState(value);
  const list = useId();
  useEffect(() => setTyped(value), [value]);
  const write = (): void => {
    if (typed.trim() !== value.trim()) onWrite(typed.trim());
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') write();
    else if (event.key === 'Escape' && typed !== value) {
      setTyped(value);
      event.stopPropagation();
    }
  };
  return (
    <Field label={hidesLabel ? <Unseen>{label}</Unseen> : label} description={description}>
      <TextField
        value={typed}
        onValue={setTyped}
        onBlur={write}
        onKeyDown={keys}
        list={suggestions.length > 0 ? list : undefined}
        autoComplete="off"
        spellCheck={!code}
        style={code ? { fontFamily: 'var(--font-mono)', fontSize: 'var(--size-12)' } : undefined}
      />
      {suggestions.length > 0 ? (
        <datalist id={list}>
          {suggestions.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      ) : null}
    </Field>
  );
}
