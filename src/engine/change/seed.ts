import { own, setOwn } from '../../base/own.ts';
import { compileExpression } from '../../expression/evaluate/evaluate.ts';
import { EvaluationError } from '../../expression/evaluate/scope.ts';
import type { Value } from '../../expression/values/value.ts';
import type { Example, ExampleValue } from '../../model/ast/entities.ts';
import { mailField } from '../../model/lookup.ts';
import type { RunModel } from '../../model/run-model.ts';
import { confirmedEmail } from '../account/confirmed-email.ts';
import { assign } from '../operations/assign.ts';
import { create } from '../operations/create.ts';
import type { Refusal } from '../outcome.ts';
import type { Product } from '../product.ts';
import type { Run } from '../run.ts';
import { nobody } from '../world/world.ts';
import { placeholderFile } from './placeholder-file.ts';
import { Refused } from './refusals.ts';

/** The records of the examples: entity and id by the example's name. */
export type ExampleRecords = Readonly<Record<string, { readonly entity: string; readonly id: string }>>;

/** An example that could not be loaded; the checker reports its mistake. */
export interface SkippedExample {
  readonly example: string;
  readonly refusals: readonly Refusal[];
}

const examplesKey = 'examples';
const seededKey = 'seeded';

export const isSeeded = (product: Product): boolean => product.store.meta(seededKey) !== null;

/** Marks the data as the user's own, so no examples are loaded next to it. */
export const skipExamples = (product: Product): void => product.store.transaction(() => product.store.setMeta(seededKey, 'yes'));

export function exampleRecords(product: Pick<Product, 'store'>): ExampleRecords {
  const kept = product.store.meta(examplesKey);
  return kept === null ? {} : (JSON.parse(kept) as ExampleRecords);
}

/**
 * Loads the examples in one transaction and returns those that failed. `only`: their names; null:
 * all.
 */
export function seedExamples(product: Product, only: ReadonlySet<string> | null = null): readonly SkippedExample[] {
  const examples = firstOfEachName(product.model).filter((example) => only === null || only.has(example.name.text));
  const left = product.store.withoutRuleChecks((): readonly SkippedExample[] => {
    const left: SkippedExample[] = [];
    const records: Record<string, { entity: string; id: string }> = { ...exampleRecords(product) };
    const known = new Set(Object.keys(records));
    for (const example of examples) {
      const id =
        product.index.field(example.entity, 'id')?.type.kind === 'serial'
          ? product.store.nextSerial(example.entity, 'id')
          : product.newId();
      setOwn(records, example.name.text, { entity: example.entity, id: String(id) });
    }
    const later: (() => void)[] = [];
    for (const example of inOrderOfNeed(examples)) {
      const { refusals, finish } = product.store.step(() => load(product, example, records, known));
      if (finish !== null) later.push(() => finish(records));
      if (refusals === null) known.add(example.name.text);
      else {
        left.push({ example: example.name.text, refusals });
        delete records[example.name.text];
      }
    }
    for (const finish of later) product.store.step(finish);
    confirmExamples(product, records);
    product.store.setMeta(examplesKey, JSON.stringify(records));
    product.store.setMeta(seededKey, 'yes');
    return left;
  });
  if (examples.length > 0) product.changed();
  return left;
}

/** Marks the examples' email addresses as confirmed, because the author vouches for them. */
function confirmExamples(product: Product, records: ExampleRecords): void {
  const { account } = product.model;
  const field = mailField(product.model);
  if (account?.confirmEmail !== true || field === null) return;
  for (const { entity, id } of Object.values(records)) {
    const address = entity === account.entity.text ? own(product.store.record(entity, id) ?? {}, field) : null;
    if (typeof address === 'string') product.store.setMeta(...confirmedEmail(id, address));
  }
}

/**
 * Loads examples that are new in the text. A deleted one does not return, and a changed row does
 * not change its record: after the first run the data belongs to its users.
 */
export function seedNewExamples(product: Product): readonly SkippedExample[] {
  const known = exampleRecords(product);
  const names = firstOfEachName(product.model).map((example) => example.name.text);
  const fresh = new Set(names.filter((name) => own(known, name) === undefined));
  return fresh.size === 0 ? [] : seedExamples(product, fresh);
}

function firstOfEachName(model: RunModel): readonly Example[] {
  const seen = new Set<string>();
  return model.entities
    .flatMap((entity) => entity.examples)
    .filter((example) => !seen.has(example.name.text) && seen.add(example.name.text));
}

const namesIn = ({ content }: ExampleValue): readonly string[] =>
  content.kind === 'example' ? [content.name] : content.kind === 'examples' ? content.names : [];

/** Sorts examples so that each comes after those that it refers to, as far as possible. */
function inOrderOfNeed(examples: readonly Example[]): readonly Example[] {
  const byName = new Map(examples.map((example) => [example.name.text, example]));
  const ordered = new Set<Example>();
  const under = new Set<Example>();
  const place = (example: Example): void => {
    if (ordered.has(example) || under.has(example)) return;
    under.add(example);
    for (const name of example.values.flatMap(namesIn)) {
      const needed = byName.get(name);
      if (needed !== undefined) place(needed);
    }
    under.delete(example);
    ordered.add(example);
  };
  examples.forEach(place);
  return [...ordered];
}

/**
 * Loads one example; `refusals` is null on success. `finish` sets its references to later examples.
 */
function load(
  product: Product,
  example: Example,
  records: ExampleRecords,
  known: ReadonlySet<string>,
): { readonly refusals: readonly Refusal[] | null; readonly finish: ((records: ExampleRecords) => void) | null } {
  const values = new Map<string, Value>();
  const waiting = new Map<string, readonly string[]>();
  const { entity } = example;
  const author = example.values.find(({ field }) => field.text === 'createdBy');
  const by = author === undefined ? undefined : references(author, records, known);
  const outcome = product.transact(
    typeof by === 'string' ? product.as(by) : nobody,
    (run) => {
      for (const cell of example.values) {
        const field = cell.field.text;
        const names = namesIn(cell);
        if (names.some((name) => !known.has(name) && own(records, name) !== undefined)) waiting.set(field, names);
        const value = names.length > 0 ? references(cell, records, known) : cellValue(run, product, entity, cell);
        if (value !== undefined && product.index.field(entity, field)?.computed === null) values.set(field, value);
      }
      const { id } = own(records, example.name.text) ?? { id: '' };
      values.set('id', product.index.field(entity, 'id')?.type.kind === 'serial' ? Number(id) : id);
      run.perform(create, { entity, values, authority: 'product', example: true });
    },
    { asksRules: false, quiet: true },
  );
  if (!outcome.ok) return { refusals: outcome.refusals, finish: null };
  if (waiting.size === 0) return { refusals: null, finish: null };
  const finish = (all: ExampleRecords): void => {
    const whole = new Map(
      [...waiting].flatMap(([field, names]): [string, Value][] => {
        const cell = example.values.find((value) => value.field.text === field);
        const value = cell === undefined ? undefined : references(cell, all, new Set(names));
        return value === undefined ? [] : [[field, value]];
      }),
    );
    const { id } = own(all, example.name.text) ?? { id: '' };
    product.transact(nobody, (run) => run.perform(assign, { entity, id, values: whole }), { asksRules: false, quiet: true });
  };
  return { refusals: null, finish };
}

function references({ content }: ExampleValue, records: ExampleRecords, known: ReadonlySet<string>): Value | undefined {
  const ids = (content.kind === 'example' ? [content.name] : content.kind === 'examples' ? content.names : []).flatMap((name) => {
    const record = known.has(name) ? own(records, name) : undefined;
    return record === undefined ? [] : [record.id];
  });
  return content.kind === 'examples' ? ids : ids[0];
}

function cellValue(run: Run, product: Product, entity: string, { field, content }: ExampleValue): Value | undefined {
  switch (content.kind) {
    case 'value':
      return content.value;
    case 'expression':
      try {
        return compileExpression(content.expression)(run.world.scope(null));
      } catch (error) {
        if (error instanceof EvaluationError || error instanceof Refused) return undefined;
        throw error;
      }
    case 'file':
      return placeholderFile(run.world, product.index.field(entity, field.text)?.type.kind === 'image' ? 'image' : 'file', content.name);
    default:
      return undefined;
  }
}
