import { own } from '../../base/own.ts';
import { type Draft, emptyDraft, NotReadable } from '../draft.ts';
import type { Importer } from '../importer.ts';
import { Names } from '../names.ts';
import { isNode, type Node, nodeAt, textAt } from '../openapi/document.ts';
import { parseData } from '../parse-data.ts';
import { addChart, type ChartState, type ChartTransition } from '../states/chart.ts';

/**
 * Imports XState configurations: JSON, or a `createMachine({…})` in JavaScript without functions.
 */
export const xstate: Importer = {
  name: 'xstate',
  summary: 'Configurations of XState machines (JSON, or createMachine({…})) become states.',
  endings: ['json', 'js', 'ts'],
  recognises: (text) => /["']?states["']?\s*:\s*\{/.test(text),
  async read(text, title) {
    const root = await parseData(configIn(text));
    if (!isNode(root)) throw new NotReadable('The file contains no machine configuration.');
    const draft = emptyDraft(title);
    const names = new Names();
    const isOne = isNode(own(root, 'states'));
    const machines = isOne ? [[textAt(root, 'id') || title, root] as const] : Object.entries(root);
    for (const [name, config] of machines) {
      if (isNode(config) && isNode(own(config, 'states')))
        addChart(draft, names, textAt(config, 'id') || name, chart(draft, config, '', 'machine', 0));
      else if (name !== 'x-losses') draft.losses.push({ where: name, message: 'It is not a machine with states, so it was left out.' });
    }
    if (draft.machines.length === 0) throw new NotReadable('The file contains no machine with states.');
    return draft;
  },
};

/**
 * Returns the object in `createMachine({…})` or `setup({…}).createMachine({…})`, or else the whole
 * text.
 */
function configIn(text: string): string {
  const call = /createMachine\s*(?:<[^>]*>)?\(\s*(?=\{)/.exec(text);
  if (call === null) return text;
  const from = call.index + call[0].length;
  let depth = 0;
  let quote = '';
  for (let at = from; at < text.length; at++) {
    const character = text[at] ?? '';
    if (quote !== '') {
      if (character === '\\') at++;
      else if (character === quote) quote = '';
    } else if (`"'\``.includes(character)) quote = character;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) {
      const config = text.slice(from, at + 1).replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|[\s,{[])\/\/[^\n]*/g, '');
      if (/=>|\bfunction\b|\bassign\(/.test(config))
        throw new NotReadable('The machine contains functions: use strings for its guards and actions, or export it as JSON.');
      return config;
    }
  }
  return text;
}

const carried = ['id', 'initial', 'states', 'on', 'after', 'type', 'description', 'x-losses', '$schema', 'version'];

function chart(draft: Draft, node: Node, id: string, name: string, depth: number): ChartState {
  const reportLoss = (key: string, message: string): void => void draft.losses.push({ where: `${id === '' ? name : id}.${key}`, message });
  const type = textAt(node, 'type');
  for (const key of Object.keys(node)) if (!carried.includes(key)) reportLoss(key, `“${key}” was not carried over.`);
  if (type === 'parallel') reportLoss('type', 'States at the same time were not carried over: the first ones count.');
  if (type === 'history') reportLoss('type', 'A history state was not carried over: it became a plain state, which remembers nothing.');
  const inside = depth > 20 ? [] : Object.entries(nodeAt(node, 'states'));
  const children = inside.map(([key, state]) => chart(draft, isNode(state) ? state : {}, `${id}/${key}`, key, depth + 1));
  const initial = textAt(node, 'initial');
  return {
    id,
    name,
    initial: initial === '' ? null : `${id}/${initial}`,
    final: type === 'final',
    inside: children,
    description: textAt(node, 'description'),
    transitions: [
      ...Object.entries(nodeAt(node, 'on')).flatMap(([event, given]) => transitions(draft, id, event, null, given)),
      ...Object.entries(nodeAt(node, 'after')).flatMap(([delay, given]) =>
        transitions(draft, id, '', /^\d+$/.test(delay) ? Number(delay) / 1000 : delay, given),
      ),
    ],
  };
}

function transitions(draft: Draft, id: string, event: string, after: number | string | null, given: unknown): ChartTransition[] {
  const where = `${id}/${event === '' ? 'after' : event}`;
  const reportLoss = (message: string): void => void draft.losses.push({ where, message });
  if (event === '*') {
    reportLoss('A transition by any event was not carried over.');
    return [];
  }
  return (Array.isArray(given) ? given : [given]).flatMap((one): ChartTransition[] => {
    const node = typeof one === 'string' ? { target: one } : isNode(one) ? one : {};
    for (const key of Object.keys(node))
      if (!['target', 'guard', 'cond', 'actions', 'description'].includes(key)) reportLoss(`“${key}” was not carried over.`);
    const target = own(node, 'target');
    const targets = Array.isArray(target) ? target : [target];
    if (targets.length > 1) reportLoss('A transition to several states at once leads to the first.');
    const [first] = targets;
    return [
      {
        event,
        after,
        target: typeof first === 'string' ? path(id, first) : null,
        guard: named(own(node, 'guard') ?? own(node, 'cond')),
        action: [own(node, 'actions') ?? []]
          .flat()
          .map(named)
          .filter((words) => words !== '')
          .join(', '),
        description: textAt(node, 'description'),
        where,
      },
    ];
  });
}

/** Resolves a target: `paid` is a sibling, `.paid` a child, `#Order.paid` a path from the root. */
function path(id: string, target: string): string {
  const steps = (words: string): string =>
    words
      .split('.')
      .map((step) => `/${step}`)
      .join('');
  if (target.startsWith('#')) return steps(target.slice(1)).replace(/^\/[^/]*/, '');
  if (target.startsWith('.')) return `${id}${steps(target.slice(1))}`;
  return `${id.replace(/\/[^/]*$/, '')}${steps(target)}`;
}

/** Returns the name of a guard or an action, with its parameters. */
function named(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!isNode(value)) return '';
  const params = own(value, 'params');
  return `${textAt(value, 'type')}${params === undefined ? '' : ` ${JSON.stringify(params)}`}`;
}
