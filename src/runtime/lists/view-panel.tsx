import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { Select } from '../../ui/form/select.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconArrowDown, IconArrowUp, IconChevronDown, IconX } from '../../ui/icons.ts';
import { IconChevronUp, IconDownload, IconPin, IconSum, IconUpload } from '../../ui/late-icons.ts';
import { isAddable, useColumns } from '../columns.ts';
import { shownType } from '../field-types.ts';
import { useWholeProduct } from '../product-context.ts';
import { rowChoices } from '../query-state.ts';
import styles from './lists.module.css';
import { type ShownList, useSaveCsv } from './use-save-csv.ts';

export interface ViewPanelProps extends ShownList {
  readonly onClose: () => void;
  /** Null if the person may not create such records. */
  readonly onReadCsv: (() => void) | null;
}

/** The settings of a list that do not fit above it. */
export function ViewPanel({ part, data, list, onClose, onReadCsv }: ViewPanelProps) {
  const { words } = useWholeProduct();
  const column = useColumns(part.fields, part.entity.text);
  const { lists, csv } = words.parts;
  const table = part.kind === 'list';
  const saveCsv = useSaveCsv({ part, data, list });
  return (
    <div className={styles['panel']}>
      <div className={styles['files']}>
        <Button
          size="small"
          icon={<IconDownload size={16} />}
          onClick={() => {
            onClose();
            void saveCsv();
          }}
        >
          {csv.out}
        </Button>
        {onReadCsv ? (
          <Button size="small" icon={<IconUpload size={16} />} onClick={onReadCsv}>
            {csv.in}
          </Button>
        ) : null}
      </div>
      {table ? <Columns part={part} data={data} list={list} /> : null}
      <Order part={part} data={data} list={list} />
      {table ? (
        <Section title={lists.group}>
          <Select
            label={lists.group}
            value={data.group ?? ''}
            onChange={(group) => list.change({ group: group ?? '' })}
            items={[
              { value: '', label: lists.noGroup },
              ...data.offered
                .filter((field) => column(field).own && isGroupable(column(field).type.kind))
                .map((field) => ({ value: field, label: column(field).title })),
            ]}
          />
        </Section>
      ) : null}
      <Section title={lists.rows}>
        <Select
          label={lists.rows}
          value={String(list.set.rows ?? data.perPage)}
          onChange={(rows) => list.change({ rows: Number(rows) })}
          items={[...new Set([data.perPage, ...rowChoices])].sort((a, b) => a - b).map((rows) => ({ value: String(rows), label: rows }))}
        />
      </Section>
    </div>
  );
}

const isGroupable = (kind: string): boolean =>
  kind === 'state' || kind === 'enum' || kind === 'relation' || kind === 'boolean' || kind === 'date';

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles['section']} aria-label={title}>
      <h2 className={styles['heading']}>{title}</h2>
      {children}
    </section>
  );
}

function Columns({ part, data, list }: Pick<ViewPanelProps, 'part' | 'data' | 'list'>) {
  const { words } = useWholeProduct();
  const column = useColumns(part.fields, part.entity.text);
  const named = (field: string): string => column(field).title;
  const { lists } = words.parts;
  const shown = data.fields;
  const rest = data.offered.filter((field) => !shown.includes(field));
  const change = (columns: readonly string[]): void => {
    // A list keeps at least one column.
    if (columns.length > 0) list.change({ columns, page: list.set.page });
  };
  const move = (index: number, by: number): void => {
    const columns = [...shown];
    const [field] = columns.splice(index, 1);
    if (field !== undefined) columns.splice(index + by, 0, field);
    // Reordering all columns changes the person's own layout, as dragging a header does.
    if (list.set.columns.length === 0 && layouts) layouts.change({ order: columns });
    else change(columns);
  };
  const { layouts } = list;
  const pinned = layouts?.layout.pinned ?? [];
  const isArranged = layouts !== undefined && Object.values(layouts.layout).some((part) => Object.keys(part).length > 0);
  const { sums } = list.set;
  const sum = (field: string): void => {
    const next = sums.includes(field) ? sums.filter((one) => one !== field) : [...sums, field];
    list.change({ sums: next, page: list.set.page });
  };
  return (
    <Section title={lists.columns}>
      <ul className={styles['columns']}>
        {shown.map((field, index) => (
          <li key={field} className={styles['line']}>
            <Checkbox checked onChange={() => change(shown.filter((one) => one !== field))}>
              {named(field)}
            </Checkbox>
            {isAddable(column(field)) ? (
              <IconButton
                size="small"
                aria-pressed={sums.includes(field)}
                className={sums.includes(field) ? styles['chosen'] : undefined}
                label={lists.sum(named(field))}
                icon={<IconSum size={14} />}
                onClick={() => sum(field)}
              />
            ) : null}
            {layouts ? (
              <IconButton
                size="small"
                aria-pressed={pinned.includes(field)}
                className={pinned.includes(field) ? styles['chosen'] : undefined}
                label={lists.pin(named(field))}
                icon={<IconPin size={14} />}
                onClick={() =>
                  layouts.change({ pinned: pinned.includes(field) ? pinned.filter((one) => one !== field) : [...pinned, field] })
                }
              />
            ) : null}
            {index === 0 ? null : (
              <IconButton
                size="small"
                label={lists.earlier(named(field))}
                icon={<IconChevronUp size={14} />}
                onClick={() => move(index, -1)}
              />
            )}
            {index === shown.length - 1 ? null : (
              <IconButton
                size="small"
                label={lists.later(named(field))}
                icon={<IconChevronDown size={14} />}
                onClick={() => move(index, 1)}
              />
            )}
          </li>
        ))}
        {rest.map((field) => (
          <li key={field} className={styles['line']}>
            <Checkbox checked={false} onChange={() => change([...shown, field])}>
              {named(field)}
            </Checkbox>
          </li>
        ))}
      </ul>
      {isArranged ? (
        <Button size="small" variant="ghost" onClick={() => layouts.change(null)}>
          {lists.resetColumns}
        </Button>
      ) : null}
    </Section>
  );
}

function Order({ part, data, list }: Pick<ViewPanelProps, 'part' | 'data' | 'list'>) {
  const { words } = useWholeProduct();
  const column = useColumns(part.fields, part.entity.text);
  const named = (field: string): string => column(field).title;
  const { lists } = words.parts;
  const sort = list.set.sort.length > 0 ? list.set.sort : data.sort;
  const left = data.offered.filter(
    (field) => shownType(column(field).type.kind).sortable && !data.unordered.includes(field) && !sort.some((one) => one.field === field),
  );
  return (
    <Section title={lists.order}>
      {sort.map(({ field, descending }) => (
        <span key={field} className={styles['line']}>
          <span>{named(field)}</span>
          <Button
            size="small"
            variant="ghost"
            icon={descending ? <IconArrowDown size={14} /> : <IconArrowUp size={14} />}
            onClick={() => list.change({ sort: sort.map((one) => (one.field === field ? { field, descending: !descending } : one)) })}
          >
            {descending ? lists.descending : lists.ascending}
          </Button>
          <IconButton
            size="small"
            label={words.ui.remove(named(field))}
            icon={<IconX size={14} />}
            onClick={() => list.change({ sort: sort.filter((one) => one.field !== field) })}
          />
        </span>
      ))}
      {left.length === 0 ? null : (
        <Select
          key={sort.length}
          label={lists.thenBy}
          placeholder={lists.thenBy}
          value={null}
          onChange={(field) => field !== null && list.change({ sort: [...sort, { field, descending: false }] })}
          items={left.map((field) => ({ value: field, label: named(field) }))}
        />
      )}
      {part.kind === 'list' ? <p className={styles['hint']}>{lists.orderHint}</p> : null}
    </Section>
  );
}
