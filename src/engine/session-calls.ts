import type { ProductModel } from './document/product-model.ts';
import type { WorkbenchSession } from './host.ts';
import type { Address } from './record-data.ts';
import {
  address,
  choosing,
  command,
  count,
  type Form,
  ids,
  importRequest,
  optional,
  options,
  partAddress,
  text,
  values,
  viewRequest,
} from './session-forms.ts';

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
   * Who may call it. `anywhere`: everyone over HTTP, with arguments of these forms in this order.
   * `file route`: over HTTP by a route of its own, because its bytes are not JSON. `this browser`:
   * only a page whose own browser has the data.
   */
  readonly from: 'anywhere' | 'file route' | 'this browser';
  readonly input: readonly Form[];
}

type Given = readonly Form[];
const reads = <I extends Given>(...input: I) => ({ does: 'reads', from: 'anywhere', input }) as const;
const changes = <I extends Given>(...input: I) => ({ does: 'changes', from: 'anywhere', input }) as const;
const file = <D extends Declared['does']>(does: D) => ({ does, from: 'file route', input: [] }) as const;
const here = <D extends Declared['does']>(does: D) => ({ does, from: 'this browser', input: [] }) as const;

/**
 * Every call of a session, declared once. From this derive the messages between tabs and their
 * worker, the routes of a server with their checks, which calls count as changes, and both clients.
 * `subscribe` is not a call: the other end sends changes without a request.
 */
export const sessionCalls = {
  person: reads(),
  account: reads(),
  jobs: reads(),
  link: reads(text),
  inbox: reads(optional(text)),
  navigation: reads(),
  screen: reads(address),
  part: reads(partAddress, optional(options)),
  open: reads(viewRequest),
  records: reads(text, optional(options)),
  formNow: reads(partAddress, values),
  choices: reads(text, text, count, optional(choosing), optional(address)),
  model: reads(),
  run: changes(command, optional(viewRequest)),
  // Writes nothing, but can cost as much as a call that does.
  newRecord: changes(text, optional(text), optional(address)),
  deletion: changes(text, ids, optional(address)),
  editable: reads(text, optional(address)),
  importRows: changes(importRequest),
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

/** Reads the header; undefined if it is not an address. */
export function addressShown(header: string | undefined): Address | undefined {
  if (header === undefined) return undefined;
  try {
    const given: unknown = JSON.parse(decodeURIComponent(header));
    return address(given) ? (given as Address) : undefined;
  } catch (error) {
    if (error instanceof URIError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

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

export const isChanging = (name: string): boolean => Object.hasOwn(sessionCalls, name) && sessionCalls[name as CallName].does === 'changes';

/**
 * The arguments as the session accepts them, or null if a screen would never send them. The sender
 * may be anyone, and the session relies on the types. JSON cannot express an omitted argument, so
 * null means omitted.
 */
export function callArguments(name: PlainCall, given: unknown): readonly unknown[] | null {
  if (!Array.isArray(given)) return null;
  const forms: readonly Form[] = sessionCalls[name].input;
  const args = forms.map((_form, index) => (given[index] === null ? undefined : given[index]));
  return forms.every((form, index) => form(args[index])) ? args : null;
}
