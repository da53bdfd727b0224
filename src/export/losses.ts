import { triggerWords } from '../model/ast/states.ts';
import type { Model } from '../model/model.ts';
import type { Loss } from './exporter.ts';

/** The kinds of facts in a document, as far as formats differ in whether they can express them. */
export const factKinds = [
  'people',
  'scenarios',
  'screens',
  'entities',
  'computed fields',
  'chosen records',
  'examples',
  'former names',
  'transitions',
  'rules',
  'invariants',
  'roles',
  'account',
  'permissions',
  'calls',
  'views',
  'services',
  'errors',
  'messages',
  'constants',
] as const;
export type FactKind = (typeof factKinds)[number];

/** Returns a loss for each fact of these kinds in the document, in the order of the sections. */
export function lossesOf(model: Model, kinds: readonly FactKind[], why: Partial<Readonly<Record<FactKind, string>>> = {}): Loss[] {
  return factKinds
    .filter((kind) => kinds.includes(kind))
    .flatMap((kind) => facts[kind](model).map(({ span, what }): Loss => ({ span, message: `${what} is not exported${own(why[kind])}.` })));
}

const own = (why: string | undefined): string => (why === undefined ? '' : `: ${why}`);

interface Fact {
  readonly span: Loss['span'];
  readonly what: string;
}

const facts: Readonly<Record<FactKind, (model: Model) => readonly Fact[]>> = {
  people: ({ people }) => people.map(({ name, span }) => ({ span, what: `The person “${name.text}”` })),
  scenarios: ({ scenarios }) => scenarios.map(({ title, span }) => ({ span, what: `The scenario “${title}”` })),
  screens: ({ screens }) =>
    screens.filter(({ assumed }) => !assumed).map(({ name, span }) => ({ span, what: `The screen “${name.text}”` })),
  entities: ({ entities }) => entities.map(({ name }) => ({ span: name.span, what: `The entity ${name.text}` })),
  'computed fields': ({ entities }) =>
    entities.flatMap(({ fields }) =>
      fields
        .filter(({ computed }) => computed !== null)
        .map(({ name, entity, span }) => ({ span, what: `How ${entity}.${name.text} is computed` })),
    ),
  'chosen records': ({ entities }) =>
    entities.flatMap(({ fields }) =>
      fields
        .filter(({ choices }) => choices !== null)
        .map(({ name, entity, span }) => ({ span, what: `Which records ${entity}.${name.text} may contain` })),
    ),
  examples: ({ entities }) =>
    entities.flatMap(({ examples }) => examples.map(({ name, span }) => ({ span, what: `The example ${name.text}` }))),
  'former names': ({ entities }) =>
    entities.flatMap(({ name, former }) => former.map(({ span }) => ({ span, what: `A former name in ${name.text}` }))),
  transitions: ({ machines }) =>
    machines.flatMap(({ entity, field, transitions }) =>
      transitions.map((transition) => ({
        span: transition.span,
        what: `The transition “${triggerWords(transition)}” of ${field === '' ? entity : `${entity}.${field}`}`,
      })),
    ),
  rules: ({ rules }) => rules.map(({ name, span }) => ({ span, what: `The rule “${name.text}”` })),
  invariants: ({ invariants }) => invariants.map(({ name, span }) => ({ span, what: `The rule “${name.text}”` })),
  roles: ({ roles }) => roles.map(({ name, span }) => ({ span, what: `Who has the role “${name.text}”` })),
  account: ({ account }) => (account === null ? [] : [{ span: account.span, what: 'How people sign in' }]),
  permissions: ({ permissions }) => (permissions ?? []).map(({ title, span }) => ({ span, what: `Who may do “${title}”` })),
  // Assumed calls are not part of the document, so they are no loss.
  calls: ({ calls, sections }) =>
    sections[6]?.state !== 'shown' ? [] : calls.map(({ method, path, span }) => ({ span, what: `The call “${method} ${path}”` })),
  views: ({ views }) => views.map(({ name, span }) => ({ span, what: `The view ${name.text}` })),
  services: ({ services }) => services.map(({ name }) => ({ span: name.span, what: `The service ${name.text}` })),
  errors: ({ errors }) => errors.map(({ name, span }) => ({ span, what: `The error ${name.text}` })),
  messages: ({ messages }) => messages.map(({ name }) => ({ span: name.span, what: `The message ${name.text}` })),
  constants: ({ constants }) => constants.map(({ name, span }) => ({ span, what: `The constant ${name.text}` })),
};
