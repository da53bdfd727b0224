import { useEffect, useState } from 'react';
import type { IconName } from '../../model/vocabulary.ts';
import type { menuIcons } from '../../ui/menu-icons.ts';
import styles from './shell.module.css';

/**
 * The icon that a document gives a screen in the menu. Its set comes only where a menu has icons;
 * without it the menu is names alone.
 */
export function MenuIcon({ name }: { readonly name: IconName }) {
  const [icons, setIcons] = useState<typeof menuIcons | null>(null);
  useEffect(() => {
    let live = true;
    const come = import('../../ui/menu-icons.ts').then(
      (loaded) => loaded.menuIcons,
      () => null,
    );
    void come.then((found) => live && setIcons(found));
    return () => {
      live = false;
    };
  }, []);
  const Icon = icons?.[name];
  return (
    <span className={styles['icon']} aria-hidden>
      {Icon ? <Icon size={16} /> : null}
    </span>
  );
}
