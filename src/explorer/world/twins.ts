import { grouped } from '../../base/grouped.ts';
import type { Example, ExampleValue, Field } from '../../model/ast/entities.ts';
import type { Model } from '../../model/model.ts';
import type { ExplorerCode, ExplorerFinding } from '../findings/finding.ts';
import { recordsOfRoles, rolesOfExamples } from './start.ts';

/** Codes which say that something never happens: one more person may be all that is missing. */
const needingPeople: ReadonlySet<string> = new Set<ExplorerCode>([
  'state-never-reached',
  'transition-never-taken',
  'guard-never-holds',
  'guard-contradicts-permission',
  'effect-always-refused',
  'timer-never-fires',
  'error-never-raised',
  'value-never-used',
  'stuck-record',
  'no-way-to-final',
]);

export const needsPeople = ({ code }: ExplorerFinding): boolean => needingPeople.has(code);

/**
 * The document with a second person of each kind that has only one example: two bosses may be able
 * to do what one cannot. Null if every kind has two already, or if people have roles on records.
 */
export function withTwins(model: Model): Model | null {
  const people = model.entities.find(({ name }) => name.text === model.account?.entity.text);
  if (people === undefined || recordsOfRoles(model).length > 0) return null;
  const kinds = grouped([...rolesOfExamples(model, [])], ([, roles]) => roles);
  const alone = new Set([...kinds.values()].flatMap((all) => (all.length === 1 ? all.map(([name]) => name) : [])));
  const twins = people.examples.filter(({ name }) => alone.has(name.text)).map((example) => twinOf(example, people.byName));
  if (twins.length === 0) return null;
  const entities = model.entities.map((entity) => (entity === people ? { ...entity, examples: [...entity.examples, ...twins] } : entity));
  return { ...model, entities };
}

function twinOf(example: Example, fields: ReadonlyMap<string, Field>): Example {
  const other = (value: ExampleValue): ExampleValue => {
    const { content } = value;
    const differs = fields.get(value.field.text)?.unique === true || fields.get(value.field.text)?.type.kind === 'email';
    return differs && content.kind === 'value' && typeof content.value === 'string'
      ? { ...value, content: { kind: 'value', value: `twin-${content.value}` } }
      : value;
  };
  return { ...example, name: { ...example.name, text: `${example.name.text} (twin)` }, values: example.values.map(other) };
}
