import { Autocomplete as Base } from '@base-ui/react/autocomplete';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import floating from '../overlay/floating.module.css';
import { useUi } from '../root/ui-context.ts';
import styles from './completing-field.module.css';
import input from './input.module.css';

/** A completion at the caret. */
export interface Offer {
  readonly label: string;
  /** A short description. */
  readonly detail: string;
  /** Replaces `from`..`to` of the value. */
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** The typed text and the caret's position in it. */
export interface Typed {
  readonly value: string;
  readonly caret: number;
}

/**
 * One line of code with completions below it. Arrow keys select, Enter and Tab insert the selected
 * one, Escape closes the list; Ctrl-Space or the down arrow opens it. While the list is closed,
 * Enter, Tab and Escape keep their usual meaning.
 */
export function CompletingField({
  value,
  onTyped,
  offers,
  isOpen,
  onOpen,
  onBlur,
  onKeyDown,
  ...rest
}: {
  readonly value: string;
  /** Called when the text changes or the caret moves. */
  readonly onTyped: (typed: Typed) => void;
  readonly offers: readonly Offer[];
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onBlur?: () => void;
  /** Called for keys that the list does not handle. */
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly name?: string | undefined;
}) {
  const { layer } = useUi();
  const field = useRef<HTMLInputElement>(null);
  const [marked, setMarked] = useState<Offer | undefined>();
  const [written, setWritten] = useState<Typed | null>(null);
  const shows = isOpen && offers.length > 0;
  // Falls back to the first completion if the list has changed and the marked one is gone.
  const chosen = offers.find(({ label }) => label === marked?.label) ?? offers[0];
  useLayoutEffect(() => {
    if (written !== null && written.value === value) field.current?.setSelectionRange(written.caret, written.caret);
  }, [written, value]);
  const tell = (): void => {
    const at = field.current;
    if (at !== null) onTyped({ value: at.value, caret: at.selectionStart ?? at.value.length });
  };
  const write = ({ from, to, insert }: Offer): void => {
    const next = { value: value.slice(0, from) + insert + value.slice(to), caret: from + insert.length };
    setWritten(next);
    onTyped(next);
    onOpen(false);
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.ctrlKey && event.key === ' ') {
      event.preventDefault();
      onOpen(true);
    } else if (!shows) {
      if (event.key === 'ArrowDown') onOpen(true);
      onKeyDown?.(event);
    } else if ((event.key === 'Enter' || event.key === 'Tab') && chosen !== undefined && !event.shiftKey) {
      event.preventDefault();
      event.stopPropagation();
      write(chosen);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      onOpen(false);
    }
  };
  return (
    <Base.Root
      items={offers}
      filter={null}
      value={value}
      onValueChange={(_, { reason }) => {
        if (reason === 'input-change') tell();
      }}
      itemToStringValue={({ label }: Offer) => label}
      open={shows}
      onOpenChange={(open, { reason }) => {
        if (!open && (reason === 'outside-press' || reason === 'focus-out')) onOpen(false);
      }}
      onItemHighlighted={setMarked}
      autoHighlight="always"
    >
      <Base.Input
        {...rest}
        ref={field}
        autoComplete="off"
        spellCheck={false}
        className={`${input['input']} ${styles['code']}`}
        onKeyDown={(event) => {
          keys(event);
          if (event.defaultPrevented) event.preventBaseUIHandler();
        }}
        onSelect={tell}
        onBlur={() => {
          onOpen(false);
          onBlur?.();
        }}
      />
      {shows ? (
        <Base.Portal container={layer}>
          <Base.Positioner sideOffset={4} collisionPadding={8} className={floating['positioner']}>
            {/* Base UI's own popup would hide everything around the field from screen readers. */}
            <div className={`${floating['popup']} ${styles['popup']}`} onMouseDown={(event) => event.preventDefault()}>
              <Base.List>
                {(offer: Offer) => (
                  <Base.Item
                    key={offer.label}
                    value={offer}
                    className={`${floating['item']} ${styles['item']}`}
                    onClick={(event) => {
                      event.preventBaseUIHandler();
                      write(offer);
                    }}
                  >
                    <span className={styles['label']}>{offer.label}</span>
                    <span className={styles['detail']}>{offer.detail}</span>
                  </Base.Item>
                )}
              </Base.List>
            </div>
          </Base.Positioner>
        </Base.Portal>
      ) : null}
    </Base.Root>
  );
}
