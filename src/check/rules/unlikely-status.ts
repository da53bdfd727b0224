import { defineRule } from '../rule.ts';

export const unlikelyStatus = defineRule({
  code: 'unlikely-status',
  severity: 'warning',
  section: 0,
  summary: 'A status that does not go with what it stands for.',
  messages: {
    answer:
      'Status {status} says that the call failed, but Returns is what it answers when all went well. Write 200, 201 or 204; refusals are listed under Errors.',
    error: 'Status {status} says that all went well, but {name} is an error. Write a status from 400 to 599, such as 422.',
  },
  check(model, report) {
    for (const { returns } of model.calls) {
      if (returns !== null && returns.status >= 400) report({ message: 'answer', at: returns.span, data: { status: returns.status } });
    }
    for (const { name, status } of model.errors) {
      if (status >= 100 && status < 400) report({ message: 'error', at: name, data: { status, name: name.text } });
    }
  },
});
