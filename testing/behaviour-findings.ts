/**
 * The findings in each document with a seeded mistake, as `code: the text at its place`, and in the
 * document without it. All of them are true of these documents.
 */
export const behaviourFindings: Readonly<Record<string, { readonly wrong: readonly string[]; readonly right?: readonly string[] }>> = {
  'guard-never-holds: a number above its limit': {
    wrong: ['stuck-record: open', 'state-never-reached: closed', 'guard-never-holds: amount > LIMIT'],
  },
  'guard-never-holds: a field that is never set': {
    wrong: ['stuck-record: open', 'state-never-reached: closed', 'guard-never-holds: paidAt != null'],
    right: ['stuck-record: open'],
  },
  'guard-never-holds: a moment that has passed when the state is reached': {
    wrong: ['stuck-record: done', 'state-never-reached: closed', 'guard-never-holds: doneAt < createdAt + WINDOW'],
    right: ['error-never-raised: | TOO_SOON | 409 | Wait. |'],
  },
  'guard-contradicts-permission: four eyes, and only the one who made it may': {
    wrong: ['stuck-record: open', 'state-never-reached: closed', 'guard-contradicts-permission: made != me'],
  },
  'guard-contradicts-permission: a guard for bosses, a permission for clerks': {
    wrong: ['stuck-record: open', 'state-never-reached: closed', 'guard-contradicts-permission: me.role == "boss"'],
  },
  'guard-contradicts-permission: own orders of bosses, which only clerks make': {
    wrong: ['stuck-record: open', 'state-never-reached: closed', 'guard-contradicts-permission: made.role == me.role'],
  },
  'effect-always-refused: an effect beyond a limit': {
    wrong: ['stuck-record: open', 'state-never-reached: closed', 'effect-always-refused: amount = LIMIT + 1'],
  },
  'effect-always-refused: an effect that needs another state': { wrong: ['effect-always-refused: close self'] },
  'effect-always-refused: a rule that the event itself breaks': {
    wrong: ['stuck-record: open', 'effect-always-refused: | open | close | closed | | | | | final |', 'state-never-reached: closed'],
    right: ['error-never-raised: | WRONG | 422 | No. |'],
  },
  'timer-never-fires: a guard that is false by then': {
    wrong: ['state-never-reached: late', 'timer-never-fires: now - createdAt < WINDOW'],
  },
  'timer-never-fires: an effect that a rule refuses': {
    wrong: ['timer-never-fires: | open | after `DEADLINE` | late | | | | `amount = 9` | final |', 'state-never-reached: late'],
  },
  'timer-never-fires: a guard on the person acting': { wrong: ['state-never-reached: late', 'timer-never-fires: me != null'] },
  'state-never-reached: behind a guard': { wrong: ['state-never-reached: paused', 'guard-never-holds: made == null'] },
  'state-never-reached: behind a permission': {
    wrong: ['transition-never-taken: | open | pause | paused | | | | |  |', 'state-never-reached: paused'],
  },
  'state-never-reached: behind a timer that comes too late': {
    wrong: ['transition-never-taken: | open | after `DEADLINE` | late | | | | | final |', 'state-never-reached: late'],
  },
  'transition-never-taken: roles and section 6 leave no person': {
    wrong: ['transition-never-taken: | open | pause | open | boss | | | |  |'],
  },
  'transition-never-taken: an earlier row is always taken': {
    wrong: [
      'transition-never-taken: | open | close | lost | | `made == null \\|\\| made.role != ""` | | | final |',
      'state-never-reached: lost',
    ],
  },
  'transition-never-taken: a timer after one that is earlier': {
    wrong: ['transition-never-taken: | open | after `DEADLINE` | closed | | | | | final |'],
  },
  'error-never-raised: a window that a timer closes first': { wrong: ['error-never-raised: | TOO_SOON | 409 | Wait. |'] },
  'error-never-raised: a rule that another rule implies': { wrong: ['error-never-raised: | WRONG | 422 | No. |'] },
  'error-never-raised: a guard on what is always so': { wrong: ['error-never-raised: | WRONG | 422 | No. |'] },
  'value-never-used: an enum that a rule cuts': { wrong: ['value-never-used: large'] },
  'value-never-used: an enum that no role may set': { wrong: ['value-never-used: large'], right: ['stuck-record: open'] },
  'value-never-used: an enum that an effect never sets': { wrong: ['value-never-used: large'], right: ['stuck-record: open'] },
  'stuck-record: a state with a guard on a choice made before': { wrong: ['no-way-to-final: open', 'stuck-record: checked'] },
  'stuck-record: a window that ends': { wrong: ['stuck-record: open'] },
  'stuck-record: a step for one’s own record that other people may not do': { wrong: ['no-way-to-final: open', 'stuck-record: checked'] },
  'no-way-to-final: two states for ever': { wrong: ['no-way-to-final: open', 'no-way-to-final: checked'] },
  'no-way-to-final: a way that a window ends': { wrong: ['no-way-to-final: open', 'no-way-to-final: paused'] },
  'no-way-to-final: a flag that is never cleared': { wrong: ['no-way-to-final: open', 'no-way-to-final: waiting'] },
  'guard-never-holds: a number that a rule keeps from being negative': {
    wrong: ['stuck-record: open', 'state-never-reached: closed', 'guard-never-holds: amount < 0'],
  },
  'guard-never-holds: a choice that no person may make': {
    wrong: ['value-never-used: large', 'stuck-record: open', 'state-never-reached: closed', 'guard-never-holds: kind == "large"'],
    right: ['stuck-record: open'],
  },
  'guard-never-holds: a number that is compared with another field, which rules keep above it': {
    wrong: ['stuck-record: open', 'state-never-reached: closed', 'guard-never-holds: paid > amount'],
  },
  'guard-contradicts-permission: a guard for clerks, who may close only what is closed': {
    wrong: ['stuck-record: open', 'state-never-reached: closed', 'guard-contradicts-permission: me.role == "clerk"'],
    right: ['stuck-record: open'],
  },
  'guard-contradicts-permission: only one’s own by the guard, only other people’s by section 6': {
    wrong: ['stuck-record: open', 'state-never-reached: closed', 'guard-contradicts-permission: made == me'],
    right: ['stuck-record: open'],
  },
  'effect-always-refused: an effect that adds a limit': {
    wrong: ['stuck-record: open', 'state-never-reached: closed', 'effect-always-refused: amount = amount + LIMIT'],
  },
  'effect-always-refused: an effect that asks for what a rule refuses': {
    wrong: ['stuck-record: open', 'state-never-reached: closed', 'effect-always-refused: check amount > LIMIT else TOO_SOON'],
  },
  'timer-never-fires: a guard that a rule keeps false': { wrong: ['state-never-reached: late', 'timer-never-fires: amount > LIMIT'] },
  'timer-never-fires: a guard for the one who made it': { wrong: ['state-never-reached: late', 'timer-never-fires: made == me'] },
  'state-never-reached: behind a role that section 6 refuses': {
    wrong: ['transition-never-taken: | open | pause | paused | boss | | | |  |', 'state-never-reached: paused'],
  },
  'state-never-reached: behind a constant': {
    wrong: ['state-never-reached: paused', 'guard-never-holds: LIMIT > 9'],
    right: ['error-never-raised: | WRONG | 422 | No. |'],
  },
  'transition-never-taken: a role that section 6 refuses': { wrong: ['transition-never-taken: | open | pause | open | clerk | | | |  |'] },
  'transition-never-taken: rows before it that take every value': {
    wrong: ['transition-never-taken: | open | close | lost | | `kind != "other"` | | | final |', 'state-never-reached: lost'],
  },
  'error-never-raised: a guard that a rule implies': { wrong: ['error-never-raised: | TOO_SOON | 409 | Wait. |'] },
  'error-never-raised: a rule that the event itself keeps': { wrong: ['error-never-raised: | WRONG | 422 | No. |'] },
  'value-never-used: a list of values that leaves one out': {
    wrong: ['value-never-used: large'],
    right: ['error-never-raised: | WRONG | 422 | No. |'],
  },
  'value-never-used: an effect behind a guard that never holds': { wrong: ['value-never-used: large', 'guard-never-holds: LIMIT > 9'] },
  'stuck-record: the only way out is above a limit': {
    wrong: ['stuck-record: checked', 'state-never-reached: closed', 'guard-never-holds: amount > LIMIT'],
  },
  'stuck-record: the only way out is for people whom section 6 refuses': {
    wrong: [
      'stuck-record: checked',
      'transition-never-taken: | checked | close | closed | boss | | | | final |',
      'state-never-reached: closed',
    ],
  },
  'no-way-to-final: what bosses make only the clerk who made it could close': {
    wrong: ['no-way-to-final: open', 'no-way-to-final: paused'],
  },
  'no-way-to-final: an amount that is given once': { wrong: ['no-way-to-final: open', 'no-way-to-final: paused'] },
};
