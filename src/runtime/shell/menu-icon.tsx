import { useEffect } from 'react';
import { onDemand } from '../../base/on-demand.ts';
import type { IconName } from '../../model/vocabulary.ts';
import { useLoaded } from '../../ui/on-demand.ts';
import { whenIdle } from '../../ui/when-idle.ts';
import styles from './shell.module.css';

const icons = onDemand(async () => (await import('../../ui/menu-icons.ts')).menuIcons);

/**
 * The icon of a screen in the menu. The set loads after the first screen, which works without it.
 */
export function MenuIcon({ name }: { readonly name: IconName }) {
  const loaded = useLoaded(icons);
  useEffect(() => {
    if (icons.get() !== null) return;
    return whenIdle(() => {
      // The name alone is enough; the next icon tries again.
      icons.load().catch(() => undefined);
    });
  }, []);
  const Icon = loaded?.[name];
  return (
    <span className={styles['icon']} aria-hidden>
      {Icon ? <Icon size={16} /> : null}
    </span>
  );
}
