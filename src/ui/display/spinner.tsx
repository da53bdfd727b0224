import { useUi } from '../root/ui-context.ts';
import styles from './spinner.module.css';

/** Indicates activity; invisible for the first 300 ms. */
export function Spinner({ size = 16 }: { readonly size?: number }) {
  const { words } = useUi();
  return <span role="status" aria-label={words.loading} className={styles['spinner']} style={{ width: size, height: size }} />;
}
