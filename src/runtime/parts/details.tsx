import { useContext } from 'react';
import { own } from '../../base/own.ts';
import type { RecordData } from '../../engine/record-data.ts';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { useColumns } from '../columns.ts';
import { entityNamed, fieldNamed, stateFieldOf, typeOf } from '../model-lookup.ts';
import { useWholeProduct } from '../product-context.ts';
import { InPlaceContext } from '../screen/in-place-context.ts';
import { PartGate } from '../screen/part-gate.tsx';
import { useShownScreen } from '../screen/screen-context.ts';
import { usePart } from '../screen/use-part.ts';
import type { PartComponent, PartOf } from './part.ts';
import { furtherFields, RecordFields } from './record-fields.tsx';

/** The fields of the screen's record. */
export const DetailsPart: PartComponent<'details'> = ({ part }) => {
  const { model, words } = useWholeProduct();
  const { screen, paper } = useShownScreen();
  const column = useColumns(part.fields, screen.about?.text ?? '');
  const state = usePart(part.id, ['details']);
  const elsewhere = useShownElsewhere(part);
  const further = furtherFields(useContext(InPlaceContext).further.get(part.id));
  /** Whether a field is computed and false, as in "Late: No". */
  const saysNothing = ({ entity, values }: RecordData, name: string): boolean =>
    paper === null && own(values, name) === false && (!column(name).own || fieldNamed(model, entity, name)?.computed !== null);
  return (
    <PartGate state={state} lines={Math.max(2, part.fields.length)}>
      {({ record, fields, edit }) =>
        record === null ? (
          <EmptyState small title={words.noRecord} />
        ) : (
          <RecordFields
            column={column}
            fields={[
              ...fields
                .filter((name) => !elsewhere.has(name) && !saysNothing(record, name))
                .map((name) => ({ name, record, input: (paper === null ? edit.find((one) => one.name === name) : null) ?? null })),
              ...further,
            ]}
          />
        )
      }
    </PartGate>
  );
};

/**
 * The fields that the screen shows already: in the title, in the pill beside it, or in a form that
 * changes them. Details leave them out, except on paper.
 */
function useShownElsewhere(part: PartOf<'details'>): ReadonlySet<string> {
  const { model } = useWholeProduct();
  const { data, paper } = useShownScreen();
  const { inForms } = useContext(InPlaceContext);
  const { record } = data;
  if (record === null || paper !== null) return new Set();
  const shown = new Set(inForms);
  const label = entityNamed(model, record.entity)?.label ?? null;
  if (label !== null && record.values[label] === record.label) shown.add(label);
  const state = stateFieldOf(model, record.entity);
  if (state !== null) shown.add(state);
  // The title of a record without a name is its number.
  const number = record.unnamed?.number;
  for (const { name } of part.fields)
    if (typeOf(model, record.entity, name.text).kind === 'serial' && String(record.values[name.text]) === number) shown.add(name.text);
  return inForms.size === 0 && part.fields.every(({ name }) => shown.has(name.text)) ? new Set() : shown;
}
