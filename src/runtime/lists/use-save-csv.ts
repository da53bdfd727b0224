import { useToast } from '../../ui/overlay/toast.tsx';
import { useColumns } from '../columns.ts';
import { failureText } from '../host/failure-text.ts';
import type { List } from '../parts/list/use-list.ts';
import type { PartOf } from '../parts/part.ts';
import { useWholeProduct } from '../product-context.ts';
import { useShownScreen } from '../screen/screen-context.ts';
import type { DataOf } from '../screen/use-part.ts';

export interface ShownList {
  readonly part: PartOf<'list' | 'cards'>;
  readonly data: DataOf<'list' | 'cards'>;
  readonly list: List;
}

/** Saves all records of a list, in its order and with its filters, as a CSV file. */
export function useSaveCsv({ part, data, list }: ShownList): () => Promise<void> {
  const { session, model, words, labels } = useWholeProduct();
  const column = useColumns(part.fields, part.entity.text);
  const { address } = useShownScreen();
  const { csv } = words.parts;
  const toaster = useToast();
  return async () => {
    // Most files are ready before anyone could read the message.
    const late = setTimeout(() => toaster.show({ message: csv.busy }), 600);
    try {
      const { csvOfList, saveFile } = await import('./csv-out.ts');
      const { text, rows } = await csvOfList(
        (options) => session.part({ address, part: part.id }, options),
        { ...list.options, sort: list.set.sort.length > 0 ? list.set.sort : data.sort },
        (field) => column(field).title,
      );
      saveFile(
        `${model.name} ${labels.entities(part.entity.text) ?? labels.entity(part.entity.text)}.csv`.replace(/[^\p{L}\p{N} ._-]+/gu, ' '),
        text,
      );
      toaster.show({ message: csv.done(rows), tone: 'success' });
    } catch (error) {
      toaster.show({ message: failureText(error, words, csv.failed), tone: 'danger' });
    } finally {
      clearTimeout(late);
    }
  };
}
