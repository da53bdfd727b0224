import type { Outcome } from '../../engine/outcome.ts';
import { type DeletionData, mostDeleted } from '../../engine/session.ts';
import { countedRecords } from '../counted-records.ts';
import { useWholeProduct, type WholeProduct } from '../product-context.ts';
import { useLink } from '../screen/use-link.ts';
import { useAnswer } from '../use-answer.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

/**
 * Asks before records are deleted and says what is deleted with them, or why none can be deleted.
 */
export function DeleteDialog({
  entity,
  ids,
  title,
  run,
  onClose,
}: {
  readonly entity: string;
  readonly ids: readonly string[];
  readonly title: string;
  readonly run: () => Promise<Outcome<unknown>>;
  readonly onClose: () => void;
}) {
  const product = useWholeProduct();
  const { session, words } = product;
  const at = useLink();
  const firstIds = ids.slice(0, mostDeleted).join(' ');
  // If this call fails, deleting will report why.
  const { data: found, failed } = useAnswer(() => session.deletion(entity, firstIds.split(' '), at), [session, entity, firstIds]);
  const data = found?.ok === true ? found.value : null;
  const blocked = data?.refusal != null && data.refused === ids.length ? data.refusal : null;
  const sentences = data === null ? [] : sentencesAbout(product, data, ids.length);
  return (
    <ConfirmDialog
      title={title}
      text={[...sentences, ...(blocked === null && data !== null ? [data.undoable ? words.undoText : words.deleteText] : [])].join(' ')}
      action={words.delete}
      danger
      waiting={found === null && !failed}
      blocked={blocked}
      run={run}
      onClose={onClose}
    />
  );
}

function sentencesAbout(product: WholeProduct, { along, more, refused, refusal, holders }: DeletionData, count: number): readonly string[] {
  const { words } = product;
  const some = refusal !== null && refused < count ? [words.cannotDelete(refused, count, refusal.message)] : [];
  return [
    ...some,
    ...(holders.length === 0 ? [] : [words.usedBy(holders.map((one) => countedRecords(product, one)))]),
    ...(along.length === 0 ? [] : [words.goesAlong(along.map((one) => countedRecords(product, one)))]),
    ...(more ? [words.hiddenGoAlong] : []),
  ];
}
