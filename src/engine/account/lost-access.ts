import type { Product } from '../product.ts';
import { nobody } from '../world/world.ts';
import { accountAt } from './mailed-links.ts';
import { keptFactor, secondFactor } from './second-factor.ts';

/** The ways in which an operator can help a person who cannot sign in any more. */
export type Help = 'second-factor-off' | 'sign-out';

/**
 * Helps the account with an address, and adds a line to the audit trail of its record; for people
 * with access to the database. `none`: no account, or several, have the address; `nothing`: there
 * was nothing to do.
 */
export function helpAccount(product: Product, address: string, help: Help): 'done' | 'nothing' | 'none' {
  const outcome = product.transact(nobody, (run): 'done' | 'nothing' | 'none' => {
    const { world } = run;
    const { store, milliseconds: at } = world;
    const account = accountAt(world, address);
    const entity = world.index.model.account?.entity.text;
    if (account === null || entity === undefined) return 'none';
    const hashes = store.sessions(account.id).map(({ tokenHash }) => tokenHash);
    if (help === 'sign-out' ? hashes.length === 0 : secondFactor(store, account.id) === null) return 'nothing';
    if (help === 'sign-out') for (const hash of hashes) run.end(hash);
    else store.setMeta(...keptFactor(account.id, null));
    const operation = help === 'sign-out' ? 'signed out everywhere' : 'second factor turned off';
    store.audit({ at, by: null, entity, record: account.id, operation, changes: {} });
    return 'done';
  });
  return outcome.ok ? outcome.value : 'none';
}
