import { beforeAll, expect, test } from 'vitest';
import { verify } from '../src/verifier/run.ts';
import { mistakenDocument } from './mistaken-documents.ts';
import { type Recording, recorded, requestsToDiffer } from './replays.ts';
import type { HandWritten } from './services/hand-written-services.ts';
import lendingDocument from './services/lending/document.md?raw';

let lending: HandWritten;
let recording: Recording;

beforeAll(async () => {
  lending = mistakenDocument('lending', lendingDocument);
  const [run, made] = await recorded(lending, verify, 1000);
  expect(run.findings).toEqual([]);
  recording = made;
});

const faultsOf = (kind: string): readonly string[] => lending.faults[kind] ?? [];

test.each([
  'guard: left out',
  'guard: another error',
  'transition: to another state',
  'effect: assign left out',
  'rule: left out',
  'rule: at the boundary',
  'permission: not given',
  'constant: one more',
  'list: in another order',
  'view: key left out',
  'error: another status',
])('a service with a mistake in a clause answers otherwise (%s)', async (kind) => {
  const [fault] = faultsOf(kind);
  expect(fault).toBeDefined();
  expect(await requestsToDiffer(lending, fault ?? '', recording)).not.toBeNull();
});

test('mistakes are unique, and there are many', () => {
  const all = Object.values(lending.faults).flat();
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBeGreaterThan(100);
});
