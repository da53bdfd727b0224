import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { Unseen } from '../../ui/display/unseen.tsx';
import { Field } from '../../ui/form/field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { shownCode, writtenCode } from './code-cell.ts';

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
  /**
   * In the typewriter's letters. `expression`: an expression or an action alone, which is shown and
   * typed without its backticks.
   */
  readonly code?: boolean | 'expression';
  /** For screen readers only: in a table, the headers say it. */
  readonly hidesLabel?: boolean;
}) {
  const shown = code === 'expression' ? shownCode(value) : value;
  const [typed, setTyped] = useState(shown);
  const list = useId();
  useEffect(() => setTyped(shown), [shown]);
  const write = (): void => {
    if (typed.trim() !== shown.trim()) onWrite(code === 'expression' ? writtenCode(typed) : typed.trim());
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') write();
    else if (event.key === 'Escape' && typed !== shown) {
      setTyped(shown);
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
        spellCheck={code === false}
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
