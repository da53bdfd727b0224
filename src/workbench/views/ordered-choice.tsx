import { useState } from 'react';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconArrowDown, IconArrowUp } from '../../ui/icons.ts';
import { IconGripVertical } from '../../ui/late-icons.ts';
import styles from './gallery.module.css';

/** Returns `chosen` with `name` inserted before `before`, or at the end for null. */
export function insertedBefore(chosen: readonly string[], name: string, before: string | null): readonly string[] {
  const rest = chosen.filter((one) => one !== name);
  const at = before === null ? -1 : rest.indexOf(before);
  return at < 0 ? [...rest, name] : rest.toSpliced(at, 0, name);
}

/** Names to tick and to reorder by dragging; ticked ones come first. */
export function OrderedChoice({
  label,
  all,
  chosen,
  onChange,
}: {
  readonly label: string;
  readonly all: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const rows = [...chosen, ...all.filter((name) => !chosen.includes(name))];
  const end = (): void => {
    setDragged(null);
    setOver(null);
  };
  return (
    <ul className={styles['order']} aria-label={label}>
      {rows.map((name) => {
        const at = chosen.indexOf(name);
        const [above, below] = [chosen[at - 1], chosen[at + 1]];
        return (
          <li
            key={name}
            draggable={at >= 0}
            data-over={(over === name && dragged !== name) || undefined}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              setDragged(name);
            }}
            onDragOver={(event) => {
              if (dragged === null) return;
              event.preventDefault();
              setOver(name);
            }}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== null && dragged !== name) onChange(insertedBefore(chosen, dragged, at >= 0 ? name : null));
              end();
            }}
            onDragEnd={end}
          >
            <span className={styles['grip']} style={{ visibility: at >= 0 ? 'visible' : 'hidden' }}>
              <IconGripVertical size={14} />
            </span>
            <Checkbox
              checked={at >= 0}
              onChange={(checked) => onChange(checked ? [...chosen, name] : chosen.filter((one) => one !== name))}
            >
              {name}
            </Checkbox>
            {above === undefined || at < 0 ? null : (
              <IconButton
                size="small"
                label={`Move ${name} up`}
                icon={<IconArrowUp size={14} />}
                onClick={() => onChange(insertedBefore(chosen, name, above))}
              />
            )}
            {below === undefined || at < 0 ? null : (
              <IconButton
                size="small"
                label={`Move ${name} down`}
                icon={<IconArrowDown size={14} />}
                onClick={() => onChange(insertedBefore(chosen, below, name))}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
