import type { Step } from '../../expression/action.ts';
import { requestForm } from '../../expression/action.ts';
import { fromJson, type Json, Mistake, toJson } from '../../expression/values/json.ts';
import type { Value } from '../../expression/values/value.ts';
import type { JobQueue, JobStatus, StoredJob } from '../../store/outbox.ts';
import { Refused, refusal } from '../change/refusals.ts';
import { triggerEvent } from '../operations/trigger-event.ts';
import type { Run } from '../run.ts';

/** The kind of jobs that are requests to services. */
export const sendKind = 'send';

/** A request to a service, as stored in its job: without the address and without secrets. */
export interface SentRequest {
  readonly service: string;
  /** `POST /charges`. */
  readonly request: string;
  /** Null: no body. */
  readonly body: Json;
  /** The record whose effect sends the request. */
  readonly entity: string;
  readonly record: string;
  /** The event that the answer triggers; null: none. */
  readonly event: string | null;
}

export interface ServiceAnswer {
  /** The HTTP status. */
  readonly status: number;
  readonly body: Json;
}

export const readSent = ({ payload }: { readonly payload: string }): SentRequest => JSON.parse(payload) as SentRequest;

/** Whether an answer with this status is retried later instead of being accepted. */
export const isTemporary = (status: number): boolean => status >= 500 || status === 408 || status === 425 || status === 429;

/** Maximum length of a body, in characters. */
const longestBody = 1_000_000;

/**
 * Adds a request to the outbox; it is sent after the commit. Throws Refused if the request is
 * malformed or too long.
 */
export function send(
  run: Run,
  step: Extract<Step, { kind: 'send' }>,
  about: { readonly entity: string; readonly id: string },
  request: Value,
  values: ReadonlyMap<string, Value> | null,
): void {
  const { index } = run.world;
  const refused = (because: string): Refused =>
    new Refused([refusal(index, { error: 'CONFLICT', entity: about.entity, at: step.request.span, because })]);
  if (typeof request !== 'string' || !requestForm.test(request) || leavesItsPath(request))
    throw refused(`“${String(request)}” is not a method and path such as “POST /charges”`);
  const body = values === null ? null : toJson(values);
  if (JSON.stringify(body).length > longestBody)
    throw refused(`a request to ${step.service.text} may have at most ${longestBody} characters`);
  const { entity, id } = about;
  const sent: SentRequest = { service: step.service.text, request, body, entity, record: id, event: step.event?.text ?? null };
  run.addJob(sendKind, sent);
}

/** Whether values in the request lead to another path of the service, as in `/charges/../admin`. */
const leavesItsPath = (request: string): boolean => /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$|\?)|[\\#]/i.test(request.replace(/^\w+ /, ''));

/** The requests with these statuses, by default those that wait for an answer, oldest first. */
export const oldestFirst = (jobs: JobQueue, statuses: readonly JobStatus[] = ['waiting']): readonly StoredJob[] =>
  [...jobs.list(statuses, [sendKind], 1000)].reverse();

/**
 * Records the answer to a request and triggers its event; null: the request is given up, because of
 * `error`.
 */
export function settleRequest(run: Run, job: StoredJob, answer: ServiceAnswer | null, error = 'no answer'): void {
  const settled = answer === null ? ({ status: 'failed', lastError: error } as const) : ({ status: 'done', lastError: null } as const);
  run.world.store.jobs.settle(job, { ...settled, dueAt: run.world.milliseconds });
  if (answer === null) triggerFailure(run, readSent(job), error);
  else triggerAnswer(run, readSent(job), answer);
}

/**
 * Triggers the event of an answer, with the product's authority. A missing body becomes an empty
 * one, so an event with the body as parameter is triggered too.
 */
export function triggerAnswer(run: Run, sent: SentRequest, { status, body }: ServiceAnswer): void {
  if (sent.event !== null) trigger(run, sent, sent.event, { status, body: body ?? {} });
}

/** Triggers the failure event, such as `charged failed`, if the document declares one. */
export function triggerFailure(run: Run, sent: SentRequest, error: string): void {
  const event = `${sent.event} failed`;
  if (sent.event !== null && run.world.index.rowsOf(sent.entity, event).length > 0) trigger(run, sent, event, { error });
}

function trigger(run: Run, { entity, record: id }: SentRequest, event: string, given: Readonly<Record<string, Json>>): void {
  const { world } = run;
  const rows = world.index.rowsOf(entity, event);
  // The record was deleted, or the document has changed since: there is no event left to trigger.
  if (rows.length === 0 || world.stored(entity, id) === null) return;
  const inputNames = new Set(
    rows
      .flatMap(({ transition }) => ('parameters' in transition.trigger ? transition.trigger.parameters : []))
      .map(({ name }) => name.text),
  );
  const parameters = new Map(
    Object.entries(given).flatMap(([name, json]): [string, Value][] => {
      const value = fromJson(json, { kind: 'json' });
      return inputNames.has(name) && !(value instanceof Mistake) ? [[name, value]] : [];
    }),
  );
  run.perform(triggerEvent, { entity, id, event, parameters, authority: 'product' });
}
