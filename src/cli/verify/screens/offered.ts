import type { Screen } from '../../../model/ast/screens.ts';
import { partsIn } from '../../../model/lookup.ts';
import type { Model } from '../../../model/model.ts';

type Part = Screen['parts'][number];
type PartOf<K extends Part['kind']> = Extract<Part, { kind: K }>;

const allParts = (parts: readonly Part[]): readonly Part[] => parts.flatMap((part) => [part, ...allParts(partsIn(part))]);

/** Returns the screens in section 2 that have a matching part. */
function having<K extends Part['kind']>(
  { screens }: Model,
  kind: K,
  fits: (part: PartOf<K>, screen: Screen) => boolean,
): readonly { readonly screen: Screen; readonly part: PartOf<K> }[] {
  return screens.flatMap((screen) =>
    allParts(screen.parts).flatMap((part) => {
      const one = part.kind === kind ? (part as PartOf<K>) : null;
      return one !== null && fits(one, screen) ? [{ screen, part: one }] : [];
    }),
  );
}

export const signInScreen = (model: Model): Screen | null => having(model, 'sign-in', () => true)[0]?.screen ?? null;

export const signUpScreen = (model: Model): Screen | null => having(model, 'sign-up', () => true)[0]?.screen ?? null;

/** Returns forms that create a record of the entity. */
export const formsToCreate = (model: Model, entity: string) =>
  having(model, 'form', ({ purpose, entity: of }) => purpose === 'create' && of?.text === entity);

/** Returns forms that edit these fields of the screen's record. */
export const formsToEdit = (model: Model, entity: string, fields: readonly string[]) =>
  having(
    model,
    'form',
    ({ purpose, target, fields: own }, { about }) =>
      purpose === 'edit' && target === null && about?.text === entity && fields.every((name) => own.some((one) => one.name.text === name)),
  );

/**
 * Returns button parts for an event on screens about its record. A part without a list of events
 * offers all of them.
 */
export const buttonsFor = (model: Model, entity: string, event: string) =>
  having(
    model,
    'buttons',
    ({ events }, { about }) => about?.text === entity && (events.length === 0 || events.some(({ text }) => text === event)),
  );

/** Returns the fields that screens about the entity show with their labels. */
export function fieldsShown(model: Model, entity: string): ReadonlySet<string> {
  const found = having(model, 'details', (_, { about }) => about?.text === entity);
  return new Set(found.flatMap(({ part }) => part.fields.map(({ name }) => name.text)));
}
