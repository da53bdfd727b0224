import type { FieldType } from '../../model/ast/entities.ts';
import { Button } from '../../ui/button.tsx';
import { shownType } from '../field-types.ts';
import { useProduct } from '../product-context.ts';
import { usePart } from '../screen/use-part.ts';
import { Typed } from '../values/value.tsx';
import styles from './layout.module.css';
import type { PartComponent } from './part.ts';

/** Display types that make sense as a figure; values of all others are shown as text. */
const standsAlone: ReadonlySet<string> = new Set(['whole', 'number', 'percent', 'boolean', 'day', 'clock', 'moment', 'duration']);

export const FigurePart: PartComponent<'figure'> = ({ part }) => {
  const { words, labels } = useProduct();
  const { data, refusals, failed, reading, retry } = usePart(part.id, ['figure']);
  const problem = data?.problem ?? refusals?.[0]?.message ?? (failed ? words.broken : null);
  const type = { kind: data && standsAlone.has(shownType(data.type).input) ? data.type : 'text' } as FieldType;
  return (
    <div className={styles['figure']} role="group" aria-label={labels.text(part.label)}>
      <span className={styles['figureLabel']}>{labels.text(part.label)}</span>
      <span className={styles['figureValue']} data-late={data?.late} title={problem ?? undefined}>
        {data && data.value !== null && !problem ? (
          <Typed entity="" field="" type={type} value={data.value} look="cell" />
        ) : data || problem ? (
          words.nothing
        ) : null}
      </span>
      {failed ? (
        <Button size="small" variant="ghost" busy={reading} onClick={retry}>
          {words.tryAgain}
        </Button>
      ) : null}
    </div>
  );
};
