import { useId, useState } from 'react';
import { Field } from '../../../ui/form/field.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { FormPanel, Options } from '../form-panel.tsx';
import type { ViewProps } from '../view.ts';
import { addScreen, type NewScreen } from './screen-edits.ts';
import { routeOf, screenMistakes } from './screen-words.ts';

/** Creates a screen; `onDone` receives its name, or null if cancelled. */
export function NewScreenPanel({
  analysis: { model },
  edit,
  onDone,
}: Pick<ViewProps, 'analysis' | 'edit'> & { readonly onDone: (name: string | null) => void }) {
  const [typed, setTyped] = useState<Omit<NewScreen, 'route'> & { readonly route: string | null }>({
    name: '',
    route: null,
    about: '',
    roles: '',
  });
  const [wrong, setWrong] = useState<ReturnType<typeof screenMistakes>>({ name: null, route: null });
  const roles = useId();
  const made = routeOf(typed.name.trim());
  // The route follows the name until the author types another.
  const route = typed.route ?? (typed.about === '' ? made : `${made === '/' ? '' : made}/:id`);
  const add = (): string | null => {
    const screen = { ...typed, name: typed.name.trim(), route: route.trim(), roles: typed.roles.trim() };
    const mistakes = screenMistakes(model, screen);
    setWrong(mistakes);
    if (mistakes.name !== null) return 'name';
    if (mistakes.route !== null) return 'route';
    if (edit(addScreen(model, screen))) onDone(screen.name);
    return null;
  };
  return (
    <FormPanel title="Screen" first="name" submit="Add the screen" onAdd={add} onCancel={() => onDone(null)}>
      <Field label="Name" required error={wrong.name}>
        <TextField name="name" value={typed.name} onValue={(name) => setTyped((value) => ({ ...value, name }))} autoComplete="off" />
      </Field>
      <Field label="About" description="The entity whose record it shows.">
        <Select
          optional
          value={typed.about === '' ? null : typed.about}
          onChange={(about) => setTyped((value) => ({ ...value, about: about ?? '' }))}
          items={model.entities.map(({ name }) => ({ value: name.text, label: name.text }))}
          placeholder="None"
        />
      </Field>
      <Field label="Route" required error={wrong.route}>
        <TextField name="route" value={route} onValue={(next) => setTyped((value) => ({ ...value, route: next }))} autoComplete="off" />
      </Field>
      <Field label="Roles" description="Separated by commas. Empty: everyone who may read its content.">
        <TextField
          name="roles"
          value={typed.roles}
          onValue={(next) => setTyped((value) => ({ ...value, roles: next }))}
          list={roles}
          autoComplete="off"
        />
      </Field>
      <Options id={roles} values={model.roles.map(({ name }) => name.text)} />
    </FormPanel>
  );
}
