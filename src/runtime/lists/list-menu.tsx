import { type ComponentProps, useState } from 'react';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconAdjustments } from '../../ui/icons.ts';
import { Popover } from '../../ui/overlay/popover.tsx';
import { lazyPart } from '../lazy-part.ts';
import { useProduct } from '../product-context.ts';
import type { ImportDialog as Dialog } from './import-dialog.tsx';
import type { ShownList } from './use-save-csv.ts';
import type { ViewPanel as Panel } from './view-panel.tsx';

const ViewPanel = lazyPart<ComponentProps<typeof Panel>>(async () => (await import('./view-panel.tsx')).ViewPanel, <Skeleton lines={6} />);
const ImportDialog = lazyPart<ComponentProps<typeof Dialog>>(async () => (await import('./import-dialog.tsx')).ImportDialog, null);

/** The menu of a list: columns, order, views and files. */
export function ListMenu(props: ShownList) {
  const { words } = useProduct();
  const { arrange } = words.parts.lists;
  const [reading, setReading] = useState(false);
  return (
    <>
      <Popover align="end" title={arrange} trigger={<IconButton size="small" label={arrange} icon={<IconAdjustments size={16} />} />}>
        {(close) => (
          <ViewPanel
            {...props}
            onClose={close}
            onReadCsv={
              props.data.imports
                ? () => {
                    close();
                    setReading(true);
                  }
                : null
            }
          />
        )}
      </Popover>
      {reading ? <ImportDialog part={props.part} onClose={() => setReading(false)} /> : null}
    </>
  );
}
