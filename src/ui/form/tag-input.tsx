import { Field } from '@base-ui/react/field';
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { cx } from '../cx.ts';
import { IconX } from '../icons.ts';
import { useUi } from '../root/ui-context.ts';
import styles from './combobox.module.css';
import input from './input.module.css';

/**
 * A list of short texts. Enter or a comma adds one; Backspace in an empty input makes the last one
 * editable again.
 */
export function TagInput({
  value,
  onChange,
  label,
  invalid = false,
}: {
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  readonly label?: string;
  readonly invalid?: boolean;
}) {
  const { words } = useUi();
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);

  const add = (words: readonly string[]): void => {
    const fresh = words
      .flatMap((word) => word.split(/[,\n\t]/u))
      .map((word) => word.trim())
      .filter((word, index, all) => word !== '' && all.indexOf(word) === index && !value.includes(word));
    if (fresh.length > 0) onChange([...value, ...fresh]);
    setText('');
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if ((event.key === 'Enter' || event.key === ',') && text.trim() !== '') {
      event.preventDefault();
      add([text]);
    } else if (event.key === ',') event.preventDefault();
    else if (event.key === 'Backspace' && text === '' && value.length > 0) {
      event.preventDefault();
      setText(value.at(-1) ?? '');
      onChange(value.slice(0, -1));
    }
  };
  const paste = (event: ClipboardEvent): void => {
    const pasted = event.clipboardData.getData('text').split(/[,\n\t]/u);
    if (pasted.length < 2) return;
    event.preventDefault();
    add(pasted);
  };

  return (
    <div
      className={cx(input['input'], styles['chips'])}
      aria-invalid={invalid || undefined}
      role="presentation"
      onClick={() => field.current?.focus()}
    >
      {value.map((tag) => (
        <span key={tag} className={styles['chip']}>
          <span>{tag}</span>
          <button
            type="button"
            aria-label={words.remove(tag)}
            className={styles['remove']}
            onClick={() => onChange(value.filter((other) => other !== tag))}
          >
            <IconX size={14} />
          </button>
        </span>
      ))}
      <Field.Control
        ref={field}
        aria-label={label}
        value={text}
        placeholder={value.length === 0 ? words.addTag : ''}
        className={styles['bareInput']}
        onValueChange={(next) => setText(next)}
        onKeyDown={keys}
        onPaste={paste}
        onBlur={() => add([text])}
      />
    </div>
  );
}
