import { toCamelCase, toWords } from '../../model/reading/cell-forms.ts';
import { cellWritten, replaced } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const parameterWithoutAbout = defineRule({
  code: 'parameter-without-about',
  severity: 'warning',
  section: 2,
  summary: 'A route with a parameter on a screen without an entity under About.',
  messages: {
    none: 'The route of “{screen}” has the parameter “{parameter}”, but the screen has no entity to find by it. Write the entity under About.',
  },
  check(model, report, survey) {
    const routes = survey.screens().map(({ route }) => route);
    for (const { name, route, parameters, about, routeSpan } of survey.screens()) {
      const parameter = parameters.at(-1);
      if (parameter === undefined || about !== null) continue;
      const fix = model.entities
        .filter((entity) => toWords(entity.name.text) === name.text.toLowerCase() || toCamelCase(entity.name.text) === parameter)
        .flatMap((entity) => cellWritten(model, routeSpan, 'About', entity.name.text));
      const plain = route.replace(/\/:.*$/, '') || '/';
      const without = routes.includes(plain) ? [] : replaced(routeSpan, plain, `Write ${plain}, without ${parameters.join(' and ')}`);
      report({ message: 'none', at: routeSpan, fix: [...fix, ...without], data: { screen: name.text, parameter } });
    }
  },
});
