import type { TimelineEntry } from '../../engine/part-data.ts';
import type { Json } from '../../engine/record-data.ts';
import { capitalized, type Labels } from '../../model/labels.ts';
import { cx } from '../../ui/cx.ts';
import { Avatar } from '../../ui/display/avatar.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { mirroredInRtl } from '../../ui/form/mirror.ts';
import { IconArrowRight } from '../../ui/late-icons.ts';
import { pastTense } from '../languages/past-tense.ts';
import { machineOf } from '../model-lookup.ts';
import { useWholeProduct } from '../product-context.ts';
import { ProductLink } from '../product-link.tsx';
import { PartGate } from '../screen/part-gate.tsx';
import { usePart } from '../screen/use-part.ts';
import { Moment } from '../values/moment.tsx';
import { Value } from '../values/value.tsx';
import type { Words } from '../words.ts';
import type { PartComponent } from './part.ts';
import styles from './timeline.module.css';

/** What happened to the record, who did it and when. */
export const TimelinePart: PartComponent<'timeline'> = ({ part }) => {
  const { words } = useWholeProduct();
  const state = usePart(part.id, ['timeline']);
  return (
    <PartGate state={state} lines={3}>
      {({ entries }) =>
        entries.length === 0 ? (
          <EmptyState small title={words.noHistory} />
        ) : (
          <ol className={styles['entries']}>
            {entries.map((entry, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries may share a moment.
              <Entry key={`${entry.at} ${index}`} entry={entry} entity={part.entity.text} />
            ))}
          </ol>
        )
      }
    </PartGate>
  );
};

function Entry({ entry, entity }: { readonly entry: TimelineEntry; readonly entity: string }) {
  const { words, labels } = useWholeProduct();
  // The details show a new record's fields, so list only later changes.
  const changes = entry.operation === 'create' ? [] : entry.changes;
  return (
    <li className={styles['entry']}>
      <Avatar name={entry.by?.label ?? null} size={20} />
      <div className={styles['line']}>
        {entry.timer === null ? <WhoDid entry={entry} entity={entity} /> : byTimer(words, labels, entity, entry.timer)}{' '}
        <span className={styles['when']}>
          <Moment iso={entry.at} short />
        </span>
        {changes.length > 0 ? (
          <ul className={styles['changes']}>
            {changes.map((change) => (
              <li key={change.field}>
                {labels.field(entity, change.field)}:
                {isNothing(change.from) ? null : (
                  <>
                    <Short entity={entity} field={change.field} value={change.from} />
                    <IconArrowRight size={12} className={cx(styles['arrow'], mirroredInRtl)} />
                  </>
                )}
                <Short entity={entity} field={change.field} value={change.to} />
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </li>
  );
}

function WhoDid({ entry: { by, operation, sample, changes }, entity }: { readonly entry: TimelineEntry; readonly entity: string }) {
  const { model, words, labels } = useWholeProduct();
  const isEnglish = /^en\b/iu.test(labels.language ?? 'en');
  const plain = operation === 'create' || operation === 'update' || operation === 'delete' || operation === 'restore';
  if (sample) return words.fromSample;
  if (by === null) return plain ? words.byItself[operation] : labels.event(entity, operation);
  const led = changes.find(({ field }) => machineOf(model, entity, field) !== undefined);
  const state = typeof led?.to === 'string' ? labels.value(entity, led.field, led.to) : null;
  const did = plain
    ? words.operations[operation](labels.entity(entity))
    : words.did(labels.event(entity, operation), isEnglish ? labels.entity(entity) : null, pastTense, state);
  return (
    <>
      <span className={styles['who']}>{by.address ? <ProductLink address={by.address}>{by.label}</ProductLink> : by.label}</span> {did}
    </>
  );
}

/** A sentence about a timer: the document's own, or one about the resulting state. */
function byTimer(words: Words, labels: Labels, entity: string, { description, state }: NonNullable<TimelineEntry['timer']>): string {
  if (description !== null) return capitalized(labels.text(description));
  return state === null ? words.changedByItself : words.movedByItself(labels.value(entity, state.field, state.name));
}

const Short = ({ entity, field, value }: { readonly entity: string; readonly field: string; readonly value: Json }) => (
  <Value
    entity={entity}
    field={field}
    value={typeof value === 'string' && value.length > 120 ? `${value.slice(0, 120)}…` : value}
    look="cell"
    links={false}
  />
);

/**
 * Whether a side of a change is empty. A change of a list of records names those that left and
 * those that joined; either may be empty.
 */
const isNothing = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);
