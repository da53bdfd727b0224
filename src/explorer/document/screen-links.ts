import type { Expression } from '../../expression/expression.ts';
import type { Node } from '../../expression/node.ts';
import { hasNode } from '../../expression/visit.ts';
import type { Part, Screen } from '../../model/ast/screens.ts';
import { isMenuWithin, partsIn, roleOf, screenAbout } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import { changedByUnfollowed } from './calendar.ts';
import { type Cone, numberOf } from './cone.ts';
import { fieldsRead, nodesOf } from './readers.ts';

/** A part that leads to a screen. */
export interface ScreenLink {
  /** The screen that contains the part. */
  readonly on: Screen;
  readonly part: Part;
}

/** A screen for which a small world can decide whether people reach it. */
export interface DecidableScreen {
  readonly screen: Screen;
  /** The parts of other screens that lead there; null if people can get there without one. */
  readonly links: readonly ScreenLink[] | null;
}

/**
 * `missing`: roles that no person has. Screens that depend on them are left out, because it is
 * unknown what such people may open.
 */
export function decidableScreens(model: Model, cone: Cone, missing: ReadonlySet<string>): readonly DecidableScreen[] {
  const isKnown = (roles: Screen['roles']): boolean =>
    roles.length === 0
      ? missing.size === 0 && model.roles.every((role) => !cone.undecided.has(role.span.from))
      : roles.every(({ text }) => !missing.has(text) && roleOf(model, text)?.byLink !== true && !isUndecidedRole(text));
  const isUndecidedRole = (name: string): boolean => cone.undecided.has(roleOf(model, name)?.span.from ?? -1);
  const mayReadIsKnown = (entity: string): boolean =>
    !changedByUnfollowed(model).has(entity) &&
    (model.permissions ?? []).every(
      (row) => row.entity.text !== entity || ![...row.cells.values()].some(({ span }) => cone.undecided.has(span.from)),
    );
  const places = model.screens.flatMap((on) => allParts(on.parts).map((part): ScreenLink => ({ on, part })));
  const elsewhere = openedElsewhere(model);
  const hasOtherWays = places.some(({ part }) => part.kind === 'component' || part.kind === 'unread');
  const linksTo = (screen: Screen): readonly ScreenLink[] | null => {
    const isListed = screen.parameters.length === 0 && (screen.inMenu || screen.route === '/');
    const isHome = screen.about !== null && screenAbout(model, screen.about.text) === screen;
    if (isListed || isHome || isMenuWithin(model, screen) || hasOtherWays) return null;
    const links = places.filter(({ on, part }) => on !== screen && leadsTo(part, screen));
    // If nothing leads there, `check` reports it.
    return links.length === 0 || elsewhere.has(screen.name.text) ? null : links;
  };
  return model.screens.flatMap((screen): readonly DecidableScreen[] => {
    if (!isWritten(screen) || !isKnown(screen.roles)) return [];
    if (screen.about !== null && !mayReadIsKnown(screen.about.text)) return [];
    const links = linksTo(screen);
    const known = links?.every(({ on, part }) => isKnown(on.roles) && (part.roles.length === 0 || isKnown(part.roles))) === true;
    return [{ screen, links: known ? links : null }];
  });
}

/** All spans of an assumed screen are at the same place. */
const isWritten = ({ name, routeSpan }: Screen): boolean => name.span.from !== routeSpan.from;

const allParts = (parts: readonly Part[]): readonly Part[] => parts.flatMap((part) => [part, ...allParts(partsIn(part))]);

function leadsTo(part: Part, { name }: Screen): boolean {
  if (part.kind === 'link') return part.screen.text === name.text;
  if (part.kind === 'form') return part.then?.text === name.text;
  if (part.kind === 'button') return part.action.steps.some((step) => step.kind === 'open' && step.screen.text === name.text);
  return 'open' in part && part.open?.text === name.text;
}

/** Screens that something other than the parts of screens opens. */
function openedElsewhere(model: Model): ReadonlySet<string> {
  const buttons = new Set(model.screens.flatMap(({ parts }) => allParts(parts).flatMap((part) => ('action' in part ? [part.action] : []))));
  return new Set(
    model.actions
      .filter(({ action }) => !buttons.has(action))
      .flatMap(({ action }) => action.steps.flatMap((step) => (step.kind === 'open' ? [step.screen.text] : []))),
  );
}

/**
 * Whether a condition of a part has the same value in a small world as in the product: it reads
 * only what distinguishes worlds, and compares it with values that have samples on both sides.
 * Conditions of screens add no samples, because that would add worlds that nothing else needs.
 */
export function isDecided(model: Model, { live, uses }: Cone, condition: Expression): boolean {
  if (condition.node === null || condition.reads.now || condition.reads.entities.length > 0) return false;
  const nodes = nodesOf(model, condition);
  if ([...fieldsRead(model, nodes)].some((path) => !live.has(path))) return false;
  const isSampled = (side: Node, other: Node): boolean => {
    const number = numberOf(model, other);
    const read = [...fieldsRead(model, [side])].flatMap((path) => uses.get(path) ?? []);
    return number === null
      ? other.kind === 'literal' && typeof other.value === 'string' && read.some(({ texts }) => texts.has(other.value as string))
      : read.some(({ numbers }) => numbers.has(number));
  };
  return nodes.every((node) => {
    if (node.kind === 'call' || node.type.kind === 'json') return false;
    if (node.kind !== 'binary' || logical.has(node.operator)) return true;
    const { left, right } = node;
    if (arithmetic.has(node.operator)) return false;
    return [left, right].some(({ type }) => few.has(type.kind)) || isSampled(left, right) || isSampled(right, left);
  });
}

/**
 * Whether the condition of a list reads the record that its screen is about: outside the small
 * world there may be others.
 */
export const readsItsScreen = ({ node }: Expression): boolean =>
  node !== null && hasNode(node, (one) => one.kind === 'name' && ['self', 'self-field'].includes(one.resolution.kind));

const logical: ReadonlySet<string> = new Set(['&&', '||']);
const arithmetic: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%']);
/** Types of which a small world contains every value. */
const few: ReadonlySet<string> = new Set(['boolean', 'record', 'null', 'enum', 'state']);
