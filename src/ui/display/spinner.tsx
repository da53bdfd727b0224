import { useUi } from '../root/ui-context.ts';
import styles from './spinner.module.css';

/** Something is happening; invisible for its first 300 ms. */
export function Spinner({ size = 16 }: { readonly size?: number }) {
  const { words } = useUi();
  return <span role="status" aria-label={words.loading} className={styles['spinner']} style={{ width: size, height: size }} />;
}
