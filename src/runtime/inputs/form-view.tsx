import { type ComponentProps, type KeyboardEvent, type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { own } from '../../base/own.ts';
import type { Json } from '../../engine/record-data.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Callout } from '../../ui/display/callout.tsx';
import { lazyPart } from '../lazy-part.ts';
import { useWholeProduct } from '../product-context.ts';
import { WhyButton } from '../screen/why-button.tsx';
import { ChoosingContext } from './choosing-context.ts';
import { endsOf, withEnd } from './end-with-start.ts';
import { focusable } from './focusable.ts';
import { readForm } from './form-values.ts';
import { InputField } from './input-field.tsx';
import styles from './inputs.module.css';
import type { LinesGrid as Grid } from './lines-grid.tsx';
import type { ShownOnce as Once } from './shown-once.tsx';
import type { Form } from './use-form.ts';

const LinesGrid = lazyPart<ComponentProps<typeof Grid>>(async () => (await import('./lines-grid.tsx')).LinesGrid);

const ShownOnce = lazyPart<ComponentProps<typeof Once>>(async () => (await import('./shown-once.tsx')).ShownOnce, null);

/** Orders `lines[2].price` before `lines[10].price`. */
const byPlace = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

/** A form's inputs, general errors and button. Ctrl+Enter submits from anywhere in it. */
export function FormView({
  form,
  entity,
  label,
  action,
  variant = 'primary',
  extra,
  repeats = false,
}: {
  readonly form: Form;
  readonly entity: string | null;
  /** The accessible name of the form. */
  readonly label: string;
  readonly action: string;
  readonly variant?: 'primary' | 'secondary';
  readonly extra?: ReactNode;
  /** After a record comes the next one: the first input gets the focus again. */
  readonly repeats?: boolean;
}) {
  const { words, zone, model } = useWholeProduct();
  const element = useRef<HTMLFormElement>(null);
  const { errors } = form;
  // Keeps the callbacks stable, so that typing in one input does not render the others.
  const latest = useRef(form);
  latest.current = form;
  const valuesNow = useCallback(
    () => ({ values: readForm(latest.current.inputs, latest.current.values, { zone, whole: true }).values }),
    [zone],
  );
  const ends = useMemo(() => endsOf(model, entity, form.inputs), [model, entity, form.inputs]);
  const change = useCallback((name: string, value: Json) => latest.current.set(withEnd(ends, latest.current.values, name, value)), [ends]);

  // Focus the first invalid input, for keyboards and screen readers.
  useEffect(() => {
    const keys = Object.keys(errors);
    const first = form.inputs.flatMap(({ name }) => keys.filter((key) => key === name || key.startsWith(`${name}[`)).sort(byPlace))[0];
    const field = first === undefined ? null : element.current?.querySelector(`[data-field="${CSS.escape(first)}"]`);
    field?.querySelector<HTMLElement>(focusable)?.focus();
  }, [errors, form.inputs]);

  const { round } = form;
  const lastRound = useRef(round);
  useEffect(() => {
    if (lastRound.current === round) return;
    lastRound.current = round;
    if (!repeats) return;
    const active = document.activeElement;
    if (active === null || active === document.body || element.current?.contains(active))
      element.current?.querySelector<HTMLElement>(`[data-field] :is(${focusable})`)?.focus({ preventScroll: true });
  }, [round, repeats]);

  const keys = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void form.submit();
  };
  return (
    <ChoosingContext value={valuesNow}>
      {form.secrets === undefined ? null : <ShownOnce entity={entity} secrets={form.secrets} onClose={form.seen} />}
      <form
        ref={element}
        noValidate
        aria-label={label}
        className={cx(styles['form'], form.inputs.some(({ lines }) => lines !== undefined) && styles['wide'])}
        onKeyDown={keys}
        onSubmit={(event) => {
          event.preventDefault();
          // A dialog's form is a React descendant of the form that opened it.
          event.stopPropagation();
          void form.submit();
        }}
      >
        {form.general.map((refusal) => (
          <Callout key={refusal.message} tone="danger" actions={<WhyButton refusal={refusal} />}>
            {refusal.message}
          </Callout>
        ))}
        {form.inputs.map((input) =>
          input.lines !== undefined ? (
            <LinesGrid
              key={`${input.name} ${form.round}`}
              input={input}
              lines={input.lines}
              entity={entity}
              value={own(form.values, input.name) ?? null}
              computed={own(form.computed, input.name)}
              errors={errors}
              onChange={change}
            />
          ) : (
            <InputField
              key={`${input.name} ${form.round}`}
              input={input}
              entity={entity}
              value={own(form.values, input.name) ?? null}
              errors={own(errors, input.name)}
              onChange={change}
            />
          ),
        )}
        <div className={styles['foot']}>
          <Button type="submit" variant={variant} busy={form.busy}>
            {action}
          </Button>
          {extra}
          {form.restored ? (
            <span className={styles['note']}>
              {words.draftKept}
              <Button variant="ghost" size="small" onClick={form.discard}>
                {words.discardDraft}
              </Button>
            </span>
          ) : null}
          {form.draftFailed ? <span className={styles['note']}>{words.draftFailed}</span> : null}
        </div>
      </form>
    </ChoosingContext>
  );
}
