import { Fragment, useContext } from 'react';
import { own } from '../../base/own.ts';
import type { RecordData } from '../../engine/record-data.ts';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { useColumns } from '../columns.ts';
import { shownType } from '../field-types.ts';
import { EditInPlace } from '../inputs/edit-in-place.tsx';
import { entityNamed, stateFieldOf, typeOf } from '../model-lookup.ts';
import { usePlaces } from '../places.ts';
import { useProduct } from '../product-context.ts';
import { InPlaceContext } from '../screen/in-place.ts';
import { PartGate } from '../screen/part-gate.tsx';
import { useShownScreen } from '../screen/screen-context.ts';
import { usePart } from '../screen/use-part.ts';
import { ColumnValue } from '../values/column-value.tsx';
import styles from './details.module.css';
import type { PartComponent, PartOf } from './part.ts';

/** The record that the screen is about. */
export const DetailsPart: PartComponent<'details'> = ({ part }) => {
  const { words } = useProduct();
  const { screen, paper } = useShownScreen();
  const column = useColumns(part.fields, screen.about?.text ?? '');
  const places = usePlaces();
  const state = usePart(part.id, ['details']);
  const elsewhere = useShownElsewhere(part);
  const field = (record: RecordData, name: string) => {
    const value = own(record.values, name);
    const shown = column(name);
    const wide = value !== null && value !== undefined && shownType(shown.type.kind).wide;
    return { value, shown, attributes: { className: wide ? styles['wide'] : undefined, ...places.field(shown.entity, shown.field) } };
  };
  return (
    <PartGate state={state} lines={Math.max(2, part.fields.length)}>
      {({ record, fields: all, edit }) => {
        const fields = all.filter((name) => !elsewhere.has(name));
        return record === null ? (
          <EmptyState small title={words.noRecord} />
        ) : fields.length === 0 ? null : (
          <div className={styles['details']}>
            <dl className={styles['list']}>
              {fields.map((name) => {
                const { value, shown, attributes } = field(record, name);
                const input = paper === null ? edit.find((one) => one.name === name) : undefined;
                const look = (links: boolean) => <ColumnValue column={shown} value={value} look="whole" links={links} />;
                return (
                  <Fragment key={name}>
                    <dt {...attributes}>{shown.title}</dt>
                    <dd {...attributes}>{input === undefined ? look(true) : <EditInPlace record={record} input={input} look={look} />}</dd>
                  </Fragment>
                );
              })}
            </dl>
          </div>
        );
      }}
    </PartGate>
  );
};

/**
 * The fields of the screen's record that people see already: in its title, in the pill beside that,
 * or in a form that changes them. Details leave them out, except on paper.
 */
function useShownElsewhere(part: PartOf<'details'>): ReadonlySet<string> {
  const { model } = useProduct();
  const { data, paper } = useShownScreen();
  const { inForms } = useContext(InPlaceContext);
  const { record } = data;
  if (record === null || paper !== null) return new Set();
  const shown = new Set(inForms);
  const label = entityNamed(model, record.entity)?.label ?? null;
  if (label !== null && record.values[label] === record.label) shown.add(label);
  const state = stateFieldOf(model, record.entity);
  if (state !== null) shown.add(state);
  // A record without a name is called by its number.
  const number = record.unnamed?.number;
  for (const { name } of part.fields)
    if (typeOf(model, record.entity, name.text).kind === 'serial' && String(record.values[name.text]) === number) shown.add(name.text);
  return inForms.size === 0 && part.fields.every(({ name }) => shown.has(name.text)) ? new Set() : shown;
}
