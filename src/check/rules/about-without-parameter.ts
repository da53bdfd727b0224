import { replaced } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const aboutWithoutParameter = defineRule({
  code: 'about-without-parameter',
  severity: 'warning',
  section: 2,
  summary: 'A screen about an entity whose route does not identify a record.',
  messages: {
    none: '“{screen}” is about a {entity}, but its route has no parameter, so the product cannot tell which one to show. Add one, such as “{route}/:id”, or leave About empty.',
  },
  check(_model, report, survey) {
    for (const { name, parameters, about, route, routeSpan } of survey.screens()) {
      if (about === null || parameters.length > 0 || route === '') continue;
      const base = route.replace(/\/$/, '');
      const fix = replaced(routeSpan, `${base}/:id`);
      report({ message: 'none', at: routeSpan, fix, data: { screen: name.text, entity: about.text, route: base } });
    }
  },
});
