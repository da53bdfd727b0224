import { own } from '../../base/own.ts';
import type { Value } from '../../expression/values/value.ts';
import { forgetMessages } from '../messages/muted.ts';
import { accountKeyOf } from '../operations/sign-in.ts';
import type { World } from '../world/world.ts';
import { forgottenEmail } from './confirmed-email.ts';
import { keptDevices } from './devices.ts';
import { forgetLinks } from './mailed-links.ts';
import { keptFactor } from './second-factor.ts';

/** Deletes everything that is stored besides an account's record, before the account is deleted. */
export function forgetAccount(world: World, id: string): void {
  const { store, index } = world;
  const { account } = index.model;
  const entity = account === null ? null : index.entity(account.entity.text);
  const record = entity === null ? null : world.stored(entity.name.text, id);
  forgetMessages(store, id);
  forgetLinks(world, id);
  const settings = [keptFactor(id, null), forgottenEmail(id)];
  if (account !== null && entity !== null && record !== null)
    settings.push(
      keptDevices(
        accountKeyOf(world, account, entity, (name) => (own(record, name) ?? null) as Value),
        [],
      ),
    );
  for (const [key, value] of settings) store.setMeta(key, value);
}
