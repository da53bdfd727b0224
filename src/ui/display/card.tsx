import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';
import styles from './card.module.css';

export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx(styles['card'], className)} />;
}
