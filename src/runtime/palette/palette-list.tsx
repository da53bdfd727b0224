import { useState } from 'react';
import { CommandList } from '../../ui/overlay/command-list.tsx';
import { matching } from '../../ui/overlay/commands.ts';
import { accountWords } from '../account/account-words.ts';
import { useProduct } from '../product-context.ts';
import type { Entry } from './entry.ts';
import { useRecords } from './use-records.ts';

const groups = ['screens', 'records', 'actions'] as const;

/**
 * Everywhere one can go and everything one can do in a product, and the records that a query names.
 */
export function PaletteList({ entries, onDone }: { readonly entries: readonly Entry[]; readonly onDone: () => void }) {
  const { words, open, labels, person, location, locale } = useProduct();
  const [query, setQuery] = useState('');
  const { records, failed } = useRecords(query);
  const outbox: Entry = {
    key: 'outbox',
    group: 'actions',
    label: accountWords(locale).outbox,
    run: () => location.push('/?~outbox'),
  };
  const all: readonly Entry[] = [
    ...matching(person.operates === true ? [...entries, outbox] : entries, query),
    ...records.map(
      (record): Entry => ({
        key: `${record.entity} ${record.id}`,
        group: 'records',
        label: record.label,
        hint: labels.entity(record.entity),
        run: () => record.address && open(record.address),
      }),
    ),
  ];
  return (
    <CommandList
      title={words.palette.title}
      placeholder={words.palette.placeholder}
      query={query}
      onQuery={setQuery}
      groups={groups.map((name) => ({ name, label: words.palette[name] }))}
      commands={all}
      status={failed ? words.ui.searchFailed : all.length === 0 ? words.palette.nothing : null}
      onDone={onDone}
    />
  );
}
