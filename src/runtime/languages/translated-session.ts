import { inLanguage, type Say } from '../../engine/languages/in-language.ts';
import type { Outcome, Refusal } from '../../engine/outcome.ts';
import type { PartData } from '../../engine/part-data.ts';
import type { RecordLabel } from '../../engine/record-data.ts';
import type { Session, View } from '../../engine/session.ts';
import type { Labels } from '../../model/labels.ts';

/**
 * Wraps a session so that its messages, and the labels of unnamed records, are in the reader's
 * language. `labels`: the document's words in another language than its own; null for its own.
 */
export function translatedSession(session: Session, say: Say, labels: Labels | null): Session {
  const language = labels?.language ?? null;
  const named = <T>(data: T): T => (labels === null ? data : (withNames(data, labels) as T));
  const one = <R extends Refusal | null>(refusal: R): R => (refusal === null ? refusal : inLanguage(refusal, say, language));
  const outcome = <T>(given: Outcome<T>, value: (value: T) => T = (same) => same): Outcome<T> =>
    given.ok ? { ok: true, value: named(value(given.value)) } : { ok: false, refusals: given.refusals.map(one) };
  const part = (data: PartData): PartData => {
    switch (data.kind) {
      case 'form':
      case 'sign-in':
      case 'sign-up':
      case 'button':
        return { ...data, refusal: one(data.refusal) };
      case 'buttons':
        return {
          ...data,
          events: data.events.map((event) => ({ ...event, refusal: one(event.refusal) })),
          delete: data.delete && { ...data.delete, refusal: one(data.delete.refusal) },
        };
      case 'board':
        return {
          ...data,
          moves: Object.fromEntries(
            Object.entries(data.moves).map(([id, moves]) => [id, moves.map((move) => ({ ...move, refusal: one(move.refusal) }))]),
          ),
        };
      default:
        return data;
    }
  };
  const view = (seen: View): View => ({
    ...seen,
    person: named(seen.person),
    screen: seen.screen && outcome(seen.screen),
    parts: seen.parts.map((answer) =>
      answer === null || answer === 'later' || answer.outcome === undefined
        ? answer
        : { ...answer, outcome: outcome(answer.outcome, part) },
    ),
  });
  return {
    person: async () => named(await session.person()),
    account: () => session.account(),
    jobs: async () => outcome(await session.jobs()),
    link: (token) => session.link(token),
    inbox: (before) => session.inbox(before),
    actors: async () => named(await session.actors()),
    actAs: async (id) => named(await session.actAs(id)),
    navigation: () => session.navigation(),
    screen: async (address) => outcome(await session.screen(address)),
    part: async (address, options) => outcome(await session.part(address, options), part),
    records: async (entity, options) => outcome(await session.records(entity, options)),
    formNow: async (part, values) => outcome(await session.formNow(part, values)),
    choices: async (...args) => named(await session.choices(...args)),
    open: async (request) => view(await session.open(request)),
    async run(command, request) {
      const ran = await session.run(command, request);
      if (!ran.ok) return { ok: false, refusals: ran.refusals.map(one) };
      const done = { ...ran, value: named(ran.value) };
      return ran.view === undefined ? done : { ...done, view: view(ran.view) };
    },
    editable: async (...args) => outcome(await session.editable(...args)),
    newRecord: async (...args) => outcome(await session.newRecord(...args)),
    deletion: async (...args) => outcome(await session.deletion(...args), (data) => ({ ...data, refusal: one(data.refusal) })),
    importRows: async (request) =>
      outcome(await session.importRows(request), (report) => ({
        ...report,
        problems: report.problems.map((problem) => ({ ...problem, refusal: one(problem.refusal) })),
      })),
    putFile: (file, at) => session.putFile(file, at),
    file: (...args) => session.file(...args),
    subscribe: (listener) => session.subscribe(listener),
  };
}

/** Relabels the unnamed records in a session's data by their entity's label. */
function withNames(data: unknown, labels: Labels): unknown {
  if (Array.isArray(data)) return data.map((one) => withNames(one, labels));
  if (typeof data !== 'object' || data === null) return data;
  const copy = Object.fromEntries(Object.entries(data).map(([key, value]) => [key, withNames(value, labels)]));
  const { unnamed } = data as Partial<RecordLabel>;
  return unnamed === undefined ? copy : { ...copy, label: `${labels.entity(unnamed.entity)} ${unnamed.number}` };
}
