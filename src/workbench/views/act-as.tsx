import { useEffect, useState } from 'react';
import type { Actor } from '../../engine/session.ts';
import { Select } from '../../ui/form/select.tsx';
import { useObservable } from '../state/use-observable.ts';
import type { ViewProps } from './view.ts';

const nobody = 'nobody';

/** Selects the actor in the product beside the view, one person for each role. */
export function ActAs({ product, say }: Pick<ViewProps, 'product' | 'say'>) {
  const state = useObservable(product.state);
  const host = state.kind === 'running' ? state.host : null;
  const [actors, setActors] = useState<readonly Actor[]>([]);
  const [acting, setActing] = useState<string>(nobody);
  useEffect(() => {
    if (host === null) return;
    let left = false;
    const look = async (): Promise<void> => {
      const [found, person] = await Promise.all([host.actors(), host.person()]);
      if (left) return;
      setActors(found);
      setActing(person.account?.id ?? nobody);
    };
    const failed = (error: unknown): void => {
      if (!left) say(`Couldn’t load the people: ${error instanceof Error ? error.message : String(error)}`, 'danger');
    };
    look().catch(failed);
    const end = host.subscribe(() => void look().catch(failed));
    return () => {
      left = true;
      end();
    };
  }, [host, say]);
  if (host === null || actors.length === 0) return null;
  const become = async (id: string | null): Promise<void> => {
    try {
      await host.actAs(id === null || id === nobody ? null : id);
      setActing(id ?? nobody);
    } catch (error) {
      say(`Couldn’t switch person: ${error instanceof Error ? error.message : String(error)}`, 'danger');
    }
  };
  return (
    <span style={{ width: 264 }}>
      <Select
        label="Act as"
        value={acting}
        onChange={(id) => void become(id)}
        items={[
          { value: nobody, label: 'Act signed out' },
          ...actors.map(({ id, label, roles }) => ({
            value: id,
            label: `Act as ${label}${roles.length === 0 ? '' : ` (${roles.join(', ')})`}`,
          })),
        ]}
      />
    </span>
  );
}
