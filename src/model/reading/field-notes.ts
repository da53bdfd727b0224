import type { Cell } from '../../syntax/tree.ts';
import type { Field } from '../ast/entities.ts';
import type { FieldDraft } from './drafts.ts';
import type { Reading } from './reading.ts';
import { ruleMeant } from './rule-words.ts';

const section = 3;
/** A longer cell is a sentence. */
const longest = 160;

const traits = [
  { column: 'Required', pattern: /^(?:is )?(?:required|mandatory|not null|must be (?:given|present|set))$/i },
  { column: 'Unique', pattern: /^(?:is |must be )?unique$/i },
] as const;
const withDefault = /^(?:default(?:s to)?|initially|by default)[\s:=]+(\S.*)$/i;
const longestText =
  /^(?:max(?:imum|\.)?(?: length)?|up to|at most|no more than|length|<=)[\s:=]*(\d{1,6})(?: (?:characters?|chars|letters))?(?: long)?$/i;

type Known = Pick<Field, 'required' | 'unique' | 'default'>;

/**
 * Reports what a column that is prose says of a field and another column would say: “unique, max
 * 50” under Notes. A description counts if it says nothing else.
 */
export function noteFieldNotes(reading: Reading, draft: FieldDraft, known: Known): void {
  const { row } = draft;
  if (row === null || draft.builtIn) return;
  for (const cell of row.others) noteCell(reading, draft, known, cell, false);
  const description = row.cell('Description');
  if (description !== null) noteCell(reading, draft, known, description, true);
}

function noteCell({ notes }: Reading, draft: FieldDraft, known: Known, cell: Cell, isDescription: boolean): void {
  if (cell.text === '' || cell.text.length > longest) return;
  const parts = cell.text.split(/[,;]/).map((part) => part.trim().replace(/\.$/, ''));
  const meant = parts.map((part) => cellMeant(draft, known, part));
  const rule = ({ name, valueType }: FieldDraft, part: string): string | null => ruleMeant(part, name.text, valueType);
  if (isDescription && parts.some((part, index) => meant[index] === null && rule(draft, part) === null)) return;
  const cells = Object.assign({}, ...meant) as Readonly<Record<string, string>>;
  const rest = parts.filter((_, index) => meant[index] === null);
  const title = `${draft.entity}.${draft.name.text}`;
  if (Object.keys(cells).length > 0) {
    const written = Object.entries(cells).map(([column, words]) => `“${words}” in the column “${column}”`);
    const message = `“${cell.text}” is prose here: it has no effect. For ${title}, write ${written.join(', ')}.`;
    notes.misreadRow(section, cell.span, 'near-miss', message, rest.join(', '), cells);
    return;
  }
  const demanded = parts.flatMap((part) => {
    const condition = rule(draft, part);
    return condition === null ? [] : [{ part, on: title, mustHold: `\`${condition}\``, name: `${draft.name.text} ${part}` }];
  });
  const [first] = demanded;
  if (first === undefined) return;
  const message = `“${first.part}” is prose here: it has no effect. What must hold is a row in section 5, On “${title}”: ${first.mustHold}.`;
  const others = parts.filter((part) => !demanded.some((one) => one.part === part)).join(', ');
  const suggestion = { title: 'Move it to section 5', insert: others, span: cell.span, rules: demanded };
  notes.misreads.push({ section, span: cell.span, code: 'near-miss', message, certain: true, suggestions: [suggestion] });
}

/** What a part of a note says, by its column; null: something else, or what is said already. */
function cellMeant({ type, typeCell }: FieldDraft, known: Known, part: string): Readonly<Record<string, string>> | null {
  const trait = traits.find(({ pattern }) => pattern.test(part));
  if (trait !== undefined) return known[trait.column === 'Unique' ? 'unique' : 'required'] ? null : { [trait.column]: 'yes' };
  const given = withDefault.exec(part)?.[1];
  if (given !== undefined && known.default === null && type.kind !== 'state') return { Default: given };
  const most = longestText.exec(part)?.[1];
  const isText = ['text', 'markdown', 'email', 'url', 'slug'].includes(type.kind) && typeCell?.text === type.kind;
  return most !== undefined && isText ? { Type: `${type.kind}(${most})` } : null;
}
