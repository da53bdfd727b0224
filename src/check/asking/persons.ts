import type { Model } from '../../model/model.ts';
import { isAssumed } from '../analysis/assumed.ts';

/** Common names for the entity of people with accounts. */
export const accountNames = ['User', 'Person', 'Member', 'Account', 'Employee'];

const personNames = [...accountNames, 'Customer', 'Client', 'Contact', 'Guest', 'Patient', 'Student', 'Tenant'];

const personWords =
  /(?:^|\s)(?:owner|person|user|author|assignee|reporter|requester|creator|reviewer|approver|responsible|manager|employee|borrower|organi[sz]er|member|assigned to|requested by|approved by|reported by|written by|handled by)$/i;

/** Whether a field's name or a type in words refers to a person. */
export const refersToPerson = (words: string): boolean => personWords.test(words.trim());

/**
 * The entity of people in a document: the account entity, or else the only one with a name for
 * people.
 */
export function personEntity(model: Model): string | null {
  if (model.account !== null && !isAssumed(model, model.account)) return model.account.entity.text;
  const named = model.entities.filter(({ name }) => personNames.includes(name.text));
  return named.length === 1 ? (named[0]?.name.text ?? null) : null;
}
