import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx';
import { Field } from '../../ui/form/field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { shownCode, writtenCode } from './code-cell.ts';
import { ExpressionField, type ExpressionPlace } from './expression-field.tsx';

/**
 * An input for one cell of the document. Enter, Tab and leaving the input write the text; Escape
 * restores it.
 */
export function CellField({
  label,
  value,
  onWrite,
  suggestions = [],
  description,
  expression,
  hidesLabel = false,
}: {
  readonly label: string;
  /** As written in the text. */
  readonly value: string;
  readonly onWrite: (words: string) => void;
  readonly suggestions?: readonly string[];
  readonly description?: string | undefined;
  /** Set if the cell contains code: it is shown and typed without backticks, with completions. */
  readonly expression?: ExpressionPlace | undefined;
  /** Hides the label visually, because table headers show it. */
  readonly hidesLabel?: boolean;
}) {
  const written = expression === undefined ? (words: string) => words.trim() : (expression.written ?? writtenCode);
  const shown = expression === undefined ? value : shownCode(value, written);
  const [typed, setTyped] = useState(shown);
  const list = useId();
  // Equals `typed` as long as there are no unwritten changes.
  const settled = useRef(shown);
  // The model with the last cell may arrive while the next one is being typed.
  useEffect(() => {
    const last = settled.current;
    settled.current = shown;
    setTyped((now) => (now === last ? shown : now));
  }, [shown]);
  const write = (): void => {
    settled.current = typed;
    if (typed.trim() !== shown.trim()) onWrite(written(typed));
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') write();
    else if (event.key === 'Escape' && typed !== shown) {
      settled.current = shown;
      setTyped(shown);
      event.stopPropagation();
    }
  };
  if (expression !== undefined)
    return (
      <ExpressionField
        label={label}
        hidesLabel={hidesLabel}
        description={description}
        place={expression}
        value={typed}
        onValue={setTyped}
        onBlur={write}
        onKeyDown={keys}
      />
    );
  return (
    <Field label={hidesLabel ? <VisuallyHidden>{label}</VisuallyHidden> : label} description={description}>
      <TextField
        value={typed}
        onValue={setTyped}
        onBlur={write}
        onKeyDown={keys}
        list={suggestions.length > 0 ? list : undefined}
        autoComplete="off"
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
