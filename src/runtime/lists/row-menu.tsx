import { type RefObject, useContext, useEffect, useState } from 'react';
import { own } from '../../base/own.ts';
import type { PartData } from '../../engine/part-data.ts';
import type { Address, RecordData } from '../../engine/record-data.ts';
import { Spinner } from '../../ui/display/spinner.tsx';
import { MenuAt, MenuItem, MenuSeparator } from '../../ui/overlay/menu.tsx';
import { useToast } from '../../ui/overlay/toast.tsx';
import { NewRecordContext } from '../inputs/new-record-context.ts';
import { DeleteDialog } from '../parts/delete-dialog.tsx';
import type { PartOf } from '../parts/part.ts';
import { useEvent } from '../parts/use-event.tsx';
import { useWholeProduct } from '../product-context.ts';
import { allParts } from '../screen/part-lists.ts';
import type { DataOf } from '../screen/use-part.ts';
import { useDeleted } from '../undo.ts';

type Buttons = Extract<PartData, { readonly kind: 'buttons' }> & Pick<PartOf<'buttons'>, 'captions'>;

/** The row whose menu is open, and where the menu opens. */
export interface RowMenuAt {
  readonly row: RecordData;
  readonly point: { readonly x: number; readonly y: number } | null;
  readonly byKeyboard: boolean;
}

/** The actions of a row: open it, its events, duplicate it, delete it. */
export function RowMenu({
  at: { row, point, byKeyboard },
  open,
  anchor,
  data,
  onClose,
  onBeside,
}: {
  readonly at: RowMenuAt;
  readonly open: boolean;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly data: DataOf<'list' | 'cards'>;
  readonly onClose: () => void;
  readonly onBeside: (row: RecordData) => void;
}) {
  const product = useWholeProduct();
  const { words, labels } = product;
  const { lists } = words.parts;
  const create = useContext(NewRecordContext);
  const event = useEvent();
  const toaster = useToast();
  const announceDeleted = useDeleted();
  const [deleting, setDeleting] = useState(false);
  const address = own(data.addresses, row.id);
  const buttons = useButtons(open ? address : undefined, row.id);
  const copyLink = async (to: Address): Promise<void> => {
    try {
      await navigator.clipboard.writeText(new URL(product.location.href(product.path(to)), document.baseURI).href);
      toaster.show({ message: words.palette.linkCopied, tone: 'success' });
    } catch {
      // The browser forbids copying.
      toaster.show({ message: words.palette.linkNotCopied, tone: 'danger' });
    }
  };
  const named = (name: string): string => {
    const caption = buttons?.captions?.get(name);
    return caption === undefined ? labels.event(row.entity, name) : labels.text(caption);
  };
  const deletes = buttons?.delete ?? (data.bulk.some((one) => one.event === 'delete') ? { enabled: true, refusal: null } : null);
  return (
    <>
      <MenuAt open={open} onClose={onClose} anchor={anchor} point={point} byKeyboard={byKeyboard}>
        {address === undefined ? null : (
          <>
            <MenuItem onSelect={() => product.open(address)}>{lists.open}</MenuItem>
            <MenuItem onSelect={() => onBeside(row)}>{lists.openBeside}</MenuItem>
            <MenuItem onSelect={() => void copyLink(address)}>{words.palette.copyLink}</MenuItem>
          </>
        )}
        {data.imports && create !== null ? (
          <MenuItem onSelect={() => create({ entity: row.entity, text: '', like: row.id, done: () => undefined })}>
            {lists.duplicate}
          </MenuItem>
        ) : null}
        {buttons === null && address !== undefined ? <Spinner size={16} /> : null}
        {buttons === null || buttons.events.length === 0 ? null : <MenuSeparator />}
        {(buttons?.events ?? []).map((one) => (
          <MenuItem
            key={one.event}
            unavailable={one.enabled ? undefined : one.refusal?.message}
            onSelect={() => void event.trigger(row, one, named(one.event))}
          >
            {named(one.event)}
          </MenuItem>
        ))}
        {deletes === null ? null : (
          <>
            <MenuSeparator />
            <MenuItem danger unavailable={deletes.enabled ? undefined : deletes.refusal?.message} onSelect={() => setDeleting(true)}>
              {buttons?.captions?.has('delete') === true ? named('delete') : words.delete}
            </MenuItem>
          </>
        )}
      </MenuAt>
      {deleting ? (
        <DeleteDialog
          entity={row.entity}
          ids={[row.id]}
          title={words.deleteTitle(row.label)}
          run={async () => {
            const outcome = await product.run({ kind: 'delete', entity: row.entity, id: row.id });
            if (outcome.ok) announceDeleted(words.deleted(row.label), [outcome.value.undo]);
            return outcome;
          }}
          onClose={() => setDeleting(false)}
        />
      ) : null}
      {event.dialog}
    </>
  );
}

const noButtons: Buttons = { kind: 'buttons', record: null, events: [], delete: null, captions: null };

/** The actions that a record's screen offers; null while they load. */
function useButtons(address: Address | undefined, id: string): Buttons | null {
  const { model, session } = useWholeProduct();
  const [known, setKnown] = useState<{ readonly id: string; readonly buttons: Buttons } | null>(null);
  useEffect(() => {
    if (address === undefined) return;
    const screen = model.screens.find(({ name }) => name.text === address.screen);
    const part = screen && [...allParts(screen.parts)].find((one) => one.kind === 'buttons');
    let live = true;
    const know = (buttons: Buttons): void => {
      if (live) setKnown({ id, buttons });
    };
    // Also if the session does not answer: the menu then has the actions that need no answer.
    if (part === undefined) know(noButtons);
    else
      session.part({ address, part: part.id }).then(
        (outcome) => know(outcome.ok && outcome.value.kind === 'buttons' ? { ...outcome.value, captions: part.captions } : noButtons),
        () => know(noButtons),
      );
    return () => {
      live = false;
    };
  }, [address, id, model, session]);
  return address === undefined ? noButtons : known?.id === id ? known.buttons : null;
}
