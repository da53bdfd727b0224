import type { TextEdit } from '../base/text-edit.ts';
import { sectionTitles } from '../model/facts/common.ts';
import type { Model } from '../model/model.ts';

/** What a section looks like when somebody begins to write it: the notation's columns, and a first row of holes. */
export interface Skeleton {
  /** 1 to 9. */
  readonly section: number;
  /** Says what is inserted: `a table of screens`. */
  readonly title: string;
  readonly text: string;
}

const bodies: readonly { readonly title: string; readonly text: string }[] = [
  {
    title: 'a table of people',
    text: `| Person | Wants to | So that |
|---|---|---|
| ? | ? | ? |`,
  },
  {
    title: 'a table of screens',
    text: `| Screen | Route | About | Roles | Description |
|---|---|---|---|---|
| Home | / | | | ? |

### Home

- text: ?`,
  },
  {
    title: 'an entity with its fields',
    text: `### Thing

| Field | Type | Required | Unique | Default | Computed | Description |
|---|---|---|---|---|---|---|
| name | text | yes | | | | label |

| Example | name |
|---|---|
| First | The first thing |`,
  },
  {
    title: 'a state machine',
    text: `### ENTITY.status

| From | Event | To | Roles | Guard | Error | Effect | Description |
|---|---|---|---|---|---|---|---|
| | | open | | | | | the start |
| open | close | closed | | | | | final |`,
  },
  {
    title: 'a table of rules',
    text: `| Rule | On | Must hold | Error |
|---|---|---|---|
| ? | ENTITY | ? | |`,
  },
  {
    title: 'roles and permissions',
    text: `| Role | Is | Includes | Description |
|---|---|---|---|
| everybody | \`true\` | | |

| Permission | everybody |
|---|---|
| ENTITY: create, read, update, delete | ? |`,
  },
  {
    title: 'a table of calls',
    text: `| Call | Takes | Does | Returns | Errors | Roles |
|---|---|---|---|---|---|
| \`GET /api/things\` | | \`list ENTITY as found\` | 200 \`found\` | | |`,
  },
  {
    title: 'a table of errors',
    text: `| Error | Status | Message | Shown |
|---|---|---|---|
| ? | 422 | ? | toast |`,
  },
  {
    title: 'a table of constants',
    text: `| Constant | Value | Unit | Description |
|---|---|---|---|
| CURRENCY | ? | | |`,
  },
];

/** The skeleton of a section, with the document's first entity where one is named. */
export function skeleton(section: number, model: Model | null): Skeleton {
  const body = bodies[section - 1];
  if (!body) throw new RangeError(`section ${section}: there are nine`);
  const entity = model?.entities[0]?.name.text;
  const text =
    entity === undefined ? body.text : body.text.replaceAll('ENTITY', entity).replace('/api/things', `/api/${entity.toLowerCase()}s`);
  return { section, title: body.title, text: entity === undefined ? text.replaceAll('ENTITY', 'Thing') : text };
}

export interface SkeletonEdit {
  readonly edits: readonly TextEdit[];
  /** In the text after the edits: what to type over first. */
  readonly select: { readonly from: number; readonly to: number };
}

const notShown = /\bnot shown\b/i;

/**
 * Puts a section's skeleton into the text. A paragraph that says nothing but that the section is not shown gives way; any other prose stays, and
 * the skeleton follows it. A section that is missing is put where its number belongs.
 */
export function insertSkeleton(text: string, section: number, model: Model | null): SkeletonEdit {
  const { text: body } = skeleton(section, model);
  const place = findSection(text, section);
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const native = (words: string): string => (newline === '\n' ? words : words.replaceAll('\n', newline));

  let from: number;
  let to: number;
  let before: string;
  let after: string;
  if (place) {
    const inside = text.slice(place.bodyFrom, place.to);
    const words = inside.trim();
    if (words === '' || (notShown.test(words) && !/[|#]|^\s*[-*+]\s|\n\s*\n/m.test(words))) {
      from = place.bodyFrom;
      to = place.to;
    } else {
      from = place.bodyFrom + inside.trimEnd().length;
      to = place.to;
    }
    before = '\n\n';
    after = place.to === text.length ? '\n' : '\n\n';
  } else {
    from = to = missingPlace(text, section);
    const head = text.slice(0, from).trimEnd();
    from = head.length;
    before = `${head === '' ? '' : '\n\n'}## ${section}. ${sectionTitles[section - 1]}\n\n`;
    after = to === text.length ? '\n' : '\n\n';
  }
  const insert = native(before + body + after);
  const hole = /\?|ENTITY|Thing|Home/.exec(body);
  const start = from + native(before + body.slice(0, hole?.index ?? 0)).length;
  return { edits: [{ from, to, insert }], select: { from: start, to: start + (hole?.[0].length ?? 0) } };
}

interface SectionPlace {
  /** The start of the heading's line. */
  readonly from: number;
  /** Behind the heading's words. */
  readonly bodyFrom: number;
  readonly to: number;
}

/** The first section of this number as the text has it. A heading inside a fence does not count. */
function findSection(text: string, section: number): SectionPlace | null {
  let found: { from: number; bodyFrom: number } | null = null;
  for (const heading of headings(text)) {
    if (found) return { ...found, to: heading.from };
    if (heading.number === section) found = { from: heading.from, bodyFrom: heading.to };
  }
  return found ? { ...found, to: text.length } : null;
}

function missingPlace(text: string, section: number): number {
  for (const heading of headings(text)) if (heading.number !== null && heading.number > section) return heading.from;
  return text.length;
}

function* headings(text: string): Generator<{ from: number; to: number; number: number | null }> {
  let fence: string | null = null;
  for (const line of text.matchAll(/^.*$/gm)) {
    const mark = /^ {0,3}(```+|~~~+)/.exec(line[0])?.[1];
    if (mark) {
      if (fence === null) fence = mark;
      else if (mark.startsWith(fence)) fence = null;
    } else if (fence === null) {
      const heading = /^ {0,3}##?[ \t]+(?:(\d+)\.)?/.exec(line[0]);
      if (heading) {
        const words = line[0].trimEnd();
        const level = words.trimStart().startsWith('##') ? 2 : 1;
        yield { from: line.index, to: line.index + words.length, number: level === 2 && heading[1] ? Number(heading[1]) : null };
      }
    }
  }
}
