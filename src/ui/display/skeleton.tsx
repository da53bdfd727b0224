import { useUi } from '../root/ui-context.ts';
import styles from './skeleton.module.css';

const widths = ['72%', '88%', '64%', '80%', '56%'];

/**
 * A placeholder for loading content. It stays invisible at first, so that quick loads don't
 * flicker. With `lines` 0 it shows nothing, and only the attribute marks the place as loading.
 */
export function Skeleton({ lines = 3 }: { readonly lines?: number }) {
  const { words } = useUi();
  if (lines === 0) return <span hidden data-loading />;
  return (
    <div className={styles['lines']} role="status" aria-label={words.loading} data-loading>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity.
        <span key={index} className={styles['line']} style={{ width: widths[index % widths.length] }} />
      ))}
    </div>
  );
}
