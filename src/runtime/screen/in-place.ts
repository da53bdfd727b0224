import { useQueries } from '@tanstack/react-query';
import { createContext, useMemo } from 'react';
import { editFormsIn, partsInSight } from '../../engine/document/edit-forms.ts';
import type { InputData } from '../../engine/form-data.ts';
import type { PartData } from '../../engine/part-data.ts';
import { useProduct } from '../product-context.ts';
import type { ShownScreen } from './screen-context.ts';

/** Where the fields of a screen's record are changed. */
export interface InPlace {
  /** Those that details show and the person may change there, by name. */
  readonly inputs: ReadonlyMap<string, InputData>;
  /** Ids of the forms that are left out: details change everything that they ask for. */
  readonly folded: ReadonlySet<string>;
  /** The fields that the remaining forms ask for. */
  readonly inForms: ReadonlySet<string>;
}

const nowhere: InPlace = { inputs: new Map(), folded: new Set(), inForms: new Set() };

export const InPlaceContext = createContext<InPlace>(nowhere);

type FormData = Extract<PartData, { readonly kind: 'form' }>;

/** Where the shown screen's record is changed; nowhere on paper. */
export function useInPlace({ screen, page, data, paper }: ShownScreen): InPlace {
  const { cache } = useProduct();
  const parts = data.record === null || paper !== null ? [] : screen.parts;
  const details = partsInSight(parts).filter(({ kind }) => kind === 'details');
  const asked = [...details, ...editFormsIn(parts)].filter(({ id }) => data.visible.includes(id));
  const answers = useQueries({ queries: asked.map(({ id }) => cache.part(page, id, undefined)) }, cache.client);
  const found = answers.map(({ data: answer }) => (answer?.outcome?.ok === true ? answer.outcome.value : null));
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was found says all.
  return useMemo(() => inPlaceOf(asked, found), [...found, asked.map(({ id }) => id).join(' ')]);
}

function inPlaceOf(parts: ReturnType<typeof partsInSight>, found: readonly (PartData | null)[]): InPlace {
  if (parts.length === 0) return nowhere;
  const inputs = new Map<string, InputData>();
  for (const data of found) if (data?.kind === 'details') for (const input of data.edit) inputs.set(input.name, input);
  const folded = new Set<string>();
  const inForms = new Set<string>();
  parts.forEach((part, index) => {
    const data = found[index];
    if (part.kind !== 'form' || data?.kind !== 'form' || data.refusal !== null) return;
    if (isCovered(part, data, inputs)) folded.add(part.id);
    else for (const { name } of data.inputs) inForms.add(name);
  });
  return { inputs, folded, inForms };
}

/** A form that leads on, or whose fields depend on each other, is more than its fields. */
const isCovered = (
  part: Extract<ReturnType<typeof partsInSight>[number], { readonly kind: 'form' }>,
  { inputs: asked }: FormData,
  inputs: InPlace['inputs'],
): boolean =>
  asked.length > 0 && part.then === null && part.fields.every(({ when }) => when === null) && asked.every(({ name }) => inputs.has(name));
