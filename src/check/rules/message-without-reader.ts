import { notPeople } from '../../expression/check/check-action.ts';
import { isAddress, mailField } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import { tellSteps } from '../analysis/tell-steps.ts';
import { cellWritten, inserted, replaced } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const messageWithoutReader = defineRule({
  code: 'message-without-reader',
  severity: 'error',
  section: 8,
  summary: 'A message that reaches no person.',
  messages: {
    people: '{problem} Name a person in the column To.',
    nobody: 'This message reaches no one: {name} has no To. Write “tell {name} to …”, or fill in its column To in section 8.',
    app: '{name} goes to an address that may belong to no account, so it can only be sent by mail. Write mail in the column By.',
    address: '{name} is sent by mail, but {account} has no field of the type email. Add one, or remove “mail” from By.',
  },
  check(model, report) {
    const account = model.account?.entity.text ?? null;
    for (const { name, to, by, about, span } of model.messages) {
      const toAddress = to !== null && isAddress(model, about ?? '', to);
      const problem = to === null || to.problems.length > 0 || toAddress ? null : notPeople(to, account);
      if (toAddress && !by.includes('mail'))
        report({ message: 'app', at: to, fix: cellWritten(model, span, 'By', 'mail'), data: { name: name.text } });
      if (to !== null && problem !== null) {
        const fix = peopleOf(model, about).flatMap((field) => replaced(to.span, field));
        report({ message: 'people', at: to, fix, data: { problem } });
      }
      if (by.includes('mail') && account !== null && mailField(model) === null)
        report({ message: 'address', at: span, fix: cellWritten(model, span, 'By', 'app'), data: { name: name.text, account } });
    }
    const open = new Set(model.messages.filter(({ to }) => to === null).map(({ name }) => name.text));
    for (const { step, about } of tellSteps(model)) {
      if (step.to !== null || !open.has(step.message.text)) continue;
      const { text, span } = step.message;
      const fix = peopleOf(model, about).flatMap((field) => inserted(span.to, ` to ${field}`, `Tell the ${field}`));
      report({ message: 'nobody', at: step.message, fix, data: { name: text } });
    }
  },
});

/** The names of a record's fields that are people. */
function peopleOf(model: Model, entity: string | null): readonly string[] {
  const account = model.account?.entity.text;
  const fields = model.entities.find(({ name }) => name.text === entity)?.fields ?? [];
  return fields.flatMap(({ name, type }) => (type.kind === 'relation' && type.entity.text === account ? [name.text] : []));
}
