import { raisers } from '../../check/analysis/raises.ts';
import type { Reference } from '../../model/ast/common.ts';
import { fieldOf, screenOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import { messageSlots } from '../../model/own-words.ts';
import { headingPhrase } from '../../model/reading/headings.ts';
import type { Block } from '../../syntax/tree.ts';
import { keyOf, type NamedThing, type Occurrence, type SymbolKind } from '../symbol.ts';
import { collectBound } from './bound.ts';
import { Collection } from './collect.ts';
import { collectParameters } from './parameters.ts';
import { fieldThing } from './scopes.ts';

/**
 * Every occurrence of declared names, in document order. Computed on first use and cached per
 * model.
 */
const known = new WeakMap<Model, readonly Occurrence[]>();

export function occurrencesOf(model: Model): readonly Occurrence[] {
  let found = known.get(model);
  if (found === undefined) known.set(model, (found = collect(model)));
  return found;
}

/**
 * Precedence of names at one place, lowest first (others: 0): for example, a role before the person
 * of the same name.
 */
const order: Partial<Record<SymbolKind, number>> = { person: 2, call: 3, name: 1 };

/** The occurrence at an offset; the narrowest one if there are several. */
export function occurrenceAt(model: Model, offset: number): Occurrence | null {
  const at = occurrencesOf(model).filter(({ span }) => span.from <= offset && offset <= span.to);
  at.sort(
    (a, b) =>
      a.span.to - a.span.from - (b.span.to - b.span.from) || (order[a.kind] ?? 0) - (order[b.kind] ?? 0) || b.span.from - a.span.from,
  );
  return at[0] ?? null;
}

/** All occurrences with the same meaning. */
export function placesOf(model: Model, thing: NamedThing): readonly Occurrence[] {
  const key = keyOf(thing);
  return occurrencesOf(model).filter((one) => keyOf(one) === key);
}

function collect(model: Model): Occurrence[] {
  const found = new Collection(model);
  for (const { kind, text, within, span } of model.declared) found.add(thingOf(kind, text, within), span, true);
  for (const reference of model.references) collectReference(found, reference);
  collectScreenHeadings(found);
  collectMessages(found);
  collectParameters(found);
  collectBound(found);
  return found.sorted();
}

/** The names of examples are unique across entities, so the entity is left out. */
const thingOf = (kind: SymbolKind, text: string, within: string | null): NamedThing => ({
  kind,
  text,
  within: kind === 'field' || kind === 'state' || kind === 'event' ? within : null,
});

function collectReference(found: Collection, { kind, text, within, span, found: declared }: Reference): void {
  if (!declared) return;
  if (kind === 'event' && within === null) {
    // The record's entity is unknown, so the event is resolved only if its name is unique.
    const events = found.model.declarations.events.get(text) ?? [];
    if (events.length !== 1) return;
    found.add({ kind, text, within: events[0]?.entity ?? null }, span);
    return;
  }
  found.add(thingOf(kind, text, within), span);
}

/** Collects headings such as `### Tickets` in section 2, which name screens. */
function collectScreenHeadings(found: Collection): void {
  const { tree } = found.model;
  const blocks: readonly Block[] = [...tree.loose, ...tree.sections.flatMap((section) => (section.number === 2 ? section.blocks : []))];
  for (const block of blocks) {
    if (block.kind !== 'heading') continue;
    const name = headingPhrase(block).name();
    if (screenOf(found.model, name.text) !== undefined) found.add({ kind: 'screen', text: name.text, within: null }, name.span);
  }
}

/** `at subject` and `{subject}` refer to a field of the entity that raises the error. */
function collectMessages(found: Collection): void {
  const { model } = found;
  const raisedOn = raisers(model);
  for (const error of model.errors) {
    const slots = error.message.flatMap((part) => (part.kind === 'slot' ? [{ text: part.name, span: part.span }] : []));
    const names = error.shown.kind === 'at' ? [...slots, error.shown.field] : slots;
    for (const name of names) {
      const raising = [...(raisedOn.get(error.name.text) ?? [])].find((entity) => fieldOf(model, entity, name.text) !== undefined);
      const holding = model.entities.filter((entity) => entity.byName.has(name.text));
      const entity = raising ?? (holding.length === 1 ? holding[0]?.name.text : undefined);
      if (entity !== undefined && !messageSlots.includes(name.text)) found.add(fieldThing(entity, name.text), name.span);
    }
  }
}
