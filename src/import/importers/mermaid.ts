import { type Draft, emptyDraft, NotReadable } from '../draft.ts';
import type { Importer } from '../importer.ts';
import { Names } from '../names.ts';
import { addChart, type ChartState } from '../states/chart.ts';

/** Imports Mermaid state diagrams. */
export const mermaid: Importer = {
  name: 'mermaid',
  summary: 'A Mermaid state diagram becomes states and transitions.',
  endings: ['mmd', 'mermaid'],
  recognises: (text) => /^\s*stateDiagram(-v2)?\s*$/m.test(text),
  read(text, title) {
    const draft = emptyDraft(title);
    const root = new DiagramReader(draft).read(text);
    // “ninefold export mermaid” writes a composite state for each machine.
    const isMany =
      root.inside.length > 0 &&
      root.transitions.length === 0 &&
      root.inside.every(({ inside, transitions }) => inside.length > 0 && transitions.length === 0);
    const names = new Names();
    if (isMany) for (const machine of root.inside) addChart(draft, names, machine.name, machine);
    else addChart(draft, names, title, root);
    if (draft.machines.length === 0) throw new NotReadable('The diagram has no states.');
    return draft;
  },
};

const arrow = /^(\[\*\]|"[^"]+"|[^\s:]+)\s*-->\s*(\[\*\]|"[^"]+"|[^\s:]+)\s*(?::\s*(.*))?$/;

class DiagramReader {
  readonly #draft: Draft;
  readonly #states = new Map<string, ChartState>();
  /** A label may be defined before or after the state is used. */
  readonly #labels = new Map<string, string>();
  #line = 0;

  constructor(draft: Draft) {
    this.#draft = draft;
  }

  read(text: string): ChartState {
    const root = newState('', 'diagram');
    const open = [root];
    let isDiagram = false;
    let inNote = false;
    let ended = '';
    for (const line of text.split('\n')) {
      this.#line++;
      const words = line.trim();
      if (/^stateDiagram(-v2)?$/.test(words)) isDiagram = true;
      else if (inNote) inNote = !/^end note$/i.test(words);
      else if (words === '' || words.startsWith('%%') || words === '---' || /^(direction|title|config)\b/.test(words)) continue;
      else if (!isDiagram) this.#reportLoss(`“${words}” was not carried over.`);
      else if (words === '}') {
        if (open.length > 1) open.pop();
      } else if (words === '--') this.#reportLoss('States at the same time were not carried over: they are now beside each other.');
      else if (/^note\b/i.test(words)) {
        inNote = !words.includes(':');
        this.#reportLoss(`A note was not carried over: ${words}`);
      } else if (words.startsWith('state ')) {
        const inside = this.#declare(words, open.at(-1) ?? root);
        if (inside !== null) open.push(inside);
      } else ended = this.#statement(words, open.at(-1) ?? root) ?? ended;
    }
    if (!isDiagram) throw new NotReadable('The file contains no Mermaid stateDiagram.');
    return this.#labelled(root);
  }

  #reportLoss(message: string): void {
    this.#draft.losses.push({ where: `line ${this.#line}`, message });
  }

  /** `state "in progress" as s1`, `state Open {`, `state fork <<fork>>`. */
  #declare(words: string, within: ChartState): ChartState | null {
    const [, quoted, plain, second, kind, brace] =
      /^state\s+(?:"([^"]*)"|(\S+?))(?:\s+as\s+([^\s{]+))?(?:\s*<<(\w+)>>)?\s*(\{)?$/.exec(words) ?? [];
    const id = second ?? plain;
    if (id === undefined) {
      this.#reportLoss(`“${words}” was not carried over.`);
      return null;
    }
    if (quoted !== undefined) this.#labels.set(id, decoded(quoted));
    if (kind !== undefined) this.#reportLoss(`The ${kind} “${id}” became a state.`);
    const state = this.#state(id, within);
    return brace === undefined ? null : state;
  }

  #statement(words: string, within: ChartState): null {
    const found = arrow.exec(words);
    if (found === null) {
      const [, id, label] = /^([^\s:]+)\s*:\s*(.+)$/.exec(words) ?? [];
      if (id !== undefined && label !== undefined && !/^(class|classDef|style)\b/.test(words)) {
        this.#state(id, within);
        this.#labels.set(id, decoded(label));
      } else if (/^[^\s:]+$/.test(words)) this.#state(words, within);
      else this.#reportLoss(`“${words}” was not carried over.`);
      return null;
    }
    const [, from = '', to = '', label = ''] = found.map((part) =>
      part?.replace(/:::\w+$/, '').replaceAll('"', (part ?? '').startsWith('"') ? '' : '"'),
    );
    if (from === '[*]') {
      const state = this.#state(to, within);
      if (within.initial !== null && within.initial !== state.id)
        this.#reportLoss('A diagram has one start: this one was not carried over.');
      else within.initial = state.id;
    } else if (to === '[*]') this.#state(from, within).final = true;
    else
      this.#state(from, within).transitions.push({
        ...labelParts(decoded(label)),
        target: this.#state(to, within).id,
        description: '',
        where: `line ${this.#line}`,
      });
    return null;
  }

  #state(id: string, within: ChartState): ChartState {
    const known = this.#states.get(id);
    if (known !== undefined) return known;
    const state = newState(id, id);
    this.#states.set(id, state);
    within.inside.push(state);
    return state;
  }

  #labelled(state: ChartState): ChartState {
    const inside = state.inside.map((one) => this.#labelled(one));
    return { ...state, name: this.#labels.get(state.id) ?? state.name, inside };
  }
}

const newState = (id: string, name: string): ChartState => ({
  id,
  name,
  initial: null,
  final: false,
  inside: [],
  transitions: [],
  description: '',
});

/** `resolve [answered] / tell Ana`, `after 14 days`. */
function labelParts(label: string): { event: string; after: number | string | null; guard: string; action: string } {
  const [, event = '', guard = '', action = ''] = /^([^[/]*?)\s*(?:\[(.*)\])?\s*(?:\/\s*(.*))?$/s.exec(label.trim()) ?? [];
  const [, delay] = /^after\s+(.+)$/i.exec(event) ?? [];
  return {
    event: delay === undefined ? (event === '' && guard === '' && action === '' ? label.trim() : event) : '',
    after: delay === undefined ? null : (seconds(delay) ?? delay),
    guard,
    action,
  };
}

const units = new Map([
  ['s', 1],
  ['m', 60],
  ['h', 3600],
  ['d', 86_400],
  ['w', 604_800],
]);

/** Parses a duration: `14 days`, `30s`, `2 hours`. Returns null if the text is a name. */
function seconds(words: string): number | null {
  const [, number, unit] = /^(\d{1,9})\s*(s|seconds?|m|min|minutes?|h|hours?|d|days?|w|weeks?)$/i.exec(words) ?? [];
  return number === undefined || unit === undefined ? null : Number(number) * (units.get(unit.charAt(0).toLowerCase()) ?? 1);
}

/** Decodes Mermaid's character codes: `#59;`, `#quot;`. */
const decoded = (words: string): string =>
  words
    .replaceAll('#quot;', '"')
    .replaceAll(/#(\d{1,6});/g, (whole, code: string) => (Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : whole));
