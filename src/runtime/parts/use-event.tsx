import { type ReactNode, useState } from 'react';
import { own } from '../../base/own.ts';
import type { EventData } from '../../engine/form-data.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { Json, RecordData } from '../../engine/record-data.ts';
import type { Done } from '../../engine/session.ts';
import { capitalized } from '../../model/labels.ts';
import { useToast } from '../../ui/overlay/toast.tsx';
import { shownType } from '../field-types.ts';
import { EventDialog } from '../inputs/event-dialog.tsx';
import { isFinal, isRelation } from '../model-lookup.ts';
import { type Product, useWholeProduct } from '../product-context.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

export interface EventRun {
  /** The name of the running event. */
  readonly busy: string | null;
  /** `name`: the text of its button; defaults to the event's label. */
  trigger(record: Pick<RecordData, 'entity' | 'id'>, event: Triggered, name?: string): Promise<void>;
  /** A dialog that asks for parameters or confirmation. */
  readonly dialog: ReactNode;
}

export type Triggered = Pick<EventData, 'event' | 'parameters' | 'to' | 'field'>;

interface Asking {
  readonly record: Pick<RecordData, 'entity' | 'id'>;
  readonly event: Triggered;
  readonly name: string;
}

/** Whether an event leads to a state without transitions out of it, and so needs confirmation. */
export const endsRecord = ({ model }: Pick<Product, 'model'>, entity: string, { to, field }: Pick<Triggered, 'to' | 'field'>): boolean =>
  to !== null && isFinal(model, entity, field, to);

/**
 * Triggers events, asking for their parameters first. An event that leads to a final state needs
 * confirmation, unless a form came before it.
 */
export function useEvent(): EventRun {
  const product = useWholeProduct();
  const { run, refuse, open, words, labels } = product;
  const toaster = useToast();
  const [busy, setBusy] = useState<string | null>(null);
  const [asking, setAsking] = useState<Asking | null>(null);

  const send = ({ record, event }: Asking, parameters: Readonly<Record<string, Json>>): Promise<Outcome<Done>> =>
    run({ kind: 'event', entity: record.entity, id: record.id, event: event.event, parameters });
  const finished = ({ record: { entity }, event, name }: Asking, done: Done): void => {
    setAsking(null);
    toaster.show({
      message: becameText(product, entity, event, done.record) ?? words.done(name),
      tone: 'success',
    });
    if (done.open) open(done.open);
  };
  const act = async (what: Asking): Promise<Outcome<Done>> => {
    setBusy(what.event.event);
    try {
      const outcome = await send(what, {});
      if (outcome.ok) finished(what, outcome.value);
      return outcome;
    } finally {
      setBusy(null);
    }
  };

  return {
    busy,
    async trigger(record, event, name = labels.event(record.entity, event.event)) {
      const what: Asking = { record, event, name };
      if (event.parameters.length > 0 || endsRecord(product, record.entity, event)) {
        setAsking(what);
        return;
      }
      const outcome = await act(what);
      if (!outcome.ok) refuse(outcome.refusals);
    },
    dialog:
      asking === null ? null : asking.event.parameters.length > 0 ? (
        <EventDialog
          key={`${asking.record.id} ${asking.event.event}`}
          title={asking.name}
          entity={asking.record.entity}
          inputs={asking.event.parameters}
          run={(parameters) => send(asking, parameters)}
          onDone={(done) => finished(asking, done)}
          onClose={() => setAsking(null)}
        />
      ) : (
        <ConfirmDialog
          title={words.confirmTitle(asking.name)}
          text={words.confirmText(labels.value(asking.record.entity, asking.event.field, asking.event.to ?? ''))}
          action={asking.name}
          run={() => act(asking)}
          onClose={() => setAsking(null)}
        />
      ),
  };
}

/**
 * “Lent, reader Max, due 13 Dec”: the new state and the given values; null if there is no state.
 */
function becameText(product: Product, entity: string, { to, field, parameters }: Triggered, record: RecordData | null): string | null {
  if (to === null || to === '') return null;
  const { labels, locale } = product;
  const given = parameters.flatMap(({ name, type }) => {
    const value = record === null ? null : own(record.values, name);
    const text = isRelation(value)
      ? value.label
      : typeof value === 'string' && (type === 'date' || type === 'datetime')
        ? shownType(type).format(value, locale, null)
        : null;
    return text === null ? [] : [`${labels.inSentence(labels.field(entity, name))} ${text}`];
  });
  return [capitalized(labels.value(entity, field, to)), ...given].join(', ');
}
