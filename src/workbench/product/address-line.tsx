import { type FormEvent, type ReactNode, useState, useSyncExternalStore } from 'react';
import type { ProductLocation } from '../../runtime/location.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconArrowLeft, IconArrowRight } from '../../ui/late-icons.ts';
import styles from './product-bar.module.css';

/** Shows the current path in a product, which can be edited, with back and forward buttons. */
export function AddressLine({
  location,
  name,
  before,
}: {
  readonly location: ProductLocation;
  /** The accessible name of the input. */
  readonly name: string;
  /** Shown between the buttons and the address. */
  readonly before?: ReactNode;
}) {
  const { path, query } = useSyncExternalStore(location.subscribe, location.current);
  const address = query === '' ? path : `${path}?${query}`;
  const [typed, setTyped] = useState<string | null>(null);
  const go = (event: FormEvent): void => {
    event.preventDefault();
    if (typed !== null) location.push(typed.startsWith('/') ? typed : `/${typed}`);
    setTyped(null);
  };
  return (
    <>
      <IconButton
        size="small"
        label="Back"
        icon={<IconArrowLeft size={16} />}
        disabled={!location.canGoBack()}
        onClick={() => location.back()}
      />
      <IconButton
        size="small"
        label="Forward"
        icon={<IconArrowRight size={16} />}
        disabled={!location.canGoForward()}
        onClick={() => location.forward()}
      />
      {before}
      <form className={styles['form']} onSubmit={go}>
        <input
          className={styles['address']}
          aria-label={name}
          spellCheck={false}
          autoComplete="off"
          value={typed ?? address}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => setTyped(null)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setTyped(null);
          }}
          onFocus={(event) => event.target.select()}
        />
      </form>
    </>
  );
}
