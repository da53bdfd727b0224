import type { ProductModel } from '../../engine/document/product-model.ts';
import type { NavigationItem } from '../../engine/session.ts';

/**
 * The screens that the menu lists. An assumed screen that only asks for a new record is opened from
 * its list: the menu would have an entry “New …” for every entity.
 */
export const inMenu = (model: ProductModel, navigation: readonly NavigationItem[]): readonly NavigationItem[] =>
  navigation.filter(
    ({ screen, assumed }) =>
      !(assumed && model.screens.find(({ name }) => name.text === screen)?.parts.every(({ kind }) => kind === 'form')),
  );
