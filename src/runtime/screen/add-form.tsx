import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconPlus, IconX } from '../../ui/icons.ts';
import { focusable } from '../inputs/focusable.ts';
import type { PartOf } from '../parts/part.ts';
import { useProduct } from '../product-context.ts';
import styles from './screen.module.css';
import { Titled } from './titled.tsx';

/** A form for a new record, behind a button at the end of its list. */
export function AddForm({ part, children }: { readonly part: PartOf<'form'>; readonly children: ReactNode }) {
  const { words, labels } = useProduct();
  const [open, setOpen] = useState(false);
  const pressed = useRef(false);
  const box = useRef<HTMLDivElement>(null);
  const title = part.caption === null ? words.create(labels.entity(part.entity?.text ?? '')) : labels.text(part.caption);

  // Opening moves the focus to the first input, closing back to the button.
  useEffect(() => {
    if (pressed.current) box.current?.querySelector<HTMLElement>(open ? `[data-field] :is(${focusable})` : 'button')?.focus();
  }, [open]);
  const toggle = (): void => {
    pressed.current = true;
    setOpen(!open);
  };
  return (
    <div ref={box} className={styles['add']}>
      {open ? (
        <Titled title={title} beside={<IconButton label={words.cancel} icon={<IconX size={16} />} onClick={toggle} />}>
          {children}
        </Titled>
      ) : (
        <Button icon={<IconPlus size={16} />} onClick={toggle}>
          {title}
        </Button>
      )}
    </div>
  );
}
