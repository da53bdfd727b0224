import { useQueries } from '@tanstack/react-query';
import type { Part } from '../../engine/document/product-model.ts';
import { entityNamed, stateFieldOf } from '../model-lookup.ts';
import { useProduct } from '../product-context.ts';
import { useShownScreen } from '../screen/screen-context.ts';
import type { PartOf } from './part.ts';

/** The forms of a screen that change its record, except those behind a tab. */
const editForms = (parts: readonly Part[]): readonly Part[] =>
  parts.flatMap((part) =>
    part.kind === 'form' && part.purpose === 'edit' && part.target === null
      ? [part]
      : part.kind === 'section' || part.kind === 'columns'
        ? editForms(part.parts)
        : [],
  );

/**
 * The fields of the screen's record that people see already: in its title, in the pill beside that,
 * or in a form that changes them. Details leave them out, except on paper.
 */
export function useShownElsewhere(part: PartOf<'details'>): ReadonlySet<string> {
  const { model, cache } = useProduct();
  const { page, screen, data, paper } = useShownScreen();
  const forms = editForms(screen.parts).filter(({ id }) => data.visible.includes(id));
  const asked = useQueries({ queries: forms.map(({ id }) => cache.part(page, id, undefined)) }, cache.client);
  const { record } = data;
  if (record === null || paper !== null) return new Set();
  const shown = new Set<string>();
  const label = entityNamed(model, record.entity)?.label ?? null;
  if (label !== null && record.values[label] === record.label) shown.add(label);
  const state = stateFieldOf(model, record.entity);
  if (state !== null) shown.add(state);
  for (const { data: answer } of asked) {
    const outcome = answer?.outcome;
    if (outcome?.ok === true && outcome.value.kind === 'form' && outcome.value.refusal === null)
      for (const { name } of outcome.value.inputs) shown.add(name);
  }
  return part.fields.every(({ name }) => shown.has(name.text)) && forms.length === 0 ? new Set() : shown;
}
