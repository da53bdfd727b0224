import { type RefObject, useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { IconPrinter } from '../../ui/icons.ts';
import { formatDate } from '../format.ts';
import { usePlace, useProduct } from '../product-context.ts';
import { useToday } from '../use-now.ts';
import { pageHead } from './page-head.ts';
import styles from './paper.module.css';
import { isForPaper, withoutPaper } from './paper.ts';
import { PartList } from './part-view.tsx';
import { useShownScreen } from './screen-context.ts';
import { useTitle } from './use-title.ts';

/** Adopts a style sheet, because the policy of a built product forbids inline styles. */
function usePageHead(text: string, within: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    const isReversed = within.current !== null && getComputedStyle(within.current).direction === 'rtl';
    sheet.replaceSync(pageHead(text, isReversed ? 'rtl' : 'ltr'));
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [text, within]);
}

/** A screen on paper: a sheet without controls, below the button that prints it. */
export function PaperView({ caption }: { readonly caption: string | null }) {
  const { words, labels, model, logo, locale, location } = useProduct();
  const { path, query } = usePlace();
  const { screen, data } = useShownScreen();
  const today = useToday();
  const button = useRef<HTMLButtonElement>(null);
  const name = caption === null ? labels.screen(screen.name.text) : labels.text(caption);
  const label = data.record?.label ?? null;
  const title = label === null ? name : `${name} ${label}`;
  useTitle(title);
  usePageHead(`${model.name} · ${title}`, button);
  // People came to print, so Enter prints.
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  const back = (): void => {
    const rest = withoutPaper(query);
    location.replace(path + (rest === '' ? '' : `?${rest}`));
  };
  return (
    <div className={styles['desk']}>
      <div className={styles['bar']}>
        <Button ref={button} variant="primary" icon={<IconPrinter size={16} />} onClick={() => window.print()}>
          {words.print}
        </Button>
        <Button variant="ghost" onClick={back}>
          {words.goBack}
        </Button>
      </div>
      <article className={styles['sheet']} data-theme="light">
        <header className={styles['letterhead']}>
          <span className={styles['product']}>
            {logo === null ? null : <img src={logo} alt="" className={styles['logo']} />}
            {model.name}
          </span>
          <span>{formatDate(today, locale)}</span>
        </header>
        <div className={styles['titles']}>
          {label === null ? null : <p className={styles['over']}>{name}</p>}
          <h1 className={styles['title']} tabIndex={-1}>
            {label ?? name}
          </h1>
        </div>
        <PartList parts={screen.parts.filter(isForPaper)} />
      </article>
    </div>
  );
}
