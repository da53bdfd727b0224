import { timerWords } from '../../engine/timers/timers.ts';
import { withArticle } from '../../expression/types/type-words.ts';
import type { Model } from '../../model/model.ts';
import { isAnswer, isFromOutside } from '../document/answers.ts';
import { hasCalendarEvents, isUnfollowed } from '../document/calendar.ts';
import type { Cone } from '../document/cone.ts';
import type { Round } from '../search/rounds.ts';
import type { MoveLister } from '../steps/moves.ts';
import { absentEntities } from '../world/absent.ts';
import type { MadeUpPerson } from '../world/made-up-people.ts';
import { recordsOfRoles } from '../world/start.ts';
import type { OpenQuestion } from './stuck-findings.ts';

interface Parts {
  readonly cone: Cone;
  readonly lister: MoveLister;
  readonly missing: ReadonlySet<string>;
  readonly last: Round;
  readonly settled: Round;
  readonly walked: Round;
  readonly people: readonly MadeUpPerson[];
}

const reasons: Readonly<Record<string, string>> = {
  count: 'it counts more records than the bound allows',
  long: 'it needs a very long text',
  sum: 'it adds up or compares many records',
  text: 'it looks into a text',
  json: 'it looks into a value of the type json',
  arithmetic: 'it multiplies or divides',
  steps: 'a rule limits how far a value that it reads changes at once, and only a few values are tried',
  answer: 'it looks into the answer of a service',
  clock: 'it looks at seconds, or at a time of day that differs from record to record',
  once: 'it compares with a date that occurs only once, while other rows depend on times that recur',
  calendar: 'it looks at records that a calendar event creates or changes, and that event is not followed',
};

/** What an answer does not cover, one sentence each. */
export function limitsOf(model: Model, { cone, lister, missing, last, settled, walked, people }: Parts): readonly string[] {
  const limits: string[] = [];
  if (!last.searched.complete)
    limits.push(
      settled.searched.complete
        ? `The search is complete for ${settled.bounds.records} ${settled.bounds.records === 1 ? 'record' : 'records'} per entity. With ${last.bounds.records}, it stopped before it had covered every world.`
        : 'The search did not cover all worlds within the bound: what it did not reach may still be reachable.',
    );
  const { narrowed } = last.lister;
  if (narrowed.size > 0)
    limits.push(
      `${list([...narrowed])} ${narrowed.size === 1 ? 'has' : 'have'} too many combinations of values to try all of them: each two values were tried together once. What only other combinations lead to was not found.`,
    );
  if (!walked.tally.edges.whole)
    limits.push('Whether records get stuck, and what “leads to” says, was not decided: there are too many steps to keep.');
  else if (walked !== settled)
    limits.push(
      `Whether records get stuck, and what “leads to” says, was decided with ${walked.bounds.records} ${walked.bounds.records === 1 ? 'record' : 'records'} per entity: larger worlds have too many steps to keep.`,
    );
  if (last.isolated.size > 0)
    limits.push(
      `A world has only one record of ${list([...last.isolated])}, with what belongs to it: no guard, rule, permission or effect connects two of them, so a world with more would show nothing new.`,
    );
  const { components = [] } = last;
  if (components.length > 1)
    limits.push(`Explored one at a time, because no guard, rule, permission or effect connects them: ${components.map(list).join('; ')}.`);
  if (people.length > 0) {
    const roles = [...new Set(people.map(({ role }) => role))];
    limits.push(
      `No example has the ${roles.length === 1 ? 'role' : 'roles'} ${list(roles)}, so people with ${roles.length === 1 ? 'it' : 'them'} were made up: ${list(people.map(({ name }) => name))}.`,
    );
  }
  if (missing.size > 0)
    limits.push(
      `No example has the ${missing.size === 1 ? 'role' : 'roles'} ${list([...missing])}: rows that such a person may take are not judged. Add an example with that role.`,
    );
  const absent = absentEntities(model, last.searched.worlds.templates);
  if (absent.length > 0)
    limits.push(
      last.searched.complete
        ? `No record of ${list(absent)} ever exists, so ${absent.length === 1 ? 'it is' : 'they are'} not judged: no person may create one, or every attempt with the values that were tried is refused. The command “ninefold explore --start examples” begins with the examples.`
        : `No record of ${list(absent)} was created before the search stopped, so ${absent.length === 1 ? 'it is' : 'they are'} not judged.`,
    );
  if (lister.unwritable.length > 0) limits.push(`No value can be written for ${list(lister.unwritable)}: such records are not created.`);
  for (const [row, why] of cone.undecided) {
    const rule = [...model.rules, ...model.invariants].find(({ span }) => span.from === row);
    const machine = model.machines.find(({ transitions }) => transitions.some(({ span }) => span.from === row));
    const transition = machine?.transitions.find(({ span }) => span.from === row);
    const trigger = transition?.trigger;
    const name =
      rule !== undefined
        ? `The rule “${rule.name.text}”`
        : trigger?.kind === 'event'
          ? `The row “${trigger.name.text}” of ${machine?.entity}`
          : null;
    if (name !== null) limits.push(`${name} is not judged: ${reasons[why]}.`);
  }
  const makers = model.machines.filter(({ transitions }) =>
    transitions.some(({ effect, from, any }) => (any || from.length > 0) && effect?.steps.some(({ kind }) => kind === 'create') === true),
  );
  if (makers.length > 0)
    limits.push(
      `Steps of ${list([...new Set(makers.map(({ entity }) => entity))])} create records without limit, so endless loops that create a record each time are not checked.`,
    );
  const kinds = new Set(model.machines.flatMap(({ transitions }) => transitions.map(({ trigger }) => trigger.kind)));
  const passedOver = model.machines.flatMap(({ transitions }) => transitions.filter(isUnfollowed));
  if (passedOver.length > 0)
    limits.push(
      `Calendar events that create records, or only tell people something, are not followed: ${list([...new Set(passedOver.map((row) => `“${timerWords(row)}”`))])}.`,
    );
  if (hasCalendarEvents(model) || cone.clock.rhythms.has('month')) limits.push('Months of the same length are treated as equal.');
  if (cone.clock.rhythms.has('year')) limits.push('Years are treated as equal.');
  const outside = [
    ...new Set(
      model.machines.flatMap((machine) =>
        machine.transitions
          .filter((row) => isFromOutside(model, machine, row))
          .flatMap(({ trigger }) => (trigger.kind === 'event' ? [`“${trigger.name.text}” of ${machine.entity}`] : [])),
      ),
    ),
  ];
  if (outside.length > 0)
    limits.push(`Other services never call on their own here: ${list(outside)} and what only follows from them are not judged.`);
  if (model.machines.some((machine) => machine.transitions.some((row) => isAnswer(model, machine, row))))
    limits.push(
      'Other services answer immediately, with sample values. A record has at most two requests waiting, which are answered in order.',
    );
  const organisation = model.account?.worksIn?.text;
  if (organisation !== undefined && recordsOfRoles(model).length < 2)
    limits.push(
      `There is no second ${organisation} for the people of the first unless the examples have one: whether people of one reach the records of another is judged for the examples alone.`,
    );
  if (kinds.has('changed')) limits.push('Rows that happen at a change are followed, but not judged.');
  if (cone.left.length > 0) limits.push(`Left out, because no guard, rule, permission or condition depends on them: ${list(cone.left)}.`);
  limits.push(
    'People do not sign up, change their role or leave. An update changes one field. Numbers, texts and times are samples: what they are compared with, and values on either side of it.',
  );
  return limits;
}

/** Questions about stuck records that no search has decided, one sentence for each reason. */
export function limitsOfStuck(open: readonly OpenQuestion[]): readonly string[] {
  const named = (some: readonly OpenQuestion[]): string =>
    list([...new Set(some.map(({ entity, state }) => `${withArticle(entity)} in “${state}”`))]);
  const atBounds = open.filter((one) => one.atBounds);
  const others = open.filter((one) => !one.atBounds);
  return [
    ...(atBounds.length === 0
      ? []
      : [`Not decided: whether ${named(atBounds)} can get stuck. The search with one more record per entity did not cover every world.`]),
    ...(others.length === 0
      ? []
      : [
          `Not decided in every world: whether ${named(others)} can get stuck. In the nearest worlds where that seemed so, it can go on with one more record per entity; others were not tried.`,
        ]),
  ];
}

const list = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
