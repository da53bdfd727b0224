import { defineRule } from '../rule.ts';

export const parameterWithoutAbout = defineRule({
  code: 'parameter-without-about',
  severity: 'warning',
  section: 2,
  summary: 'A route with a parameter on a screen that is about nothing.',
  messages: {
    none: 'The route of “{screen}” has the parameter “{parameter}”, but nothing says which record it finds. Write the entity under About.',
  },
  check(_model, report, survey) {
    for (const { name, parameters, about, routeSpan } of survey.screens()) {
      const parameter = parameters.at(-1);
      if (parameter !== undefined && about === null) report({ message: 'none', at: routeSpan, data: { screen: name.text, parameter } });
    }
  },
});
