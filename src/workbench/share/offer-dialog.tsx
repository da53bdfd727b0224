import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import type { OfferedDocument } from '../state/share-actions.ts';

interface OfferDialogProps {
  readonly document: OfferedDocument;
  readonly onAnswer: (keep: boolean) => void;
}

/** Asks before a document from a link is stored in this browser. */
export function OfferDialog({ document: { name, text, data }, onAnswer }: OfferDialogProps) {
  return (
    <Dialog
      open
      width={440}
      onClose={() => onAnswer(false)}
      title={`Open “${name}”?`}
      description={`This link carries a document of ${new Intl.NumberFormat('en').format(text.length)} characters${data === null ? '' : ' and the data of its product'}. When you open it, this browser keeps it as a new document. Open only links from people you trust.`}
      actions={
        <>
          <Button onClick={() => onAnswer(false)}>Don’t open</Button>
          <Button variant="primary" onClick={() => onAnswer(true)}>
            Open
          </Button>
        </>
      }
    />
  );
}
