import type { ChoosingFor } from './form-data.ts';
import type { ListOptions } from './part-data.ts';
import { type Command, type ImportRequest, mostDeleted, mostParts, type PartRequest, type ViewRequest } from './session.ts';

/** Whether a JSON value has a form; an absent value is undefined. */
export type Form = (value: unknown) => boolean;

/** No screen ever receives a lone surrogate or a NUL, which databases do not store. */
export const text: Form = (value) => typeof value === 'string' && !/[\0\p{Surrogate}]/u.test(value);
/** Part of a typed address, which may match no screen. */
const typed: Form = (value) => typeof value === 'string';
/** Maximum number of messages that one command may mark as read. */
const mostRead = 100;
const flag: Form = (value) => typeof value === 'boolean';
export const count: Form = (value) => typeof value === 'number' && Number.isFinite(value);
/** A value that the product itself parses by its type: any JSON. */
const json: Form = (value) => value !== undefined;
const oneOf =
  (...words: readonly string[]): Form =>
  (value) =>
    words.some((word) => word === value);
const either =
  (...forms: readonly Form[]): Form =>
  (value) =>
    forms.some((form) => form(value));
export const optional = (form: Form): Form => either((value) => value === undefined, form);
const nullable = (form: Form): Form => either((value) => value === null, form);
const list =
  (form: Form, most = Number.POSITIVE_INFINITY): Form =>
  (value) =>
    Array.isArray(value) && value.length <= most && value.every(form);
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const byName =
  (form: Form): Form =>
  (value) =>
    isObject(value) && Object.entries(value).every(([name, one]) => text(name) && form(one));
/** Ignores unknown keys, because a page may be newer than its server. */
const fields =
  (forms: Readonly<Record<string, Form>>): Form =>
  (value) =>
    isObject(value) && Object.entries(forms).every(([name, form]) => form(Object.hasOwn(value, name) ? value[name] : undefined));

export const ids = list(text, mostDeleted);

export const address = fields({ screen: text, parameters: byName(typed) });
export const partAddress = fields({ address, part: text });
export const values = byName(json);

const absent: Form = (value) => value === undefined;
/** Exactly one of its forms: a range is recognised by the keys that it lacks. */
const filter = either(
  list(json),
  fields({ not: list(json), contains: absent }),
  fields({ contains: text, not: absent }),
  fields({ from: optional(json), to: optional(json), contains: absent, not: absent }),
);

export const options = fields({
  sort: optional(list(fields({ field: text, descending: flag }))),
  search: optional(text),
  filters: optional(byName(filter)),
  match: optional(oneOf('all', 'any')),
  offset: optional(count),
  limit: optional(count),
  fields: optional(list(text)),
  group: optional(nullable(text)),
  totals: optional(list(text)),
  exact: optional(flag),
  range: optional(fields({ from: optional(json), to: optional(json) })),
} satisfies Record<keyof ListOptions, Form>);

export const choosing = fields({
  entity: text,
  field: text,
  event: optional(text),
  id: nullable(text),
  ids: optional(ids),
  values,
  owner: optional(fields({ entity: text, by: text, id: nullable(text), values })),
} satisfies Record<keyof ChoosingFor, Form>);

/** A BCP 47 tag. */
const tag: Form = (value) => typeof value === 'string' && /^[A-Za-z0-9-]{1,35}$/.test(value);

const commands: Readonly<Record<string, Form>> = {
  create: fields({ part: nullable(partAddress), entity: text, values }),
  update: fields({ part: optional(partAddress), entity: text, id: text, values, currentPassword: optional(text) }),
  delete: fields({ entity: text, id: text }),
  restore: fields({ token: text }),
  event: fields({ entity: text, id: text, event: text, parameters: values }),
  button: fields({ part: partAddress }),
  'sign-in': fields({ values }),
  'sign-up': fields({ values, language: optional(tag) }),
  'mail-link': fields({ purpose: oneOf('reset', 'confirm'), address: text, language: optional(tag) }),
  invite: fields({ address: text, role: text, language: optional(tag) }),
  job: fields({ job: text, step: oneOf('retry', 'drop', 'open') }),
  'use-link': fields({ token: text, values }),
  'sign-out': fields({ everywhere: optional(flag) }),
  'change-password': fields({ current: text, next: text }),
  'second-factor': fields({ step: oneOf('begin', 'confirm', 'renew', 'end'), currentPassword: optional(text), code: optional(text) }),
  'forget-device': fields({ device: text }),
  'end-session': fields({ session: text }),
  'read-messages': fields({ ids: nullable(list(text, mostRead)) }),
  mute: fields({ message: text, way: oneOf('app', 'mail'), off: flag }),
} satisfies Record<Command['kind'], Form>;

export const command: Form = (value) =>
  isObject(value) &&
  typeof value['kind'] === 'string' &&
  Object.hasOwn(commands, value['kind']) &&
  commands[value['kind']]?.(value) === true;

export const importRequest = fields({
  part: partAddress,
  rows: list(byName(typed)),
  mode: oneOf('check', 'all', 'good'),
} satisfies Record<keyof ImportRequest, Form>);

export const viewRequest = fields({
  address: nullable(address),
  parts: list(
    fields({ part: text, options: optional(options), version: optional(text) } satisfies Record<keyof PartRequest, Form>),
    mostParts,
  ),
} satisfies Record<keyof ViewRequest, Form>);
