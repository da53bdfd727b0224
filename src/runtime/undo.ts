import { own, setOwn } from '../base/own.ts';
import type { Json, RecordData } from '../engine/record-data.ts';
import { useToast } from '../ui/overlay/toast.tsx';
import { isRelation } from './model-lookup.ts';
import { useProduct } from './product-context.ts';

/** A value in the form of an update: relations and members by id. */
const asGiven = (value: Json): Json =>
  isRelation(value) ? value.id : Array.isArray(value) ? (value as readonly Json[]).map(asGiven) : value;

/**
 * The values that undo an update. Null if one is unknown (a password, or a field that the person
 * may not read).
 */
export function valuesBefore(record: RecordData, given: Readonly<Record<string, Json>>): Readonly<Record<string, Json>> | null {
  const before: Record<string, Json> = {};
  for (const name of Object.keys(given)) {
    const value = own(record.values, name);
    if (value === undefined) return null;
    setOwn(before, name, asGiven(value));
  }
  return before;
}

/**
 * Returns a function that announces a change and offers to undo it: an update under the usual
 * rules.
 */
export function useSavedToast(): (record: RecordData, given: Readonly<Record<string, Json>>) => void {
  const { run, refuse, words } = useProduct();
  const toaster = useToast();
  return (record, given) => {
    const values = valuesBefore(record, given);
    const undo = async (): Promise<void> => {
      const outcome = await run({ kind: 'update', entity: record.entity, id: record.id, values: values ?? {} });
      if (outcome.ok) toaster.show({ message: words.undone, tone: 'success' });
      else refuse(outcome.refusals);
    };
    toaster.show({
      message: words.saved,
      tone: 'success',
      ...(values === null ? {} : { action: { label: words.undo, run: () => void undo() } }),
    });
  };
}

/**
 * Returns a function that announces a deletion and offers to undo it. `tokens`: one for each
 * deleted record; no undo is offered if one is missing.
 */
export function useDeleted(): (message: string, tokens: readonly (string | null | undefined)[]) => void {
  const { run, refuse, words } = useProduct();
  const toaster = useToast();
  return (message, tokens) => {
    const undo = async (): Promise<void> => {
      // Restores in reverse order, because records deleted earlier may belong to later ones.
      for (const token of tokens.toReversed()) {
        const outcome = await run({ kind: 'restore', token: token ?? '' });
        if (outcome.ok) continue;
        refuse(outcome.refusals);
        return;
      }
      toaster.show({ message: words.undone, tone: 'success' });
    };
    const all = tokens.length > 0 && tokens.every((token) => typeof token === 'string');
    toaster.show({ message, tone: 'success', ...(all ? { action: { label: words.undo, run: () => void undo() } } : {}) });
  };
}
