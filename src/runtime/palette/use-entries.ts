import { useMemo } from 'react';
import { useToast } from '../../ui/overlay/toast.tsx';
import { accountWords } from '../account/account-words.ts';
import { useWholeProduct } from '../product-context.ts';
import { useMenu } from '../shell/use-organisation.ts';
import { useAnswer } from '../use-answer.ts';
import type { Entry } from './entry.ts';

/** All screens and actions of the product. `acting`: the person may act as the example people. */
export function useEntries(acting: boolean, onShortcuts: () => void): readonly Entry[] {
  const menu = useMenu();
  const { model, session, words, labels, person, location, open: go, run, refuse, actAs, themes, locale } = useWholeProduct();
  const toaster = useToast();
  // The menu of people reports a failure to load them.
  const { data: actors } = useAnswer(acting ? () => session.actors() : null, [session, model, acting]);

  return useMemo(() => {
    const copy = async (): Promise<void> => {
      const place = location.current();
      const address = place.path + (place.query === '' ? '' : `?${place.query}`);
      try {
        await navigator.clipboard.writeText(new URL(location.href(address), document.baseURI).href);
        toaster.show({ message: words.palette.linkCopied, tone: 'success' });
      } catch {
        toaster.show({ message: words.palette.linkNotCopied, tone: 'danger' });
      }
    };
    const signOut = async (): Promise<void> => {
      const outcome = await run({ kind: 'sign-out' });
      if (!outcome.ok) refuse(outcome.refusals);
    };
    const action = (key: string, label: string, act: () => void): Entry => ({ key, group: 'actions', label, run: act });
    return [
      ...menu.map(
        ({ screen, address }): Entry => ({
          key: `screen ${screen}`,
          group: 'screens',
          label: labels.screen(screen),
          run: () => go(address),
        }),
      ),
      action('copy', words.palette.copyLink, () => void copy()),
      action('print', words.palette.print, () => window.print()),
      ...(themes === null
        ? []
        : (['light', 'dark', 'system'] as const)
            .filter((theme) => theme !== themes.chosen)
            .map((theme) => action(`theme ${theme}`, words.palette.themes[theme], () => themes.choose(theme)))),
      ...(person.operates === true ? [action('outbox', accountWords(locale).outbox, () => location.push('/?~outbox'))] : []),
      action('shortcuts', words.palette.shortcuts, onShortcuts),
      ...(actors ?? [])
        .filter(({ id }) => id !== person.account?.id)
        .map(({ id, label }) => action(`act ${id}`, `${words.people}: ${label}`, () => void actAs(id))),
      ...(person.account === null ? [] : [action('sign-out', words.signOut, () => void signOut())]),
    ];
  }, [menu, words, labels, location, toaster, run, refuse, go, actors, person, actAs, themes, locale, onShortcuts]);
}
