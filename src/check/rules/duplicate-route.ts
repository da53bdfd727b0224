import { toPath } from '../../model/reading/cell-forms.ts';
import { routeShape } from '../../model/route-shape.ts';
import { replaced } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const duplicateRoute = defineRule({
  code: 'duplicate-route',
  severity: 'error',
  section: 7,
  summary: 'Two calls, two screens, or a call and a screen with the same address.',
  messages: {
    call: '“{name}” has the same method and path as “{other}”: a request cannot tell them apart, and the first one answers. Change one of the paths.',
    screen:
      'The screen “{name}” has the same route as “{other}”: an address cannot tell them apart, and the first one opens. Change one of the routes.',
    both: '“{name}” has the address of the screen “{other}”: users who open the screen get the JSON of the call. Give the call its own address, such as “/api{path}”.',
  },
  check(_model, report, survey) {
    const calls = new Map<string, string>();
    for (const { name, method, path } of survey.calls()) {
      const shape = `${method} ${routeShape(path)}`;
      const other = calls.get(shape);
      if (other !== undefined) report({ message: 'call', at: name, data: { name: `${method} ${path}`, other } });
      else calls.set(shape, `${method} ${path}`);
    }
    const screens = new Map<string, string>();
    for (const { name, route, routeSpan, parameters } of survey.screens()) {
      if (route === '') continue;
      const shape = routeShape(route);
      const other = screens.get(shape);
      if (other !== undefined) {
        const free = `/${toPath(name.text)}${parameters.map((parameter) => `/:${parameter}`).join('')}`;
        const fix = screens.has(routeShape(free)) ? [] : replaced(routeSpan, free);
        report({ message: 'screen', at: routeSpan, fix, data: { name: name.text, other } });
      } else screens.set(shape, name.text);
    }
    for (const { name, method, path } of survey.calls()) {
      const other = method === 'GET' ? screens.get(routeShape(path)) : undefined;
      if (other !== undefined) report({ message: 'both', at: name, data: { name: `${method} ${path}`, path, other } });
    }
  },
});
