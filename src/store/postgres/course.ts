/** A parameter as Postgres is given it; undefined: not known, or bytes. */
export type Text = string | null | undefined;

/** Where a parameter's value was seen to come from. */
type Origin =
  | { readonly from: 'known'; readonly index: number }
  /** The first row of what an earlier question found. */
  | { readonly from: 'answer'; readonly step: number; readonly column: number }
  /** What an earlier statement was given. */
  | { readonly from: 'parameter'; readonly step: number; readonly index: number }
  /** The first row of what the question itself found the last time. */
  | { readonly from: 'before'; readonly column: number }
  | { readonly from: 'constant'; readonly text: Text };

interface Source {
  readonly origin: Origin;
  /** As the only item of an array. */
  readonly alone: boolean;
}

interface Step {
  readonly sql: string;
  readonly reads: boolean;
  /** For each parameter what it may come from, the likeliest first; none: nobody knows. */
  readonly sources: Source[][];
  /** Columns of its first row that later parameters come from. */
  readonly columns: number[];
  /** The first rows that it found the last times, as far as these columns go, by its parameters. */
  readonly found: Map<string, ReadonlyMap<number, Text>>;
  /** The first row that it found the last time. */
  before: readonly unknown[] | null;
  /** So often in a row it was asked for nothing. */
  wasted: number;
}

/** A statement as it was met. */
interface Met {
  readonly sql: string;
  readonly reads: boolean;
  readonly parameters: readonly Text[];
  /** Undefined: not answered yet; null: no row. */
  first: readonly unknown[] | null | undefined;
}

/** A question that will probably be asked. */
export interface Foreseen {
  readonly step: number;
  readonly sql: string;
  readonly parameters: readonly (string | null)[];
}

/** As what the beginning of a transaction is met. */
export const transactionBegins = 'BEGIN';

/** A question that was asked for nothing so often in a row is foreseen no more. */
const patience = 4;
/** A course that was left so often in a row is learnt anew. */
const losses = 2;
/** So many first rows are remembered for each step. */
const remembered = 500;
/** So often it is learnt anew because nobody knows any more where a parameter comes from: some come from nowhere. */
const doubts = 5;
/** So many guesses where a parameter comes from: the others would hardly be right. */
const guesses = 6;

/**
 * What is asked when the same is done again and again: which statements, one after the other, and where their parameters come from. So several questions can be
 * asked in one exchange, before the answer to the first of them is there. It is a guess: an answer counts only for the very statement and parameters that are
 * asked for then, and only until something is written.
 */
export class Course {
  steps: readonly Step[] = [];
  #lost = 0;
  #doubts = 0;
  #before: readonly Met[] = [];

  /** One time that it is done. `known`: what is given to the whole, in the same order every time. */
  walk<Answer>(known: readonly string[]): Walk<Answer> {
    return new Walk(this, known);
  }

  /** It was done to the end: as foreseen, with a parameter that came from nowhere, with more than was foreseen, or another way. */
  ended(went: Went, met: readonly Met[], known: readonly string[]): void {
    const anew = went === 'further' || (went === 'doubtful' && this.#doubts++ < doubts) || (went === 'astray' && ++this.#lost >= losses);
    if (anew) this.steps = learn(met, known, this.#before);
    if (anew || went === 'along') this.#lost = 0;
    this.#before = met;
  }
}

type Went = 'along' | 'doubtful' | 'further' | 'astray';

/** Once along a course. */
export class Walk<Answer> {
  readonly #course: Course;
  readonly #known: readonly string[];
  readonly #steps: readonly Step[];
  /** Everything that was met, in its order. */
  readonly #met: Met[] = [];
  /** By step. */
  readonly #reached: (Met | undefined)[] = [];
  #next = 0;
  #went: Went = 'along';
  /** Answers that nobody has asked for yet, by step. */
  readonly #ahead = new Map<number, { readonly parameters: readonly (string | null)[]; readonly answer: Answer }>();

  constructor(course: Course, known: readonly string[]) {
    this.#course = course;
    this.#known = known;
    this.#steps = course.steps;
  }

  /** A statement comes: the step that it is, and its answer, where it is there already. What is written makes all answers old. */
  meet(sql: string, parameters: readonly Text[], reads: boolean): { readonly step: number; readonly answer: Answer | null } {
    const met: Met = { sql, reads, parameters, first: undefined };
    this.#met.push(met);
    const step = this.#stepOf(sql, reads);
    if (step < 0) {
      this.drop();
      return { step, answer: null };
    }
    this.#reached[step] = met;
    this.#next = step + 1;
    if (!reads) {
      this.drop();
      return { step, answer: null };
    }
    const found = this.#ahead.get(step);
    this.#ahead.delete(step);
    this.#reconsider(step, parameters);
    if (found === undefined) return { step, answer: null };
    if (!same(found.parameters, parameters)) {
      // What was foreseen for the rest was foreseen wrongly as well.
      this.drop();
      return { step, answer: null };
    }
    const known = this.#steps[step];
    if (known !== undefined) known.wasted = 0;
    return { step, answer: found.answer };
  }

  #stepOf(sql: string, reads: boolean): number {
    if (this.#went === 'further' || this.#went === 'astray') return -1;
    for (let step = this.#next; step < this.#steps.length; step++) {
      const one = this.#steps[step];
      if (one?.sql === sql && one.reads === reads) return step;
    }
    this.#went = this.#next === this.#steps.length ? 'further' : 'astray';
    return -1;
  }

  /** What it found, by its step. */
  answered(step: number, first: readonly unknown[] | null): void {
    const met = step < 0 ? this.#met.at(-1) : this.#reached[step];
    if (met === undefined) return;
    met.first = first;
    const known = this.#steps[step];
    if (known === undefined) return;
    known.before = first;
    remember(known, met.parameters, first);
  }

  /** What will probably be asked after this step, before anything is written. */
  foreseen(after: number): Foreseen[] {
    const found: Foreseen[] = [];
    if (after < 0) return found;
    const planned = new Map<number, readonly Text[]>();
    for (let index = after + 1; index < this.#steps.length; index++) {
      const step = this.#steps[index];
      if (step === undefined || !step.reads) break;
      if (step.wasted >= patience || this.#ahead.has(index)) continue;
      const parameters = step.sources.map(([likeliest]) => (likeliest === undefined ? undefined : this.#value(index, likeliest, planned)));
      planned.set(index, parameters);
      if (parameters.every((text): text is string | null => text !== undefined)) found.push({ step: index, sql: step.sql, parameters });
    }
    return found;
  }

  keep({ step, parameters }: Foreseen, answer: Answer): void {
    this.#ahead.set(step, { parameters, answer });
  }

  /** It cannot be asked ahead: what it finds may be an error. */
  failed({ step }: Foreseen): void {
    const known = this.#steps[step];
    if (known !== undefined) known.wasted = patience;
  }

  /** What was asked ahead is old. */
  drop(): void {
    for (const index of this.#ahead.keys()) {
      const step = this.#steps[index];
      if (step !== undefined) step.wasted++;
    }
    this.#ahead.clear();
  }

  /** Where it stands, to come back to. */
  mark(): { readonly met: number; readonly next: number } {
    return { met: this.#met.length, next: this.#next };
  }

  /** What came after is done again. */
  back({ met, next }: { readonly met: number; readonly next: number }): void {
    this.#met.length = met;
    this.#reached.length = Math.min(this.#reached.length, next);
    this.#next = next;
    this.#went = 'along';
    this.#ahead.clear();
  }

  end(): void {
    this.drop();
    this.#course.ended(this.#went, this.#met, this.#known);
  }

  /** A parameter has come from elsewhere than was thought. */
  #reconsider(index: number, parameters: readonly Text[]): void {
    const step = this.#steps[index];
    step?.sources.forEach((sources, place) => {
      const [likeliest] = sources;
      const actual = parameters[place];
      if (likeliest === undefined || this.#value(index, likeliest) === actual) return;
      const left = sources.filter((source) => this.#value(index, source) === actual);
      step.sources[place] = left;
      if (left.length === 0) this.#went = 'doubtful';
    });
  }

  #value(step: number, { origin, alone }: Source, planned?: ReadonlyMap<number, readonly Text[]>): Text {
    const text = this.#text(step, origin, planned);
    return alone && typeof text === 'string' ? inArray(text) : text;
  }

  #text(step: number, origin: Origin, planned?: ReadonlyMap<number, readonly Text[]>): Text {
    switch (origin.from) {
      case 'known':
        return this.#known[origin.index];
      case 'constant':
        return origin.text;
      case 'before':
        return textOf(this.#steps[step]?.before?.[origin.column]);
      case 'parameter':
        return (this.#reached[origin.step]?.parameters ?? planned?.get(origin.step))?.[origin.index];
      case 'answer': {
        const met = this.#reached[origin.step];
        if (met?.first !== undefined) return met.first === null ? undefined : textOf(met.first[origin.column]);
        // Not answered yet: what it said the last time that it was asked so.
        const parameters = met?.parameters ?? planned?.get(origin.step);
        return parameters === undefined ? undefined : this.#steps[origin.step]?.found.get(keyOf(parameters))?.get(origin.column);
      }
    }
  }
}

const keyOf = (parameters: readonly Text[]): string => parameters.map((text) => (text === null ? 'null' : `=${text}`)).join('\0');

const same = (a: readonly Text[], b: readonly Text[]): boolean => a.length === b.length && a.every((text, index) => text === b[index]);

const textOf = (value: unknown): Text =>
  value === null || typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined;

const inArray = (text: string): string => `{"${text}"}`;

/** The steps of what was met, and for each parameter where the same text stood before. */
function learn(met: readonly Met[], known: readonly string[], before: readonly Met[]): Step[] {
  const steps = met.map(({ sql, reads, parameters }, index): Step => {
    const earlier = met.slice(0, index);
    const itself = before.find((one) => one.sql === sql)?.first ?? [];
    const sources = reads ? parameters.map((text) => sourcesOf(text, { known, earlier, itself })) : [];
    return { sql, reads, sources, columns: [], found: new Map(), before: met[index]?.first ?? null, wasted: 0 };
  });
  for (const { origin } of steps.flatMap(({ sources }) => sources.flat())) {
    const columns = origin.from === 'answer' ? steps[origin.step]?.columns : undefined;
    if (origin.from === 'answer' && columns !== undefined && !columns.includes(origin.column)) columns.push(origin.column);
  }
  steps.forEach((step, index) => {
    remember(step, met[index]?.parameters ?? [], step.before);
  });
  return steps;
}

function remember({ columns, found }: Step, parameters: readonly Text[], first: readonly unknown[] | null): void {
  if (columns.length === 0) return;
  const key = keyOf(parameters);
  found.delete(key);
  if (first === null) return;
  found.set(key, new Map(columns.map((column) => [column, textOf(first[column])])));
  const [oldest] = found.keys();
  if (found.size > remembered && oldest !== undefined) found.delete(oldest);
}

interface Places {
  readonly known: readonly string[];
  readonly earlier: readonly Met[];
  readonly itself: readonly unknown[];
}

function sourcesOf(text: Text, places: Places): Source[] {
  if (text === undefined) return [];
  const constant: Source = { origin: { from: 'constant', text }, alone: false };
  if (text === null || text === '') return [constant];
  const only = /^\{"([^"\\]+)"\}$/.exec(text)?.[1];
  const found = [
    ...originsOf(text, places).map((origin): Source => ({ origin, alone: false })),
    ...(only === undefined ? [] : originsOf(only, places).map((origin): Source => ({ origin, alone: true }))),
  ];
  return [...found.slice(0, guesses), constant];
}

const originsOf = (text: string, { known, earlier, itself }: Places): Origin[] => [
  ...known.flatMap((one, index): Origin[] => (one === text ? [{ from: 'known', index }] : [])),
  ...earlier.flatMap(({ first }, step) =>
    (first ?? []).flatMap((value, column): Origin[] => (textOf(value) === text ? [{ from: 'answer', step, column }] : [])),
  ),
  ...earlier.flatMap(({ parameters }, step) =>
    parameters.flatMap((one, index): Origin[] => (one === text ? [{ from: 'parameter', step, index }] : [])),
  ),
  ...itself.flatMap((value, column): Origin[] => (textOf(value) === text ? [{ from: 'before', column }] : [])),
];
