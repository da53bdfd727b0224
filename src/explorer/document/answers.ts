import { parametersOf } from '../../engine/screens/parameters.ts';
import { isTemporary } from '../../engine/services/sent.ts';
import { fromJson, type Json, Mistake } from '../../expression/values/json.ts';
import type { Machine, Transition } from '../../model/ast/states.ts';
import type { RunModel } from '../../model/run-model.ts';
import { parameterPath } from './answer-reads.ts';
import type { Cone } from './cone.ts';
import { type Choice, numbersFor, type Uses } from './samples.ts';

/** A request to another service, sent by a record that waits for the answer. */
export interface Sent {
  readonly service: string;
  /** The event that the answer triggers. */
  readonly event: string;
}

/** An answer to try: what the service returns, or (`failed`) that the request is given up. */
export interface Answer extends Sent {
  readonly values: readonly Choice[];
  readonly failed: boolean;
}

interface Send {
  readonly entity: string | null;
  readonly service: string;
  readonly event: string | null;
}

const sendsOf = ({ actions }: RunModel): readonly Send[] =>
  actions.flatMap(({ action, self }) =>
    action.steps.flatMap((step): readonly Send[] =>
      step.kind === 'send' ? [{ entity: self, service: step.service.text, event: step.event?.text ?? null }] : [],
    ),
  );

/**
 * The services that answer in a small world: those whose every request names an event and comes
 * from a record. For the others, a scenario could not say which request is answered.
 */
export function answeringServices(model: RunModel): ReadonlySet<string> {
  const sends = sendsOf(model);
  const silent = new Set(sends.filter(({ event, entity }) => event === null || entity === null).map(({ service }) => service));
  return new Set(sends.map(({ service }) => service).filter((service) => !silent.has(service)));
}

/**
 * Whether the row is triggered by something that never happens in a small world: an answer from a
 * service that does not answer here, or a call that another service signs.
 */
export function isFromOutside(model: RunModel, { entity }: Machine, { trigger }: Transition): boolean {
  if (trigger.kind !== 'event') return false;
  const name = trigger.name.text;
  const answers = answeringServices(model);
  return (
    sendsOf(model).some((send) => !answers.has(send.service) && send.entity === entity && isAnswerTo(send.event, name)) ||
    model.calls.some(
      ({ signed, does }) => signed !== null && does?.steps.some((step) => step.kind === 'event' && step.event.text === name) === true,
    )
  );
}

/** Whether the row is triggered by a service's answer, or by its failure to answer. */
export const isAnswer = (model: RunModel, { entity }: Machine, { trigger }: Transition): boolean =>
  trigger.kind === 'event' && sendsOf(model).some((send) => send.entity === entity && isAnswerTo(send.event, trigger.name.text));

const isAnswerTo = (event: string | null, name: string): boolean => event !== null && (name === event || name === `${event} failed`);

/** The answers to try for the requests of an entity's records. */
export function answersTo(model: RunModel, entity: string, cone: Cone): readonly Answer[] {
  const services = answeringServices(model);
  const sends = new Map(
    sendsOf(model).flatMap(({ entity: of, service, event }) =>
      of === entity && event !== null && services.has(service) ? [[`${service} ${event}`, { service, event }] as const] : [],
    ),
  );
  return [...sends.values()].flatMap((sent) => [
    ...answersWith(model, entity, sent.event, cone).map((values) => ({ ...sent, values, failed: false })),
    { ...sent, values: [], failed: true },
  ]);
}

/** Whether the product accepts an answer with this status as final: no redirect, and no retry. */
const isTaken = (status: number): boolean => status >= 200 && status < 600 && !isTemporary(status) && Math.floor(status / 100) !== 3;

/** With more combinations than this, `bodiesFor` varies one key at a time. */
const mostBodies = 64;

function answersWith(model: RunModel, entity: string, event: string, cone: Cone): readonly (readonly Choice[])[] {
  const rows = model.machines.filter((machine) => machine.entity === entity).flatMap(({ transitions }) => transitions);
  const parameters = new Set(
    rows
      .filter(({ trigger }) => trigger.kind === 'event' && trigger.name.text === event)
      .flatMap((row) => parametersOf(row).map(({ name }) => name.text)),
  );
  const near = numbersFor(cone.uses.get(parameterPath(entity, event, 'status'))).filter(
    (status) => Number.isInteger(status) && isTaken(status),
  );
  const statuses = parameters.has('status') && near.length > 0 ? near : [200];
  const bodies = parameters.has('body') ? bodiesFor(parameterPath(entity, event, 'body'), cone) : [null];
  return statuses.flatMap((status) => bodies.map((body) => [choice('status', status), ...(body === null ? [] : [choice('body', body)])]));
}

function choice(name: string, json: Json): Choice {
  const value = fromJson(json, { kind: 'json' });
  if (value instanceof Mistake) throw new Error(`no answer has the ${name} ${JSON.stringify(json)}`);
  return { name, value, words: JSON.stringify(json) };
}

/**
 * All combinations of the keys that expressions read, each key absent or with one of its values.
 */
function bodiesFor(path: string, cone: Cone): readonly Json[] {
  const keys = [...cone.uses.keys()].flatMap((key) => {
    const rest = key.startsWith(`${path}.`) ? key.slice(path.length + 1) : '.';
    return rest.includes('.') ? [] : [rest];
  });
  const entries = keys.map((key) => [key, bodiesFor(`${path}.${key}`, cone)] as const);
  if (entries.length === 0) return leavesFor(cone.uses.get(path));
  if (entries.reduce((product, [, values]) => product * (values.length + 1), 1) <= mostBodies)
    return entries.reduce<readonly Readonly<Record<string, Json>>[]>(
      (bodies, [key, values]) => bodies.flatMap((body) => [body, ...values.map((value) => ({ ...body, [key]: value }))]),
      [{}],
    );
  const first = entries.map(([key, values]) => [key, values[0] ?? null] as const);
  return entries.flatMap(([key, values]) => {
    const others = first.filter(([other]) => other !== key);
    return [Object.fromEntries(others), ...values.map((value) => Object.fromEntries([...others, [key, value] as const]))];
  });
}

/** Values on both sides of each compared number, the compared texts, and one other text. */
const leavesFor = (uses: Uses | undefined): readonly Json[] => [
  ...(uses === undefined || uses.numbers.size === 0 ? [] : numbersFor(uses)),
  ...new Set(['a', ...(uses?.texts ?? [])]),
];
