import type { CSSProperties, ReactNode } from 'react';
import styles from './avatar.module.css';
import { hueOf } from './hue.ts';

/** The first letters of the first and the last word; at most two letters. */
export function initials(name: string): string {
  const words = name
    .trim()
    .split(/[\s._@-]+/u)
    .filter(Boolean);
  const first = [...(words[0] ?? '')][0] ?? '';
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : '';
  return (first + last).toLocaleUpperCase();
}

/**
 * A person's initials on a hue of their own, or an empty circle without a name. Decorative only:
 * put the name beside it or in a label.
 */
export function Avatar({ name, size = 20 }: { readonly name: string | null; readonly size?: number }) {
  if (name === null)
    return <span aria-hidden className={`${styles['avatar']} ${styles['nobody']}`} style={{ '--avatar': `${size}px` } as CSSProperties} />;
  return (
    <span aria-hidden className={styles['avatar']} style={{ '--avatar': `${size}px`, '--hue': hueOf(name) } as CSSProperties}>
      {initials(name)}
    </span>
  );
}

/** An avatar with the name, or a link with the name, beside it. */
export function Person({ name, size = 20, children }: { readonly name: string; readonly size?: number; readonly children?: ReactNode }) {
  return (
    <span className={styles['person']}>
      <Avatar name={name} size={size} />
      <span>{children ?? name}</span>
    </span>
  );
}
