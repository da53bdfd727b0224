import { systemPlatform } from '../../base/platform.ts';
import { LineIndex } from '../../base/position.ts';
import { predictBrokenRules } from '../../engine/data/predict-broken-rules.ts';
import { documentOpener } from '../../engine/document/open-document.ts';
import { textKey } from '../../engine/document/open-model.ts';
import { readModel } from '../../model/read.ts';
import type { OpenedDatabase } from '../../serve/engine/database.ts';
import { type Renamed, renamedName } from '../../store/migration/renamed.ts';
import type { ExitCode } from '../command.ts';
import type { Document } from '../documents.ts';
import type { Machine } from '../machine.ts';
import type { DataPlace } from './data-place.ts';
import { withStore } from './opened.ts';
import { keepSnapshot } from './snapshots.ts';

export interface ChangeOptions {
  readonly confirmedRenames: readonly Renamed[];
  readonly apply: boolean;
  readonly acceptLosses: boolean;
}

/**
 * Parses a rename: `Ticket=Request`, `Ticket.subject=title`, `Ticket.status.open=new`. Returns null
 * for any other text.
 */
export function readRenamed(text: string): Renamed | null {
  const [, entity, field = null, value = null, to] = /^(\w+)(?:\.(\w+))?(?:\.([^=]+))?=(.+)$/.exec(text) ?? [];
  return entity === undefined || to === undefined || (value !== null && field === null) ? null : { entity, field, value, to };
}

/**
 * Reports what the current document means for the data. With `apply`, takes a snapshot and then
 * migrates the data.
 */
export async function changeData(document: Document, place: DataPlace, options: ChangeOptions, host: Machine): Promise<ExitCode> {
  const done = await withStore(place, document, host, async (opened): Promise<ExitCode> => {
    const { store, run } = opened;
    const kept = await run(() => (store.keptSchema() === null ? null : store.meta(textKey)));
    if (kept === null) {
      host.write('There is no data yet: nothing to migrate.\n');
      return 0;
    }
    const before = await run(documentOpener({ store, text: kept, onLoss: 'refuse', keepDocument: true }));
    const after = readModel(document.text);
    if (kept === document.text) {
      host.write(`The data matches ${document.file}: nothing to migrate.\n`);
      return 0;
    }
    const confirmedRenames = await askAbout(opened, after, options, host);
    const plan = await run(() => store.plan(after, confirmedRenames));
    const list = (title: string, lines: readonly string[]): void => {
      if (lines.length > 0) host.write(`${title}\n${lines.map((line) => `  ${line}\n`).join('')}`);
    };
    list('Changes:', plan.changes);
    list('Data that would be lost or would break the document’s rules:', plan.losses);
    list(
      'Possibly renamed (confirm with --renamed):',
      plan.questions.map(
        (question) => `--renamed ${question.candidates.map((to) => `${renamedName(question)}=${to}`).join('  or  --renamed ')}`,
      ),
    );
    const lines = new LineIndex(document.text);
    list(
      'Rules that existing records break (the records stay as they are until they are next changed):',
      predictBrokenRules(await run(() => store.snapshot()), before, after, confirmedRenames, systemPlatform.now()).map(
        ({ entity, rule, count, records, at }) =>
          `${document.file}:${lines.position(at.from).line}: “${rule}”: ${count} of ${entity} (${records.map(({ label }) => label).join(', ')}${count > records.length ? ' …' : ''})`,
      ),
    );
    if (plan.changes.length + plan.losses.length === 0) host.write('The database schema does not change.\n');
    const loses = plan.losses.length > 0 && !options.acceptLosses;
    if (!options.apply) {
      host.write(
        loses
          ? 'Nothing was changed. Pass --apply --accept-losses to take a snapshot and migrate.\n'
          : 'Nothing was changed. Pass --apply to take a snapshot and migrate.\n',
      );
      return loses ? 1 : 0;
    }
    if (loses) {
      host.writeError('Nothing was changed: data would be lost. Pass --accept-losses to accept that.\n');
      return 1;
    }
    const path = await keepSnapshot(opened, document, place, undefined, host);
    if (path === null) return 2;
    await run(() => store.migrate(after, plan, () => store.setMeta(textKey, document.text)));
    host.write(`Done. To undo it, run “ninefold data restore ${document.file} ${path}”.\n`);
    return 0;
  });
  return done ?? 2;
}

/**
 * Collects renames from the options and from answers on the terminal. One answer may lead to
 * another question.
 */
async function askAbout(
  { store, run }: OpenedDatabase,
  after: ReturnType<typeof readModel>,
  { confirmedRenames: given }: ChangeOptions,
  host: Machine,
): Promise<readonly Renamed[]> {
  const confirmedRenames = [...given];
  if (!host.interactive) return confirmedRenames;
  const answered = new Set<string>();
  for (;;) {
    const { questions } = await run(() => store.plan(after, confirmedRenames));
    const question = questions.find((one) => !answered.has(renamedName(one)));
    if (question === undefined) return confirmedRenames;
    answered.add(renamedName(question));
    const { entity, field, value, candidates } = question;
    const choices = candidates.map((name, index) => `  ${index + 1}  renamed to ${name}\n`).join('');
    host.write(`${renamedName(question)} is no longer in the document.\n${choices}  0  deleted\n`);
    const line = await host.readLine(`0 to ${candidates.length}: `);
    const to = candidates[Number(line) - 1];
    if (to !== undefined) confirmedRenames.push({ entity, field, value, to });
  }
}
