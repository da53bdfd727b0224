import type { Span } from '../../base/span.ts';
import type { Action } from '../../expression/action.ts';
import { checkExpression, checkWith } from '../../expression/check/check.ts';
import { type CheckedAction, checkAction } from '../../expression/check/check-action.ts';
import type { Environment } from '../../expression/environment.ts';
import { EventIndex } from '../../expression/event-index.ts';
import type { Expression } from '../../expression/expression.ts';
import { noReads, parseExpression } from '../../expression/parse/parse.ts';
import { parseAction } from '../../expression/parse/parse-action.ts';
import { anyType, type Type } from '../../expression/types/type.ts';
import type { Cell, SyntaxTree } from '../../syntax/tree.ts';
import type { Kind, Name } from '../ast/common.ts';
import { isHoleText } from './cell-forms.ts';
import { ModelDeclarations } from './declarations.ts';
import type { EntityDraft } from './drafts.ts';
import { environmentKey } from './environment-key.ts';
import { Machines } from './machines.ts';
import type { Memory } from './memory.ts';
import { Names } from './names.ts';
import { Notes } from './notes.ts';
import { type Outline, outlineOf } from './outline.ts';
import { Phrase, type Source } from './phrase.ts';
import { type FormRow, type Forms, readForms } from './tables.ts';
import { noteActionUses, noteKeys, noteUses } from './uses.ts';

/** The scope of an expression. Properties left out are not in scope. */
export type Place = Partial<Omit<Environment, 'declarations'>>;

/** Where an action is written; determines which steps it allows. */
export type ActionPlace = 'scenario' | 'call' | 'effect' | 'button';

/** The shared state of all readers during one reading of a document. */
export class Reading {
  readonly tree: SyntaxTree;
  readonly outline: Outline;
  readonly notes: Notes;
  readonly names: Names;
  readonly forms: Forms;
  #events: EventIndex | undefined;
  #exampleTypes: ReadonlyMap<string, Type> | undefined;
  readonly entities: Map<string, EntityDraft>;
  readonly machines: Machines;
  readonly declarations: ModelDeclarations;

  readonly #memory: Memory | null;

  /**
   * `within`: the document's reading, if this one reads assumed text. It supplies the declarations,
   * and notes taken here are dropped. `memory`: results of the previous version.
   */
  constructor(tree: SyntaxTree, recognised = true, within: Reading | null = null, memory: Memory | null = null) {
    this.tree = tree;
    this.#memory = memory;
    memory?.begin();
    this.notes = new Notes();
    this.names = within?.names ?? new Names();
    this.entities = within?.entities ?? new Map();
    this.machines = within?.machines ?? new Machines();
    this.declarations = within?.declarations ?? new ModelDeclarations();
    this.outline = recognised ? outlineOf(tree) : { blocks: [], chapters: [] };
    this.forms = readForms(tree, this.outline, this.notes, memory);
  }

  /** The names of examples as bound names, for scenarios and for expressions in examples. */
  get exampleTypes(): ReadonlyMap<string, Type> {
    this.#exampleTypes ??= new Map([...this.declarations.examples].map(([name, entity]) => [name, { kind: 'record', entity }]));
    return this.#exampleTypes;
  }

  environment(place: Place): Environment {
    return {
      bound: place.bound ?? new Map(),
      row: place.row ?? null,
      alias: place.alias ?? null,
      self: place.self ?? null,
      old: place.old ?? false,
      token: place.token ?? false,
      value: place.value ?? null,
      declarations: this.declarations,
    };
  }

  /**
   * Declares everything that the second pass may depend on complete for now: its results are reused
   * if none of that has changed.
   */
  settle(): void {
    this.#memory?.settle(environmentKey(this));
  }

  /**
   * What `read` returns and notes for a row or bullet, reused from the previous version if known.
   * `read` may depend only on the text, `kind` and the declarations (`environmentKey`), and may
   * change only the notes.
   */
  unit<Value>(kind: string, { source, span }: { readonly source: string; readonly span: Span }, read: () => Value): Value {
    return this.#memory === null ? read() : this.#memory.unit(this.notes, kind, source, span, read);
  }

  /** Like `unit`, for a row of a form. `about`: whatever else its reader is passed. */
  unitOf<Value>({ row, columns }: FormRow, about: string, read: () => Value): Value {
    return this.#memory === null ? read() : this.#memory.unit(this.notes, `${columns}\0${about}`, row.source, row.span, read);
  }

  /** Like `unitOf`, if `read` depends on no declarations. Also works in the first pass. */
  unitAlone<Value>({ row, columns }: FormRow, about: string, read: () => Value): Value {
    return this.#memory === null ? read() : this.#memory.unitAlone(this.notes, `alone ${columns}\0${about}`, row.source, row.span, read);
  }

  /** A short key for a long part of a `kind`. */
  shortKey(key: string): string {
    return this.#memory?.shortKey(key) ?? '';
  }

  #parse(source: Source): Expression {
    const at = (offset: number): number => source.at(offset);
    const parse = (): Expression => parseExpression(source.source, source.span, at);
    if (this.#memory === null) return parse();
    const { node, problems } = this.#memory.parsed(source.source, parse);
    return { source: source.source, span: source.span, at, node, problems, type: anyType, reads: noReads };
  }

  expression(source: Source, place: Place, section: number, title: string, expected?: Type): Expression {
    const parsed = this.#parse(source);
    const expression = this.#unknowable(place) ? parsed : checkExpression(parsed, this.environment(place), expected);
    this.notes.expressions.push({ expression, section, place: title });
    noteUses(this, expression, section);
    return expression;
  }

  /**
   * Whether the expression refers to an undeclared entity. Its names are then not checked, since
   * the entity itself is already reported.
   */
  #unknowable(place: Place): boolean {
    return [place.self, place.row].some((entity) => entity != null && !this.entities.has(entity));
  }

  /** Reads a map of values after `with`, whose keys are fields of `entity`. */
  values(source: Source, place: Place, section: number, title: string, entity: string | null): Expression {
    const parsed = this.#parse(source);
    const keys =
      entity === null || !this.entities.has(entity) ? null : { title: entity, subject: entity, types: this.declarations.fields(entity) };
    const expression = checkWith(parsed, this.environment(place), keys);
    this.notes.expressions.push({ expression, section, place: title });
    noteUses(this, expression, section);
    noteKeys(this, expression, section, entity);
    return expression;
  }

  /**
   * `invalid`: the step is expected to fail with INVALID, so values of the wrong type are no
   * problem.
   */
  action(source: Source, place: Place, section: number, title: string, where: ActionPlace, invalid = false): CheckedAction {
    const checked = checkAction(this.#parseAction(source, where), this.environment(place));
    const result = invalid ? { ...checked, action: withoutTypeProblems(checked.action) } : checked;
    this.notes.actions.push({ action: result.action, self: place.self ?? null, section, place: title });
    noteActionUses(this, result.action, section, place.self ?? null);
    return result;
  }

  /**
   * The source of an action. Steps in code spans of their own with commas between them are read as
   * if `;` joined them, and reported.
   */
  steps(phrase: Phrase, section: number): Source {
    const { source, ...place } = phrase.source();
    const parts = phrase.split();
    if (parts.length < 2 || parts.some(({ code }) => code === null)) return { source, ...place };
    const meant = `\`${parts.map(({ code }) => code?.text).join('; ')}\``;
    this.notes.misread(section, phrase.span, 'near-miss', `“;” joins actions. Write ${meant}.`, [meant], 'certain');
    const letters = [...phrase.matches(/,/g)].reduce((text, { index }) => `${text.slice(0, index)};${text.slice(index + 1)}`, source);
    return { source: letters, ...place };
  }

  /** Reads an action only to infer types, without taking notes. */
  draftAction(source: Source, place: Place, where: ActionPlace): CheckedAction {
    return checkAction(this.#parseAction(source, where), this.environment(place));
  }

  #parseAction(source: Source, place: ActionPlace): Action {
    const { events } = this.declarations;
    // All events are declared before the first action is read.
    this.#events ??= new EventIndex(events.keys());
    return parseAction(source.source, source.span, (offset) => source.at(offset), {
      events: this.#events,
      place,
      screens: this.declarations.screens,
    });
  }

  refer(kind: Kind, name: Name, section: number, within: string | null = null): boolean {
    return this.names.refer(this.notes, kind, name, section, within);
  }

  /** Records uses of several names of one kind. */
  referAll(kind: Kind, names: readonly Name[], section: number, within: string | null = null): readonly Name[] {
    for (const name of names) this.refer(kind, name, section, within);
    return names;
  }

  /** The phrase of a cell; null if the cell is missing, empty or a hole, which is noted. */
  cell(cell: Cell | null, section: number, about: string, consequence: string): Phrase | null {
    if (cell === null || cell.text === '') return null;
    if (isHoleText(cell.text)) {
      this.notes.hole(section, cell.span, 'cell', about, consequence);
      return null;
    }
    return Phrase.of(cell);
  }

  /**
   * Like `cell`, for a cell that must not be empty. `fallback` is the hole's place if the table
   * lacks the column.
   */
  requiredCell(cell: Cell | null, fallback: Span, section: number, about: string, consequence: string): Phrase | null {
    if (cell !== null && cell.text !== '') return this.cell(cell, section, about, consequence);
    this.notes.hole(section, cell?.span ?? fallback, 'required-cell', about, consequence);
    return null;
  }

  /** Reads a yes-or-no cell; empty or unreadable means no. */
  yes(cell: Cell | null, section: number, about: string): boolean {
    const phrase = this.cell(cell, section, about, 'It is read as “no”.');
    if (phrase === null) return false;
    const word = phrase.plain().text.toLowerCase();
    if (word === 'yes' || word === 'no') return word === 'yes';
    const near = parseYesNo(word);
    const code = near === null ? 'unknown-value' : 'near-miss';
    const message = `“${phrase.text}” is neither yes nor no: ${about} is read as “no”.`;
    this.notes.misread(section, phrase.span, code, message, near === null ? ['yes', 'no'] : [near]);
    return false;
  }

  words(cell: Cell | null, section: number, about: string): string {
    return this.cell(cell, section, about, 'Nothing depends on it.')?.text ?? '';
  }
}

/** The action without type problems in its expressions. */
function withoutTypeProblems(action: Action): Action {
  const fits = (one: { readonly kind: string }): boolean => one.kind !== 'type' && one.kind !== 'undefined-state';
  const steps = action.steps.map((step) => {
    const entries = Object.entries(step).map(([key, value]) => {
      const isExpression = typeof value === 'object' && value !== null && 'problems' in value;
      return [key, isExpression ? { ...value, problems: value.problems.filter(fits) } : value];
    });
    return Object.fromEntries(entries) as typeof step;
  });
  return { ...action, steps, problems: action.problems.filter(fits) };
}

/** The answer meant by a word other than yes and no; null if unclear. */
export function parseYesNo(word: string): 'yes' | 'no' | null {
  if (/^(y|ye|yea|yeah|yep|yse|eys|yess|yes!|true|x|✓|✔|✅|on)$/.test(word)) return 'yes';
  if (/^(n|on|nope|false|non|not|never|none|✗|✘|❌|-|–|—)$/.test(word)) return 'no';
  return null;
}
