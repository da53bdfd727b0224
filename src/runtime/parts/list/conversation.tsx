import { own } from '../../../base/own.ts';
import type { InputData } from '../../../engine/form-data.ts';
import type { RecordData } from '../../../engine/record-data.ts';
import type { MessageFields } from '../../../model/ast/screens.ts';
import { Avatar } from '../../../ui/display/avatar.tsx';
import { FormView } from '../../inputs/form-view.tsx';
import { useForm } from '../../inputs/use-form.ts';
import { isRelation } from '../../model-lookup.ts';
import { useWholeProduct } from '../../product-context.ts';
import { MessageBox } from '../../screen/message-box.tsx';
import { useShownScreen } from '../../screen/screen-context.ts';
import type { DataOf } from '../../screen/use-part.ts';
import { Moment } from '../../values/moment.tsx';
import { Value } from '../../values/value.tsx';
import type { PartOf } from '../part.ts';
import styles from './conversation.module.css';
import { ListEmpty } from './list-empty.tsx';
import { ListFoot } from './list-tools.tsx';
import type { List } from './use-list.ts';

type Data = DataOf<'list' | 'cards'>;

/** Records as messages, newest last, with the box for the next one below. */
export function Conversation({
  part,
  talk,
  data,
  list,
}: {
  readonly part: PartOf<'list'>;
  readonly talk: MessageFields;
  readonly data: Data;
  readonly list: List;
}) {
  const { labels } = useWholeProduct();
  const rows = oldestFirst(data, talk);
  return (
    <div className={styles['conversation']}>
      <ListFoot data={data} list={list} />
      {rows.length === 0 ? (
        <ListEmpty part={part} data={data} list={list} />
      ) : (
        <ol data-messages className={styles['messages']} aria-label={labels.entities(part.entity.text) ?? labels.entity(part.entity.text)}>
          {rows.map((row) => (
            <Message key={row.id} row={row} talk={talk} />
          ))}
        </ol>
      )}
      {data.composer ? <Composer part={part} inputs={data.composer} /> : null}
    </div>
  );
}

/** Ids are assigned in order, so they sort messages of the same moment. */
function oldestFirst({ rows, sort }: Data, { when }: MessageFields): readonly RecordData[] {
  if (sort[0]?.field !== when) return rows;
  const moment = ({ values }: RecordData): string => String(own(values, when) ?? '');
  return [...rows].sort((a, b) => ascending(moment(a), moment(b)) || a.id.length - b.id.length || ascending(a.id, b.id));
}

const ascending = (a: string, b: string): number => Number(a > b) - Number(a < b);

function Message({ row, talk }: { readonly row: RecordData; readonly talk: MessageFields }) {
  const { words } = useWholeProduct();
  const who = own(row.values, talk.who) ?? null;
  const when = own(row.values, talk.when) ?? null;
  const name = isRelation(who) ? who.label : words.nothing;
  return (
    <li className={styles['message']}>
      <Avatar name={isRelation(who) ? who.label : null} size={28} />
      <div className={styles['said']}>
        <span className={styles['head']}>
          <span className={styles['who']}>{name}</span>
          {typeof when === 'string' ? (
            <span className={styles['when']}>
              <Moment iso={when} short />
            </span>
          ) : null}
        </span>
        <Value entity={row.entity} field={talk.text} value={own(row.values, talk.text) ?? null} look="whole" />
      </div>
    </li>
  );
}

function Composer({ part, inputs }: { readonly part: PartOf<'list'>; readonly inputs: readonly InputData[] }) {
  const { run, words, labels, path } = useWholeProduct();
  const { address } = useShownScreen();
  const entity = part.entity.text;
  const title = words.create(labels.entity(entity));
  const form = useForm({
    inputs,
    draftName: `${path(address)} ${part.id} message`,
    run: (values) => run({ kind: 'create', part: { address, part: part.id }, entity, values }),
    done: () => undefined,
  });
  return (
    <MessageBox>
      <FormView form={form} entity={entity} label={title} action={words.send} variant="secondary" repeats />
    </MessageBox>
  );
}
