import type { Part, ProductModel, Screen } from '../../engine/document/product-model.ts';
import type { IconName } from '../../model/vocabulary.ts';
import { allParts, hasListState } from '../screen/part-lists.ts';

/**
 * The icon of a screen without one in the document: that of its first part, or a house for a first
 * page that shows several kinds of records.
 */
export function defaultIcon(model: Pick<ProductModel, 'account'>, { route, parts }: Pick<Screen, 'route' | 'parts'>): IconName {
  const entities = [...allParts(parts)].flatMap((part) => (hasListState(part) || part.kind === 'board' ? [part.entity.text] : []));
  if (route === '/' && new Set(entities).size > 1) return 'home';
  return parts.map((part) => iconOf(model, part)).find((icon) => icon !== null) ?? 'file-text';
}

function iconOf(model: Pick<ProductModel, 'account'>, part: Part): IconName | null {
  switch (part.kind) {
    case 'section':
    case 'columns':
    case 'tabs':
      return part.parts.map((one) => iconOf(model, one)).find((icon) => icon !== null) ?? null;
    case 'sign-in':
    case 'sign-up':
      return 'key';
    case 'form':
      return part.purpose === 'create' ? 'plus' : 'settings';
    case 'chart':
      return 'chart-bar';
    case 'calendar':
      return 'calendar';
    case 'board':
      return 'checklist';
    case 'list':
    case 'cards':
      if (part.entity.text === model.account?.entity.text) return 'users';
      return part.kind === 'cards' ? 'table' : 'list';
    case 'timeline':
      return 'history';
    case 'details':
      return 'user';
    default:
      return null;
  }
}
