import { useEffect, useMemo, useRef, useState } from 'react';
import { own, setOwn } from '../../base/own.ts';
import type { InputData } from '../../engine/form-data.ts';
import type { Outcome, Refusal } from '../../engine/outcome.ts';
import type { Json } from '../../engine/record-data.ts';
import type { Done } from '../../engine/session.ts';
import { createDraft, tabStorage } from '../draft.ts';
import { shownType } from '../field-types.ts';
import { useWholeProduct } from '../product-context.ts';
import { cellKey, type FormValues, initialValues, placesOf, readForm, rowsOf, sameValue } from './form-values.ts';
import { type FormQuestion, type LinesNow, useFormNow } from './use-form-now.ts';

export interface FieldError {
  readonly message: string;
  readonly refusal: Refusal | null;
}

export interface Form {
  /** The inputs that the form shows now. */
  readonly inputs: readonly InputData[];
  /** Computed columns, by list and index of the row. */
  readonly computed: LinesNow;
  readonly values: FormValues;
  readonly errors: Readonly<Record<string, readonly FieldError[]>>;
  /** Refusals at fields that the form does not show. */
  readonly general: readonly Refusal[];
  readonly busy: boolean;
  /** Increases when the form is reset. */
  readonly round: number;
  readonly restored: boolean;
  readonly draftFailed: boolean;
  /** Secrets to show before the form is done, because they can never be shown again. */
  readonly secrets: Done['secrets'];
  /** Sets typed or chosen values, by input. */
  set(changed: FormValues): void;
  discard(): void;
  submit(): Promise<void>;
  /** The secrets have been seen; finishes the form. */
  seen(): void;
}

/**
 * A form's values, errors, and a draft that survives a reload. `run` gets the changed values;
 * refusals at a field appear there, all others where section 8 says.
 */
export function useForm({
  inputs,
  draftName,
  whole = false,
  guarded = true,
  inside = false,
  start,
  asks,
  run,
  done,
}: {
  readonly inputs: readonly InputData[];
  /** Null for no draft. */
  readonly draftName: string | null;
  /** Also sends unchanged values. */
  readonly whole?: boolean;
  /** False if leaving it loses nothing important (signing in). */
  readonly guarded?: boolean;
  /** In a dialog or in place of a value, the form shows every refusal itself. */
  readonly inside?: boolean;
  /** Initial input, as if typed. */
  readonly start?: FormValues;
  /** Asks what depends on the values typed so far; absent if nothing does. */
  readonly asks?: FormQuestion | undefined;
  readonly run: (values: Readonly<Record<string, Json>>) => Promise<Outcome<Done>>;
  readonly done: (done: Done) => void;
}): Form {
  const { model, words, zone, refuse, person } = useWholeProduct();
  const [draftFailed, setDraftFailed] = useState(false);
  const draftKey = draftName === null ? null : `ninefold.draft ${model.name} ${person.account?.id ?? ''} ${draftName}`;
  const draft = useMemo(() => createDraft(draftKey === null ? null : tabStorage(), draftKey ?? '', () => setDraftFailed(true)), [draftKey]);
  const first = useMemo(() => initialValues(inputs, zone), [inputs, zone]);
  const [restored, setRestored] = useState(() => Object.keys(draft.read() ?? {}).length > 0);
  const [changes, setChanges] = useState<FormValues>(() => draft.read() ?? start ?? {});
  const [errors, setErrors] = useState<Form['errors']>({});
  const [general, setGeneral] = useState<readonly Refusal[]>([]);
  const [busy, setBusy] = useState(false);
  const [kept, setKept] = useState<Done | null>(null);
  const [round, setRound] = useState(0);
  const sending = useRef(false);
  const values = useMemo(() => ({ ...first, ...changes }), [first, changes]);

  const now = useFormNow(inputs, values, asks ?? null);
  const shown = useMemo(() => inputs.filter((input) => !now.hidden.has(input.name)), [inputs, now.hidden]);

  useEffect(() => {
    const leave = (): void => draft.flush();
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      draft.flush();
    };
  }, [draft]);

  const unsaved = guarded && Object.keys(changes).length > 0;
  useEffect(() => {
    if (!unsaved) return;
    // A draft survives a reload but not its tab, so the browser asks before the tab closes.
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [unsaved]);

  const begin = (): void => {
    draft.clear();
    setChanges({});
    setErrors({});
    setGeneral([]);
    setRestored(false);
    setRound((count) => count + 1);
  };

  return {
    inputs: shown,
    computed: now.lines,
    values,
    errors,
    general,
    busy,
    round,
    restored,
    draftFailed,
    set(changed) {
      const next: Record<string, Json> = { ...changes, ...changed };
      for (const [name, value] of Object.entries(changed)) if (sameValue(value, own(first, name))) delete next[name];
      setChanges(next);
      setErrors((before) => {
        const stale = new Set(
          Object.entries(changed).flatMap(([name, value]) => [...staleErrors(before, name, own(values, name) ?? null, value)]),
        );
        return stale.size === 0 ? before : Object.fromEntries(Object.entries(before).filter(([key]) => !stale.has(key)));
      });
      // Passwords are never stored in a draft.
      const secret = new Set(inputs.filter((input) => shownType(input.type).input === 'secret').map((input) => input.name));
      draft.later(Object.fromEntries(Object.entries(next).filter(([key]) => !secret.has(key))));
    },
    discard: begin,
    secrets: kept?.secrets,
    seen() {
      if (kept !== null) done(kept);
      setKept(null);
    },
    async submit() {
      if (sending.current) return;
      const reading = readForm(shown, values, { zone, whole });
      const messages = { required: words.requiredField, number: words.notANumber, whole: words.notWhole, json: words.notJson };
      const wrong = Object.entries(reading.wrong);
      if (wrong.length > 0) {
        setErrors(Object.fromEntries(wrong.map(([name, kind]) => [name, [{ message: messages[kind], refusal: null }]])));
        return;
      }
      sending.current = true;
      setBusy(true);
      try {
        const outcome = await run(reading.values);
        if (outcome.ok) {
          begin();
          if (outcome.value.secrets === undefined) done(outcome.value);
          else setKept(outcome.value);
          return;
        }
        const names = new Set(inputs.map((input) => input.name));
        const found: Record<string, FieldError[]> = {};
        const elsewhere: Refusal[] = [];
        const stray: Refusal[] = [];
        for (const refusal of outcome.refusals) {
          const field = fieldOf(refusal, inputs, values, zone);
          const isAt = refusal.shown.kind === 'at';
          if (field !== null && (refusal.line !== undefined || (isAt && names.has(field))))
            setOwn(found, field, [...(own(found, field) ?? []), { message: refusal.message, refusal }]);
          else if (isAt || inside) stray.push(refusal);
          else elsewhere.push(refusal);
        }
        setErrors(found);
        setGeneral(stray);
        if (elsewhere.length > 0) refuse(elsewhere);
      } finally {
        sending.current = false;
        setBusy(false);
      }
    },
  };
}

/** The input, cell or row that shows a refusal; null if the form has none for it. */
function fieldOf({ line, field, shown }: Refusal, inputs: readonly InputData[], values: FormValues, zone: string): string | null {
  if (line === undefined) return shown.field ?? field;
  const input = inputs.find(({ name }) => name === line.list);
  const place = input === undefined || line.index === null ? undefined : placesOf(input, own(values, line.list), zone)[line.index];
  if (place === undefined) return null;
  const column = shown.field ?? field;
  const isColumn = column !== null && input?.lines?.columns.some(({ name }) => name === column) === true;
  return isColumn ? cellKey(line.list, place, column) : cellKey(line.list, place);
}

/**
 * The keys of errors that a change makes obsolete: those of the input, or of a list's changed
 * cells.
 */
function staleErrors(errors: Form['errors'], name: string, before: Json, after: Json): ReadonlySet<string> {
  const [was, is] = [rowsOf(before), rowsOf(after)];
  return new Set(
    Object.keys(errors).filter((key) => {
      const [, place, column] = key.startsWith(`${name}[`) ? (/\[(\d+)\](?:\.(.*))?$/u.exec(key) ?? []) : [];
      if (place === undefined) return key === name;
      const [from, to] = [was[Number(place)], is[Number(place)]];
      return column === undefined || was.length > is.length ? !sameValue(from, to) : !sameValue(from?.[column], to?.[column]);
    }),
  );
}
