import { CommandList } from '../../ui/overlay/command-list.tsx';
import { matching } from '../../ui/overlay/commands.ts';
import type { PaletteQuery } from '../../ui/overlay/palette-dialog.tsx';
import { useWholeProduct } from '../product-context.ts';
import type { Entry } from './entry.ts';
import { useEntries } from './use-entries.ts';
import { useRecords } from './use-records.ts';

const groups = ['screens', 'records', 'actions'] as const;

/**
 * The palette's entries: all screens and actions of the product, and the records that match the
 * query.
 */
export function PaletteList({
  acting,
  onShortcuts,
  onDone,
  query,
  ...input
}: PaletteQuery & {
  readonly acting: boolean;
  readonly onShortcuts: () => void;
  readonly onDone: () => void;
}) {
  const { words, open, labels } = useWholeProduct();
  const entries = useEntries(acting, onShortcuts);
  const { records, failed } = useRecords(query);
  const all: readonly Entry[] = [
    ...matching(entries, query),
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
      {...input}
      groups={groups.map((name) => ({ name, label: words.palette[name] }))}
      commands={all}
      status={failed ? words.ui.searchFailed : all.length === 0 ? words.palette.nothing : null}
      onDone={onDone}
    />
  );
}
