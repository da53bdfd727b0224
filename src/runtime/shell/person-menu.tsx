import { useState } from 'react';
import type { Actor } from '../../engine/session.ts';
import { Avatar } from '../../ui/display/avatar.tsx';
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx';
import { IconLogout, IconSelector, IconSettings } from '../../ui/icons.ts';
import { Menu, MenuGroup, MenuItem, MenuRadios, MenuSeparator } from '../../ui/overlay/menu.tsx';
import { AccountDialog } from '../account/account-dialog.tsx';
import { useProduct } from '../product-context.ts';
import { type Answer, useAnswer } from '../use-answer.ts';
import styles from './shell.module.css';

/**
 * Shows who acts, and lets people act as others. `acting`: acting as the example people is allowed.
 */
export function PersonMenu({ acting }: { readonly acting: boolean }) {
  const { model, person, words, actAs, run, refuse, labels, languages } = useProduct();
  const [opened, setOpened] = useState(0);
  const [account, setAccount] = useState(false);
  const { data, failed } = usePeople(acting, opened);
  const actors = data ?? [];

  const id = person.account?.id ?? '';
  const name = person.account?.label ?? null;
  const signOut = async (): Promise<void> => {
    const outcome = await run({ kind: 'sign-out' });
    if (!outcome.ok) refuse(outcome.refusals);
  };
  // Omits roles that another of the roles includes.
  const rolesOf = (names: readonly string[]): string => {
    const included = new Set(
      model.roles.filter(({ name }) => names.includes(name.text)).flatMap(({ includes }) => includes.map(({ text }) => text)),
    );
    return names
      .filter((one) => !included.has(one))
      .map(labels.role)
      .join(', ');
  };
  const line = (label: string, roles: readonly string[], known: boolean) => (
    <span className={styles['actor']}>
      <Avatar name={known ? label : null} size={20} />
      <span>
        {label} <span className={styles['roles']}>{rolesOf(roles)}</span>
      </span>
    </span>
  );
  // A server offers no people to choose, because they sign in with a password.
  const choosing = acting && (actors.length > 0 || failed);
  // Signed out, without a person or language to choose.
  if (name === null && !choosing && languages === null) return null;
  return (
    <>
      <Menu
        side="top"
        onOpenChange={(open) => setOpened((count) => count + Number(open))}
        trigger={
          <button type="button" className={styles['person']}>
            <Avatar name={name} size={24} />
            <VisuallyHidden>{words.actingAs} </VisuallyHidden>
            <span className={styles['who']}>
              <span>{name ?? words.signedOut} </span>
              <span className={styles['roles']}>{rolesOf(person.roles)}</span>
            </span>
            <IconSelector size={16} />
          </button>
        }
      >
        {choosing ? (
          <MenuGroup
            label={
              <>
                {words.people}
                <span className={styles['freely']}>{failed ? words.broken : words.actFreely}</span>
              </>
            }
          >
            <MenuRadios
              value={id}
              onChange={(next) => {
                // Choosing the same person again must not close what they have opened meanwhile.
                if (next !== id) void actAs(next === '' ? null : next);
              }}
              items={[
                ...actors.map((actor) => ({ value: actor.id, label: line(actor.label, actor.roles, true) })),
                { value: '', label: line(words.signedOut, [], false) },
              ]}
            />
          </MenuGroup>
        ) : null}
        {languages === null ? null : (
          <MenuGroup label={words.language}>
            <MenuRadios
              value={languages.shown}
              onChange={languages.choose}
              items={languages.offered.map((tag) => ({ value: tag, label: languageName(tag) }))}
            />
          </MenuGroup>
        )}
        {name === null ? null : (
          <>
            {choosing ? <MenuSeparator /> : null}
            {person.manages ? (
              <MenuItem icon={<IconSettings size={16} />} onSelect={() => setAccount(true)}>
                {words.account.title}
              </MenuItem>
            ) : null}
            <MenuItem icon={<IconLogout size={16} />} onSelect={() => void signOut()}>
              {words.signOut}
            </MenuItem>
          </>
        )}
      </Menu>
      <AccountDialog open={account && name !== null} onClose={() => setAccount(false)} />
    </>
  );
}

/**
 * The people that one can act as. Reads them again whenever the menu opens, because a change may
 * have added or renamed some, and while there are none, after each change of the document.
 */
function usePeople(acting: boolean, opened: number): Answer<readonly Actor[]> {
  const { model, session } = useProduct();
  const [isEmpty, setIsEmpty] = useState(false);
  const changes = [session, model.account?.entity.text, acting, opened, isEmpty ? model : null];
  const answer = useAnswer(acting ? () => session.actors() : null, changes);
  if (answer.data !== null && isEmpty !== (answer.data.length === 0)) setIsEmpty(!isEmpty);
  return answer;
}

/** A language's name for itself: `Deutsch`. */
const languageName = (tag: string): string => {
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
};
