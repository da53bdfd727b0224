import { memoizeByObject } from '../base/memoize-by-object.ts';
import type { Expression } from '../expression/expression.ts';
import type { View } from './ast/calls.ts';
import type { Constant } from './ast/constants.ts';
import type { Entity, Field } from './ast/entities.ts';
import type { ErrorEntry } from './ast/errors.ts';
import type { Role } from './ast/roles.ts';
import type { Part, Screen } from './ast/screens.ts';
import type { Machine, Parameter, Transition } from './ast/states.ts';
import { messageParts } from './message-parts.ts';
import { ownErrors } from './own-words.ts';
import type { RunModel } from './run-model.ts';

/** An event of an entity with all its rows. */
export interface EventInfo {
  readonly name: string;
  readonly entity: string;
  readonly parameters: readonly Parameter[];
  /** Each with its machine, in the order in which they are tried. */
  readonly transitions: readonly { readonly machine: Machine; readonly transition: Transition }[];
}

/** The error for a signed-out request that requires a signed-in person. */
export const notSignedIn = ({ account }: Pick<RunModel, 'account'>): string => account?.missingToken?.text ?? 'UNAUTHORIZED';

/** The error for a token without a session; null: its sender counts as signed out. */
export function unknownTokenError({ account }: Pick<RunModel, 'account'>): string | null {
  const unknown = account?.unknownToken ?? null;
  return unknown === 'nobody' ? null : (unknown?.text ?? 'UNAUTHORIZED');
}

export function entityOf(model: Pick<RunModel, 'entities'>, name: string): Entity | undefined {
  return entitiesByName(model.entities).get(name);
}

/** A field, including the built-in ones. */
export function fieldOf(model: Pick<RunModel, 'entities'>, entity: string, field: string): Field | undefined {
  return entitiesByName(model.entities).get(entity)?.byName.get(field);
}

export function machineOf(model: RunModel, entity: string, field: string): Machine | undefined {
  return machinesOf(model, entity).find((machine) => machine.field === field);
}

export function machinesOf(model: RunModel, entity: string): readonly Machine[] {
  return machinesByEntity(model.machines).get(entity) ?? [];
}

/** The initial state of a new record; null for a machine without states. */
export function startOf(machine: Machine): string | null {
  return machine.start?.text ?? machine.states[0]?.name ?? null;
}

/** An error of section 8, or one of the product's own. */
export function errorOf(model: RunModel, name: string): ErrorEntry | undefined {
  return errorsByName(model.errors).get(name);
}

export function constantOf(model: RunModel, name: string): Constant | undefined {
  return constantsByName(model.constants).get(name);
}

export function roleOf(model: RunModel, name: string): Role | undefined {
  return rolesByName(model.roles).get(name);
}

export function screenOf(model: RunModel, name: string): Screen | undefined {
  return screensByName(model.screens).get(name);
}

export function viewOf(model: RunModel, name: string): View | undefined {
  return viewsByName(model.views).get(name);
}

/**
 * The first screen about an entity that identifies the record by its route; links to a record lead
 * there.
 */
/**
 * Whether the screen is in each organisation's menu: its route begins with that of the screen about
 * the organisation.
 */
export function isMenuWithin(model: RunModel, screen: Screen): boolean {
  const entity = model.account?.worksIn?.text ?? null;
  const home = entity === null ? undefined : screenAbout(model, entity);
  if (home === undefined || screen.about?.text !== entity || !screen.inMenu) return false;
  return screen === home || (screen.parameters.length === home.parameters.length && screen.route.startsWith(`${home.route}/`));
}

export function screenAbout(model: RunModel, entity: string): Screen | undefined {
  return screensAbout(model.screens).get(entity);
}

/** The events of an entity in order of first mention, without `delete` and timers. */
export function eventsOf(model: RunModel, entity: string): readonly EventInfo[] {
  return [...(eventsByEntity(model.machines).get(entity)?.values() ?? [])];
}

export function eventOf(model: RunModel, entity: string, name: string): EventInfo | undefined {
  return eventsByEntity(model.machines).get(entity)?.get(name);
}

/*
 * Each index is computed from one part of a model on first use and released with it. Reading that
 * part here lets a checker that records its reads see the dependency.
 */
const entitiesByName = memoizeByObject((entities: readonly Entity[]) => byName(entities));
const machinesByEntity = memoizeByObject((machines: readonly Machine[]) => byEntity(machines));
const eventsByEntity = memoizeByObject((machines: readonly Machine[]) => eventMaps(machines));
const errorsByName = memoizeByObject(
  (errors: readonly ErrorEntry[]) => new Map([...ownErrors.map((own) => [own.name, ownEntry(own)] as const), ...byName(errors)]),
);
const constantsByName = memoizeByObject((constants: readonly Constant[]) => byName(constants));
const rolesByName = memoizeByObject((roles: readonly Role[]) => byName(roles));
const screensByName = memoizeByObject((screens: readonly Screen[]) => byName(screens));
const screensAbout = memoizeByObject(
  (screens: readonly Screen[]) =>
    new Map(
      screens
        .toReversed()
        .flatMap((screen) => (screen.about !== null && screen.foundBy !== null ? [[screen.about.text, screen] as const] : [])),
    ),
);
const viewsByName = memoizeByObject((views: readonly View[]) => byName(views));

function byEntity(machines: readonly Machine[]): Map<string, Machine[]> {
  const found = new Map<string, Machine[]>();
  for (const machine of machines) {
    const own = found.get(machine.entity);
    if (own === undefined) found.set(machine.entity, [machine]);
    else own.push(machine);
  }
  return found;
}

/** The first of two entries with the same name wins. */
const byName = <Fact extends { readonly name: { readonly text: string } }>(facts: readonly Fact[]): Map<string, Fact> =>
  new Map(facts.toReversed().map((fact) => [fact.name.text, fact]));

function eventMaps(machines: readonly Machine[]): Map<string, Map<string, EventInfo>> {
  const events = new Map<string, Map<string, EventInfo & { readonly transitions: { machine: Machine; transition: Transition }[] }>>();
  for (const machine of machines) {
    const own = events.get(machine.entity) ?? new Map();
    events.set(machine.entity, own);
    for (const transition of machine.transitions) {
      const { trigger } = transition;
      if (trigger.kind !== 'event') continue;
      const name = trigger.name.text;
      const event = own.get(name) ?? { name, entity: machine.entity, parameters: trigger.parameters, transitions: [] };
      own.set(name, event);
      event.transitions.push({ machine, transition });
    }
  }
  return events;
}

function ownEntry(own: (typeof ownErrors)[number]): ErrorEntry {
  const nowhere = { from: 0, to: 0 };
  return {
    name: { text: own.name, span: nowhere },
    span: nowhere,
    status: own.status,
    message: messageParts(own.message, () => nowhere),
    shown: { kind: own.shown },
    key: null,
  };
}

/** A description in section 4 without the word “final”. */
export const withoutFinal = (description: string): string =>
  description
    .split(/\s*[;,]\s*/)
    .filter((part) => !/^\(?final\)?\.?$/i.test(part.trim()))
    .join('; ')
    .trim();

/** The parts inside a section, columns or tabs; empty for any other part. */
export const partsIn = (part: Part): readonly Part[] => ('parts' in part ? part.parts : []);

/**
 * Whether the expression is an email field such as `email` or `client.email` of this entity: an
 * address that may belong to no account.
 */
export function isAddress(model: RunModel, about: string, { source, reads }: Expression): boolean {
  const path = source.trim();
  if (!/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/.test(path)) return false;
  const last = path.split('.').at(-1) ?? '';
  const owners = path.includes('.')
    ? reads.fields.flatMap((one) => (one.endsWith(`.${last}`) ? [one.slice(0, -last.length - 1)] : []))
    : [about];
  return owners.length > 0 && owners.every((owner) => entityOf(model, owner)?.byName.get(last)?.type.kind === 'email');
}

/** The account field that mails are sent to: the first field of type email. */
export function mailField(model: RunModel): string | null {
  const entity = model.account === null ? undefined : entityOf(model, model.account.entity.text);
  return entity?.fields.find(({ type }) => type.kind === 'email')?.name.text ?? null;
}
