import { useDeferredValue, useMemo, useState } from 'react';
import type { Screen } from '../../../model/ast/screens.ts';
import { toSentenceCase } from '../../../model/reading/cell-forms.ts';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { ConditionEditor } from '../conditions/condition-editor.tsx';
import { ChosenPanel, Tiles } from '../gallery.tsx';
import { OrderedChoice } from '../ordered-choice.tsx';
import { SidePanel } from '../side-panel.tsx';
import { tryEdits } from '../try-edits.ts';
import type { ViewProps } from '../view.ts';
import bar from '../view-bar.module.css';
import {
  addPart,
  entitiesFor,
  fieldsBy,
  galleryParts,
  linesOf,
  type NewPart,
  namesFor,
  optionsFor,
  type PartOption,
  startOf,
  whereMistake,
  wherePlace,
  whyNot,
  withEntity,
} from './part-gallery.ts';
import { PartPicture } from './part-picture.tsx';

const optionWords: Readonly<Record<PartOption, string>> = {
  search: 'Can be searched',
  filter: 'Can be filtered',
  newest: 'Newest first',
  empty: 'Text when empty',
};
const listTitles = { columns: 'Shows', inputs: 'Asks for', events: 'Buttons' } as const;

/** Shows the parts that a screen can have as pictures, then the settings of the chosen one. */
export function NewPartPanel({
  screen,
  analysis,
  edit,
  onDone,
}: Pick<ViewProps, 'analysis' | 'edit'> & { readonly screen: Screen; readonly onDone: () => void }) {
  const { model } = analysis;
  const [chosen, setChosen] = useState<NewPart | null>(null);
  // Deferred, because reading and checking the resulting document takes time.
  const settled = useDeferredValue(chosen);
  const mistake = useMemo(
    () => (settled === null ? null : tryEdits(analysis, addPart(analysis.model, screen, settled)).mistake),
    [analysis, screen, settled],
  );
  if (chosen === null)
    return (
      <SidePanel kind="New part" title={screen.name.text} onClose={onDone} focus>
        <Tiles
          label="Parts"
          tiles={galleryParts.map((part) => ({
            key: part.kind,
            name: toSentenceCase(part.kind),
            says: part.says,
            why: whyNot(model, screen, part),
            picture: <PartPicture kind={part.kind} />,
          }))}
          onChoose={(kind) => {
            const part = galleryParts.find((one) => one.kind === kind);
            if (part !== undefined) setChosen(startOf(model, screen, part));
          }}
        />
      </SidePanel>
    );

  const { part, entity, by, names, options, words } = chosen;
  const change = (next: Partial<NewPart>): void => setChosen({ ...chosen, ...next });
  const add = (): void => {
    const tried = tryEdits(analysis, addPart(model, screen, chosen));
    if (tried.mistake === null && edit(tried.edits)) onDone();
  };
  const entities = part.of === 'none' ? [] : entitiesFor(model, screen, part);
  const all = namesFor(model, entity, part);
  const arranged = fieldsBy(entity, part);
  const place = wherePlace(model, chosen);
  const isEmpty = (part.kind === 'text' && words.trim() === '') || (part.lists !== undefined && names.length === 0);
  return (
    <ChosenPanel
      kind={`New part of ${screen.name.text}`}
      title={toSentenceCase(part.kind)}
      written={linesOf(model, chosen).join('\n')}
      submit="Add the part"
      unavailable={
        isEmpty
          ? part.kind === 'text'
            ? 'Enter a text first.'
            : 'Tick at least one.'
          : (whereMistake(model, chosen) ?? mistake ?? undefined)
      }
      other="Other parts"
      onAdd={add}
      onOther={() => setChosen(null)}
      onDone={onDone}
    >
      {part.of === 'records' ? (
        <Field label="Of">
          <Select
            value={entity?.name.text ?? null}
            onChange={(next) => setChosen(withEntity(model, chosen, entities.find(({ name }) => name.text === next) ?? entity))}
            items={entities.map(({ name }) => ({ value: name.text, label: name.text }))}
          />
        </Field>
      ) : null}
      {by === null ? null : (
        <Field label="By">
          <Select
            value={by}
            onChange={(next) => change({ by: next ?? by })}
            items={arranged.map((name) => ({ value: name, label: name }))}
          />
        </Field>
      )}
      {place === null ? null : (
        <ConditionEditor
          label="Shows only those for which"
          place={place}
          conditions={chosen.where}
          onChange={(where) => change({ where })}
        />
      )}
      {part.kind === 'text' ? (
        <Field label="Text">
          <TextField value={words} onValue={(next) => change({ words: next })} />
        </Field>
      ) : null}
      {part.kind === 'link' ? (
        <Field label="To">
          <Select
            value={words}
            onChange={(next) => change({ words: next ?? words })}
            items={model.screens
              .filter(({ parameters }) => parameters.length === 0)
              .map(({ name }) => ({ value: name.text, label: name.text }))}
          />
        </Field>
      ) : null}
      {part.lists === undefined ? null : (
        <div>
          <h4 className={bar['subtitle']}>{listTitles[part.lists]}</h4>
          <OrderedChoice label={listTitles[part.lists]} all={all} chosen={names} onChange={(next) => change({ names: next })} />
        </div>
      )}
      {optionsFor(entity, part).map((option) => (
        <Checkbox
          key={option}
          checked={options.includes(option)}
          onChange={(checked) =>
            change({ options: optionsFor(entity, part).filter((one) => (one === option ? checked : options.includes(one))) })
          }
        >
          {optionWords[option]}
        </Checkbox>
      ))}
    </ChosenPanel>
  );
}
