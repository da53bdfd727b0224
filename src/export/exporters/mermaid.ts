import type { Machine, Transition } from '../../model/ast/states.ts';
import { startOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import { asComments, type Exported, type Exporter, type Loss, oneLine } from '../exporter.ts';
import { lossesOf } from '../losses.ts';
import { fixedSeconds } from '../states/fixed-seconds.ts';
import { otherThanStates, statesIn, wordsOf } from '../states/states-in.ts';

/**
 * Exports the states of section 4 as one Mermaid state diagram, with a composite state for each
 * machine.
 */
export const mermaid: Exporter = {
  name: 'mermaid',
  summary: 'The states as a Mermaid state diagram.',
  file: 'states.mmd',
  withLosses: asComments('%%'),
  export(model): Exported {
    const machines = model.machines.filter(({ states }) => states.length > 0);
    const lines = ['stateDiagram-v2', ...machines.flatMap((machine, number) => diagram(model, machine, number + 1))];
    return { text: `${lines.join('\n')}\n`, losses: left(model) };
  },
};

/** Ids are unique in the whole diagram, because two machines may have states of the same name. */
function diagram(model: Model, machine: Machine, number: number): string[] {
  const ids = new Map(machine.states.map(({ name }, index) => [name, `m${number}s${index + 1}`]));
  const start = startOf(machine);
  const rows = machine.transitions.flatMap((transition) => {
    if (statesIn(machine, transition) !== null) return [];
    const from = transition.any
      ? machine.states.filter(({ final }) => !final).map(({ name }) => name)
      : transition.from.map(({ text }) => text);
    return from.map((state) => `${ids.get(state)} --> ${ids.get(transition.to?.text ?? state)} : ${label(model, transition)}`);
  });
  return [
    `  state ${quoted(`${machine.entity}.${machine.field}`)} as m${number} {`,
    ...machine.states.map(({ name }) => `    state ${quoted(name)} as ${ids.get(name)}`),
    ...(start === null ? [] : [`    [*] --> ${ids.get(start)}`]),
    ...rows.map((row) => `    ${row}`),
    ...machine.states.filter(({ final }) => final).map(({ name }) => `    ${ids.get(name)} --> [*]`),
    '  }',
  ];
}

/** Returns the event and its guard as in UML: `resolve [size(comments) > 0]`. */
function label(model: Model, transition: Transition): string {
  const { trigger, guard } = transition;
  const event = trigger.kind === 'after' ? `after ${delay(model, transition)}` : wordsOf(transition);
  return escaped(guard === null ? event : `${event} [${guard.source}]`);
}

function delay(model: Model, { trigger }: Transition): string {
  if (trigger.kind !== 'after') return '';
  const seconds = fixedSeconds(model, trigger.duration);
  return seconds === null ? trigger.duration.source : `${seconds} s`;
}

/** Replaces characters that would end a label with Mermaid's character codes. */
const escaped = (words: string): string =>
  oneLine(words)
    .replaceAll('#', '#35;')
    .replaceAll(/(?<!#\d+);/g, '#59;')
    .replaceAll(/[:{}]/g, (one) => `#${one.charCodeAt(0)};`);

const quoted = (words: string): string => `"${oneLine(words).replaceAll('#', '#35;').replaceAll('"', '#quot;')}"`;

function left(model: Model): Loss[] {
  const rows = model.machines.flatMap((machine) =>
    machine.transitions.flatMap((transition): Loss[] => {
      const what = statesIn(machine, transition);
      const words = wordsOf(transition);
      const loss = (message: string): Loss => ({ span: transition.span, message });
      if (what !== null) return [loss(`${what} is not exported: a state diagram cannot express it.`)];
      return [
        ...(transition.roles.length === 0 ? [] : [loss(`Who may trigger “${words}” is not exported.`)]),
        ...(transition.effect === null || transition.effect.source === '' ? [] : [loss(`The effect of “${words}” is not exported.`)]),
        ...(transition.error === null ? [] : [loss(`The error of “${words}” is not exported.`)]),
        ...(transition.trigger.kind === 'event' && transition.trigger.parameters.length > 0
          ? [loss(`What “${words}” asks for is not exported.`)]
          : []),
      ];
    }),
  );
  return [...rows, ...lossesOf(model, otherThanStates)];
}
