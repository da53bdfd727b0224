import { own } from '../../base/own.ts';
import { operations, reservedEvents } from '../../model/vocabulary.ts';

/** Events whose verb cannot be derived from the name of the state, by state. */
const steps: Readonly<Record<string, string>> = {
  'in progress': 'start',
  'in transit': 'dispatch',
  'in use': 'put to use',
  'in stock': 'put in stock',
  'on hold': 'put on hold',
  'on loan': 'lend',
  'on the way': 'dispatch',
  running: 'start',
  ongoing: 'start',
  live: 'go live',
  public: 'publish',
  private: 'make private',
  available: 'make available',
  unavailable: 'make unavailable',
  inactive: 'deactivate',
  active: 'activate',
  overdue: 'mark overdue',
  ready: 'mark ready',
  final: 'finalise',
  finished: 'finish',
  open: 'reopen',
  over: 'end',
  spam: 'mark as spam',
  duplicate: 'mark as duplicate',
  'no show': 'mark as no show',
  done: 'finish',
  complete: 'complete',
  completed: 'complete',
  void: 'void',
  voided: 'void',
  canceled: 'cancel',
  cancelled: 'cancel',
  expired: 'expire',
  hired: 'hire',
  retired: 'retire',
  focused: 'focus',
  examined: 'examine',
  measured: 'measure',
  planned: 'plan',
  quoted: 'quote',
  scheduled: 'schedule',
  declined: 'decline',
  confirmed: 'confirm',
  repaired: 'repair',
  returned: 'return',
  delayed: 'delay',
  delivered: 'deliver',
  fixed: 'fix',
  invoiced: 'invoice',
  tested: 'test',
  restored: 'restore',
  explored: 'explore',
  requested: 'request',
  refunded: 'refund',
  awarded: 'award',
  suspended: 'suspend',
  escalated: 'escalate',
  archived: 'archive',
  dismissed: 'dismiss',
  processed: 'process',
  assessed: 'assess',
  discussed: 'discuss',
  arranged: 'arrange',
  exchanged: 'exchange',
  changed: 'change',
  charged: 'charge',
  merged: 'merge',
  judged: 'judge',
  pledged: 'pledge',
  acknowledged: 'acknowledge',
  cooked: 'cook',
  baked: 'bake',
  made: 'make',
  taken: 'take',
  given: 'give',
  written: 'write',
  drawn: 'draw',
  seen: 'see',
  shown: 'show',
  known: 'learn',
  chosen: 'choose',
  frozen: 'freeze',
  broken: 'break',
  stolen: 'report stolen',
  withdrawn: 'withdraw',
  forgotten: 'forget',
  hidden: 'hide',
  begun: 'begin',
  held: 'hold',
  kept: 'keep',
  built: 'build',
  bought: 'buy',
  brought: 'bring',
  caught: 'catch',
  taught: 'teach',
  thought: 'think',
  found: 'find',
  lent: 'lend',
  lost: 'lose',
  won: 'win',
  met: 'meet',
  paid: 'pay',
  laid: 'lay',
  said: 'say',
  told: 'tell',
  sold: 'sell',
  sent: 'send',
  spent: 'spend',
  left: 'leave',
  cut: 'cut',
  put: 'put',
  set: 'set',
  shut: 'shut',
  read: 'read',
  let: 'let',
  worn: 'wear',
  sworn: 'swear',
  torn: 'tear',
  understood: 'understand',
};

/** Rules for deriving a verb from a regular participle; the first match wins. */
const participles: readonly (readonly [RegExp, string])[] = [
  [/eed$/, 'ee'],
  [/ied$/, 'y'],
  [/([bdgmnprt])\1ed$/, '$1'],
  // The verb ends in “e” after a single “v”, “c”, “g”, “s”, “z” or “u”, and in “-ate” and “-are”.
  [/([^s])sed$/, '$1se'],
  [/([vczu]|[^g]g|[^aeiou]a[dtr]|[^aeou]iat|creat)ed$/, '$1e'],
  [/(ck|ook|sh|ch|nd|rd|ld|oad|ct|eat|nt|rt|pt|ft|est|ist|ss|ll|ff|mp|nk|rk|gn|x|w|y|ver|ter|der|pen|ten|ken)ed$/, '$1'],
];

function verbOf(state: string): string | null {
  const listed = own(steps, state);
  if (listed !== undefined) return listed;
  if (!/^[a-z]{3,}ed$/.test(state)) return null;
  const found = participles.find(([ending]) => ending.test(state));
  return found === undefined ? null : state.replace(...found);
}

/** States of several words: `signed off`, `in repair`, `ready for collection`, `partly paid`. */
const phrases: readonly (readonly [RegExp, (match: RegExpExecArray) => string | null])[] = [
  [/^(\w+) (up|off|out|in|back|over|away|down|through)$/, ([, verb = '', particle = '']) => joined(verbOf(verb), particle)],
  [/^(?:fully|partly|partially) (\w+)$/, ([words, verb = '']) => joined(verbOf(verb), words?.split(' ')[0] ?? '')],
  [
    /^(?:in|under) (repair|review|production|preparation|treatment|inspection|construction|work|negotiation|delivery|transport|test)$/,
    ([, noun = '']) => `start ${noun}`,
  ],
  [/^ready (for|to) (.+)$/, ([state]) => `mark ${state}`],
  [/^(?!waiting|pending|missing|outstanding|remaining)[a-z]{2,}ing$/, ([state]) => `start ${state}`],
];

const joined = (verb: string | null, rest: string): string | null => (verb === null ? null : `${verb} ${rest}`);

function phraseOf(state: string): string | null {
  for (const [pattern, make] of phrases) {
    const match = pattern.exec(state);
    if (match !== null) return make(match);
  }
  return null;
}

const exits =
  /^(?:cancell?ed|rejected|declined|denied|refused|withdrawn|lost|abandoned|aborted|expired|failed|dropped|revoked|voided|void|scrapped|discarded|dismissed|terminated|unsuccessful|written off|no show|spam|duplicate|closed lost)(?: (?:by|because|before|after|due|at) .+)?$/;

/** Whether the state ends a record without success and can be reached from every earlier state. */
export const isExit = (state: string): boolean => exits.test(state);

/** The name of an event whose verb is unknown. */
const plainStep = (state: string): string => `move to ${state}`;

/** Whether an event's name was generated because no verb is known. */
export const isPlainStep = (event: string, to: string): boolean => event === plainStep(to);

/**
 * A name for the event that leads to a state: `resolve` for `resolved`, `move to with the client`
 * for `with the client`.
 */
export function eventTo(state: string, taken: readonly string[]): string {
  const verb = verbOf(state) ?? phraseOf(state);
  return verb !== null && isFreeEvent(verb, taken) ? verb : plainStep(state);
}

export const isFreeEvent = (name: string, taken: readonly string[]): boolean =>
  !taken.includes(name) && ![...reservedEvents, ...operations].includes(name.split(' ')[0] ?? '');
