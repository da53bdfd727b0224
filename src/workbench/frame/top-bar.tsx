import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/form/segmented.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconQuestionMark, IconSearch, IconSettings, IconX } from '../../ui/icons.ts';
import { IconEye, IconMoon, IconSun } from '../../ui/late-icons.ts';
import { Menu, MenuCheckbox, MenuGroup, MenuItem, MenuRadios, MenuSeparator } from '../../ui/overlay/menu.tsx';
import { Tooltip } from '../../ui/overlay/tooltip.tsx';
import { useTheme } from '../../ui/root/theme.ts';
import { isViewVisible, type View } from '../address.ts';
import type { Theme } from '../state/settings.ts';
import { useObservable } from '../state/use-observable.ts';
import { DocumentMenu } from './document-menu.tsx';
import { keyLabels } from './key-labels.ts';
import { SaveMark } from './save-mark.tsx';
import styles from './top-bar.module.css';
import { useWorkbench } from './workbench-context.ts';

/** The logo: the nine sections as a square. */
const Mark = () => (
  <svg className={styles['mark']} viewBox="0 0 18 18" aria-hidden="true">
    {[0, 1, 2, 3, 4, 5, 6, 7, 8].map((part) => (
      <rect
        key={part}
        x={(part % 3) * 6 + 0.5}
        y={Math.floor(part / 3) * 6 + 0.5}
        width="5"
        height="5"
        rx="1.25"
        opacity={[1, 0.75, 0.5, 0.75, 1, 0.75, 0.5, 0.75, 1][part]}
      />
    ))}
  </svg>
);

export function TopBar() {
  const workbench = useWorkbench();
  const { view, section, beside } = useObservable(workbench.address);
  const sides = [
    { value: 'text', label: section !== null && beside === 'product' ? 'View' : 'Text' },
    { value: 'both', label: 'Both' },
    { value: 'product', label: section !== null && beside === 'text' ? 'View' : 'Product' },
  ];
  return (
    // Not a banner landmark, because the page's banner belongs to the product.
    <section className={styles['bar']} aria-label="Workbench">
      <div className={styles['start']}>
        <Tooltip content="Ninefold: a specification that runs">
          <h1 className={styles['brand']}>
            <Mark />
            <span className={styles['name']}>Ninefold</span>
          </h1>
        </Tooltip>
        <span className={styles['slash']} aria-hidden="true" />
        <DocumentMenu />
        <SaveMark />
      </div>
      <div className={styles['views']}>
        <Segmented label="View" value={view} onChange={(next) => workbench.show(next as View)} items={sides} />
        <ViewsButton />
      </div>
      <div className={styles['end']}>
        <TourOffer />
        <IconButton
          label={`Search the workbench or run a command (${keyLabels({ keys: 'Ctrl K' }).join(' ')})`}
          data-palette
          icon={<IconSearch size={16} />}
          onClick={() => workbench.paletteShown.set(true)}
        />
        <SettingsMenu />
      </div>
    </section>
  );
}

/** Opens the view that was open last, or closes the open one. */
function ViewsButton() {
  const workbench = useWorkbench();
  const open = isViewVisible(useObservable(workbench.address));
  return (
    <Tooltip content={open ? 'Close the view (F4)' : 'Show sections as diagrams and tables (F4)'}>
      <Button
        size="small"
        variant={open ? 'secondary' : 'ghost'}
        aria-pressed={open}
        data-tour="views"
        onClick={() => workbench.toggleView()}
      >
        Views
      </Button>
    </Tooltip>
  );
}

/** Offers the tour until the person takes or dismisses it; later it is in the settings. */
function TourOffer() {
  const { settings, touring } = useWorkbench();
  const { toured } = useObservable(settings);
  if (toured) return null;
  return (
    <span className={styles['offer']}>
      <Button size="small" variant="ghost" onClick={() => touring.set(true)}>
        One-minute tour
      </Button>
      <IconButton
        size="small"
        label="Dismiss"
        icon={<IconX size={14} />}
        onClick={() => settings.update((value) => ({ ...value, toured: true }))}
      />
    </span>
  );
}

function SettingsMenu() {
  const { settings, keysShown, touring } = useWorkbench();
  const { theme, wrap } = useObservable(settings);
  const shown = useTheme(theme);
  return (
    <>
      <IconButton
        label={shown === 'dark' ? 'Light theme' : 'Dark theme'}
        icon={shown === 'dark' ? <IconSun size={16} /> : <IconMoon size={16} />}
        onClick={() => settings.update((value) => ({ ...value, theme: shown === 'dark' ? 'light' : 'dark' }))}
      />
      <Menu align="end" trigger={<IconButton label="Settings" icon={<IconSettings size={16} />} />}>
        <MenuGroup label="Theme">
          <MenuRadios
            value={theme}
            onChange={(next) => settings.update((value) => ({ ...value, theme: next as Theme }))}
            items={[
              { value: 'system', label: 'System' },
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
          />
        </MenuGroup>
        <MenuSeparator />
        <MenuCheckbox checked={wrap} onChange={(next) => settings.update((value) => ({ ...value, wrap: next }))}>
          Wrap long lines
        </MenuCheckbox>
        <MenuSeparator />
        <MenuItem icon={<IconQuestionMark size={16} />} onSelect={() => keysShown.set(true)}>
          Keyboard shortcuts (F1)
        </MenuItem>
        <MenuItem icon={<IconEye size={16} />} onSelect={() => touring.set(true)}>
          One-minute tour
        </MenuItem>
      </Menu>
    </>
  );
}
