import { type FocusEvent, type KeyboardEvent, useCallback, useContext, useEffect, useMemo, useRef } from 'react';
import { own } from '../../base/own.ts';
import type { InputData } from '../../engine/form-data.ts';
import type { Json, RecordData } from '../../engine/record-data.ts';
import { Callout } from '../../ui/display/callout.tsx';
import { useProduct } from '../product-context.ts';
import { WhyButton } from '../screen/why-button.tsx';
import { useSavedToast } from '../undo.ts';
import styles from './edit-in-place.module.css';
import { focusable } from './focusable.ts';
import { sameValue } from './form-values.ts';
import { InputField } from './input-field.tsx';
import { type NewRecord, NewRecordContext } from './new-record-context.ts';
import { PickedContext } from './picked-context.ts';
import { useForm } from './use-form.ts';

/** Types that are saved once a value is chosen, because the input has nothing else to do. */
const savedWhenChosen: ReadonlySet<string> = new Set(['relation', 'file', 'image']);

/**
 * The input in place of its value. Enter (Ctrl+Enter in multi-line text) or leaving it saves,
 * Escape cancels; a refusal appears below.
 */
export function FieldEditor({
  record,
  input,
  onClose,
}: {
  readonly record: RecordData;
  readonly input: InputData;
  /** `byKey`: return the focus to the element that opened it. */
  readonly onClose: (byKey: boolean) => void;
}) {
  const { run } = useProduct();
  const showSaved = useSavedToast();
  const element = useRef<HTMLFormElement>(null);
  const byKey = useRef(true);
  const inputs = useMemo(() => [input], [input]);
  const form = useForm({
    inputs,
    draftName: null,
    inside: true,
    run: async (values) => {
      if (Object.keys(values).length === 0) return { ok: true, value: { record: null, open: null } };
      const outcome = await run({ kind: 'update', entity: record.entity, id: record.id, values });
      if (outcome.ok) showSaved(record, values);
      return outcome;
    },
    done: () => onClose(byKey.current),
  });
  const latest = useRef(form);
  latest.current = form;

  // Typing replaces a short value but continues a long text.
  useEffect(() => {
    const control = element.current?.querySelector<HTMLElement>(focusable);
    control?.focus();
    if (control instanceof HTMLInputElement && ['text', 'email', 'url', 'tel'].includes(control.type)) control.select();
  }, []);

  const chosen = useRef(false);
  const picked = useCallback(() => {
    chosen.current = true;
  }, []);
  const change = useCallback(
    (name: string, value: Json) => {
      if (savedWhenChosen.has(input.type)) chosen.current = !sameValue(value, own(latest.current.values, name));
      latest.current.set({ [name]: value });
    },
    [input.type],
  );
  useEffect(() => {
    if (!chosen.current) return;
    chosen.current = false;
    byKey.current = true;
    void form.submit();
  });

  // React events also bubble from floating layers, such as a list of choices.
  const leaving = useRef(0);
  const isAway = useRef(false);
  useEffect(() => () => clearTimeout(leaving.current), []);
  const entered = (): void => {
    clearTimeout(leaving.current);
    isAway.current = false;
  };
  const left = (event: FocusEvent): void => {
    if (isAway.current || element.current?.contains(event.relatedTarget)) return;
    // React dispatches an event in a layer twice: at the layer's root and at the page's.
    clearTimeout(leaving.current);
    leaving.current = Number(
      setTimeout(() => {
        // Another window took the focus, so the input was not left.
        if (!document.hasFocus()) return;
        byKey.current = false;
        void latest.current.submit();
      }),
    );
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.defaultPrevented) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      clearTimeout(leaving.current);
      onClose(true);
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      byKey.current = true;
      void form.submit();
    }
  };
  // Creating a record from the list of choices opens another dialog; the input must not save for
  // that.
  const makeNew = useContext(NewRecordContext);
  const begin = useMemo(
    () =>
      makeNew === null
        ? null
        : (wanted: NewRecord) => {
            isAway.current = true;
            clearTimeout(leaving.current);
            makeNew(wanted);
          },
    [makeNew],
  );
  return (
    <NewRecordContext value={begin}>
      <form
        ref={element}
        noValidate
        className={styles['editor']}
        onKeyDown={keys}
        onFocus={entered}
        onBlur={left}
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          byKey.current = true;
          void form.submit();
        }}
      >
        <PickedContext value={picked}>
          <InputField
            key={form.round}
            input={input}
            entity={record.entity}
            value={own(form.values, input.name) ?? null}
            errors={own(form.errors, input.name)}
            onChange={change}
          />
        </PickedContext>
        {form.general.map((refusal) => (
          <Callout key={refusal.message} tone="danger" actions={<WhyButton refusal={refusal} />}>
            {refusal.message}
          </Callout>
        ))}
      </form>
    </NewRecordContext>
  );
}
