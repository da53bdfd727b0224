import type { ComponentProps } from 'react';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { lazyPart } from '../lazy-part.ts';
import type { EventForm as Shown } from './event-form.tsx';

/** Loaded when the first form opens; see `preloadForms`. */
const EventForm = lazyPart<ComponentProps<typeof Shown>>(async () => (await import('./event-form.tsx')).EventForm);

/** Loads the code of forms while the page is idle. */
export const preloadForms = (): Promise<void> => EventForm.preload();

/** A dialog that asks for an event's parameters. */
export function EventDialog({ onClose, ...form }: ComponentProps<typeof Shown> & { readonly onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={form.title} keepOpen>
      <EventForm {...form} />
    </Dialog>
  );
}
