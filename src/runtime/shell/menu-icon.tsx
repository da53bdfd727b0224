import { useEffect, useState } from 'react';
import { onDemand } from '../../base/on-demand.ts';
import type { IconName } from '../../model/vocabulary.ts';
import { whenIdle } from '../../ui/when-idle.ts';
import styles from './shell.module.css';

const icons = onDemand(async () => (await import('../../ui/menu-icons.ts')).menuIcons);

/**
 * The icon of a screen in the menu. The set loads after the first screen, which works without it.
 */
export function MenuIcon({ name }: { readonly name: IconName }) {
  const [, setCome] = useState(false);
  useEffect(() => {
    if (icons.get() !== null) return;
    let live = true;
    const end = whenIdle(() => {
      icons.load().then(
        () => live && setCome(true),
        // The name alone is enough; the next icon tries again.
        () => undefined,
      );
    });
    return () => {
      live = false;
      end();
    };
  }, []);
  const Icon = icons.get()?.[name];
  return (
    <span className={styles['icon']} aria-hidden>
      {Icon ? <Icon size={16} /> : null}
    </span>
  );
}
