import type { OrderParts } from './orders.ts';

const amount = 'amount | integer | yes | 1';
const kind = 'kind | enum small, large | yes | small';
const small = 'small | Order.amount | `amount <= LIMIT` | WRONG';
const close = 'open | close | closed | | | | | final';
const pause = 'open | pause | paused | | | | | ';
const resume = 'paused | resume | open | | | | | ';
const review = 'open | review | checked | | | | | ';
const noUpdate = { update: 'no | no' };

/** For each of the explorer's codes, a document with the mistake and one without it. */
export const behaviourMistakes: readonly (readonly [code: string, what: string, wrong: OrderParts, right: OrderParts])[] = [
  [
    'guard-never-holds',
    'a number that a rule keeps from being negative',
    {
      fields: [amount],
      rows: ['open | close | closed | | `amount < 0` | WRONG | | final'],
      rules: ['not negative | Order.amount | `amount >= 0` | WRONG'],
    },
    {
      fields: [amount],
      rows: ['open | close | closed | | `amount == 0` | WRONG | | final'],
      rules: ['not negative | Order.amount | `amount >= 0` | WRONG'],
    },
  ],
  [
    'guard-never-holds',
    'a choice that no person may make',
    {
      fields: [kind],
      rows: ['open | close | closed | | `kind == "large"` | WRONG | | final'],
      cells: { ...noUpdate, 'Order.kind: create': 'no | no' },
    },
    { fields: [kind], rows: ['open | close | closed | | `kind == "large"` | WRONG | | final'], cells: noUpdate },
  ],
  [
    'guard-never-holds',
    'a number that is compared with another field, which rules keep above it',
    {
      fields: [amount, 'paid | integer | yes | 1'],
      rows: ['open | close | closed | | `paid > amount` | WRONG | | final'],
      rules: ['not too much | Order | `paid <= amount` | WRONG'],
    },
    {
      fields: [amount, 'paid | integer | yes | 1'],
      rows: ['open | close | closed | | `paid > amount` | WRONG | | final'],
    },
  ],
  [
    'guard-contradicts-permission',
    'a guard for clerks, who may close only what is closed',
    {
      rows: ['open | close | closed | | `me.role == "clerk"` | WRONG | | final'],
      cells: { close: '`made == me && status == "closed"` | yes' },
    },
    { rows: ['open | close | closed | | `me.role == "clerk"` | WRONG | | final'], cells: { close: '`made == me` | yes' } },
  ],
  [
    'guard-contradicts-permission',
    'only one’s own by the guard, only other people’s by section 6',
    { rows: ['open | close | closed | | `made == me` | WRONG | | final'], cells: { close: '`made != me` | `made != me`' } },
    { rows: ['open | close | closed | | `made == me` | WRONG | | final'], cells: { close: '`made != me` | yes' } },
  ],
  [
    'effect-always-refused',
    'an effect that adds a limit',
    {
      fields: [amount],
      rows: ['open | close | closed | | | | `amount = amount + LIMIT` | final'],
      rules: [small, 'positive | Order.amount | `amount >= 1` | WRONG'],
    },
    {
      fields: [amount],
      rows: ['open | close | closed | | | | `amount = amount + 1` | final'],
      rules: [small, 'positive | Order.amount | `amount >= 1` | WRONG'],
    },
  ],
  [
    'effect-always-refused',
    'an effect that asks for what a rule refuses',
    { fields: [amount], rows: ['open | close | closed | | | | `check amount > LIMIT else TOO_SOON` | final'], rules: [small] },
    { fields: [amount], rows: ['open | close | closed | | | | `check amount > 0 else TOO_SOON` | final'], rules: [small] },
  ],
  [
    'timer-never-fires',
    'a guard that a rule keeps false',
    { fields: [amount], rows: [close, 'open | after `DEADLINE` | late | | `amount > LIMIT` | | | final'], rules: [small] },
    { fields: [amount], rows: [close, 'open | after `DEADLINE` | late | | `amount <= LIMIT` | | | final'], rules: [small] },
  ],
  [
    'timer-never-fires',
    'a guard for the one who made it',
    { rows: [close, 'open | after `DEADLINE` | late | | `made == me` | | | final'] },
    { rows: [close, 'open | after `DEADLINE` | late | | `made != me` | | | final'] },
  ],
  [
    'state-never-reached',
    'behind a role that section 6 refuses',
    { rows: [close, 'open | pause | paused | boss | | | | ', resume], cells: { pause: 'yes | no' } },
    { rows: [close, 'open | pause | paused | boss | | | | ', resume], cells: { pause: 'yes | yes' } },
  ],
  [
    'state-never-reached',
    'behind a constant',
    { rows: [close, 'open | pause | paused | | `LIMIT > 9` | WRONG | | ', resume] },
    { rows: [close, 'open | pause | paused | | `LIMIT > 4` | WRONG | | ', resume] },
  ],
  [
    'transition-never-taken',
    'a role that section 6 refuses',
    { rows: [close, 'open | pause | open | clerk | | | | '], cells: { pause: 'no | yes' } },
    { rows: [close, 'open | pause | open | clerk | | | | '], cells: { pause: 'yes | no' } },
  ],
  [
    'transition-never-taken',
    'rows before it that take every value',
    {
      fields: [kind],
      rows: [
        'open | close | closed | | `kind == "small"` | | | final',
        'open | close | shipped | | `kind == "large"` | | | final',
        'open | close | lost | | `kind != "other"` | | | final',
      ],
    },
    {
      fields: ['kind | enum small, large, odd | yes | small'],
      rows: [
        'open | close | closed | | `kind == "small"` | | | final',
        'open | close | shipped | | `kind == "large"` | | | final',
        'open | close | lost | | `kind != "other"` | | | final',
      ],
    },
  ],
  [
    'error-never-raised',
    'a guard that a rule implies',
    {
      fields: [amount],
      rows: ['open | close | closed | | `amount <= LIMIT` | TOO_SOON | | final'],
      rules: [small],
    },
    {
      fields: [amount],
      rows: ['open | close | closed | | `amount < LIMIT` | TOO_SOON | | final'],
      rules: [small],
    },
  ],
  [
    'error-never-raised',
    'a rule that the event itself keeps',
    { rows: [close], rules: ['closed | Order on close | `status == "closed"` | WRONG'] },
    { rows: [close], rules: ['mine | Order on close | `made == me` | WRONG'] },
  ],
  [
    'value-never-used',
    'a list of values that leaves one out',
    {
      fields: ['kind | enum small, mid, large | yes | small'],
      rows: ['open | close | closed | | `kind == "small"` | | | final'],
      rules: ['two of three | Order | `kind in ["small", "mid"]` | WRONG'],
    },
    {
      fields: ['kind | enum small, mid, large | yes | small'],
      rows: ['open | close | closed | | `kind == "small"` | | | final'],
      rules: ['all three | Order | `kind in ["small", "mid", "large"]` | WRONG'],
    },
  ],
  [
    'value-never-used',
    'an effect behind a guard that never holds',
    {
      fields: [kind],
      rows: ['open | grow | open | | `LIMIT > 9` | | `kind = "large"` | ', 'open | close | closed | | `kind != "none"` | | | final'],
      cells: { ...noUpdate, 'Order.kind: create': 'no | no' },
    },
    {
      fields: [kind],
      rows: ['open | grow | open | | `LIMIT > 4` | | `kind = "large"` | ', 'open | close | closed | | `kind != "none"` | | | final'],
      cells: { ...noUpdate, 'Order.kind: create': 'no | no' },
    },
  ],
  [
    'stuck-record',
    'the only way out is above a limit',
    { fields: [amount], rows: [review, 'checked | close | closed | | `amount > LIMIT` | WRONG | | final'], rules: [small] },
    { fields: [amount], rows: [review, 'checked | close | closed | | `amount <= LIMIT` | WRONG | | final'], rules: [small] },
  ],
  [
    'stuck-record',
    'the only way out is for people whom section 6 refuses',
    { rows: [review, 'checked | close | closed | boss | | | | final'], cells: { close: 'yes | no' } },
    { rows: [review, 'checked | close | closed | boss | | | | final'], cells: { close: 'yes | yes' } },
  ],
  [
    'no-way-to-final',
    'what bosses make only the clerk who made it could close',
    {
      rows: [pause, resume, 'open | close | closed | | `made == me` | WRONG | | final'],
      cells: { close: 'yes | no' },
    },
    { rows: [pause, resume, 'open | close | closed | | `made == me` | WRONG | | final'] },
  ],
  [
    'no-way-to-final',
    'an amount that is given once',
    { fields: [amount], rows: [pause, resume, 'open | close | closed | | `amount == 1` | WRONG | | final'], cells: noUpdate },
    { fields: [amount], rows: [pause, resume, 'open | close | closed | | `amount == 1` | WRONG | | final'] },
  ],
];
