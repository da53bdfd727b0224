import { lazy, Suspense } from 'react';
import { cx } from '../cx.ts';
import styles from './markdown.module.css';

const MarkdownTree = lazy(async () => ({ default: (await import('./markdown-tree.tsx')).MarkdownTree }));

/** True if the text contains nothing that Markdown interprets, so that it needs no parser. */
export const isPlain = (text: string): boolean =>
  !/[*_`#<>[\]|~\\&]|^\s*(?:[-+]|\d+[.)])\s|^\s*[-=]{3,}\s*$|https?:|www\.|\S@\S|^ {4}|\t| {2}\n/mu.test(text);

/** Renders Markdown safely: no HTML, no scripts, no external images. */
export function Markdown({ text, className }: { readonly text: string; readonly className?: string }) {
  const plain = text.split(/\n\s*\n/u).map((paragraph, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph is identified by its position.
    <p key={index} className={styles['plain']}>
      {paragraph.replace(/\s*\n\s*/gu, ' ').trim()}
    </p>
  ));
  return (
    <div className={cx(styles['markdown'], className)}>
      {isPlain(text) ? plain : <Suspense fallback={plain}>{<MarkdownTree text={text} />}</Suspense>}
    </div>
  );
}
