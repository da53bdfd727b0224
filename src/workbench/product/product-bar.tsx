import { lazyComponent } from '../../runtime/lazy-component.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconDots, IconDownload, IconLayoutSidebar, IconMaximize, IconPointer, IconRefresh, IconUpload } from '../../ui/late-icons.ts';
import { Menu, MenuCheckbox, MenuItem, MenuSeparator } from '../../ui/overlay/menu.tsx';
import { useOpenDocument, useWorkbench } from '../frame/workbench-context.ts';
import { useObservable } from '../state/use-observable.ts';
import { AddressLine } from './address-line.tsx';
import { ClockItems } from './clock/clock-items.tsx';
import { useClock } from './clock/use-clock.ts';
import styles from './product-bar.module.css';
import { useProductData } from './use-product-data.ts';

// Its inputs load with the dialog, not with the page.
const ClockDialog = lazyComponent(async () => (await import('./clock/clock-dialog.tsx')).ClockDialog, null);

/** The address bar of the product. */
export function ProductBar() {
  const workbench = useWorkbench();
  const { product, settings } = workbench;
  const two = useObservable(workbench.two);
  const inspecting = useObservable(workbench.inspecting);
  const document = useOpenDocument();
  const { phone } = useObservable(settings);
  const state = useObservable(document.product.state);
  const running = state.kind === 'running';
  const notRunning = running ? undefined : 'The product isn’t running.';
  const data = useProductData();
  const { clock, actions } = useClock();
  const askingTime = useObservable(workbench.askingTime);

  const setPhone = (next: boolean): void => settings.update((value) => ({ ...value, phone: next }));
  return (
    <nav className={styles['bar']} aria-label="Product address">
      <AddressLine
        location={product}
        name="Product address"
        before={
          <IconButton
            size="small"
            label="Reload the product"
            icon={<IconRefresh size={16} />}
            disabled={!running}
            onClick={() => workbench.reloads.update((count) => count + 1)}
          />
        }
      />
      <IconButton
        size="small"
        label={inspecting ? 'Stop inspecting (F9)' : 'Inspect the product (F9)'}
        aria-pressed={inspecting}
        data-tour="inspect"
        disabled={!running}
        icon={<IconPointer size={16} />}
        onClick={() => workbench.inspecting.set(!inspecting)}
      />
      <span className={styles['wide']}>
        <IconButton
          size="small"
          label={phone ? 'Full width' : 'Phone width'}
          aria-pressed={phone}
          icon={phone ? <IconMaximize size={16} /> : <IconLayoutSidebar size={16} />}
          onClick={() => setPhone(!phone)}
        />
      </span>
      <Menu align="end" trigger={<IconButton size="small" label="More actions" data-tour="more" icon={<IconDots size={16} />} />}>
        <MenuCheckbox checked={phone} onChange={setPhone}>
          Width of a phone
        </MenuCheckbox>
        <MenuCheckbox checked={two} onChange={(next) => workbench.two.set(next)}>
          Two people side by side
        </MenuCheckbox>
        <MenuSeparator />
        <MenuItem
          icon={<IconPointer size={16} />}
          unavailable={notRunning}
          onSelect={() => void import('./inspect/show-row.ts').then(({ showRow }) => showRow(workbench, window.document))}
        >
          Show the row at the cursor (Shift F9)
        </MenuItem>
        <ClockItems clock={clock} actions={actions} unavailable={notRunning} onToTime={() => workbench.askingTime.set(true)} />
        <MenuItem icon={<IconDownload size={16} />} unavailable={notRunning} onSelect={() => void data.save()}>
          Save a snapshot of the data
        </MenuItem>
        <MenuItem icon={<IconUpload size={16} />} unavailable={notRunning} onSelect={() => void data.choose()}>
          Restore a snapshot…
        </MenuItem>
        <MenuItem icon={<IconRefresh size={16} />} danger unavailable={notRunning} onSelect={() => void data.reset()}>
          Reset to sample data
        </MenuItem>
      </Menu>
      {askingTime ? (
        <ClockDialog ahead={clock.ahead} onForward={(by) => void actions.forward(by)} onClose={() => workbench.askingTime.set(false)} />
      ) : null}
    </nav>
  );
}
