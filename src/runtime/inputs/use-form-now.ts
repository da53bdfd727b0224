import { useEffect, useMemo, useRef, useState } from 'react';
import { own } from '../../base/own.ts';
import type { FormNow, InputData } from '../../engine/form-data.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { Json } from '../../engine/record-data.ts';
import { useProduct } from '../product-context.ts';
import { type FormValues, placesOf, readForm } from './form-values.ts';

/** Asks the engine what a form shows for the values typed so far. */
export interface FormQuestion {
  /** The fields that are hidden at first. */
  readonly hidden: readonly string[];
  /** Whether some fields of the form depend on others. */
  readonly depends: boolean;
  readonly ask: (values: Readonly<Record<string, Json>>) => Promise<Outcome<FormNow>>;
}

/** By list: the computed columns of each row, by its index among all rows. */
export type LinesNow = Readonly<Record<string, ReadonlyMap<number, Readonly<Record<string, Json>>>>>;

interface Now {
  readonly hidden: ReadonlySet<string>;
  readonly lines: LinesNow;
}

/** Milliseconds after the last keystroke. */
const pause = 150;

/** Follows the values; the earlier state stays until the answer arrives. */
export function useFormNow(inputs: readonly InputData[], values: FormValues, question: FormQuestion | null): Now {
  const { zone } = useProduct();
  const first = question?.hidden.join(' ') ?? '';
  const start = useMemo((): Now => ({ hidden: new Set(first === '' ? [] : first.split(' ')), lines: {} }), [first]);
  const [found, setFound] = useState<Now | null>(null);
  const asks = useRef(question?.ask);
  asks.current = question?.ask;
  const wanted = question !== null && (question.depends || inputs.some(({ lines }) => lines !== undefined && lines.computed.length > 0));

  useEffect(() => {
    if (!wanted) return;
    let live = true;
    const timer = setTimeout(() => {
      const sent = readForm(inputs, values, { zone, whole: true }).values;
      asks.current?.(sent).then(
        (outcome) => {
          if (!live || !outcome.ok) return;
          const lines = inputs.flatMap((input) => {
            const rows = own(outcome.value.lines, input.name);
            if (rows === undefined) return [];
            const places = placesOf(input, own(values, input.name), zone);
            return [[input.name, new Map(rows.map((row, index) => [places[index] ?? -1, row]))] as const];
          });
          setFound({ hidden: new Set(outcome.value.hidden), lines: Object.fromEntries(lines) });
        },
        // Without an answer (no connection) the form stays as it was; sending it then gives the
        // reason.
        () => undefined,
      );
    }, pause);
    return () => {
      live = false;
      clearTimeout(timer);
    };
  }, [wanted, inputs, values, zone]);

  return found ?? start;
}
