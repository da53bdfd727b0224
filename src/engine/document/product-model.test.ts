import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readModel } from '../../model/read.ts';
import { plainModel } from './product-model.ts';

it.each(['helpdesk.md', 'conduit.md', 'unidentified.txt'])('%s reaches the page as plain data, with every part and position', (file) => {
  const model = readModel(readFileSync(new URL(`../../../specs/${file}`, import.meta.url), 'utf8'));
  const plain = structuredClone(plainModel(model));
  expect(plain.name).toBe(model.name);
  expect(plain.screens.map((screen) => screen.parts.map((part) => [part.id, part.kind, part.span]))).toEqual(
    model.screens.map((screen) => screen.parts.map((part) => [part.id, part.kind, part.span])),
  );
  expect(plain.entities.map((entity) => [...entity.byName.keys()])).toEqual(model.entities.map((entity) => [...entity.byName.keys()]));
  expect(plain.holes).toEqual(model.holes);
});
