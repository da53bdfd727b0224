import { toJsonText } from '../base/json-maps.ts';
import { pending } from '../base/pending.ts';
import { stepsPerOperation } from '../expression/evaluate/budget.ts';
import type { Screen } from '../model/ast/screens.ts';
import type { RunModel } from '../model/run-model.ts';
import { tokenHash } from './account/hasher.ts';
import { managesAccount } from './account/own-account.ts';
import { isEntrance } from './document/entrance.ts';
import { mayOperate } from './jobs/jobs.ts';
import { hasInbox, mostUnread } from './messages/inbox.ts';
import type { Outcome } from './outcome.ts';
import type { ListOptions, PartData } from './part-data.ts';
import { drawnParts } from './parts/drawn-parts.ts';
import { readPart } from './parts/index.ts';
import type { Product } from './product.ts';
import { Reads, recordingStore } from './reads.ts';
import type { Address } from './record-data.ts';
import { menuCount } from './screens/counts.ts';
import { readerLanguage, readerZone } from './screens/of-reader.ts';
import { opened, openedPart } from './screens/opened.ts';
import { organisationsOf } from './screens/organisations.ts';
import { ownFields, recordData } from './screens/record-data.ts';
import { screenRolesRefusal } from './screens/screens.ts';
import type { NavigationItem, PartAnswer, PersonData, ScreenData, View, ViewRequest } from './session.ts';
import type { Person, World } from './world/world.ts';

/** The context in which a view is read. */
export interface ViewContext {
  readonly product: Product;
  readonly person: Person;
  /** Runs `read` and turns a thrown refusal into an outcome. */
  readonly outcome: <T>(read: () => T) => Outcome<T>;
}

/**
 * Reads everything that a page shows, as one person sees it at one moment. Each part has its own
 * budget, as in a separate request; once the parts together have spent one operation's budget, the
 * rest become `later`. A part that the person does not see is null, even if the page requests it.
 */
export function readView({ product, person, outcome }: ViewContext, { address, parts }: ViewRequest): View {
  const reads = new Reads(product.index);
  const store = recordingStore(product.store, reads);
  if (person.token !== null) reads.session(tokenHash(person.token));
  if (person.account !== null) reads.inbox(person.account);
  const milliseconds = product.platform.now();
  const world = (): World => product.world(person, milliseconds, { store });
  const all = sideBySide();
  const me = all.read(() => personData(world()));
  const navigation = all.read(() => navigationOf(world()));
  const organisations = all.read(() => organisationsOf(world(), address));
  const screen = address === null ? null : all.read(() => outcome(() => screenData(world(), address)));
  all.done();
  const visible = new Set(screen?.ok ? screen.value.visible : []);
  let spent = 0;
  const found = parts.map(({ part, options = {}, version }): View['parts'][number] => {
    if (address === null || !visible.has(part)) return null;
    if (spent > stepsPerOperation) return 'later';
    const here = world();
    const answer = all.read(() =>
      answered(
        product,
        outcome(() => partData({ product, person, world: here }, address, part, options)),
        version,
      ),
    );
    spent += here.budget.spent;
    return answer;
  });
  all.done();
  // `done` would have thrown if one were missing.
  return {
    person: me as PersonData,
    navigation: navigation as readonly NavigationItem[],
    organisations,
    screen,
    parts: found,
    reads: reads.names(),
  };
}

/** Continues with the next read while one is being fetched, so all are fetched together. */
function sideBySide() {
  let isPending = false;
  return {
    read<T>(body: () => T): T | null {
      try {
        return body();
      } catch (error) {
        if (error !== pending) throw error;
        isPending = true;
        return null;
      }
    },
    /** Throws `pending` if any read is incomplete. */
    done(): void {
      if (isPending) throw pending;
    },
  };
}

/** Omits the outcome if the page already has this version. */
function answered({ hasher }: Product, outcome: Outcome<PartData>, known: string | undefined): PartAnswer {
  const version = hasher.digest(toJsonText(outcome)).slice(0, versionLength);
  return version === known ? { version } : { version, outcome };
}

/** Hexadecimal digits, 80 bits. */
const versionLength = 20;

/** Whether the document has anything that sends data out of the product. */
const hasJobs = ({ account, messages, services }: RunModel): boolean =>
  services.length > 0 ||
  messages.some(({ by }) => by.includes('mail')) ||
  (account !== null && (account.confirmEmail || account.resetPassword || account.invite.length > 0));

export function personData(world: World): PersonData {
  const me = world.me('person');
  const { account } = world.person;
  return {
    account: me === null ? null : recordData(world, me, ownFields(world, me.entity)),
    roles: [...world.access.roles()],
    language: readerLanguage(world),
    timeZone: readerZone(world),
    manages: managesAccount(world),
    ...(mayOperate(world) && hasJobs(world.index.model) ? { operates: true as const } : {}),
    ...(hasInbox(world) && account !== null ? { unread: world.store.inbox.unread(account, mostUnread) } : {}),
  };
}

export function navigationOf(world: World): readonly NavigationItem[] {
  const all = sideBySide();
  const isSignedIn = world.me('person') !== null;
  const items = world.index.model.screens
    .filter(
      (screen) =>
        screen.inMenu &&
        screen.parameters.length === 0 &&
        isFirst(world, screen) &&
        !(isSignedIn && isEntrance(screen)) &&
        screenRolesRefusal(world, screen) === null,
    )
    .map((screen) => ({
      screen: screen.name.text,
      route: screen.route,
      assumed: screen.assumed,
      group: screen.group,
      icon: screen.icon,
      ...(all.read(() => menuCount(world, screen, null)) ?? { badge: null }),
    }));
  all.done();
  return items;
}

/** If two screens share a name or a route, the first one counts. */
const isFirst = (world: World, screen: Screen): boolean => world.index.screen(screen.name.text) === screen;

/** Throws Refused. */
export function screenData(world: World, address: Address): ScreenData {
  const open = opened(world, address);
  const { screen, record } = open;
  const data = record === null ? null : recordData(world, record, ownFields(world, record.entity));
  return { screen: screen.name.text, record: data, visible: drawnParts(world, open) };
}

interface Reading {
  readonly product: Product;
  readonly person: Person;
  readonly world: World;
}

/** Throws Refused. */
export function partData({ product, person, world }: Reading, address: Address, id: string, options: ListOptions): PartData {
  const open = opened(world, address);
  return readPart({ world, product, person, address, options, ...open }, openedPart(world, open, id));
}
