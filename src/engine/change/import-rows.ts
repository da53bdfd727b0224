import type { Outcome, Refusal } from '../outcome.ts';
import { maySetNew } from '../parts/form.ts';
import type { Product } from '../product.ts';
import { fieldInput } from '../screens/inputs.ts';
import { opened, openedPart, unlockAt } from '../screens/opened.ts';
import type { ImportReport, ImportRequest } from '../session.ts';
import type { Person, World } from '../world/world.ts';
import { coerceText } from './import-text.ts';
import { createWithLines } from './lines.ts';
import { deniedBy, Refused, refusal } from './refusals.ts';

/**
 * Maximum number of rows in a file, because all are checked in one transaction. Larger imports can
 * use the interfaces of section 7.
 */
export const mostRows = 5000;

/** Beyond this many problems only their number is reported. */
const mostProblems = 200;

interface Report {
  readonly created: number;
  readonly refused: number;
  readonly problems: readonly { readonly row: number; readonly refusal: Refusal }[];
  /** The number of problems beyond these. */
  readonly more: number;
}

/** Thrown to roll back a check, or a file with wrong rows in mode `all`. */
class TakenBack extends Error {
  override readonly name = 'TakenBack';
  readonly report: Report;

  constructor(report: Report) {
    super('the rows are taken back');
    this.report = report;
  }
}

/**
 * Creates records of a list's entity from the rows of a file, with the person's permissions and the
 * rules of section 5. Tries every row, so the number of wrong rows is known.
 */
export function importRows(product: Product, person: Person, request: ImportRequest): Outcome<ImportReport> {
  const { part, rows, mode } = request;
  const world = product.world(person);
  const { entity, inputs } = importableInto(world, request);
  if (rows.length > mostRows) {
    const message = `A file can have at most ${mostRows} rows; this one has ${rows.length}. Split it into several files.`;
    const own = () => ({ code: 'too-many-rows', data: { most: String(mostRows), rows: String(rows.length) }, message }) as const;
    return { ok: false, refusals: [refusal(world.index, { error: 'INVALID', entity, own, because: message })] };
  }
  const names = new Set(inputs.map(({ name }) => name));
  const all = (): Report => {
    const problems: { readonly row: number; readonly refusal: Refusal }[] = [];
    let created = 0;
    let refused = 0;
    let more = 0;
    rows.forEach((row, index) => {
      const outcome = product.store.step(() =>
        product.transact(
          person,
          (run) => {
            unlockAt(run.world, part.address);
            const { values, mistakes } = coerceText(run.world, entity, row, names);
            if (mistakes.length > 0) throw new Refused(mistakes);
            createWithLines(run, { entity, values, authority: 'person' });
          },
          { quiet: true },
        ),
      );
      if (outcome.ok) {
        created++;
        return;
      }
      refused++;
      for (const refusal of outcome.refusals) {
        if (problems.length < mostProblems) problems.push({ row: index, refusal });
        else more++;
      }
    });
    if (mode === 'check' || (mode === 'all' && refused > 0)) throw new TakenBack({ created, refused, problems, more });
    return { created, refused, problems, more };
  };
  let kept = true;
  let report: Report;
  try {
    report = product.together(all);
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
    kept = false;
    report = error.report;
  }
  const { created, refused, problems, more } = report;
  if (kept && created > 0) product.changed();
  return { ok: true, value: { entity, inputs, created: kept || mode === 'check' ? created : 0, refused, problems, more } };
}

/** Values that cannot be written into a cell. */
const notInCells: ReadonlySet<string> = new Set(['file', 'image', 'inverse', 'rows']);

function importableInto(world: World, { part: { address, part: id } }: ImportRequest): Pick<ImportReport, 'entity' | 'inputs'> {
  const part = openedPart(world, opened(world, address), id);
  if (part.kind !== 'list' && part.kind !== 'cards')
    throw new Refused([refusal(world.index, { error: 'INVALID', because: `a part of kind “${part.kind}” does not accept rows` })]);
  const name = part.entity.text;
  const entity = world.index.entity(name);
  if (entity === null)
    throw new Refused([refusal(world.index, { error: 'NOT_FOUND', entity: name, because: `there is no entity ${name}` })]);
  const grant = world.access.grant(name, 'create');
  if (grant.kind === 'no') throw new Refused([deniedBy(world, grant)]);
  const fields = [...entity.byName.values()].filter(
    (field) => field.settable && !field.builtIn && !notInCells.has(field.type.kind) && maySetNew(world, entity, field),
  );
  return { entity: name, inputs: fields.map((field) => fieldInput(world, field, null)) };
}
