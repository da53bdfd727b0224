import type { SectionName } from '../../model/ast/common.ts';
import type { View } from './view.ts';

/**
 * The nine views. To add one, create a folder beside this file with a component that takes
 * `ViewProps` (view.ts), and add a line here. Each view loads when it is first opened. The frame
 * provides the heading, the place, and undo by keyboard; a view has its own toolbar and scrolls by
 * itself.
 */
export const views: Readonly<Record<SectionName, () => Promise<View>>> = {
  people: async () => (await import('./people/people-view.tsx')).PeopleView,
  screens: async () => (await import('./screens/screens-view.tsx')).ScreensView,
  entities: async () => (await import('./entities/entities-view.tsx')).EntitiesView,
  states: async () => (await import('./states/states-view.tsx')).StatesView,
  rules: async () => (await import('./rules/rules-view.tsx')).RulesView,
  roles: async () => (await import('./permissions/permissions-view.tsx')).PermissionsView,
  calls: async () => (await import('./calls/calls-view.tsx')).CallsView,
  errors: async () => (await import('./errors/errors-view.tsx')).ErrorsView,
  constants: async () => (await import('./constants/constants-view.tsx')).ConstantsView,
};
