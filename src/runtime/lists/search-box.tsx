import { useEffect, useRef, useState } from 'react';
import { PlainField } from '../../ui/form/plain-field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconSearch, IconX } from '../../ui/icons.ts';
import { useProduct } from '../product-context.ts';

/** Searches with every letter; the caller runs one search at a time and uses the last. */
export function SearchBox({
  value,
  className,
  onSearch,
}: {
  readonly value: string;
  readonly className: string | undefined;
  readonly onSearch: (search: string) => void;
}) {
  const { words } = useProduct();
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const type = (next: string): void => {
    sent.current = next;
    setText(next);
    onSearch(next);
  };

  // Back, forward and “Clear” change the address without this input.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);

  return (
    <div className={className}>
      <PlainField
        type="text"
        role="searchbox"
        aria-label={words.search}
        placeholder={words.search}
        value={text}
        onValue={type}
        lead={<IconSearch size={16} />}
        trail={
          text === '' ? undefined : <IconButton size="small" label={words.ui.clear} icon={<IconX size={14} />} onClick={() => type('')} />
        }
      />
    </div>
  );
}
