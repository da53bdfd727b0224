import { describe, expect, test } from 'vitest';
import helpdesk from '../../../../testing/documents/helpdesk.md?raw';
import { applyEdits } from '../../../base/text-edit.ts';
import type { PermissionKey } from '../../../engine/access/permission-key.ts';
import type { Refusal } from '../../../engine/outcome.ts';
import { readModel } from '../../../model/read.ts';
import { explanationOf } from './explanation.ts';

const model = readModel(helpdesk);
const refused = (permission: PermissionKey | null, because = 'section 6 grants Ticket: resolve to agent only'): Refusal => ({
  error: 'FORBIDDEN',
  status: 403,
  message: 'You may not do this.',
  field: null,
  shown: { kind: 'toast', field: null },
  at: null,
  because,
  ...(permission === null ? {} : { permission: permission }),
});
const resolve: PermissionKey = { entity: 'Ticket', field: null, operation: 'resolve' };

describe('the explanation of a refusal', () => {
  test('lists who may do it, and the change that would allow the person', () => {
    const { because, who, change } = explanationOf(model, refused(resolve), ['customer']);
    expect(because).toBe('Section 6 grants Ticket: resolve to agent only.');
    expect(who?.permission).toBe('Ticket: resolve');
    expect(Object.fromEntries(who?.roles.map(({ role, verdict }) => [role, verdict]) ?? [])).toMatchObject({
      customer: 'no',
      agent: 'when',
    });
    expect(change?.role).toBe('customer');
    const after = explanationOf(readModel(applyEdits(helpdesk, change?.edits ?? [])), refused(resolve), ['customer']);
    expect(after.who?.roles.find(({ role }) => role === 'customer')?.verdict).toBe('when');
    expect(after.change).toBeNull();
  });

  test('proposes nothing if one of the roles already may: then a state, a guard or a condition refuses', () => {
    expect(explanationOf(model, refused(resolve), ['customer', 'agent']).change).toBeNull();
  });

  test('proposes nothing for a person without a role', () => {
    expect(explanationOf(model, refused(resolve), []).change).toBeNull();
  });

  test('a rule of section 5 is explained by its text alone', () => {
    expect(explanationOf(model, refused(null, 'the rule “subject is required” is broken'), ['customer'])).toEqual({
      because: 'The rule “subject is required” is broken.',
      at: null,
      who: null,
      change: null,
    });
  });
});
