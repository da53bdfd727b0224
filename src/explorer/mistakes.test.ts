import { expect, test } from 'vitest';
import helpdesk from '../../testing/documents/helpdesk.md?raw';
import { explored, placesIn } from '../../testing/explored.ts';

type Edits = readonly (readonly [before: string, after: string])[];

function edited(edits: Edits): string {
  return edits.reduce((text, [before, after]) => {
    if (text.split(before).length !== 2) throw new Error(`“${before}” is there ${text.split(before).length - 1} times`);
    return text.replace(before, () => after);
  }, helpdesk);
}

const answered = '`comments.exists(c, c.author.role != "customer")`';
const timer = '| resolved | after `AUTO_CLOSE` | closed | | | | | final |\n';
const close = '| resolved | close | closed | agent, manager | | | | final |';
const closes = (guard: string, effect = ''): string => `| resolved | close | closed | agent, manager | ${guard} | | ${effect} | final |`;
const rule = (row: string): Edits[number] => ['| few tags |', `${row}\n| few tags |`];
const priority = '| Ticket.priority: update | no | no | yes | yes |';
const window = '| REOPEN_WINDOW | 7 |';

const remove = ['| Ticket: delete | no | no | no | yes |', '| Ticket: delete | no | no | no | no |'] as const;
const comment = '`resolvedAt = null; create Comment with {"ticket": self, "body": reason}`';
const guard = '`now - resolvedAt < REOPEN_WINDOW` | REOPEN_TOO_LATE |';
const reopenRow = /^\| resolved \| reopen.*$/m.exec(helpdesk)?.[0] ?? '';
const reopen = '| Ticket: reopen | no | `customer == me` | no | yes |';
/** The finding for a scenario row that a mistake contradicts as well. */
const said = (row: string): string => `scenario-contradicted: | ${row} |`;
const stays = said('nobody | `wait days(2)` | `Invoice.status == "closed"`');
const reopens: readonly [string, string] = [
  said('Ana | `reopen t with {"reason": "Still cold."}` | `t.status == "open" && size(t.comments) == 2`'),
  said('Carl | `reopen Invoice with {"reason": "Wrong again."}` | refused CONFLICT'),
];
const resolvedOnce = said('Bo | `resolve t` | `t.status == "resolved" && t.resolvedAt != null`');
const ticketClosed = 'error-never-raised: | TICKET_CLOSED | 409 | This ticket is closed. Please report a new problem. | toast |';
const neverClosed = ['state-never-reached: closed', ticketClosed];

/** A mistake in the helpdesk with all its findings, and those that remain without the mistake. */
interface Mistake {
  readonly what: string;
  readonly wrong: Edits;
  readonly found: readonly string[];
  readonly right: Edits;
  readonly left?: readonly string[];
  /** The bound on comments; 1 by default. */
  readonly comments?: number;
}

const mistakes: readonly Mistake[] = [
  {
    what: 'a guard that asks for a role without people',
    wrong: [[answered, '`comments.exists(c, c.author.role == "")`']],
    found: [resolvedOnce, 'state-never-reached: resolved', 'guard-never-holds: comments.exists(c, c.author.role == "")', ...neverClosed],
    right: [[answered, '`comments.exists(c, c.author.role == "agent")`']],
  },
  {
    what: 'a state that is left within a week or never',
    wrong: [[timer, ''], [close, closes('`now - resolvedAt < REOPEN_WINDOW`')], remove],
    found: [stays, 'stuck-record: resolved'],
    right: [[close, closes('`now - resolvedAt < REOPEN_WINDOW`')], remove],
  },
  {
    what: 'a timer whose guard is false by then',
    wrong: [[timer, timer.replace('| | | |', '| | `now - resolvedAt < REOPEN_WINDOW` | |')]],
    found: [stays, 'timer-never-fires: now - resolvedAt < REOPEN_WINDOW'],
    right: [[timer, timer.replace('| | | |', '| | `now - resolvedAt > REOPEN_WINDOW` | |')]],
    left: [stays],
  },
  {
    what: 'a guard for customers, a permission for agents',
    wrong: [
      [timer, ''],
      [close, closes('`me.role == "customer"`').replace('agent, manager', '')],
    ],
    found: [stays, 'guard-contradicts-permission: me.role == "customer"', ...neverClosed],
    right: [[close, closes('`customer != me`').replace('agent, manager', '')]],
  },
  {
    what: 'an effect that a rule always refuses',
    wrong: [[close, closes('', '`create Comment with {"ticket": self, "body": "Closed."}`')]],
    found: ['effect-always-refused: create Comment with {"ticket": self, "body": "Closed."}'],
    right: [[close, closes('', '`resolvedAt = now`')]],
  },
  {
    what: 'a window that a timer closes first',
    wrong: [[window, '| REOPEN_WINDOW | 20 |']],
    found: ['error-never-raised: | REOPEN_TOO_LATE | 409 | A ticket can be reopened within {REOPEN_WINDOW}. | dialog |'],
    right: [[window, '| REOPEN_WINDOW | 13 |']],
  },
  {
    what: 'a value that a rule refuses',
    wrong: [rule('| nothing is low | Ticket | `priority != "low"` | BODY_TOO_LONG |')],
    found: ['value-never-used: low'],
    right: [rule('| not low for long | Ticket | `priority != "low" \\|\\| status == "open"` | BODY_TOO_LONG |')],
    left: [stays],
  },
  {
    what: 'a ticket that only goes round',
    wrong: [
      [timer, ''],
      [close, closes('`priority == "low"`')],
      [priority, '| Ticket.priority: update | no | no | no | no |'],
      [guard, '`true` | |'],
      [comment, '`resolvedAt = null`'],
      remove,
    ],
    found: [stays, reopens[0], 'no-way-to-final: open', 'no-way-to-final: assigned', 'no-way-to-final: resolved'],
    right: [[comment, '`resolvedAt = null`'], [timer, ''], [close, closes('`priority == "low"`')], remove],
    left: [stays, reopens[0]],
  },
  {
    what: 'a transition for a role that section 6 refuses',
    wrong: [[reopen, '| Ticket: reopen | no | no | yes | no |']],
    found: [...reopens, `transition-never-taken: ${reopenRow}`],
    right: [[reopen, '| Ticket: reopen | no | no | no | yes |']],
    left: reopens,
  },
  {
    what: 'customers who make a ticket low, and then delete it',
    wrong: [
      [remove[0], '| Ticket: delete | no | `customer == me && priority == "low"` | no | yes |'],
      [priority, '| Ticket.priority: update | no | `customer == me` | yes | yes |'],
    ],
    found: ['escalation: `customer == me && priority == "low"`'],
    right: [[remove[0], '| Ticket: delete | no | `customer == me && priority == "low"` | no | yes |']],
  },
  {
    what: 'what always holds, but for tickets that are resolved at once',
    wrong: [rule('| someone | Ticket | always `status == "open" \\|\\| assignee != null` | |')],
    found: ['invariant-broken: status == "open" \\|\\| assignee != null'],
    right: [rule('| some comment | Ticket | always `status != "resolved" \\|\\| size(comments) > 0` | |')],
  },
  {
    what: 'what need not follow, because customers reopen again and again',
    wrong: [rule('| ends | Ticket | `status == "resolved"` leads to `status == "closed"` | |')],
    found: ['may-never-follow: status == "closed"'],
    right: [rule('| goes on | Ticket | `status == "resolved"` leads to `status in ["closed", "open"]` | |')],
    comments: 2,
  },
  {
    what: 'a scenario that a constant contradicts',
    wrong: [['| MAX_SUBJECT | 120 |', '| MAX_SUBJECT | 13 |']],
    found: [/^\| Ana \| `create Ticket as t with .*$/m, /^\| Ana \| `create Ticket as mine with .*$/m].map(
      (row) => `scenario-contradicted: ${row.exec(helpdesk)?.[0]}`,
    ),
    right: [['| MAX_SUBJECT | 120 |', '| MAX_SUBJECT | 119 |']],
  },
];

test('nothing is found in the unchanged helpdesk', async () => {
  expect(placesIn(helpdesk, await explored(helpdesk))).toEqual([]);
});

test.each(mistakes)('$what', async ({ wrong, found, right, left = [], comments = 1 }) => {
  const placesFor = async (text: string): Promise<readonly string[]> =>
    placesIn(text, await explored(text, { records: 1, perEntity: new Map([['Comment', comments]]) })).toSorted();
  expect(await placesFor(edited(wrong))).toEqual(found.toSorted());
  expect(await placesFor(edited(right))).toEqual(left.toSorted());
});
