import type { Done } from '../../engine/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { useToast } from '../../ui/overlay/toast.tsx';
import { useProduct } from '../product-context.ts';
import styles from './shown-once.module.css';
import { shownOnceWords } from './shown-once-words.ts';

/** Shows the secrets of a new record, which can never be shown again. */
export function ShownOnce({
  entity,
  secrets,
  onClose,
}: {
  readonly entity: string | null;
  readonly secrets: NonNullable<Done['secrets']>;
  readonly onClose: () => void;
}) {
  const { locale, labels } = useProduct();
  const toaster = useToast();
  const words = shownOnceWords(locale);
  const copy = async (value: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      toaster.show({ message: words.copied, tone: 'success' });
    } catch (error) {
      // The browser forbids copying; the text can still be selected.
      if (!(error instanceof DOMException || error instanceof TypeError)) throw error;
      toaster.show({ message: words.notCopied, tone: 'danger' });
    }
  };
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={words.title}
      description={words.about}
      width={480}
      actions={
        <Button variant="primary" onClick={onClose}>
          {words.kept}
        </Button>
      }
    >
      <dl className={styles['secrets']}>
        {secrets.map(({ field, value }) => (
          <div key={field}>
            <dt>{labels.field(entity ?? '', field)}</dt>
            <dd>
              <code dir="ltr">{value}</code>
              <Button size="small" onClick={() => void copy(value)}>
                {words.copy}
              </Button>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
