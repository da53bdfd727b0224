import type { ProductModel } from '../../engine/document/product-model.ts';
import type { NavigationItem } from '../../engine/session.ts';

/**
 * The screens that the menu lists. Omits assumed screens with nothing but a form, which open from
 * their list; otherwise every entity would have an entry “New …”.
 */
export const menuItems = (model: ProductModel, navigation: readonly NavigationItem[]): readonly NavigationItem[] =>
  navigation.filter(
    ({ screen, assumed }) =>
      !(assumed && model.screens.find(({ name }) => name.text === screen)?.parts.every(({ kind }) => kind === 'form')),
  );
