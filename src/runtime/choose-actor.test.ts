import { expect, test } from 'vitest';
import type { Actor } from '../engine/session.ts';
import type { Screen } from '../model/ast/screens.ts';
import { chooseActor } from './choose-actor.ts';

const nowhere = { from: 0, to: 0 };
const screen = (_name: string, route: string, ...roles: string[]): Pick<Screen, 'route' | 'parameters' | 'roles'> => ({
  route,
  parameters: [],
  roles: roles.map((text) => ({ text, span: nowhere })),
});
const actor = (example: string, ...roles: string[]): Actor => ({ id: example, example, label: example, roles });

test('who may open the first screen and most others acts', () => {
  const screens = [screen('Sign in', '/sign-in', 'visitor'), screen('Queue', '/', 'agent', 'manager'), screen('Team', '/team', 'manager')];
  expect(chooseActor({ screens }, [actor('Ana', 'customer'), actor('Bo', 'agent'), actor('Mia', 'manager', 'agent')])?.example).toBe('Mia');
});

test('no person needs to act where signed-out people may look', () => {
  expect(chooseActor({ screens: [screen('Home', '/')] }, [actor('Ana')])).toBeNull();
  expect(chooseActor({ screens: [] }, [actor('Ana')])).toBeNull();
  expect(chooseActor({ screens: [screen('Home', '/', 'agent')] }, [actor('Ana', 'customer')])).toBeNull();
});
