import type { ComponentProps } from 'react';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { whenNeeded } from '../when-needed.tsx';
import type { EventForm as Shown } from './event-form.tsx';

/** Forms come when the first one is needed; see `preloadForms`. */
const EventForm = whenNeeded<ComponentProps<typeof Shown>>(async () => (await import('./event-form.tsx')).EventForm);

/** Fetches what forms need, when there is nothing else to do. */
export const preloadForms = (): Promise<void> => EventForm.preload();

/** Asks for what an event needs. */
export function EventDialog({ onClose, ...form }: ComponentProps<typeof Shown> & { readonly onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={form.title} keepOpen>
      <EventForm {...form} />
    </Dialog>
  );
}
