import { listed } from '../../engine/screens/listing.ts';
import { type Opened, visibleParts } from '../../engine/screens/opened.ts';
import { screenRefusal } from '../../engine/screens/screens.ts';
import type { Person, World } from '../../engine/world/world.ts';
import type { Expression } from '../../expression/expression.ts';
import { withArticle } from '../../expression/types/type-words.ts';
import type { RecordValue } from '../../expression/values/value.ts';
import type { Part, Screen } from '../../model/ast/screens.ts';
import type { Model } from '../../model/model.ts';
import type { Cone } from '../document/cone.ts';
import { type DecidableScreen, decidableScreens, isDecided, readsItsScreen, type ScreenLink } from '../document/screen-links.ts';
import type { WorldWatcher } from '../search/watcher.ts';
import type { Stepper } from '../steps/stepper.ts';
import type { SmallWorld } from '../world/small-world.ts';
import type { View } from '../world/view.ts';
import { type ExplorerFinding, finding } from './finding.ts';

interface Parts {
  readonly world: SmallWorld;
  readonly stepper: Stepper;
  readonly cone: Cone;
}

/** Finds out which screens people can open, and which of the parts that lead there they can see. */
export class Screens implements WorldWatcher {
  /** Screens that no person has opened yet. */
  readonly closed: Set<DecidableScreen>;
  /** The screens that no visible part has led to yet. */
  readonly unlinked: Set<DecidableScreen>;
  /** Entities that had records in some world. */
  readonly #present = new Set<string>();
  readonly #parts: Parts;
  readonly #isOpen: (when: Expression) => boolean;

  constructor(model: Model, parts: Parts, missing: ReadonlySet<string>) {
    const all = decidableScreens(model, parts.cone, missing);
    this.closed = new Set(all);
    this.unlinked = new Set(all.filter(({ links }) => links !== null));
    this.#parts = parts;
    const { index } = parts.world.product;
    this.#isOpen = (when) => index.dependsOnHole(when) || !isDecided(model, parts.cone, when);
  }

  get isDone(): boolean {
    return this.closed.size + this.unlinked.size === 0;
  }

  see(_: number, view: View): void {
    for (const one of this.closed) if (this.#anyone(one.screen, view, () => true, 'open')) this.closed.delete(one);
    for (const one of this.unlinked)
      if (
        one.links?.some((link) =>
          this.#anyone(link.on, view, (world, open) => this.#leads(world, open, link, one.screen), nameOf(link, one)),
        )
      )
        this.unlinked.delete(one);
  }

  /** Adds what a larger search found out. */
  join(other: Screens): void {
    for (const [mine, its] of [
      [this.closed, other.closed],
      [this.unlinked, other.unlinked],
    ] as const) {
      const left = new Set([...its].map(({ screen }) => screen.name.text));
      for (const one of mine) if (!left.has(one.screen.name.text)) mine.delete(one);
    }
  }

  findings(bound: string): readonly ExplorerFinding[] {
    return [...this.closed]
      .filter(({ screen: { about } }) => about === null || this.#present.has(about.text))
      .map(({ screen }) => neverOpened(screen, bound))
      .concat([...this.unlinked].filter((one) => !this.closed.has(one)).map((one) => neverLinked(one, bound)));
  }

  /**
   * Whether any person can open the screen, about one of the world's records, such that `fits`
   * holds.
   */
  #anyone(screen: Screen, view: View, fits: (world: World, open: Opened) => boolean, name: string): boolean {
    const { world, stepper } = this.#parts;
    const slots = screen.about === null ? [null] : this.#slotsOf(screen.about.text, view);
    const opens = (person: Person, slot: number | null): boolean =>
      stepper.seenBy(
        `${name} ${screen.name.text}`,
        person,
        slot,
        view,
        (seen, record) => screenRefusal(seen, screen, record) === null && fits(seen, { screen, record }),
      );
    return world.people.some((person) => slots.some((slot) => opens(person, slot)));
  }

  #slotsOf(entity: string, view: View): readonly number[] {
    const slots = view.templates.flatMap(({ example }, slot) => (example.entity === entity ? [slot] : []));
    if (slots.length > 0) this.#present.add(entity);
    return slots;
  }

  /** Whether the part is shown, with something in it that leads to the screen. */
  #leads(world: World, open: Opened, { part }: ScreenLink, to: Screen): boolean {
    if (!visibleParts(world, open, this.#isOpen).includes(part.id)) return false;
    const mayOpen = (record: RecordValue | null): boolean => screenRefusal(world, to, record) === null;
    if (part.kind === 'link') return mayOpen(open.record);
    if (!isListing(part)) return true;
    const { entity, where } = part;
    if (world.access.grant(entity.text, 'read').kind === 'no') return false;
    const isOpen = where !== null && (this.#isOpen(where) || readsItsScreen(where));
    return listed({ world, record: open.record }, entity.text, isOpen ? null : where)
      .page({ sort: [], limit: mostListed })
      .records.some((record) => mayOpen(to.about === null ? null : record));
  }
}

/** More records than a small world has. */
const mostListed = 100;

const isListing = (part: Part): part is Extract<Part, { readonly kind: 'list' | 'cards' | 'board' | 'calendar' }> => 'open' in part;

const nameOf = ({ on, part }: ScreenLink, { screen }: DecidableScreen): string => `${on.name.text} ${part.id} to ${screen.name.text} from`;

function neverOpened({ name, about, roles }: Screen, bound: string): ExplorerFinding {
  const who = roles.length === 0 ? 'no one' : `no one whom it is for (${roles.map(({ text }) => text).join(', ')})`;
  const what = about === null ? 'what it shows' : withArticle(about.text);
  return finding('screen-never-reached', 2, name.span, `No person can ever open “${name.text}”: ${who} may read ${what} (${bound}).`);
}

function neverLinked({ screen: { name }, links }: DecidableScreen, bound: string): ExplorerFinding {
  const places = [...new Set((links ?? []).map(({ on }) => `“${on.name.text}”`))].join(' and ');
  return finding(
    'screen-never-reached',
    2,
    name.span,
    `No one can reach “${name.text}”: the links to it on ${places} are never shown to a person who may open it (${bound}).`,
  );
}
