import { notFound } from '../access/reach.ts';
import { keptDevices, remembered } from '../account/devices.ts';
import { defineOperation, refuse } from '../operation.ts';
import { ownKey } from './sign-in.ts';

export interface ForgetDeviceInput {
  /** The device's id in AccountData. */
  readonly device: string;
}

export const forgetDevice = defineOperation<ForgetDeviceInput, null>({
  name: 'forget-device',
  summary: 'Forgets a device of the signed-in person, so that its next sign-in counts as one from a new device.',
  decide(world, { device }) {
    const key = ownKey(world);
    const devices = key === null ? [] : remembered(world.store, key);
    const left = devices.filter(({ id }) => id !== device);
    if (key === null || left.length === devices.length) return refuse(notFound(world, 'device'));
    return { changes: [], write: null, settings: new Map([keptDevices(key, left)]), result: null };
  },
});
