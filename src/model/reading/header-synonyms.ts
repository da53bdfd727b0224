import { memoize } from '../../base/memoize.ts';
import { nearest } from '../../base/nearest.ts';
import { accountKeys, type TableKind, tableKinds, tableWords } from '../vocabulary.ts';

interface Synonyms {
  /** Synonyms for the header of the first column. */
  readonly first?: readonly string[];
  /** Synonyms for the headers of its other columns. */
  readonly columns?: Readonly<Record<string, readonly string[]>>;
}

const roles = ['role', 'who', 'actor', 'allowed', 'allowed roles', 'access', 'visible to'];

const refusals = ['error code', 'code', 'else', 'otherwise', 'raises', 'refused with', 'refusal'];

/** Headers of a column with the parameters of events, which follow the event's name. */
export const parameterHeaders: ReadonlySet<string> = new Set(['takes', 'parameters', 'params', 'parameter', 'input', 'inputs', 'asks for']);

/** Synonyms for the first header of a table of examples. */
export const namesOfExamples: ReadonlySet<string> = new Set([
  'examples',
  'example of',
  'record',
  'row',
  'sample',
  'instance',
  'key',
  'ref',
]);

/** The words after “Examples of” in a heading; null if it has none. */
export const entityOfExamples = (heading: string): string | null =>
  /^(?:examples?|samples?|(?:example|sample|seed|demo|test) (?:data|records))\s+(?:of|for)\s+(.+)$/i.exec(heading.trim())?.[1] ?? null;

/** Synonyms for the notation's headers, in lower case. */
export const synonyms: Partial<Record<TableKind, Synonyms>> = {
  person: {
    first: ['persona', 'user', 'actor', 'who'],
    columns: { 'Wants to': ['wants', 'goal', 'need', 'needs'], 'So that': ['why', 'benefit', 'reason'] },
  },
  scenario: {
    first: ['who', 'actor'],
    columns: {
      Do: ['does', 'action', 'step', 'steps', 'when'],
      Expect: ['expects', 'expected', 'expected result', 'expected outcome', 'result', 'outcome', 'then'],
    },
  },
  screen: {
    first: ['page', 'view', 'screen name'],
    columns: { Route: ['path', 'url', 'address'], About: ['entity', 'record'], Roles: roles },
  },
  field: {
    first: ['name', 'attribute', 'property', 'column', 'field name'],
    columns: {
      Type: ['data type', 'kind', 'datatype'],
      Required: ['mandatory', 'not null', 'needed'],
      Default: ['default value', 'initial value', 'initially'],
      Computed: ['formula', 'calculated', 'calculation', 'derived', 'computed from'],
    },
  },
  transition: {
    first: ['state', 'from state', 'current state', 'old state', 'source', 'current'],
    columns: {
      Event: ['trigger', 'action', 'command', 'transition'],
      To: ['to state', 'next state', 'new state', 'target', 'next'],
      Roles: roles,
      Guard: ['condition', 'if', 'when', 'only if', 'precondition'],
      Error: refusals,
      Effect: ['effects', 'side effect', 'side effects', 'then'],
    },
  },
  rule: {
    first: ['validation', 'validation rule', 'constraint', 'name'],
    columns: {
      On: ['entity', 'field', 'applies to', 'for'],
      'Must hold': ['condition', 'expression', 'check', 'must be true', 'holds'],
      Error: refusals,
    },
  },
  role: { columns: { Is: ['condition', 'who'], Includes: ['inherits', 'extends'] } },
  permission: { first: ['operation', 'action', 'right', 'permissions'] },
  view: { first: ['field', 'property', 'attribute'], columns: { Value: ['expression', 'source'] } },
  call: {
    first: ['endpoint', 'request', 'api', 'route'],
    columns: {
      Takes: ['body', 'input', 'parameters', 'payload'],
      Does: ['effect', 'effects', 'action', 'actions', 'logic', 'steps', 'what it does'],
      Returns: ['response', 'result', 'answer', 'output'],
      Errors: ['error'],
      Roles: [...roles, 'auth', 'authentication'],
    },
  },
  error: {
    first: ['code', 'error code', 'name'],
    columns: { Status: ['http status', 'http', 'status code', 'http status code', 'http code'], Message: ['text', 'says'] },
  },
  message: {
    columns: { To: ['recipient', 'recipients', 'who'], By: ['channel', 'via'], Subject: ['title'], Text: ['body', 'content'] },
  },
  constant: {
    first: ['name', 'parameter', 'setting', 'limit'],
    columns: { Value: ['amount'] },
  },
};

/** The column of a table kind that a header (in lower case) is a synonym for; null: none. */
export function guessColumn(kind: TableKind, header: string): string | null {
  const columns = Object.entries(synonyms[kind]?.columns ?? {});
  return columns.find(([, words]) => words.includes(header))?.[0] ?? null;
}

/** Whether the headers (in lower case) are those of a scenario by other names. */
export const isScenario = ([first = '', ...others]: readonly string[]): boolean => {
  const words = synonyms.scenario;
  const has = (column: string): boolean =>
    others.some((header) => header === column.toLowerCase() || guessColumn('scenario', header) === column);
  return first !== 'as' && words?.first?.includes(first) !== true && has('Do') && has('Expect');
};

const forReaders = new Set(['Description', 'Label', 'Colour']);

const namesIn = memoize((section): ReadonlySet<string> => {
  const kinds = tableKinds.filter((kind) => tableWords[kind].section === Number(section));
  const names = kinds.flatMap((kind) => tableWords[kind].columns.flatMap(({ name }) => (forReaders.has(name) ? [] : [name.toLowerCase()])));
  return new Set([...names, ...(section === '6' ? ['operation', 'operations'] : [])]);
}, 9);

/** Whether one of the headers (in lower case) belongs to a table of that section. */
export const resembles = (section: number, headers: readonly string[]): boolean =>
  headers.some((header) => namesIn(String(section)).has(header));

/**
 * The kind that a table in a section was probably meant to be; null: none. Its first header is a
 * synonym for the kind's own, and another one is a column of that kind or a synonym for one.
 * Headers and `roles`, the names of section 6, are in lower case.
 */
export function guessTableKind(section: number, [first = '', ...others]: readonly string[], roles: ReadonlySet<string>): TableKind | null {
  const fits = (kind: TableKind): boolean => {
    const words = tableWords[kind];
    if (words.section !== section || synonyms[kind]?.first?.includes(first) !== true) return false;
    if (kind === 'permission') return others.some((header) => roles.has(header));
    const names = words.columns.flatMap(({ name }) => (forReaders.has(name) ? [] : [name.toLowerCase()]));
    return others.some((header) => names.includes(header) || guessColumn(kind, header) !== null);
  };
  return tableKinds.find(fits) ?? null;
}

/** Other words for the operations of section 6. */
export const operationSynonyms: ReadonlyMap<string, string> = new Map(
  Object.entries({
    create: ['add', 'new', 'insert'],
    read: ['view', 'see', 'list', 'show', 'get'],
    update: ['edit', 'change', 'modify', 'write', 'set'],
    delete: ['remove', 'destroy'],
  }).flatMap(([operation, words]) => words.map((word): [string, string] => [word, operation])),
);

type AccountKey = (typeof accountKeys)[number];

const accountSynonyms: ReadonlyMap<string, AccountKey> = new Map([
  ['account', 'Entity'],
  ['sign in', 'Sign in with'],
  ['sign in by', 'Sign in with'],
  ['login', 'Sign in with'],
  ['log in', 'Sign in with'],
  ['log in with', 'Sign in with'],
  ['register', 'Sign up'],
  ['registration', 'Sign up'],
  ['session length', 'Session'],
  ['two-factor', 'Second factor'],
  ['2fa', 'Second factor'],
]);

/** The key of the table Account that a text is, or is a synonym for; null: none. */
export function accountKeyOf(text: string): AccountKey | null {
  const plain = text.trim().toLowerCase();
  return accountKeys.find((key) => key.toLowerCase() === plain) ?? accountSynonyms.get(plain) ?? null;
}

/** Like `accountKeyOf`, and for typos. */
export function accountKeyMeant(text: string): AccountKey | null {
  const [near] = nearest(text, accountKeys, 1);
  return accountKeyOf(text) ?? accountKeys.find((key) => key === near) ?? null;
}
