import { useEffect, useState } from 'react';
import { setOwn } from '../../../base/own.ts';
import type { InputData } from '../../../engine/form-data.ts';
import type { Outcome } from '../../../engine/outcome.ts';
import type { Json, RecordData } from '../../../engine/record-data.ts';
import type { Done } from '../../../engine/session.ts';
import { Button } from '../../../ui/button.tsx';
import { IconChevronDown } from '../../../ui/icons.ts';
import { Menu, MenuItem } from '../../../ui/overlay/menu.tsx';
import { useToast } from '../../../ui/overlay/toast.tsx';
import { EventDialog } from '../../inputs/event-dialog.tsx';
import { useWholeProduct } from '../../product-context.ts';
import { useLink } from '../../screen/use-link.ts';
import { valuesBefore } from '../../undo.ts';

type Values = Readonly<Record<string, Json>>;

/** Sets one field of the selected records; a single press undoes it for all. */
export function BulkEdit({
  entity,
  ids,
  rowsOf,
  forAll,
}: {
  readonly entity: string;
  readonly ids: readonly string[];
  readonly rowsOf: (field: string) => Promise<readonly RecordData[]>;
  /** Adapts an input so that its value must be possible for each of the records. */
  readonly forAll: (input: InputData) => InputData;
}) {
  const { session, run, words, labels, refuse } = useWholeProduct();
  const { lists } = words.parts;
  const at = useLink();
  const toaster = useToast();
  const [inputs, setInputs] = useState<readonly InputData[]>([]);
  const [asking, setAsking] = useState<InputData | null>(null);
  useEffect(() => {
    let live = true;
    session.editable(entity, at).then(
      (outcome) => live && setInputs(outcome.ok ? outcome.value : []),
      // Without an answer nothing could be changed either.
      () => live && setInputs([]),
    );
    return () => {
      live = false;
    };
  }, [session, entity, at]);

  const undo = async (before: readonly (readonly [string, Values])[]): Promise<void> => {
    for (const [id, values] of before) {
      const outcome = await run({ kind: 'update', entity, id, values });
      if (!outcome.ok) return refuse(outcome.refusals);
    }
    toaster.show({ message: words.undone, tone: 'success' });
  };
  const change = async (field: string, values: Values): Promise<Outcome<Done>> => {
    const chosen = new Set(ids);
    const records = (await rowsOf(field)).filter(({ id }) => chosen.has(id));
    const before: [string, Values][] = [];
    let refused = 0;
    let first: Extract<Outcome, { readonly ok: false }> | null = null;
    for (const record of records) {
      const outcome = await run({ kind: 'update', entity, id: record.id, values });
      const former = valuesBefore(record, values);
      if (outcome.ok && former !== null) before.push([record.id, former]);
      if (!outcome.ok) {
        refused++;
        first ??= outcome;
      }
    }
    if (first !== null && refused === records.length) return first;
    const done = records.length - refused;
    toaster.show({
      message: first === null ? lists.changed(done) : words.bulkRefused(refused, records.length, first.refusals[0]?.message ?? ''),
      tone: first === null ? 'success' : 'danger',
      ...(before.length === 0 ? {} : { action: { label: words.undo, run: () => void undo(before) } }),
    });
    return { ok: true, value: { record: null, open: null } };
  };

  if (inputs.length === 0) return null;
  return (
    <>
      <Menu
        trigger={
          <Button size="small">
            {lists.editField} <IconChevronDown size={12} style={{ verticalAlign: -1 }} />
          </Button>
        }
      >
        {inputs.map((input) => (
          <MenuItem key={input.name} onSelect={() => setAsking(input)}>
            {labels.field(entity, input.name)}
          </MenuItem>
        ))}
      </Menu>
      {asking === null ? null : (
        <EventDialog
          title={words.edit(labels.field(entity, asking.name))}
          entity={entity}
          inputs={[forAll(asking)]}
          run={(given) => {
            const values: Record<string, Json> = {};
            setOwn(values, asking.name, given[asking.name] ?? null);
            return change(asking.name, values);
          }}
          onDone={() => setAsking(null)}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}
