import { expect, test } from 'vitest';
import conduit from '../../../testing/documents/conduit.md?raw';
import helpdesk from '../../../testing/documents/helpdesk.md?raw';
import { readModel } from '../../model/read.ts';
import { defaultIcon } from './default-icon.ts';

test.each([
  [helpdesk, ['key', 'list', 'list', 'plus', 'user', 'chart-bar', 'user']],
  [conduit, ['table', 'key', 'key', 'settings', 'plus', 'settings', 'user', 'user']],
])('a screen without an icon has that of its first part', (text, icons) => {
  const model = readModel(text);
  expect(model.screens.map((screen) => defaultIcon(model, screen))).toEqual(icons);
});
