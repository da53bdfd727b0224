import { type ComponentProps, type KeyboardEvent, useContext, useRef } from 'react';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { DateField } from '../../ui/form/date-field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconCalendar, IconClock } from '../../ui/late-icons.ts';
import { Popover } from '../../ui/overlay/popover.tsx';
import { lazyPart } from '../lazy-part.ts';
import { useWholeProduct } from '../product-context.ts';
import styles from './day-input.module.css';
import type { DayPicker as Picker } from './day-picker.tsx';
import { PickedContext } from './picked-context.ts';

const DayPicker = lazyPart<ComponentProps<typeof Picker>>(async () => (await import('./day-picker.tsx')).DayPicker, <Skeleton lines={6} />);

type Props = Pick<ComponentProps<typeof DateField>, 'kind' | 'value' | 'onValue' | 'aria-required'>;

/** A date, a time or both: typed, or chosen from a picker beside the input (Alt+Arrow Down). */
export function DayInput({ kind, value, onValue, ...rest }: Props) {
  const { words } = useWholeProduct();
  const picked = useContext(PickedContext);
  const box = useRef<HTMLSpanElement>(null);
  const { chooseDate, chooseTime } = words.parts.forms;
  const title = kind === 'time' ? chooseTime : chooseDate;
  const keys = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' || !event.altKey) return;
    event.preventDefault();
    box.current?.querySelector('button')?.click();
  };
  return (
    <span ref={box} className={styles['input']} data-kind={kind} onKeyDown={keys}>
      <DateField
        {...rest}
        kind={kind}
        value={value}
        onValue={onValue}
        trail={
          <Popover
            title={title}
            align="start"
            trigger={
              <IconButton size="small" label={title} icon={kind === 'time' ? <IconClock size={16} /> : <IconCalendar size={16} />} />
            }
          >
            {(close) => (
              <DayPicker
                kind={kind}
                value={value}
                required={rest['aria-required'] === true}
                onValue={onValue}
                onFinish={(next) => {
                  picked();
                  onValue(next);
                  close();
                }}
              />
            )}
          </Popover>
        }
      />
    </span>
  );
}
