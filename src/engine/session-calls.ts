import type { ProductModel } from './document/product-model.ts';
import type { WorkbenchSession } from './host.ts';

/**
 * A host that can also report the model it runs, which differs from the page's document after a
 * takeover or if the data could not be migrated.
 */
export interface RunningHost extends WorkbenchSession {
  model(): Promise<ProductModel>;
}

interface Declared {
  /**
   * `changes`: it may write. A call that only reads can be answered from a replica, and repeated.
   */
  readonly does: 'reads' | 'changes';
  /**
   * Who may call it. `anywhere`: everyone over HTTP, with arguments of the forms in
   * `call-arguments.ts`. `file route`: over HTTP by a route of its own, because its bytes are not
   * JSON. `this browser`: only a page whose own browser has the data.
   */
  readonly from: 'anywhere' | 'file route' | 'this browser';
}

const reads = { does: 'reads', from: 'anywhere' } as const;
const changes = { does: 'changes', from: 'anywhere' } as const;
const file = <D extends Declared['does']>(does: D) => ({ does, from: 'file route' }) as const;
const here = <D extends Declared['does']>(does: D) => ({ does, from: 'this browser' }) as const;

/**
 * Every call of a session, declared once. From this derive the messages between tabs and their
 * worker, the routes of a server, which calls count as changes, and both clients.
 * `subscribe` is not a call: the other end sends changes without a request.
 */
export const sessionCalls = {
  person: reads,
  account: reads,
  jobs: reads,
  link: reads,
  inbox: reads,
  navigation: reads,
  screen: reads,
  part: reads,
  open: reads,
  records: reads,
  formNow: reads,
  choices: reads,
  model: reads,
  run: changes,
  // Writes nothing, but can cost as much as a call that does.
  newRecord: changes,
  deletion: changes,
  editable: reads,
  importRows: changes,
  putFile: file('changes'),
  file: file('reads'),
  actors: here('reads'),
  actAs: here('changes'),
  change: here('changes'),
  snapshot: here('reads'),
  restore: here('changes'),
  reset: here('changes'),
  storage: here('reads'),
  refusedTimers: here('reads'),
  brokenRules: here('reads'),
  clock: here('reads'),
  setClock: here('changes'),
} as const satisfies Readonly<Record<Exclude<keyof RunningHost, 'subscribe'>, Declared>>;

export type CallName = keyof typeof sessionCalls;
export const callNames = Object.keys(sessionCalls) as readonly CallName[];

type CallFrom<F extends Declared['from']> = { [K in CallName]: (typeof sessionCalls)[K]['from'] extends F ? K : never }[CallName];

/** The request header with the address (percent-encoded JSON) of the screen that shows the file. */
export const shownAt = 'ninefold-shown-at';

/** A call with JSON arguments. */
export type PlainCall = CallFrom<'anywhere'>;
/**
 * Calls that the product's own screens may make over HTTP. Excludes acting as a person without a
 * password, and everything reserved for the owner of the data.
 */
export type ScreenCall = CallFrom<'anywhere' | 'file route'>;

export const screenCalls = callNames.filter((name): name is ScreenCall => sessionCalls[name].from !== 'this browser');

/** False for an unknown name. */
export const isPlainCall = (name: string): name is PlainCall =>
  Object.hasOwn(sessionCalls, name) && sessionCalls[name as CallName].from === 'anywhere';

export const isWriteCall = (name: string): boolean =>
  Object.hasOwn(sessionCalls, name) && sessionCalls[name as CallName].does === 'changes';
