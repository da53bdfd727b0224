import { inLanguage, type Say } from '../../engine/languages/in-language.ts';
import type { Outcome, Refusal } from '../../engine/outcome.ts';
import type { PartData, Session, View } from '../../engine/session.ts';

/**
 * The same session, whose messages are in the reader's language: its own, and those of the document
 * that a table Word gives in `language`.
 */
export function speaking(session: Session, say: Say, language: string | null): Session {
  if (say === null && language === null) return session;
  const one = <R extends Refusal | null>(refusal: R): R => (refusal === null ? refusal : inLanguage(refusal, say, language));
  const outcome = <T>(given: Outcome<T>, value: (value: T) => T = (same) => same): Outcome<T> =>
    given.ok ? { ok: true, value: value(given.value) } : { ok: false, refusals: given.refusals.map(one) };
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
    screen: seen.screen && outcome(seen.screen),
    parts: seen.parts.map((answer) =>
      answer === null || answer === 'later' || answer.outcome === undefined
        ? answer
        : { ...answer, outcome: outcome(answer.outcome, part) },
    ),
  });
  return {
    person: () => session.person(),
    account: () => session.account(),
    actors: () => session.actors(),
    actAs: (id) => session.actAs(id),
    navigation: () => session.navigation(),
    screen: async (address) => outcome(await session.screen(address)),
    part: async (address, options) => outcome(await session.part(address, options), part),
    records: async (entity, options) => outcome(await session.records(entity, options)),
    choices: (entity, search, limit) => session.choices(entity, search, limit),
    open: async (request) => view(await session.open(request)),
    async run(command, request) {
      const ran = await session.run(command, request);
      if (!ran.ok) return { ok: false, refusals: ran.refusals.map(one) };
      return ran.view === undefined ? ran : { ...ran, view: view(ran.view) };
    },
    newRecord: async (entity) => outcome(await session.newRecord(entity)),
    importRows: async (request) =>
      outcome(await session.importRows(request), (report) => ({
        ...report,
        problems: report.problems.map((problem) => ({ ...problem, refusal: one(problem.refusal) })),
      })),
    putFile: (file) => session.putFile(file),
    file: (id) => session.file(id),
    subscribe: (listener) => session.subscribe(listener),
  };
}
