import { IconHistory } from '../../../ui/late-icons.ts';
import { MenuItem, MenuSub } from '../../../ui/overlay/menu.tsx';
import type { ClockState } from './product-clock.ts';
import type { ClockActions } from './use-clock.ts';

const hour = 3_600_000;
const steps = [
  { label: 'By an hour', milliseconds: hour },
  { label: 'By a day', milliseconds: 24 * hour },
  { label: 'By a week', milliseconds: 168 * hour },
];

/** Menu items that set the product's clock forward, and back to now. */
export function ClockItems({
  clock,
  actions,
  unavailable,
  onToTime,
}: {
  readonly clock: ClockState;
  readonly actions: ClockActions;
  readonly unavailable: string | undefined;
  readonly onToTime: () => void;
}) {
  const why = unavailable ?? (clock.busy ? 'The clock is changing…' : undefined);
  return (
    <MenuSub icon={<IconHistory size={16} />} label="Set the clock forward">
      {steps.map(({ label, milliseconds }) => (
        <MenuItem key={milliseconds} unavailable={why} onSelect={() => void actions.forward(milliseconds)}>
          {label}
        </MenuItem>
      ))}
      <MenuItem unavailable={why} onSelect={onToTime}>
        To a time…
      </MenuItem>
      {clock.ahead === 0 ? null : (
        <MenuItem unavailable={why} onSelect={() => void actions.backToNow()}>
          Reset to now
        </MenuItem>
      )}
    </MenuSub>
  );
}
