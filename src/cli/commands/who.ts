import { didYouMean } from '../../base/nearest.ts';
import { own } from '../../base/own.ts';
import { fixedPlatform, systemPlatform } from '../../base/platform.ts';
import { LineIndex } from '../../base/position.ts';
import { nameOf, type PermissionKey } from '../../engine/access/permission-key.ts';
import { cheapHasher } from '../../engine/account/hasher.ts';
import { exampleRecords, seedExamples } from '../../engine/change/seed.ts';
import { ModelIndex } from '../../engine/document/model-index.ts';
import { allowing } from '../../engine/explain/allow.ts';
import { recordsFor } from '../../engine/explain/records.ts';
import { type Reason, rolesMay } from '../../engine/explain/roles.ts';
import { createProduct } from '../../engine/product.ts';
import { nobody } from '../../engine/world/world.ts';
import type { Model } from '../../model/model.ts';
import { readModel } from '../../model/read.ts';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import { readArguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { described } from '../described.ts';
import { type Document, readDocuments } from '../documents.ts';
import { editsJson } from '../formats/json.ts';
import { misused } from '../misused.ts';
import { harmless, type Paint, paint } from '../text/paint.ts';

export const who: Command = {
  ...described.who,
  async run(args, host) {
    const read = readArguments(args, { format: ['text', 'json'] });
    if (!read.ok) return misused(read.problem, who, host);
    const [file, operation, target, person, ...more] = read.names;
    if (file === undefined || operation === undefined || target === undefined || more.length > 0)
      return misused('Name the document, the operation and the entity: who helpdesk.md resolve Ticket.', who, host);
    const [document] = (await readDocuments([file], host)) ?? [];
    if (document === undefined) return 2;
    const model = readModel(document.text);
    const permission = readPermission(new ModelIndex(model), operation, target);
    if (typeof permission === 'string') return misused(permission, who, host);
    const answer = answerFor(document, model, permission, person);
    if (typeof answer === 'string') return misused(answer, who, host);
    host.write(read.options['format'] === 'json' ? `${JSON.stringify(answer, null, 2)}\n` : inWords(answer, paint(host.color)));
    return 0;
  },
};

/** Returns the permission that the arguments name; a string describes the problem. */
function readPermission(index: ModelIndex, operation: string, target: string): PermissionKey | string {
  const [name = '', field = null] = target.split('.');
  const entity = index.entity(name);
  const guess = (words: string, from: readonly string[]): string => didYouMean(words, from, ` Available: ${from.join(', ')}.`);
  if (entity === null) {
    const names = index.model.entities.map((one) => one.name.text);
    return `There is no entity ${name}.${guess(name, names)}`;
  }
  if (field !== null && !entity.byName.has(field)) return `${name} has no field ${field}.${guess(field, [...entity.byName.keys()])}`;
  const operations =
    field === null ? ['create', 'read', 'update', 'delete', ...index.eventsOf(name)] : ['create', 'read', 'update', 'add', 'remove'];
  if (!operations.includes(operation)) return `There is no operation or event “${operation}” on ${target}.${guess(operation, operations)}`;
  return { entity: name, field, operation };
}

interface Place {
  readonly words: string;
  readonly line: number | null;
}

interface Answer {
  readonly file: string;
  readonly asked: string;
  readonly roles: readonly {
    readonly role: string;
    readonly verdict: 'yes' | 'when' | 'no';
    readonly reasons: readonly Place[];
    /** What would have to change to allow it. */
    readonly change: { readonly words: readonly string[]; readonly edits: readonly unknown[] } | null;
  }[];
  /** For a person: the example records, and why access is denied. */
  readonly person: {
    readonly name: string;
    readonly roles: readonly string[];
    readonly records: readonly { readonly record: string; readonly may: boolean; readonly why: Place | null }[];
  } | null;
}

function answerFor({ file, text }: Document, model: Model, permission: PermissionKey, person: string | undefined): Answer | string {
  const lines = new LineIndex(text);
  const place = ({ words, at }: Reason): Place => ({ words, line: at === null ? null : lines.position(at.from).line });
  const product = createProduct({
    model,
    store: createMemoryStore(model),
    platform: fixedPlatform(systemPlatform.now()),
    hasher: cheapHasher,
    placeholders: true,
  });
  seedExamples(product);
  const role = person === undefined ? undefined : model.roles.find((one) => one.name.text === person);
  const example = person === undefined ? undefined : own(exampleRecords(product), person);
  const acting =
    person === 'nobody' ? nobody : example?.entity === model.account?.entity.text && example !== undefined ? product.as(example.id) : null;
  if (person !== undefined && role === undefined && acting === null) {
    const people = [
      ...model.roles.map((one) => one.name.text),
      'nobody',
      ...Object.entries(exampleRecords(product)).flatMap(([name, { entity }]) => (entity === model.account?.entity.text ? [name] : [])),
    ];
    return `There is no person “${person}”. Available: ${people.join(', ')}.`;
  }
  const held = acting === null ? [] : [...product.world(acting).access.roles()];
  const roles = rolesMay(product.index, permission).filter((answer) =>
    role !== undefined ? answer.role === role.name.text : acting === null || held.includes(answer.role),
  );
  return {
    file,
    asked: nameOf(permission),
    roles: roles.map((answer) => {
      const change = answer.verdict === 'no' ? allowing(model, permission, answer.role) : null;
      return {
        role: answer.role,
        verdict: answer.verdict,
        reasons: answer.reasons.map(place),
        change: change === null ? null : { words: change.words, edits: editsJson(lines, change.edits) },
      };
    }),
    person:
      acting === null || permission.operation === 'create'
        ? null
        : {
            name: person ?? '',
            roles: held,
            records: recordsFor(product, acting, permission).map(({ label, refusal }) => ({
              record: label,
              may: refusal === null,
              why: refusal === null ? null : place({ words: `${refusal.error}: ${refusal.because}`, at: refusal.at }),
            })),
          },
  };
}

const verdicts = { yes: 'may', when: 'may sometimes', no: 'may not' } as const;

function inWords({ file, asked, roles, person }: Answer, paint: Paint): string {
  const at = ({ line }: Place): string => (line === null ? '' : ` ${paint.faint(`${harmless(file)}:${line}`)}`);
  const lines = [`${paint.bold(asked)}\n`];
  for (const { role, verdict, reasons, change } of roles) {
    const word = verdict === 'no' ? paint.bad(verdicts[verdict]) : verdict === 'yes' ? paint.good(verdicts[verdict]) : verdicts[verdict];
    lines.push(`  ${role}: ${word}\n`, ...reasons.map((reason) => `    ${harmless(reason.words)}${at(reason)}\n`));
    if (change !== null) lines.push(...change.words.map((words) => `    To allow it: ${harmless(words)}.\n`));
  }
  if (roles.length === 0) lines.push('  The document has no roles: everyone may, by assumption.\n');
  if (person !== null) {
    lines.push(`${paint.bold(person.name)}${person.roles.length === 0 ? '' : ` (${person.roles.join(', ')})`}, on the example records:\n`);
    for (const { record, may, why } of person.records)
      lines.push(
        `  ${may ? paint.good('✓') : paint.bad('✗')} ${harmless(record)}${why === null ? '' : `: ${harmless(why.words)}${at(why)}`}\n`,
      );
  }
  return lines.join('');
}
