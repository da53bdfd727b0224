import type { Model } from '../../model/model.ts';
import { isAssumed } from '../analysis/assumed.ts';

/** What an entity of people with accounts may be called. */
export const accountNames = ['User', 'Person', 'Member', 'Account', 'Employee'];

const personNames = [...accountNames, 'Customer', 'Client', 'Contact', 'Guest', 'Patient', 'Student', 'Tenant'];

const personWords =
  /(?:^|\s)(?:owner|person|user|author|assignee|reporter|requester|creator|reviewer|approver|responsible|manager|employee|borrower|organi[sz]er|member|assigned to|requested by|approved by|reported by|written by|handled by)$/i;

/** Does a field's name, or a type in words, speak of a person? */
export const speaksOfPerson = (words: string): boolean => personWords.test(words.trim());

/**
 * The entity of the people that a document knows: of those with accounts, else the only one that
 * is called like people are.
 */
export function personEntity(model: Model): string | null {
  if (model.account !== null && !isAssumed(model, model.account)) return model.account.entity.text;
  const named = model.entities.filter(({ name }) => personNames.includes(name.text));
  return named.length === 1 ? (named[0]?.name.text ?? null) : null;
}
