import type { Machine, Transition } from '../../model/ast/states.ts';
import { startOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import { type Exported, type Exporter, jsonText, type Loss, underKey } from '../exporter.ts';
import { lossesOf } from '../losses.ts';
import { fixedSeconds } from '../states/fixed-seconds.ts';
import { otherThanStates, statesIn, wordsOf } from '../states/states-in.ts';

/** Exports the states of section 4 as configurations for XState 5, keyed by `Entity.field`. */
export const xstate: Exporter = {
  name: 'xstate',
  summary: 'The states as configurations of XState machines.',
  file: 'machines.json',
  withLosses: underKey('x-losses'),
  export(model): Exported {
    const machines = model.machines.filter(({ states }) => states.length > 0);
    return {
      text: jsonText(Object.fromEntries(machines.map((machine) => [nameOf(machine), config(model, machine)]))),
      losses: left(model),
    };
  },
};

const nameOf = ({ entity, field }: Machine): string => `${entity}.${field}`;

function config(model: Model, machine: Machine): object {
  return {
    id: nameOf(machine),
    initial: startOf(machine),
    states: Object.fromEntries(machine.states.map(({ name, final }) => [name, state(model, machine, name, final)])),
  };
}

function state(model: Model, machine: Machine, name: string, final: boolean): object {
  const on = new Map<string, object[]>();
  const after = new Map<string, object[]>();
  for (const transition of machine.transitions) {
    if (!transition.any && !transition.from.some(({ text }) => text === name)) continue;
    if (transition.refuses) continue;
    const { trigger } = transition;
    const place = trigger.kind === 'event' ? on : trigger.kind === 'after' ? after : null;
    if (place === null) continue;
    const key = trigger.kind === 'event' ? trigger.name.text : delayOf(model, transition);
    place.set(key, [...(place.get(key) ?? []), target(transition)]);
  }
  const isLast = final || (on.size === 0 && after.size === 0);
  return {
    ...(isLast && on.size === 0 && after.size === 0 ? { type: 'final' } : {}),
    ...(on.size === 0 ? {} : { on: byName(on) }),
    ...(after.size === 0 ? {} : { after: byName(after) }),
  };
}

const byName = (transitions: ReadonlyMap<string, readonly object[]>): object =>
  Object.fromEntries([...transitions].map(([name, list]) => [name, list.length === 1 ? list[0] : list]));

/** Returns the delay in milliseconds, or the name of a delay that the program must define. */
function delayOf(model: Model, { trigger }: Transition): string {
  if (trigger.kind !== 'after') return '';
  const seconds = fixedSeconds(model, trigger.duration);
  return seconds === null ? trigger.duration.source : String(seconds * 1000);
}

const target = ({ to, guard, effect, description }: Transition): object => ({
  ...(to === null ? {} : { target: to.text }),
  ...(guard === null ? {} : { guard: guard.source }),
  ...(effect === null || effect.source === '' ? {} : { actions: effect.source }),
  ...(description === '' ? {} : { description }),
});

function left(model: Model): Loss[] {
  const machines = model.machines.flatMap((machine) =>
    machine.transitions.flatMap((transition): Loss[] => {
      const what = statesIn(machine, transition);
      if (what !== null) return [{ span: transition.span, message: `${what} is not exported: XState cannot express it.` }];
      return [
        ...(transition.roles.length === 0
          ? []
          : [{ span: transition.span, message: `Who may trigger “${wordsOf(transition)}” is not exported.` }]),
        ...(transition.guard === null
          ? []
          : [
              {
                span: transition.guard.span,
                message: `The guard of “${wordsOf(transition)}” is exported as text only: the program defines it.`,
              },
            ]),
        ...(transition.effect === null || transition.effect.source === ''
          ? []
          : [
              {
                span: transition.span,
                message: `The effect of “${wordsOf(transition)}” is exported as text only: the program defines it.`,
              },
            ]),
        ...(transition.trigger.kind === 'event' && transition.trigger.parameters.length > 0
          ? [{ span: transition.span, message: `What “${wordsOf(transition)}” asks for is not exported.` }]
          : []),
        ...(transition.error === null
          ? []
          : [{ span: transition.span, message: `The error of “${wordsOf(transition)}” is not exported.` }]),
      ];
    }),
  );
  return [...machines, ...lossesOf(model, otherThanStates)];
}
