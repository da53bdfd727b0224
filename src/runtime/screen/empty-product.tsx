import type { SectionInfo } from '../../model/ast/common.ts';
import { Button } from '../../ui/button.tsx';
import { IconCheck, IconCircleDashed } from '../../ui/icons.ts';
import { useWholeProduct } from '../product-context.ts';
import styles from './empty-product.module.css';
import { useTitle } from './use-title.ts';

/** A product of an empty document: its nine sections, each of which can be filled in. */
export function EmptyProduct({ onFill }: { readonly onFill: ((section: number) => void) | null }) {
  const { model, words, onWhy } = useWholeProduct();
  useTitle(model.name);
  const about = (section: SectionInfo): string => {
    const holes = model.holes.filter((hole) => hole.section === section.number);
    const assumption = model.assumptions.find((one) => one.section === section.number);
    return assumption?.text ?? holes[0]?.consequence ?? words.unknownSection;
  };
  const go = (section: SectionInfo): void => {
    if (onFill) onFill(section.number);
    else onWhy?.(section.heading ?? section.span);
  };
  return (
    <div className={styles['page']}>
      <h1 className={styles['title']}>{words.nothingKnown}</h1>
      <p className={styles['text']}>{words.nothingKnownText}</p>
      <ol className={styles['sections']}>
        {model.sections.map((section) => {
          const known = section.state === 'shown' || section.state === 'described';
          return (
            <li key={section.number} className={styles['section']}>
              <span className={styles['number']}>{section.number}</span>
              <div>
                <p className={styles['name']}>{section.title}</p>
                {known ? null : <p className={styles['about']}>{about(section)}</p>}
              </div>
              <span className={styles['state']}>
                {known ? <IconCheck size={14} /> : <IconCircleDashed size={14} />}
                {words.sectionStates[section.state]}
              </span>
              {onFill || onWhy ? (
                <Button size="small" onClick={() => go(section)} aria-label={`${words.fillIn}: ${section.title}`}>
                  {words.fillIn}
                </Button>
              ) : (
                <span />
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
