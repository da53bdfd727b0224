import type { Part, ProductModel, Screen } from '../../engine/document/product-model.ts';
import type { IconName } from '../../model/vocabulary.ts';

/** The icon of a screen without one in the document; depends on its first part. */
export function defaultIcon(model: Pick<ProductModel, 'account'>, { parts }: Pick<Screen, 'parts'>): IconName {
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
