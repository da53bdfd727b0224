import { type ComponentProps, type ReactNode, useCallback, useState } from 'react';
import type { NewRecordData } from '../../engine/form-data.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { useToast } from '../../ui/overlay/toast.tsx';
import { failureText } from '../host/failure-text.ts';
import { lazyPart } from '../lazy-part.ts';
import { useProduct } from '../product-context.ts';
import { useLink } from '../screen/use-link.ts';
import { type NewRecord, NewRecordContext } from './new-record-context.ts';
import type { NewRecordForm as Shown } from './new-record-form.tsx';

const NewRecordForm = lazyPart<ComponentProps<typeof Shown>>(async () => (await import('./new-record-form.tsx')).NewRecordForm);

/** Lets relation pickers create a missing record without leaving the form. */
export function NewRecords({ children }: { readonly children: ReactNode }) {
  const { session, refuse, words, labels } = useProduct();
  const at = useLink();
  const toaster = useToast();
  const [asking, setAsking] = useState<{ readonly wanted: NewRecord; readonly data: NewRecordData } | null>(null);
  const begin = useCallback(
    async (wanted: NewRecord): Promise<void> => {
      try {
        // The dialog focuses its first input, so the form must be loaded by then.
        const [outcome] = await Promise.all([session.newRecord(wanted.entity, wanted.like, at), NewRecordForm.preload()]);
        if (outcome.ok) setAsking({ wanted, data: outcome.value });
        else refuse(outcome.refusals);
      } catch (error) {
        toaster.show({ message: failureText(error, words, words.broken), tone: 'danger' });
      }
    },
    [session, refuse, toaster, words, at],
  );
  const ask = useCallback((wanted: NewRecord) => void begin(wanted), [begin]);
  return (
    <NewRecordContext value={ask}>
      {children}
      {asking ? (
        <Dialog open keepOpen onClose={() => setAsking(null)} title={words.create(labels.entity(asking.data.entity))}>
          {/* No picker in this form can open a further dialog. */}
          <NewRecordContext value={null}>
            <NewRecordForm data={asking.data} wanted={asking.wanted} onDone={() => setAsking(null)} />
          </NewRecordContext>
        </Dialog>
      ) : null}
    </NewRecordContext>
  );
}
