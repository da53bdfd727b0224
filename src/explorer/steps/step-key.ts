import type { Action } from './moves.ts';

/** A step as text, with numbers in place of ids: equal for steps that differ only in ids. */
export function stepKey(move: Action, number: (id: string) => number): string {
  const { account } = move.person;
  let text = `${account === null ? '' : number(account)} ${move.kind} ${move.entity}`;
  if (move.kind !== 'create') text += ` @${number(move.id)}`;
  if (move.kind === 'event') text += ` ${move.event}`;
  if (move.kind === 'answer') text += ` ${move.service} ${move.event} ${move.failed}`;
  if (move.kind === 'add' || move.kind === 'remove') text += ` ${move.field} @${number(move.member)}`;
  if ('values' in move)
    for (const { name, words } of move.values) text += ` ${name}=${typeof words === 'string' ? words : `@${number(words.record)}`}`;
  return text;
}
