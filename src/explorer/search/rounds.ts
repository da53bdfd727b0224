import type { Model } from '../../model/model.ts';
import { type Bounds, defaultBounds } from '../document/bounds.ts';
import { type Cone, coneOf } from '../document/cone.ts';
import { type Reader, readersOf } from '../document/readers.ts';
import { Invariants } from '../findings/invariants.ts';
import { Screens } from '../findings/screens.ts';
import { Tally } from '../findings/tally.ts';
import { MoveLister } from '../steps/moves.ts';
import { Stepper } from '../steps/stepper.ts';
import { type SmallWorld, smallWorld } from '../world/small-world.ts';
import { givenAtStart, namesOfExamples, roleFieldsOf, startOf } from '../world/start.ts';
import { componentsOf } from './components.ts';
import { Escalations } from './escalation.ts';
import { boundsWithIsolated, isolatedEntities } from './isolated-entities.ts';
import { type SearchResult, search } from './search.ts';
import type { SearchParts } from './search-parts.ts';

export interface SearchingOptions {
  readonly bounds?: Partial<Bounds>;
  /** The clock in milliseconds, for the limit on time. */
  readonly now: () => number;
  /** Ends the search; whatever was found until then is the answer. */
  readonly signal?: AbortSignal;
  /** Whether to answer who can ever do what. */
  readonly who?: boolean;
  /** Whether to list what can happen. */
  readonly behaviours?: boolean;
  /** Lets other tasks run; called several times a second. */
  readonly pause?: (worlds: number, depth: number) => Promise<void>;
}

/** One search and all its results. */
export interface Round extends SearchParts {
  /** Entities whose worlds have only one record of them. */
  readonly isolated: ReadonlySet<string>;
  readonly searched: SearchResult;
  readonly tally: Tally;
  readonly escalations: Escalations;
  readonly invariants: Invariants;
  readonly screens: Screens;
  readonly bounds: Bounds;
}

interface RoundOptions extends SearchingOptions {
  /** Ends the search once it returns true. */
  readonly until?: (invariants: Invariants) => boolean;
  /** Called with each size that was searched in full, except the largest. */
  readonly settledEarly?: (round: Round) => void;
}

export function lateAfter({ bounds, now, signal }: SearchingOptions): () => boolean {
  const seconds = bounds?.seconds ?? defaultBounds.seconds;
  const started = now();
  return () => signal?.aborted === true || now() - started > seconds * 1000;
}

/** Searches worlds of increasing size while there is time. */
export async function roundsOf(model: Model, late: () => boolean, options: RoundOptions): Promise<readonly Round[]> {
  const bounds = { ...defaultBounds, ...options.bounds };
  const rounds: Round[] = [];
  const all = sizes(model, bounds);
  for (const records of all) {
    const perEntity = new Map([...bounds.perEntity].map(([entity, most]) => [entity, Math.min(most, records)]));
    const round = await run(model, { ...bounds, records: Math.min(records, bounds.records), perEntity }, late, options);
    rounds.push(round);
    if (!round.searched.complete || options.until?.(round.invariants) === true) break;
    if (rounds.length < all.length) options.settledEarly?.(round);
  }
  return rounds;
}

/** One record of each entity, then two, and so on; a single size if no step creates records. */
function sizes(model: Model, { records, perEntity, create, examples }: Bounds): readonly number[] {
  const most = Math.max(records, ...perEntity.values());
  if (!create) return [most];
  // With fewer records than at the start, nothing could be created.
  const present = examples ? mostExamples(model) : 0;
  const first = Math.min(most, Math.max(1, present));
  return Array.from({ length: most - first + 1 }, (_, index) => first + index);
}

/** The most examples that any entity has, people excluded. */
const mostExamples = ({ entities, account }: Model): number =>
  Math.max(0, ...entities.filter(({ name }) => name.text !== account?.entity.text).map(({ examples }) => examples.length));

async function run(model: Model, bounds: Bounds, late: () => boolean, { pause, who, behaviours, until }: RoundOptions): Promise<Round> {
  const parts = partsOf(model, bounds, who === true || behaviours === true);
  const tally = new Tally(model);
  const escalations = new Escalations(parts, roleFieldsOf(model));
  const invariants = new Invariants(model, parts.stepper);
  const screens = new Screens(model, parts, missingRoles(model, parts.world));
  const searched = await search(parts, parts.world.start, tally, {
    looks: [...(model.invariants.length === 0 ? [] : [invariants]), ...(until === undefined ? [screens] : [])],
    // A single question does not involve escalations, and looking for them costs steps.
    ...(until === undefined ? { escalations } : {}),
    reads: who === true,
    states: bounds.states,
    stop: until === undefined ? late : () => late() || until(invariants),
    ...(pause === undefined ? {} : { pause }),
  });
  return { ...parts, searched, tally, escalations, invariants, screens, bounds };
}

function partsOf(model: Model, bounds: Bounds, probes: boolean): SearchParts & Pick<Round, 'isolated'> {
  const chosen = bounds.examples ? null : startOf(model);
  const begun = chosen === null ? mostExamples(model) : Math.max(0, ...givenAtStart(model, chosen).values());
  const most = Math.max(bounds.records, ...bounds.perEntity.values());
  const coneWith = (readers?: readonly Reader[]): Cone =>
    coneOf(model, bounds.examples ? Math.max(most, begun) : most + begun, chosen ?? namesOfExamples(model), readers);
  const whole = (cone: Cone): Cone => ({ ...cone, live: cone.fields, isDead: () => false });
  const cone = bounds.reduced ? coneWith() : whole(coneWith(readersOf(model)));
  const world = smallWorld(model, bounds.examples, cone, chosen);
  const listerFor = (of: Bounds): MoveLister => new MoveLister(world.product, cone, of, probes, world.given);
  const lister = listerFor(bounds);
  const isFromNothing = bounds.reduced && bounds.create && !bounds.examples;
  const isolated = isFromNothing ? isolatedEntities(model, { cone, lister, world }) : new Set<string>();
  const components = isFromNothing ? componentsOf(model, { cone, lister }) : [];
  return { world, cone, stepper: new Stepper(world, cone), lister: listerFor(boundsWithIsolated(bounds, isolated)), isolated, components };
}

/** Roles that no person of this world has. */
export function missingRoles(model: Model, { product, people }: SmallWorld): ReadonlySet<string> {
  const present = new Set(people.flatMap((person) => [...product.world(person).access.roles()]));
  return new Set(model.roles.map(({ name }) => name.text).filter((name) => !present.has(name)));
}
