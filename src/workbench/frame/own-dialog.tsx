import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';

/** Asks for a name to save a changed example as a document of one's own. */
export function OwnDialog({ onName, onClose }: { readonly onName: (name: string) => void; readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const title = name.replace(/\s+/g, ' ').trim();
  return (
    <Dialog
      open
      width={440}
      onClose={onClose}
      title="Make it my own"
      description="Your changes become a document of your own, and the example returns to its original text."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form="own-name"
            variant="primary"
            unavailable={/^[\p{L}\p{N}]/u.test(title) ? undefined : 'A name begins with a letter or a digit.'}
          >
            Create document
          </Button>
        </>
      }
    >
      <form
        id="own-name"
        onSubmit={(event) => {
          event.preventDefault();
          if (!/^[\p{L}\p{N}]/u.test(title)) return;
          onName(title);
          onClose();
        }}
      >
        <TextField value={name} onValue={setName} aria-label="Name of the product" placeholder="Bicycle shop" autoFocus />
      </form>
    </Dialog>
  );
}
