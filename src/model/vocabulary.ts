/**
 * The notation's vocabulary as data: tables and their columns, types, parts and their options,
 * units, actions. Shared by the readers, completion, near misses and the reference pages.
 */

export interface ColumnWords {
  readonly name: string;
  /** Whether an empty cell is a hole (`required`) or allowed. */
  readonly need: 'required' | 'optional';
  readonly says: string;
}

export interface TableWords {
  /** The section that the table belongs to. */
  readonly section: number;
  /** The header of the first column. */
  readonly first: string;
  readonly columns: readonly ColumnWords[];
  /**
   * The meaning of further columns: names of fields (Example), names of roles (Permission),
   * languages (Word), or prose.
   */
  readonly others: 'fields' | 'roles' | 'languages' | 'prose';
  /** The heading that the table needs within its section; null: none. */
  readonly heading: string | null;
}

const required = (name: string, says: string): ColumnWords => ({ name, need: 'required', says });
const optional = (name: string, says: string): ColumnWords => ({ name, need: 'optional', says });
const description = optional('Description', 'words for readers');
const label = optional('Label', 'what users read instead of the name; `ticket / tickets` gives one and several');
const colour = optional('Colour', 'what it means to users: neutral, info, progress, success, warning or danger');

const table = (section: number, first: string, columns: readonly ColumnWords[], heading: string | null = null): TableWords => ({
  section,
  first,
  columns,
  others: 'prose',
  heading,
});

export const tableWords = {
  person: table(1, 'Person', [optional('Wants to', 'what the person comes for'), optional('So that', 'what is gained by it')]),
  scenario: table(
    1,
    'As',
    [
      required('Do', 'an action'),
      optional('Expect', 'what must hold afterwards, `refused ERROR`, `sees SCREEN`, or `told PERSON MESSAGE`'),
    ],
    'Scenario: TITLE',
  ),
  word: { ...table(1, 'Word', []), others: 'languages' },
  screen: table(2, 'Screen', [
    required('Route', 'its address, such as /tickets/:number'),
    optional('About', 'the entity whose record the last parameter of the route finds'),
    optional('Roles', 'who may open it'),
    label,
    optional('Menu', 'no: not in the menu; else the group that it is listed in'),
    optional('Badge', 'an expression: the count beside it in the menu'),
    optional('Icon', 'its icon in the menu'),
    description,
  ]),
  field: table(
    3,
    'Field',
    [
      required('Type', 'the type of its values'),
      optional('Required', 'yes: never null'),
      optional('Unique', 'yes: no two records have the same'),
      optional('Default', 'the value of a new record'),
      optional('Computed', 'the expression that gives its value'),
      optional('Error', 'what a missing required value raises'),
      label,
      description,
    ],
    'ENTITY',
  ),
  value: table(3, 'Value', [label, colour, description], 'FIELD'),
  former: table(
    3,
    'Was',
    [optional('Is', 'the field or the value that it became'), optional('How', 'drop: what was there is deleted'), description],
    'ENTITY',
  ),
  example: { ...table(3, 'Example', [], 'ENTITY'), others: 'fields' },
  transition: table(
    4,
    'From',
    [
      required('Event', 'the event, `delete`, or `after DURATION`'),
      optional('To', 'the state it leads to; empty: it stays'),
      optional('Roles', 'who may trigger it'),
      optional('Guard', 'what must hold before'),
      optional('Error', 'what a false guard raises'),
      optional('Effect', 'actions done in the same transaction'),
      label,
      description,
    ],
    'ENTITY.field',
  ),
  state: table(4, 'State', [label, colour, description], 'ENTITY.field'),
  rule: table(5, 'Rule', [
    required('On', 'an entity, a field, or an entity `on create, update, delete, EVENT`'),
    required('Must hold', 'an expression, `unique …`, `no overlap …`, `always …`, `never …` or `… leads to …`'),
    optional('Error', 'what it raises'),
    description,
  ]),
  role: table(6, 'Role', [
    required('Is', 'who has it'),
    optional('Of', 'the entity whose records it belongs to'),
    optional('Includes', 'the roles whose cells fill its empty ones'),
    label,
    description,
  ]),
  account: table(6, 'Account', []),
  permission: { ...table(6, 'Permission', []), others: 'roles' },
  view: table(7, 'Key', [optional('Value', 'an expression; empty: the field of that name'), description], 'NAME of ENTITY'),
  call: table(7, 'Call', [
    optional('Takes', 'a pattern of the body'),
    optional('Does', 'actions'),
    optional('Returns', 'a status and an expression'),
    optional('Errors', 'the errors that it can answer with'),
    optional('Roles', 'who may call it'),
    optional('Signed', '`hmac sha256 HEADER by SECRET`: only a service that knows the secret may call it'),
    description,
  ]),
  service: table(7, 'Service', [
    required('Address', 'where it answers: https://…'),
    optional('Secret', 'a secret of section 9, sent as a bearer token'),
    description,
  ]),
  error: table(8, 'Error', [
    required('Status', 'the HTTP status'),
    required('Message', 'what people read'),
    optional('Shown', '`at FIELD`, toast, dialog, page or banner'),
    optional('Key', 'what `field` is in the error body where the error concerns no field: a name, or an expression'),
    description,
  ]),
  message: table(8, 'Message', [
    optional('To', 'a person, or a list of people: an expression about the record of the event that tells it'),
    optional('By', 'app, mail: where people read it'),
    required('Subject', 'its title; `{item.name}` in braces is a value of the record'),
    optional('Text', 'Markdown, with values in braces'),
    label,
    description,
  ]),
  constant: table(9, 'Constant', [
    required('Value', 'a number, a word or words; empty for a secret'),
    optional('Unit', 'a unit of time, %, a currency, a label, or secret: read from the environment'),
    description,
  ]),
} as const satisfies Record<string, TableWords>;

export type TableKind = keyof typeof tableWords;
export const tableKinds = Object.keys(tableWords) as readonly TableKind[];

/** The meanings that a state or value can have for users. Each has one colour everywhere. */
export const colours = ['neutral', 'info', 'progress', 'success', 'warning', 'danger'] as const;
export type Colour = (typeof colours)[number];

/** The icons available for screens in the menu, by their names in the Tabler set. */
export const iconNames = [
  'alert-triangle',
  'anchor',
  'armchair',
  'ball-football',
  'barbell',
  'bed',
  'bell',
  'bike',
  'book',
  'bookmark',
  'box',
  'bug',
  'building',
  'building-factory',
  'building-hospital',
  'building-store',
  'bulb',
  'calendar',
  'camera',
  'car',
  'cash',
  'chart-bar',
  'chart-pie',
  'checklist',
  'clipboard-list',
  'clock',
  'cloud',
  'coffee',
  'coin',
  'credit-card',
  'dashboard',
  'database',
  'door',
  'file',
  'file-text',
  'flag',
  'folder',
  'gavel',
  'gift',
  'globe',
  'heart',
  'help-circle',
  'history',
  'home',
  'home-2',
  'id',
  'inbox',
  'info-circle',
  'key',
  'language',
  'leaf',
  'list',
  'lock',
  'mail',
  'map',
  'map-pin',
  'message',
  'messages',
  'microphone',
  'movie',
  'music',
  'news',
  'package',
  'palette',
  'paw',
  'phone',
  'photo',
  'pill',
  'plane',
  'plant',
  'plus',
  'receipt',
  'recycle',
  'report-money',
  'ruler',
  'scale',
  'school',
  'search',
  'server',
  'settings',
  'shield',
  'ship',
  'shopping-cart',
  'star',
  'stethoscope',
  'swimming',
  'table',
  'tag',
  'ticket',
  'tool',
  'tools',
  'tools-kitchen-2',
  'train',
  'trophy',
  'truck',
  'user',
  'user-plus',
  'users',
  'wallet',
] as const;
export type IconName = (typeof iconNames)[number];

/** The keys in the first column of the table Account. */
export const accountKeys = [
  'Entity',
  'Sign in with',
  'Sign up',
  'Second factor',
  'Confirm email',
  'Reset password',
  'Invite',
  'Operators',
  'Session',
  'Token',
  'Missing token',
  'Unknown token',
  'Works in',
] as const;

export const onDeleteWords = ['restrict', 'cascade', 'clear'] as const;

/** Fields that every record has. */
export const builtInFields = ['id', 'createdAt', 'updatedAt', 'createdBy'] as const;

/** Words of CEL and of the notation that cannot name a field, an example or a bound name. */
export const reservedNames: readonly string[] = [
  ...[
    'true',
    'false',
    'null',
    'in',
    'as',
    'break',
    'const',
    'continue',
    'else',
    'for',
    'function',
    'if',
    'import',
    'let',
    'loop',
    'package',
  ],
  ...['namespace', 'return', 'var', 'void', 'while'],
  ...['self', 'old', 'me', 'now', 'today', 'token'],
];

/** Words that cannot name an event. */
export const reservedEvents: readonly string[] = [
  'create',
  'get',
  'list',
  'update',
  'add',
  'remove',
  'open',
  'check',
  'delete',
  'read',
  'for',
  'when',
];

export const operations = ['create', 'read', 'update', 'delete', 'add', 'remove'] as const;
export const fieldOperations = ['create', 'read', 'update', 'add', 'remove'] as const;
export const ruleOperations = ['create', 'update', 'delete'] as const;

/** The kinds of bullets in section 2, with their leading keywords and forms. */
export const partWords = [
  { kind: 'list', begins: 'list of', form: 'list of ENTITY [where …]: columns' },
  { kind: 'cards', begins: 'cards of', form: 'cards of ENTITY [where …]: columns' },
  { kind: 'board', begins: 'board of', form: 'board of ENTITY [where …] by FIELD: columns' },
  { kind: 'calendar', begins: 'calendar of', form: 'calendar of ENTITY [where …] by FIELD [to FIELD] [colour by FIELD]' },
  { kind: 'timeline', begins: 'timeline of', form: 'timeline of ENTITY' },
  {
    kind: 'chart',
    begins: 'chart of',
    form: 'chart of FUNCTION [where …] by FIELD [per day, week, month or year] as bar, line, area or pie',
  },
  { kind: 'figure', begins: 'figure', form: 'figure LABEL: `expression`' },
  { kind: 'details', begins: 'details', form: 'details: columns' },
  { kind: 'form', begins: 'form to', form: 'form to create ENTITY: fields, or form to edit: fields' },
  { kind: 'buttons', begins: 'buttons', form: 'buttons: EVENT, EVENT, delete' },
  { kind: 'button', begins: 'button', form: 'button LABEL: ACTION' },
  { kind: 'link', begins: 'link', form: 'link LABEL: SCREEN' },
  { kind: 'text', begins: 'text', form: 'text: words' },
  { kind: 'print', begins: 'print', form: 'print, or print as "TITLE"' },
  { kind: 'sign-in', begins: 'sign-in form', form: 'sign-in form' },
  { kind: 'sign-up', begins: 'sign-up form', form: 'sign-up form' },
  { kind: 'section', begins: 'section', form: 'section "TITLE" `count`' },
  { kind: 'columns', begins: 'columns', form: 'columns' },
  { kind: 'tabs', begins: 'tabs', form: 'tabs' },
  { kind: 'component', begins: 'component', form: 'component NAME {…}' },
] as const;

/** Parts written as `KIND of ENTITY`. */
export const entityParts: readonly string[] = partWords.flatMap(({ kind, begins, form }) =>
  form.startsWith(`${begins} ENTITY`) && begins === `${kind} of` ? [kind] : [],
);

/** The options, written as nested bullets, of parts that show records; then those of forms. */
export const listingOptions = ['sort', 'search', 'filter', 'group by', 'per page', 'open', 'bulk', 'edit', 'empty'] as const;
export const formOptions = ['with', 'then open'] as const;
export const aggregates = ['count', 'sum', 'avg', 'min', 'max'] as const;
export const chartForms = ['bar', 'line', 'area', 'pie'] as const;
export const chartPeriods = ['day', 'week', 'month', 'year'] as const;
export const shownWords = ['toast', 'dialog', 'page', 'banner'] as const;

/** The length of each time unit in seconds (section 9). Months and years have no fixed length. */
export const timeUnits: Readonly<Record<string, number>> = {
  second: 1,
  seconds: 1,
  minute: 60,
  minutes: 60,
  hour: 3600,
  hours: 3600,
  day: 86_400,
  days: 86_400,
  week: 604_800,
  weeks: 604_800,
};

/** The words that begin actions; the document adds its events. */
export const actionWords = [
  'create',
  'get',
  'list',
  'update',
  'delete',
  'add',
  'remove',
  'sign in with',
  'sign up with',
  'sign out',
  'open',
  'check',
  'tell',
  'send',
  'wait',
  'mail',
  'follow mail to',
  'for',
  'when',
] as const;
