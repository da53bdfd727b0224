import type { ComponentProps, ReactNode } from 'react';
import { own } from '../../../base/own.ts';
import type { InputData } from '../../../engine/form-data.ts';
import type { Json, RecordData } from '../../../engine/record-data.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { VisuallyHidden } from '../../../ui/display/visually-hidden.tsx';
import { Menu, MenuRadios } from '../../../ui/overlay/menu.tsx';
import { Popover } from '../../../ui/overlay/popover.tsx';
import { lazyPart } from '../../lazy-part.ts';
import { hueOfValue } from '../../model-lookup.ts';
import { useProduct } from '../../product-context.ts';
import { useSavedToast } from '../../undo.ts';
import type { InlineForm as Shown } from './inline-form.tsx';
import styles from './list.module.css';

const SmallForm = lazyPart<ComponentProps<typeof Shown>>(async () => (await import('./inline-form.tsx')).InlineForm);

/** A cell edited in place: a menu for a choice, a small form below it otherwise. */
export function InlineEdit({
  row,
  input,
  className = styles['inline'],
  children,
}: {
  readonly row: RecordData;
  readonly input: InputData;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  const { model, run, refuse, words, labels } = useProduct();
  const showSaved = useSavedToast();
  const trigger = (
    <button type="button" className={className}>
      <VisuallyHidden>{words.edit(input.label)}: </VisuallyHidden>
      {children}
    </button>
  );
  const now = own(row.values, input.name) ?? null;
  const update = async (value: Json): Promise<void> => {
    if (value === now) return;
    const outcome = await run({ kind: 'update', entity: row.entity, id: row.id, values: { [input.name]: value } });
    if (outcome.ok) showSaved(row, { [input.name]: value });
    else refuse(outcome.refusals);
  };
  if (input.type === 'enum' || input.type === 'boolean') {
    const values = input.type === 'boolean' ? ['true', 'false'] : input.values;
    const items = values.map((value) => ({
      value,
      label:
        input.type === 'boolean' ? (
          value === 'true' ? (
            words.yes
          ) : (
            words.no
          )
        ) : (
          <Badge hue={hueOfValue(model, row.entity, input.name, value)}>{labels.value(row.entity, input.name, value)}</Badge>
        ),
    }));
    const none = input.required || input.type === 'boolean' ? [] : [{ value: '', label: words.noValue }];
    return (
      <Menu trigger={trigger}>
        <MenuRadios
          value={now === null ? '' : String(now)}
          items={[...items, ...none]}
          onChange={(value) => void update(input.type === 'boolean' ? value === 'true' : value === '' ? null : value)}
        />
      </Menu>
    );
  }
  return (
    <Popover trigger={trigger} title={words.edit(input.label)}>
      <SmallForm row={row} input={{ ...input, value: now }} />
    </Popover>
  );
}
