import { memo, useCallback, useState } from 'react';
import type { InputData } from '../../engine/form-data.ts';
import type { Json } from '../../engine/record-data.ts';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import { Markdown } from '../../ui/display/markdown.tsx';
import { Field } from '../../ui/form/field.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import { hueOfValue } from '../model-lookup.ts';
import { usePlaces } from '../places.ts';
import { useWholeProduct } from '../product-context.ts';
import { isUnanswered } from './form-values.ts';
import { InputControl } from './input-control.tsx';
import styles from './inputs.module.css';
import type { FieldError } from './use-form.ts';

/** One input of a form with its label and error; rendered again only when one of these changed. */
export const InputField = memo(function InputField({
  input: given,
  entity,
  value,
  errors,
  onChange: onChangeOf,
}: {
  readonly input: InputData;
  /** The entity of the field, for the colours of its values. */
  readonly entity: string | null;
  readonly value: Json;
  readonly errors: readonly FieldError[] | undefined;
  readonly onChange: (name: string, value: Json) => void;
}) {
  const { model, words, labels, whyOf } = useWholeProduct();
  const places = usePlaces();
  const [previewing, setPreviewing] = useState(false);
  // The engine knows only the document's own language.
  const input =
    entity === null ? given : { ...given, label: labels.field(entity, given.name), description: labels.text(given.description) };
  const onChange = useCallback((next: Json) => onChangeOf(input.name, next), [onChangeOf, input.name]);
  const named = (choice: string): string => labels.value(entity ?? '', input.name, choice);
  const isMarkdown = input.type === 'markdown';
  const error = errors?.length
    ? errors.map(({ message, refusal }) => {
        const explain = refusal ? whyOf(refusal) : null;
        return (
          <span key={message} className={styles['error']}>
            {message}
            {explain ? (
              <Button variant="ghost" className={styles['why']} onClick={explain} aria-label={words.whyLong(message)}>
                {words.why}
              </Button>
            ) : null}
          </span>
        );
      })
    : undefined;
  const length = typeof value === 'string' ? [...value].length : 0;
  const count =
    input.maxLength !== null && length > input.maxLength * 0.8 ? (
      <span className={length > input.maxLength ? styles['over'] : undefined}>
        {length} / {input.maxLength}
      </span>
    ) : undefined;

  const toggle = isMarkdown ? (
    <Button variant="ghost" size="small" className={styles['toggle']} onClick={() => setPreviewing(!previewing)}>
      {previewing ? words.write : words.preview}
    </Button>
  ) : undefined;

  return (
    <Field
      name={input.name}
      place={places.field(entity, input.name)}
      label={input.label}
      required={input.required && (input.type !== 'boolean' || isUnanswered(input))}
      description={input.description === '' ? undefined : input.description}
      error={error}
      mark={toggle}
      count={count}
    >
      {isMarkdown ? (
        previewing ? (
          <div className={styles['preview']}>
            {value ? <Markdown text={String(value)} /> : <span className={styles['faint']}>{words.emptyPreview}</span>}
          </div>
        ) : (
          <TextArea value={String(value ?? '')} onValue={onChange} required={false} aria-required={input.required || undefined} />
        )
      ) : (
        <InputControl
          input={input}
          value={value}
          onChange={onChange}
          invalid={error !== undefined}
          named={named}
          look={(choice) => <Badge hue={entity === null ? null : hueOfValue(model, entity, input.name, choice)}>{named(choice)}</Badge>}
        />
      )}
    </Field>
  );
});
