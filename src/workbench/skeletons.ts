import type { Model } from '../model/model.ts';
import { isSecret } from '../model/types/traits.ts';

/** The start of a new section: the columns of the notation, and a first row of holes. */
export interface Skeleton {
  /** 1 to 9. */
  readonly section: number;
  /** Describes what is inserted: `a table of screens`. */
  readonly title: string;
  readonly text: string;
}

/**
 * What a skeleton can refer to: the document's first entity, its text field and its state field.
 */
export interface SkeletonContext {
  readonly entities: readonly string[];
  readonly examples: readonly string[];
  readonly entity: string | null;
  readonly words: string | null;
  readonly fields: readonly string[];
  readonly state: string;
  readonly events: readonly { readonly entity: string; readonly names: readonly string[] }[];
}

export function skeletonContext(model: Model | null): SkeletonContext {
  const first = model?.entities[0];
  const words = first?.fields.find(({ type }) => type.kind === 'text')?.name.text ?? null;
  return {
    entities: model?.entities.map(({ name }) => name.text) ?? [],
    examples: model?.entities.flatMap(({ examples }) => examples.map(({ name }) => name.text)) ?? [],
    entity: first?.name.text ?? null,
    words,
    fields:
      first?.fields
        .filter((field) => !isSecret(field))
        .map((field) => field.name.text)
        .slice(0, 5) ?? [],
    state: first?.fields.find(({ type }) => type.kind === 'state')?.name.text ?? 'status',
    events: (model?.machines ?? []).map(({ entity, transitions }) => ({
      entity,
      names: [...new Set(transitions.flatMap(({ trigger }) => (trigger.kind === 'event' ? [trigger.name.text] : [])))],
    })),
  };
}

/** Returns an unused name: Thing, Thing2, Thing3. */
function freeName(name: string, taken: readonly string[]): string {
  let free = name;
  for (let count = 2; taken.includes(free); count++) free = `${name}${count}`;
  return free;
}

export const entityTable = (withState: boolean, ground: SkeletonContext): string => `### ${freeName('Thing', ground.entities)}

| Field | Type | Required | Unique | Default | Computed | Description |
|---|---|---|---|---|---|---|
| name | text | yes | | | | label |${withState ? '\n| status | state | | | | | |' : ''}

| Example | name |
|---|---|
| ${freeName('First', ground.examples)} | The first thing |`;

const bodies: readonly { readonly title: string; readonly text: (ground: SkeletonContext) => string; readonly select: string }[] = [
  {
    title: 'a table of people',
    select: '?',
    text: () => `| Person | Wants to | So that |
|---|---|---|
| ? | ? | ? |`,
  },
  {
    title: 'a table of screens',
    select: 'Home',
    text: ({ entity, fields }) => `| Screen | Route | About | Roles | Description |
|---|---|---|---|---|
| Home | / | | | |

### Home

${entity === null || fields.length === 0 ? '- ?' : `- list of ${entity}: ${fields.join(', ')}\n- form to create ${entity}: ${fields[0]}`}`,
  },
  { title: 'an entity with its fields', select: 'Thing', text: (ground) => entityTable(false, ground) },
  {
    title: 'a state machine',
    select: 'open',
    text: ({ entity, state }) => `### ${entity ?? 'Thing'}.${state}

| From | Event | To | Roles | Guard | Error | Effect | Description |
|---|---|---|---|---|---|---|---|
| | | open | | | | | the start |
| open | close | closed | | | | | final |`,
  },
  {
    title: 'a table of rules',
    select: '?',
    text: ({ entity, words }) => `| Rule | On | Must hold | Error |
|---|---|---|---|
${entity !== null && words !== null ? `| ${words} is required | ${entity}.${words} | \`size(trim(${words})) > 0\` | |` : `| ? | ${entity ?? '?'} | ? | |`}`,
  },
  {
    title: 'roles and permissions',
    select: 'everybody',
    text: ({ entities, events }) => {
      const rows = [
        ...entities.map((entity) => `| ${entity}: create, read, update, delete | yes |`),
        ...events.filter(({ names }) => names.length > 0).map(({ entity, names }) => `| ${entity}: ${names.join(', ')} | yes |`),
      ];
      const permissions = rows.length > 0 ? `\n\n| Permission | everybody |\n|---|---|\n${rows.join('\n')}` : '';
      return `| Role | Is | Includes | Description |
|---|---|---|---|
| everybody | \`true\` | | |${permissions}`;
    },
  },
  {
    title: 'a table of calls',
    select: 'GET',
    text: ({ entity }) => `| Call | Takes | Does | Returns | Errors | Roles |
|---|---|---|---|---|---|
${entity === null ? '| `GET /api/things` | | ? | ? | | |' : `| \`GET /api/${entity.toLowerCase()}s\` | | \`list ${entity} as found\` | 200 \`found\` | | |`}`,
  },
  {
    title: 'a table of errors',
    select: 'There is no such {entity}.',
    text: () => `| Error | Status | Message | Shown |
|---|---|---|---|
| NOT_FOUND | 404 | There is no such {entity}. | page |`,
  },
  {
    title: 'a table of constants',
    select: '?',
    text: () => `| Constant | Value | Unit | Description |
|---|---|---|---|
| CURRENCY | ? | | the currency of money |`,
  },
];

/** Returns the skeleton of a section, with names from the document if possible. */
export function skeleton(section: number, model: Model | null): Skeleton & { readonly select: string } {
  const body = bodies[section - 1];
  if (!body) throw new RangeError(`section ${section}: there are nine`);
  const text = body.text(skeletonContext(model));
  return { section, title: body.title, text, select: text.includes(body.select) ? body.select : '' };
}
