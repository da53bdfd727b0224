import type { Call } from '../../model/ast/calls.ts';
import type { Model } from '../../model/model.ts';
import { boundBy, writesOf } from './writes.ts';

/** The sign-in field that a call lets its caller update; null if there is none. */
export function changesSignIn(model: Model, call: Call): string | null {
  const { account } = model;
  if (account === null || call.does === null) return null;
  const entity = model.entities.find(({ name }) => name.text === account.entity.text);
  const fields = account.signInWith.flatMap(({ text }) => entity?.byName.get(text) ?? []);
  if (!fields.some(({ type }) => type.kind === 'password')) return null;
  const names = boundBy(call.takes).map(({ name }) => name);
  const updates = writesOf(model, call.does, names).writes.filter(
    (write) => write.operation === 'update' && write.entity === account.entity.text,
  );
  return fields.find(({ name }) => updates.some(({ given }) => given?.get(name.text) === 'caller'))?.name.text ?? null;
}
