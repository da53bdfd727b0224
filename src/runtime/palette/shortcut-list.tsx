import { useWholeProduct } from '../product-context.ts';
import styles from './palette.module.css';

/** Lists the keyboard shortcuts that work everywhere in a product. */
export function ShortcutList() {
  const { words } = useWholeProduct();
  // A Mac has this key instead of Ctrl.
  const control = /Mac|iP(?:hone|ad|od)/u.test(navigator.userAgent) ? '⌘' : 'Ctrl';
  const { keys } = words.palette;
  const rows: readonly (readonly [keyof typeof keys, readonly string[]])[] = [
    ['palette', [control, 'K']],
    ['help', ['?']],
    ['send', [control, '↵']],
    ['menu', ['↑', '↓']],
    ['drag', ['␣']],
    ['neighbours', ['Alt', '↑', '↓']],
    ['toasts', ['F6']],
    ['close', ['Esc']],
  ];
  return (
    <dl className={styles['keys']}>
      {rows.map(([name, pressed]) => (
        <div key={name} className={styles['key']}>
          <dt>{keys[name]}</dt>
          <dd>
            {pressed.map((one) => (
              <kbd key={one}>{one}</kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
