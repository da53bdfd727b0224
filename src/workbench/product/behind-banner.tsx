import { renamedName } from '../../store/migration/renamed.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { useOpenDocument } from '../frame/workbench-context.ts';
import { useObservable } from '../state/use-observable.ts';
import styles from './banner.module.css';
import { useProductData } from './use-product-data.ts';

/**
 * Explains why the product does not match the text yet. It is unobtrusive, because the product
 * keeps working below.
 */
export function BehindBanner() {
  const document = useOpenDocument();
  const behind = useObservable(document.product.behind);
  const { changeAnyway: force } = useProductData();
  if (!behind) return null;
  if (behind.kind === 'unrecognised') {
    return (
      <div className={cx(styles['banner'], styles['floating'])} role="status">
        <p>
          <strong>This text is not a specification yet:</strong> it needs the title “# Specification: NAME” or one of the nine numbered
          sections. The product still runs the previous version.
        </p>
      </div>
    );
  }
  if (behind.kind === 'trouble') {
    return (
      <div className={cx(styles['banner'], styles['floating'])} data-tone="danger" role="alert">
        <p>
          <strong>The product could not follow this change</strong> and continues unchanged. {behind.message}
        </p>
      </div>
    );
  }
  const [question] = behind.questions;
  return (
    <div className={cx(styles['banner'], styles['floating'])} role="status" aria-label="This change loses data">
      <div className={styles['words']}>
        <p>
          <strong>This change would lose data.</strong> The product still runs the previous version.
        </p>
        <ul className={styles['losses']}>
          {behind.losses.slice(0, 6).map((loss) => (
            <li key={loss}>{loss}</li>
          ))}
          {behind.losses.length > 6 ? <li>and {behind.losses.length - 6} more</li> : null}
        </ul>
      </div>
      {question === undefined ? null : (
        <div className={styles['choices']} role="group" aria-label={`What happened to ${renamedName(question)}`}>
          <span>
            Was “{question.value ?? question.field ?? question.entity}”
            {question.field === null ? '' : ` of ${question.value === null ? question.entity : `${question.entity}.${question.field}`}`}{' '}
            renamed?
          </span>
          {question.candidates.slice(0, 4).map((to) => {
            const { entity, field, value } = question;
            return (
              <Button key={to} size="small" onClick={() => document.product.renamed({ entity, field, value, to })}>
                Renamed to “{to}”
              </Button>
            );
          })}
        </div>
      )}
      <div className={styles['choices']}>
        <Button size="small" variant="danger" onClick={() => void force()}>
          Apply and delete this data
        </Button>
        <Button size="small" onClick={document.product.keep} title="The product keeps the previous version until the text changes again">
          Keep my data
        </Button>
        <Button size="small" variant="ghost" onClick={document.followProduct}>
          Undo the text change
        </Button>
      </div>
    </div>
  );
}
