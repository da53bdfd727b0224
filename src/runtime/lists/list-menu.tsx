import { type ComponentProps, useState } from 'react';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconAdjustments } from '../../ui/icons.ts';
import { Popover } from '../../ui/overlay/popover.tsx';
import { useToast } from '../../ui/overlay/toast.tsx';
import { useColumns } from '../columns.ts';
import { failureText } from '../host/failure-text.ts';
import { lazyComponent } from '../lazy-component.tsx';
import type { List } from '../parts/list/use-list.ts';
import type { PartOf } from '../parts/part.ts';
import { useProduct } from '../product-context.ts';
import { useShownScreen } from '../screen/screen-context.ts';
import type { DataOf } from '../screen/use-part.ts';
import type { ImportDialog as Dialog } from './import-dialog.tsx';
import type { ViewPanel as Panel } from './view-panel.tsx';

const ViewPanel = lazyComponent<ComponentProps<typeof Panel>>(
  async () => (await import('./view-panel.tsx')).ViewPanel,
  <Skeleton lines={6} />,
);
const ImportDialog = lazyComponent<ComponentProps<typeof Dialog>>(async () => (await import('./import-dialog.tsx')).ImportDialog, null);

/** The menu of a list: columns, order, views and files. */
export function ListMenu({
  part,
  data,
  list,
}: {
  readonly part: PartOf<'list' | 'cards'>;
  readonly data: DataOf<'list' | 'cards'>;
  readonly list: List;
}) {
  const { session, model, words, labels } = useProduct();
  const column = useColumns(part.fields, part.entity.text);
  const { address } = useShownScreen();
  const { lists, csv } = words.parts;
  const toaster = useToast();
  const [reading, setReading] = useState(false);
  const saveCsv = async (): Promise<void> => {
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
  return (
    <>
      <Popover
        align="end"
        title={lists.arrange}
        trigger={<IconButton size="small" label={lists.arrange} icon={<IconAdjustments size={16} />} />}
      >
        {(close) => (
          <ViewPanel
            part={part}
            data={data}
            list={list}
            onSaveCsv={() => {
              close();
              void saveCsv();
            }}
            onReadCsv={
              data.imports
                ? () => {
                    close();
                    setReading(true);
                  }
                : null
            }
          />
        )}
      </Popover>
      {reading ? <ImportDialog part={part} onClose={() => setReading(false)} /> : null}
    </>
  );
}
