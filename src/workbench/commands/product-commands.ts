import type { Actor } from '../../engine/session.ts';
import type { ClockState } from '../product/clock/product-clock.ts';
import type { ClockActions } from '../product/clock/use-clock.ts';
import type { ProductData } from '../product/use-product-data.ts';
import type { Workbench } from '../state/workbench.ts';
import { commandsOf, type WorkbenchCommand } from './workbench-command.ts';

const command = commandsOf('product');
const act = commandsOf('act');

const hour = 3_600_000;
const steps = [
  { label: 'an hour', milliseconds: hour },
  { label: 'a day', milliseconds: 24 * hour },
  { label: 'a week', milliseconds: 168 * hour },
];

/** The current actor in the running product, and the other possible actors. */
export interface Acting {
  readonly actors: readonly Actor[];
  /** The account's id; null: signed out. */
  readonly as: string | null;
}

/** Commands for the running product. */
export function productCommands(
  workbench: Workbench,
  { clock, actions, data }: { readonly clock: ClockState; readonly actions: ClockActions; readonly data: ProductData },
): readonly WorkbenchCommand[] {
  const document = workbench.open.get();
  const running = document.product.state.get();
  const { phone } = workbench.settings.get();
  const unavailable = running.kind === 'running' ? undefined : 'The product isn’t running.';
  const clockBusy = unavailable ?? (clock.busy ? 'The clock is changing…' : undefined);
  const inProduct = (run: () => void) => (): void => {
    workbench.showPane('product');
    run();
  };
  const scenarios = running.kind === 'running' ? running.model.scenarios : [];
  return [
    command(
      workbench.inspecting.get() ? 'Stop inspecting the product' : 'Inspect the product',
      inProduct(() => workbench.inspecting.update((on) => !on)),
      { keys: 'F9', also: 'inspect', unavailable },
    ),
    command(
      'Show this row in the product',
      () => void import('../product/inspect/show-row.ts').then(({ showRow }) => showRow(workbench, window.document)),
      { keys: 'Shift F9', also: 'inspect', unavailable },
    ),
    command(
      workbench.two.get() ? 'One person' : 'Two people side by side',
      inProduct(() => workbench.two.update((on) => !on)),
      { also: 'second role' },
    ),
    ...steps.map(({ label, milliseconds }) =>
      command(
        `Clock: forward by ${label}`,
        inProduct(() => void actions.forward(milliseconds)),
        { also: 'time timers', unavailable: clockBusy },
      ),
    ),
    command(
      'Clock: forward to a time…',
      inProduct(() => workbench.askingTime.set(true)),
      { also: 'timers date', unavailable: clockBusy },
    ),
    ...(clock.ahead === 0
      ? []
      : [
          command(
            'Clock: reset to now',
            inProduct(() => void actions.backToNow()),
            { also: 'time', unavailable: clockBusy },
          ),
        ]),
    command('Data: save a snapshot', () => void data.save(), { also: 'backup download', unavailable }),
    command(
      'Data: restore a snapshot…',
      inProduct(() => void data.choose()),
      { also: 'restore', unavailable },
    ),
    command(
      'Data: reset to sample data',
      inProduct(() => void data.reset()),
      { also: 'clear', unavailable },
    ),
    command(
      'Reload the product',
      inProduct(() => workbench.reloads.update((count) => count + 1)),
      { also: 'reload refresh', unavailable },
    ),
    command(
      phone ? 'Full width' : 'Phone width',
      inProduct(() => workbench.settings.update((value) => ({ ...value, phone: !phone }))),
      { also: 'mobile narrow' },
    ),
    command(
      'Record a scenario',
      inProduct(() => {
        document.watched.set(null);
        document.recording.set(true);
      }),
      { also: 'act steps test example', unavailable },
    ),
    ...scenarios.map(({ title }, index) =>
      command(
        `Watch: ${title}`,
        inProduct(() => document.watched.set(index)),
        { key: `watch ${index}`, also: 'scenario play run' },
      ),
    ),
  ];
}

/** Commands that switch to another actor in the product. */
export function actingCommands(workbench: Workbench, acting: Acting): readonly WorkbenchCommand[] {
  const { product } = workbench.open.get();
  const become = async (id: string | null): Promise<void> => {
    try {
      const state = product.state.get();
      if (state.kind !== 'running') throw new Error('the product isn’t running');
      await state.host.actAs(id);
    } catch (error) {
      workbench.say({ message: `Couldn’t switch person: ${error instanceof Error ? error.message : String(error)}`, tone: 'danger' });
    }
  };
  const one = (id: string | null, title: string, roles: readonly string[]): WorkbenchCommand =>
    act(
      title,
      () => {
        workbench.showPane('product');
        void become(id);
      },
      {
        key: id ?? 'nobody',
        ...(roles.length === 0 ? {} : { hint: roles.join(', '), also: roles.join(' ') }),
        unavailable: id === acting.as ? 'current person' : undefined,
      },
    );
  return acting.actors.length === 0
    ? []
    : [...acting.actors.map(({ id, label, roles }) => one(id, `Act as ${label}`, roles)), one(null, 'Act signed out', [])];
}
