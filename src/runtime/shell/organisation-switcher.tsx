import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx';
import { IconSelector } from '../../ui/icons.ts';
import { Menu, MenuGroup, MenuRadios } from '../../ui/overlay/menu.tsx';
import { usePlace, useProduct } from '../product-context.ts';
import { matchRoute } from '../routes.ts';
import styles from './shell.module.css';
import type { InOrganisation } from './use-organisation.ts';

/**
 * Switches to another of the person's organisations, on the same screen if they may open it there.
 */
export function OrganisationSwitcher({ within: { current, all } }: { readonly within: InOrganisation }) {
  const { organisations, labels, open, model } = useProduct();
  const { path } = usePlace();
  if (organisations === null || current === null) return null;
  const kind = labels.entity(organisations.entity);
  if (all.length === 1) {
    return (
      <div className={styles['switcher']} data-only="">
        <Initial name={current.label} />
        <span className={styles['organisation']}>{current.label}</span>
      </div>
    );
  }
  const go = (id: string): void => {
    const next = all.find((one) => one.id === id);
    if (next === undefined || id === current.id) return;
    const screen = matchRoute(model.screens, path)?.screen;
    open(next.items.find((item) => item.screen === screen)?.address ?? next.address);
  };
  return (
    <Menu
      trigger={
        <button type="button" className={styles['switcher']}>
          <Initial name={current.label} />
          <VisuallyHidden>{kind} </VisuallyHidden>
          <span className={styles['organisation']}>{current.label}</span>
          <IconSelector size={16} />
        </button>
      }
    >
      <MenuGroup label={kind}>
        <MenuRadios
          value={current.id}
          onChange={go}
          items={all.map(({ id, label }) => ({
            value: id,
            label: (
              <span className={styles['choice']}>
                <Initial name={label} />
                <span className={styles['organisation']}>{label}</span>
              </span>
            ),
          }))}
        />
      </MenuGroup>
    </Menu>
  );
}

function Initial({ name }: { readonly name: string }) {
  return (
    <span aria-hidden className={styles['initial']}>
      {[...name][0]?.toUpperCase()}
    </span>
  );
}
