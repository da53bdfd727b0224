import { replaced } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const aboutWithoutParameter = defineRule({
  code: 'about-without-parameter',
  severity: 'warning',
  section: 2,
  summary: 'A screen that is about an entity and whose route does not say which record.',
  messages: {
    none: '“{screen}” is about a {entity}, but its route has no parameter, so it cannot tell which one. Add one, such as “{route}/:id”, or leave About empty.',
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
