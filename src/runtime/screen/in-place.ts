import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { editFormsIn, initiallyVisibleParts } from '../../engine/document/edit-forms.ts';
import type { Part } from '../../engine/document/product-model.ts';
import type { InputData } from '../../engine/form-data.ts';
import type { PartData } from '../../engine/part-data.ts';
import { entityNamed } from '../model-lookup.ts';
import { useProduct } from '../product-context.ts';
import { type FurtherField, type InPlace, nowhere } from './in-place-context.ts';
import type { ShownScreen } from './screen-context.ts';

type FormData = Extract<PartData, { readonly kind: 'form' }>;

/**
 * Where people can change the screen's record; nowhere on paper. `isTitled`: the screen's title is
 * the record's name, and edits it.
 */
export function useInPlace({ screen, page, data, paper }: ShownScreen, isTitled: boolean): InPlace {
  const { cache, model } = useProduct();
  const parts = data.record === null || paper !== null ? [] : screen.parts;
  const details = initiallyVisibleParts(parts).filter(({ kind }) => kind === 'details');
  const shownParts = [...details, ...editFormsIn(parts)].filter(({ id }) => data.visible.includes(id));
  const answers = useQueries({ queries: shownParts.map(({ id }) => cache.part(page, id, undefined)) }, cache.client);
  const found = answers.map(({ data: answer }) => (answer?.outcome?.ok === true ? answer.outcome.value : null));
  const title = isTitled && data.record !== null ? (entityNamed(model, data.record.entity)?.label ?? null) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `found` covers the rest.
  return useMemo(() => inPlaceOf(parts, shownParts, found, title), [...found, shownParts.map(({ id }) => id).join(' '), title]);
}

function inPlaceOf(
  screenParts: readonly Part[],
  parts: readonly Part[],
  found: readonly (PartData | null)[],
  title: string | null,
): InPlace {
  if (parts.length === 0) return nowhere;
  const inputs = new Map<string, InputData>();
  for (const data of found) if (data?.kind === 'details') for (const input of data.edit) inputs.set(input.name, input);
  const folded = new Set<string>();
  const further = new Map<string, readonly FurtherField[]>();
  const inForms = new Set<string>();
  parts.forEach((part, index) => {
    const data = found[index];
    if (part.kind !== 'form' || data?.kind !== 'form' || data.refusal !== null || data.record === null || data.inputs.length === 0) return;
    if (!isPlain(part, data)) {
      for (const { name } of data.inputs) inForms.add(name);
      return;
    }
    const { record } = data;
    const rest = data.inputs.filter(({ name }) => !inputs.has(name));
    for (const input of rest) inputs.set(input.name, input);
    const more = rest.filter(({ name }) => name !== title || record.values[name] !== record.label).map((input) => ({ record, input }));
    const details = besideOf(screenParts, part).find(({ kind }) => kind === 'details');
    if (details !== undefined || more.length === 0) folded.add(part.id);
    const place = details?.id ?? part.id;
    if (more.length > 0) further.set(place, [...(further.get(place) ?? []), ...more]);
  });
  return { inputs, folded, further, inForms };
}

/** The siblings of a part, in its section, its column or the whole screen. */
const besideOf = (parts: readonly Part[], part: Part): readonly Part[] =>
  parts.includes(part) ? parts : parts.flatMap((one) => ('parts' in one ? besideOf(one.parts, part) : []));

/**
 * Whether a form is no more than its fields: it opens no other screen, sets nothing else, and its
 * fields do not depend on each other.
 */
const isPlain = (part: Extract<Part, { readonly kind: 'form' }>, { inputs, hidden }: FormData): boolean =>
  part.then === null &&
  part.with === null &&
  hidden.length === 0 &&
  part.fields.every(({ when }) => when === null) &&
  inputs.every(({ type, lines }) => lines === undefined && !['password', 'secret'].includes(type));
