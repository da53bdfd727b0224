import { useContext } from 'react';
import type { Screen } from '../../../engine/document/product-model.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { IconPlus, IconSearch } from '../../../ui/icons.ts';
import { NewRecordContext } from '../../inputs/new-record-context.ts';
import { useProduct } from '../../product-context.ts';
import { ProductLink } from '../../product-link.tsx';
import { allParts } from '../../screen/part-lists.ts';
import { useShownScreen } from '../../screen/screen-context.ts';
import type { DataOf } from '../../screen/use-part.ts';
import type { PartOf } from '../part.ts';
import type { List } from './use-list.ts';

type Part = PartOf<'list' | 'cards'>;

const formFor = ({ parts }: Pick<Screen, 'parts'>, entity: string): PartOf<'form'> | undefined =>
  [...allParts(parts)].find(
    (part): part is PartOf<'form'> => part.kind === 'form' && part.purpose === 'create' && part.entity?.text === entity,
  );

/**
 * Shown for an empty list: that nothing matches, or the document's text and a way to create a
 * record.
 */
export function ListEmpty({ part, data, list }: { readonly part: Part; readonly data: DataOf<'list' | 'cards'>; readonly list: List }) {
  const { words, labels } = useProduct();
  const { screen, data: shown, mainList, paper } = useShownScreen();
  if (list.narrowed) {
    return (
      <EmptyState
        icon={<IconSearch size={20} />}
        title={words.noMatches}
        actions={<Button onClick={list.clear}>{words.clearFilters}</Button>}
      >
        {words.noMatchesText}
      </EmptyState>
    );
  }
  const entity = part.entity.text;
  const title = part.empty !== null ? labels.text(part.empty) : words.emptyList(labels.entities(entity));
  // The lists of a record have forms beside them, so they need no button.
  const begins = part.id === mainList && shown.record === null && data.imports && paper === null && formFor(screen, entity) === undefined;
  return begins ? (
    <EmptyState title={title} actions={<Begin entity={entity} all={part.where === null} />}>
      {part.empty === null ? words.emptyListText : undefined}
    </EmptyState>
  ) : (
    <EmptyState small title={title} />
  );
}

/**
 * A button that leads to the document's form for such records, or else opens one. A list of only
 * some records (`all` is false) opens none, because it might not show the new record.
 */
function Begin({ entity, all }: { readonly entity: string; readonly all: boolean }) {
  const { model, navigation, words, labels } = useProduct();
  const ask = useContext(NewRecordContext);
  const title = words.create(labels.entity(entity));
  for (const { screen } of navigation) {
    const found = model.screens.find(({ name }) => name.text === screen);
    const form = found === undefined ? undefined : formFor(found, entity);
    if (form === undefined) continue;
    return (
      <ProductLink className={buttonClass('primary')} address={{ screen, parameters: {} }}>
        {form.caption === null ? title : labels.text(form.caption)}
      </ProductLink>
    );
  }
  return ask === null || !all ? null : (
    <Button variant="primary" icon={<IconPlus size={16} />} onClick={() => ask({ entity, text: '', done: () => undefined })}>
      {title}
    </Button>
  );
}
