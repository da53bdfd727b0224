import { Spinner } from '../../ui/display/spinner.tsx';
import pane from './product-pane.module.css';

/** The placeholder for the product while it starts. */
export function Starting() {
  return (
    <div className={pane['waiting']} role="status">
      <Spinner size={20} />
      <span className={pane['late']}>Starting the product…</span>
    </div>
  );
}
