import { useEffect, useMemo, useRef, useState } from 'react';
import notation from '../../../docs/notation.md?raw';
import { Markdown } from '../../ui/display/markdown.tsx';
import { Select } from '../../ui/form/select.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconX } from '../../ui/icons.ts';
import { useOpenDocument, useWorkbench } from '../frame/workbench-context.ts';
import styles from './notation-pane.module.css';
import { atCursor, notationSections } from './notation-sections.ts';

const sections = notationSections(notation);
const items = sections.map(({ title }, index) => ({ value: String(index), label: title }));

/** The notation reference beside the text, open at the construct at the cursor. */
export function NotationPane() {
  const { notationShown } = useWorkbench();
  const { editor } = useOpenDocument();
  const pane = useRef<HTMLElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const at = useMemo(() => atCursor(editor.text(), editor.cursor()), [editor]);
  const [shown, setShown] = useState(() =>
    Math.max(
      0,
      sections.findIndex(({ title }) => title.startsWith(`${at.section}. `)),
    ),
  );
  useEffect(() => pane.current?.focus({ preventScroll: true }), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for another section.
  useEffect(() => {
    const element = body.current;
    if (element === null) return;
    element.scrollTop = 0;
    // Its text is rendered a moment later.
    const look = (): void => {
      const place = placeOf(element, at.words);
      if (place === null) return;
      observer.disconnect();
      place.dataset['lit'] = '';
      place.scrollIntoView({ block: 'center' });
    };
    const observer = new MutationObserver(look);
    observer.observe(element, { childList: true, subtree: true });
    look();
    return () => observer.disconnect();
  }, [at, shown]);
  const close = (): void => {
    notationShown.set(false);
    editor.focus();
  };
  return (
    <aside
      ref={pane}
      className={styles['pane']}
      aria-label="Notation"
      tabIndex={-1}
      data-notation
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        close();
      }}
    >
      <h2 className={styles['title']}>Notation</h2>
      <div className={styles['bar']}>
        <Select
          label="Section of the notation"
          value={String(shown)}
          items={items}
          onChange={(next) => next !== null && setShown(Number(next))}
        />
        <IconButton size="small" label="Close the notation" icon={<IconX size={16} />} onClick={close} />
      </div>
      <div className={styles['body']} ref={body} tabIndex={0} role="region" aria-label={sections[shown]?.title}>
        <Markdown key={shown} text={sections[shown]?.text ?? ''} />
      </div>
    </aside>
  );
}

/** Returns the first row, bullet or paragraph whose code begins with one of the words, or null. */
function placeOf(element: HTMLElement, words: readonly string[]): HTMLElement | null {
  // A row explains a word, whereas a bullet or a paragraph may only mention it.
  for (const around of ['td', 'li', 'p']) {
    const codes = [...element.querySelectorAll(`${around} code`)];
    for (const word of words) {
      const found = codes.find(({ textContent }) => (textContent ?? '').split(/[^\p{L}-]/u)[0]?.toLowerCase() === word.toLowerCase());
      const place = found?.closest<HTMLElement>('tr, li, p');
      if (place) return place;
    }
  }
  return null;
}
