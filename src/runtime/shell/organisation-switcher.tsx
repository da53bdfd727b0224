import { useEffect, useState } from 'react';
import type { OrganisationsData } from '../../engine/session.ts';
import { Unseen } from '../../ui/display/unseen.tsx';
import { IconSelector } from '../../ui/icons.ts';
import { Menu, MenuGroup, MenuRadios } from '../../ui/overlay/menu.tsx';
import { keep } from '../languages/use-own-language.ts';
import { usePlace, useProduct } from '../product-context.ts';
import { locate } from '../routes.ts';
import { localStorageOrNull } from '../storage.ts';
import styles from './shell.module.css';

type Organisation = OrganisationsData['all'][number];

export interface Within {
  /** The screen's organisation, else the last one, else the first; null: the person is in none. */
  readonly current: Organisation | null;
  readonly all: readonly Organisation[];
}

/** The organisation in which the person works now; this browser remembers it. */
export function useOrganisation(): Within {
  const { organisations, model } = useProduct();
  const key = `ninefold organisation ${model.name}`;
  const [last, setLast] = useState(() => localStorageOrNull()?.getItem(key) ?? null);
  const shown = organisations?.current ?? null;
  useEffect(() => {
    if (shown === null) return;
    setLast(shown);
    keep(localStorageOrNull(), key, shown);
  }, [shown, key]);
  const all = organisations?.all ?? [];
  const by = (id: string | null): Organisation | undefined => all.find((one) => one.id === id);
  return { all, current: by(shown) ?? by(last) ?? all[0] ?? null };
}

/** Goes to another of the person's organisations: to the same screen there, if they may open it. */
export function OrganisationSwitcher({ within: { current, all } }: { readonly within: Within }) {
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
    const screen = locate(model.screens, path)?.screen;
    open(next.items.find((item) => item.screen === screen)?.address ?? next.address);
  };
  return (
    <Menu
      trigger={
        <button type="button" className={styles['switcher']}>
          <Initial name={current.label} />
          <Unseen>{kind} </Unseen>
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
