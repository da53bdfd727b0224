/** What an importer has read, before it is written as a document. Cells use the notation. */
export interface Draft {
  readonly title: string;
  /** Markdown blocks, by section number from 1 to 9. */
  readonly prose: Map<number, string[]>;
  readonly people: { readonly person: string; readonly wants: string; readonly soThat: string }[];
  readonly scenarios: DraftScenario[];
  readonly screens: DraftScreen[];
  readonly entities: DraftEntity[];
  readonly machines: DraftMachine[];
  readonly rules: DraftRule[];
  readonly calls: DraftCall[];
  readonly errors: { readonly name: string; readonly status: number; readonly message: string }[];
  readonly constants: { readonly name: string; readonly value: string; readonly unit: string }[];
  readonly losses: ImportLoss[];
}

/** Something in the imported file that the document does not express. */
export interface ImportLoss {
  /** The position: `line 12`, `paths./pets.get.security`, `section 3, line 40`. */
  readonly where: string;
  /** Such as `The keyword “xml” was not carried over.` */
  readonly message: string;
}

export interface DraftScenario {
  readonly title: string;
  readonly rows: readonly { readonly as: string; readonly does: string; readonly expect: string }[];
  /** Steps that did not become rows; written as a list below the title. */
  readonly steps: readonly string[];
}

export interface DraftScreen {
  readonly name: string;
  readonly route: string;
  readonly about: string;
  /**
   * The bullets of the screen's parts, without the dash. Two spaces of indentation nest a bullet.
   */
  readonly parts: readonly string[];
}

export interface DraftEntity {
  readonly name: string;
  readonly description: string;
  readonly fields: DraftField[];
  readonly examples: { readonly name: string; readonly values: ReadonlyMap<string, string> }[];
}

export interface DraftField {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly unique: boolean;
  /** Text, or an expression in backticks; empty: none. */
  readonly default: string;
  readonly description: string;
}

export interface DraftMachine {
  readonly entity: string;
  readonly field: string;
  readonly rows: DraftTransition[];
}

export interface DraftTransition {
  /** Names of states; empty: the start. With `any`: every state. */
  readonly from: readonly string[];
  /** `resolve`, or `` after `days(3)` ``. */
  readonly event: string;
  readonly to: string;
  /** An expression; empty: none. */
  readonly guard: string;
  readonly effect: string;
  readonly description: string;
}

export interface DraftRule {
  readonly name: string;
  readonly on: string;
  /** With backticks if it is an expression. */
  readonly must: string;
}

export interface DraftCall {
  /** `GET /pets/:id?limit=20`. */
  readonly call: string;
  /** `{name, tag?}`; empty: no body. */
  readonly takes: string;
  /** An action; empty: unknown. */
  readonly does: string;
  /** `200`, or ``200 `pet` ``. */
  readonly returns: string;
  readonly errors: readonly string[];
  readonly description: string;
}

export const emptyDraft = (title: string): Draft => ({
  title,
  prose: new Map(),
  people: [],
  scenarios: [],
  screens: [],
  entities: [],
  machines: [],
  rules: [],
  calls: [],
  errors: [],
  constants: [],
  losses: [],
});

/** Appends a Markdown block to a section. */
export function addProse(draft: Draft, section: number, block: string): void {
  const blocks = draft.prose.get(section) ?? [];
  if (block.trim() !== '') blocks.push(block.trim());
  draft.prose.set(section, blocks);
}

/** Thrown when a file is not in the format that it appears to be in. */
export class NotReadable extends Error {
  override readonly name = 'NotReadable';
}
