import { useState } from 'react';
import { own } from '../../base/own.ts';
import type { ProductModel } from '../../engine/document/product-model.ts';
import type { EventData } from '../../engine/form-data.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { RecordData } from '../../engine/record-data.ts';
import type { Done } from '../../engine/session.ts';
import { endsWithoutResult } from '../../model/labels.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconDots } from '../../ui/late-icons.ts';
import { Menu, MenuItem } from '../../ui/overlay/menu.tsx';
import { isFinal, machineOf } from '../model-lookup.ts';
import { usePlaces } from '../places.ts';
import { type Product, useWholeProduct } from '../product-context.ts';
import { PartGate } from '../screen/part-gate.tsx';
import { useShownScreen } from '../screen/screen-context.ts';
import { type DataOf, usePart } from '../screen/use-part.ts';
import { useDeleted } from '../undo.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import styles from './layout.module.css';
import type { PartComponent, PartOf } from './part.ts';
import { RefusableButton } from './refusable-button.tsx';
import { useEvent } from './use-event.tsx';

/** The events of the record that the person may trigger, and deleting it. */
export const ButtonsPart: PartComponent<'buttons'> = ({ part }) => {
  const state = usePart(part.id, ['buttons']);
  return (
    <PartGate state={state} lines={1}>
      {(data) => <Buttons data={data} captions={part.captions} />}
    </PartGate>
  );
};

function Buttons({ data, captions }: { readonly data: DataOf<'buttons'>; readonly captions: PartOf<'buttons'>['captions'] }) {
  const product = useWholeProduct();
  const { labels, model, words } = product;
  const { record: shown } = useShownScreen().data;
  const event = useEvent();
  const places = usePlaces();
  const [deleting, setDeleting] = useState(false);
  const { record } = data;
  const remove = useDeleting(record);
  const captionOf = (name: string): string | null => {
    const caption = captions?.get(name);
    return caption === undefined ? null : labels.text(caption);
  };
  if (!record || (data.events.length === 0 && data.delete === null)) return null;
  const named = (name: string): string => captionOf(name) ?? labels.event(record.entity, name);
  const rare = data.events.filter((one) => isRare(product, record.entity, one));
  const usual = data.events.filter((one) => !rare.includes(one));
  const next = usual.find((one) => one.enabled && goesOn(model, record, one, own(shown?.values ?? {}, one.field)));
  return (
    <div className={styles['row']}>
      {usual.map((one) => (
        <RefusableButton
          key={one.event}
          variant={one === next ? 'primary' : 'secondary'}
          refusal={one.enabled ? null : one.refusal}
          busy={event.busy === one.event}
          place={places.at(one.at)}
          onPress={() => void event.trigger(record, one, named(one.event))}
        >
          {named(one.event)}
        </RefusableButton>
      ))}
      {rare.length === 0 && data.delete === null ? null : (
        <Menu align="end" trigger={<IconButton label={words.moreActions} icon={<IconDots size={16} />} variant="secondary" />}>
          {rare.map((one) => (
            <MenuItem
              key={one.event}
              unavailable={one.enabled ? undefined : one.refusal?.message}
              onSelect={() => void event.trigger(record, one, named(one.event))}
            >
              {named(one.event)}
            </MenuItem>
          ))}
          {data.delete === null ? null : (
            <MenuItem
              danger
              unavailable={data.delete.enabled ? undefined : data.delete.refusal?.message}
              onSelect={() => setDeleting(true)}
            >
              {captionOf('delete') ?? words.delete}
            </MenuItem>
          )}
        </Menu>
      )}
      {deleting ? (
        <DeleteDialog
          entity={record.entity}
          ids={[record.id]}
          title={words.deleteTitle(record.label)}
          run={remove}
          onClose={() => setDeleting(false)}
        />
      ) : null}
      {event.dialog}
    </div>
  );
}

/**
 * Whether an event ends a record badly or without a result. Such events stay apart from those that
 * advance it.
 */
function isRare({ model, labels }: Pick<Product, 'model' | 'labels'>, entity: string, { field, to }: EventData): boolean {
  if (to === null || !isFinal(model, entity, field, to)) return false;
  return labels.colour(entity, field, to) === 'danger' || endsWithoutResult(`${to} ${labels.value(entity, field, to)}`);
}

/** Whether an event advances a record: to a state that the document names after the current one. */
function goesOn(model: ProductModel, record: RecordData, { field, to }: EventData, now: unknown): boolean {
  const states = machineOf(model, record.entity, field)?.states.map(({ name }) => name) ?? [];
  return to === null || typeof now !== 'string' || states.indexOf(to) > states.indexOf(now);
}

/**
 * Deletes the screen's record and leaves: back to the previous screen, or else to the first one.
 */
function useDeleting(record: RecordData | null): () => Promise<Outcome<Done>> {
  const { words, run, open, location, navigation } = useWholeProduct();
  const announceDeleted = useDeleted();
  return async () => {
    if (record === null) throw new Error('there is no record to delete');
    const outcome = await run({ kind: 'delete', entity: record.entity, id: record.id });
    if (!outcome.ok) return outcome;
    announceDeleted(words.deleted(record.label), [outcome.value.undo]);
    const start = navigation[0];
    if (outcome.value.open) open(outcome.value.open, 'replace');
    else if (location.canGoBack()) location.back();
    else if (start) open({ screen: start.screen, parameters: {} }, 'replace');
    return outcome;
  };
}
