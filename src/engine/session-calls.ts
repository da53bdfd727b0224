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
 * A host that says what it runs: after a takeover, or where the data could not come along, another
 * document than the page was given.
 */
export interface RunningHost extends WorkbenchSession {
  model(): Promise<ProductModel>;
}

interface Declared {
  /**
   * `changes`: it may write. What only reads can be answered by a copy of the data, and may be
   * asked again.
   */
  readonly does: 'reads' | 'changes';
  /**
   * Who may ask: anybody, over HTTP, with arguments of these forms in this order; over HTTP by a
   * route of its own, since its bytes are no JSON; or only a page whose own browser holds the data.
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
 * Every question to a session, declared once: the messages between tabs and their worker, the
 * routes of a server with their checks, what counts as a change, and the client of either are made
 * from this. `subscribe` is no question: the other end says by itself that something changed.
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
  // It writes nothing, but may work out as much as what does.
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
/** The request header with the address (percent-encoded JSON) of the screen with a file. */
export const shownAt = 'ninefold-shown-at';

/** What a header says; undefined: it is no address. */
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

/** Asked with JSON. */
export type PlainCall = CallFrom<'anywhere'>;
/**
 * What the product's own screens may ask over HTTP: not to act as someone without a password, nor
 * anything that belongs to who holds the data.
 */
export type ScreenCall = CallFrom<'anywhere' | 'file route'>;

export const screenCalls = callNames.filter((name): name is ScreenCall => sessionCalls[name].from !== 'this browser');

/** False for what is no call at all. */
export const isPlainCall = (name: string): name is PlainCall =>
  Object.hasOwn(sessionCalls, name) && sessionCalls[name as CallName].from === 'anywhere';

export const isChanging = (name: string): boolean => Object.hasOwn(sessionCalls, name) && sessionCalls[name as CallName].does === 'changes';

/**
 * The arguments as the session takes them, or null where they are not what a screen sends. The
 * sender may be anyone, and the session relies on their types. JSON has no word for an
 * argument that is left out: null means it.
 */
export function callArguments(name: PlainCall, given: unknown): readonly unknown[] | null {
  if (!Array.isArray(given)) return null;
  const forms: readonly Form[] = sessionCalls[name].input;
  const args = forms.map((_form, index) => (given[index] === null ? undefined : given[index]));
  return forms.every((form, index) => form(args[index])) ? args : null;
}
