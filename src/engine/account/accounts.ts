import { compileExpression } from '../../expression/evaluate/evaluate.ts';
import { EvaluationError } from '../../expression/evaluate/scope.ts';
import type { Node } from '../../expression/node.ts';
import { Duration, type Value } from '../../expression/values/value.ts';
import type { Account } from '../../model/ast/roles.ts';
import type { StoredSession } from '../../store/store.ts';
import type { Decision, Given } from '../operation.ts';
import type { World } from '../world/world.ts';
import { rememberDevice } from './devices.ts';
import { tokenHash, urlSafeText } from './hasher.ts';

const day = 86_400_000;
/** Used if the account table states no length, or a hole. */
const usualSession = 30 * day;

/** A new session: the token for its owner, and the part to store. */
export function newSession(world: World, account: Account, id: string): { readonly token: string; readonly kept: StoredSession } {
  // Each byte yields a character of 6 bits: 43 characters have 258 bits, more than the required
  // 256.
  const token = urlSafeText(world.randomBytes(43));
  return {
    token,
    kept: {
      tokenHash: tokenHash(token),
      account: id,
      began: world.milliseconds,
      expires: world.milliseconds + sessionLength(world, account),
    },
  };
}

/**
 * The session and settings of a sign-in or sign-up: the request's earlier session ends, because a
 * browser has one at a time, and the browser is remembered for the account (`account`: a key of
 * throttle.ts).
 */
export function sessionStart(
  world: World,
  account: string,
  save: StoredSession,
  who: { readonly account: string; readonly token: string },
): Required<Pick<Decision<unknown>, 'session' | 'settings'>> {
  const { person } = world;
  const remembered = rememberDevice(world, account);
  return {
    session: {
      save,
      remove: person.token === null ? [] : [tokenHash(person.token)],
      person: { ...person, ...who, ...(remembered === null ? {} : { origin: remembered.origin }) },
    },
    settings: remembered?.settings ?? new Map(),
  };
}

function sessionLength(world: World, account: Account): number {
  if (account.session === null) return usualSession;
  try {
    const length = compileExpression(account.session)(world.scope(null));
    return length instanceof Duration ? length.seconds * 1000 : usualSession;
  } catch (error) {
    if (error instanceof EvaluationError) return usualSession;
    throw error;
  }
}

/**
 * The field values that give an account a role (`yes, as customer`), if the role's Is states them
 * directly.
 */
export function valuesOfRole(world: World, role: string): Given {
  const values = new Map<string, Value>();
  const gather = (node: Node): void => {
    if (node.kind !== 'binary') return;
    if (node.operator === '&&') {
      gather(node.left);
      gather(node.right);
    }
    if (node.operator !== '==') return;
    for (const [side, other] of [[node.left, node.right] as const, [node.right, node.left] as const]) {
      if (side.kind !== 'select' || side.operand.kind !== 'name' || side.operand.name !== 'me' || other.kind !== 'literal') continue;
      const entity = world.index.model.account?.entity.text ?? '';
      if (world.index.field(entity, side.field)?.settable === true) values.set(side.field, other.value);
    }
  };
  const is = world.index.role(role)?.is?.node ?? null;
  if (is !== null) gather(is);
  return values;
}
