import { type ReactNode, type Ref, useId, useRef, useState } from 'react';
import type { Address } from '../../engine/record-data.ts';
import type { NavigationItem } from '../../engine/session.ts';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconCircleDashed, IconMenu2 } from '../../ui/icons.ts';
import { Drawer } from '../../ui/overlay/dialog.tsx';
import { formatCount } from '../format.ts';
import { lazyPart } from '../lazy-part.ts';
import { Palette, PaletteButton, usePaletteKeys } from '../palette/palette.tsx';
import { usePlaces } from '../places.ts';
import { usePlace, useProduct } from '../product-context.ts';
import { ProductLink } from '../product-link.tsx';
import { isOwnPage, matchRoute } from '../routes.ts';
import { defaultIcon } from './default-icon.ts';
import { MenuIcon } from './menu-icon.tsx';
import { menuItems } from './menu-items.ts';
import { parentOf } from './parents.ts';
import { PersonMenu } from './person-menu.tsx';
import styles from './shell.module.css';
import { type InOrganisation, useMenu, useOrganisation } from './use-organisation.ts';

const OrganisationSwitcher = lazyPart<{ readonly within: InOrganisation }>(
  async () => (await import('./organisation-switcher.tsx')).OrganisationSwitcher,
  <div aria-hidden className={styles['switcher']} />,
);
const InboxButton = lazyPart<{ readonly unread: number; readonly named?: boolean }>(
  async () => (await import('../inbox/inbox-button.tsx')).InboxButton,
  null,
);

export interface Chrome {
  /** The product's name and screens at the side, or behind a button in a narrow window. */
  readonly navigation: boolean;
  /** The menu for acting as any of the example people. */
  readonly people: boolean;
  /** Whether the screens are the page's main content. */
  readonly main: boolean;
  /**
   * Whether the product owns the page, so that its shortcuts also work while nothing has the focus.
   */
  readonly wholePage: boolean;
}

/** The frame around the screens. */
export function Shell({
  chrome,
  scroller,
  banner,
  notice,
  children,
}: {
  readonly chrome: Chrome;
  readonly scroller: Ref<HTMLElement>;
  readonly banner: ReactNode;
  /** Stays in place when the screen changes. */
  readonly notice?: ReactNode;
  readonly children: ReactNode;
}) {
  const { words, model } = useProduct();
  const id = useId();
  const [open, setOpen] = useState(false);
  const shell = useRef<HTMLDivElement>(null);
  // Both elements accept the same attributes, but TypeScript needs to know one.
  const Main = (chrome.main ? 'main' : 'div') as 'main';
  const [palette, setPalette] = usePaletteKeys(shell, chrome.wholePage);
  const main = (
    <Main ref={scroller} data-product-main={id} className={styles['main']} tabIndex={-1}>
      {notice ? <div className={styles['banner']}>{notice}</div> : null}
      {banner ? <div className={styles['banner']}>{banner}</div> : null}
      {children}
    </Main>
  );
  if (!chrome.navigation) {
    return (
      <div className={styles['shell']}>
        <div className={cx(styles['layout'], styles['bare'])}>{main}</div>
      </div>
    );
  }
  return (
    <div ref={shell} className={styles['shell']}>
      <button
        type="button"
        className={styles['skip']}
        onClick={() => document.querySelector<HTMLElement>(`[data-product-main="${id}"]`)?.focus()}
      >
        {words.skip}
      </button>
      <div className={styles['layout']}>
        <header className={styles['bar']}>
          <IconButton label={words.openNavigation} icon={<IconMenu2 size={20} />} aria-expanded={open} onClick={() => setOpen(true)} />
          <ProductName name={model.name} />
          <PaletteButton onPress={() => setPalette('palette')} />
          <Bell />
          <PersonMenu acting={chrome.people} />
        </header>
        <aside className={styles['sidebar']}>
          <Sidebar people={chrome.people} onPalette={() => setPalette('palette')} />
        </aside>
        {main}
      </div>
      <Drawer open={open} onClose={() => setOpen(false)} title={words.navigation}>
        <div className={cx(styles['sidebar'], styles['inDrawer'])}>
          <Sidebar people={false} onFollow={() => setOpen(false)} />
        </div>
      </Drawer>
      <Palette state={palette} acting={chrome.people} onState={setPalette} />
    </div>
  );
}

/** Renders nothing if the document sends people no messages. */
function Bell({ named = false }: { readonly named?: boolean }) {
  const { person } = useProduct();
  return person.unread === undefined ? null : <InboxButton unread={person.unread} named={named} />;
}

function ProductName({ name }: { readonly name: string }) {
  const { navigation, logo } = useProduct();
  const start = navigation[0];
  const content = (
    <>
      {logo === null ? (
        <span aria-hidden className={styles['logo']}>
          {[...name][0]?.toUpperCase()}
        </span>
      ) : (
        <img src={logo} alt="" className={styles['picture']} />
      )}
      <span>{name}</span>
    </>
  );
  return start ? (
    <ProductLink address={{ screen: start.screen, parameters: {} }} className={styles['name']}>
      {content}
    </ProductLink>
  ) : (
    <span className={styles['name']}>{content}</span>
  );
}

function Sidebar({
  people,
  onFollow,
  onPalette,
}: {
  readonly people: boolean;
  readonly onFollow?: () => void;
  readonly onPalette?: () => void;
}) {
  const { words, labels, navigation, region, model } = useProduct();
  const path = useScreenPath();
  const here = path === null ? null : matchRoute(model.screens, path);
  const within = useOrganisation();
  const menu = useMenu();
  const parent = here === null ? null : parentOf(model, menu, here.screen);
  return (
    <>
      <div className={styles['top']}>
        <ProductName name={model.name} />
      </div>
      {onPalette ? <PaletteButton field onPress={onPalette} /> : null}
      {within.current === null ? null : <OrganisationSwitcher within={within} />}
      <nav aria-label={region(words.navigation)} className={styles['items']}>
        {within.current === null ? null : (
          <div role="group" aria-label={within.current.label} className={styles['within']}>
            {within.current.items.map((item) => (
              <MenuLine key={item.screen} item={item} address={item.address} above={parent?.screen ?? null} onFollow={onFollow} />
            ))}
          </div>
        )}
        {grouped(menuItems(model, navigation)).map(({ group, items }) => (
          <MenuPart key={group ?? ''} title={group === null ? null : labels.text(group)}>
            {items.map((item) => (
              <MenuLine
                key={item.screen}
                item={item}
                address={{ screen: item.screen, parameters: {} }}
                above={parent?.screen ?? null}
                onFollow={onFollow}
              />
            ))}
          </MenuPart>
        ))}
      </nav>
      {onPalette ? <Bell named /> : null}
      <PersonMenu acting={people} />
    </>
  );
}

/** The path of the open screen; null on a page of the product itself, like the outbox. */
function useScreenPath(): string | null {
  const { path, query } = usePlace();
  return isOwnPage(query) ? null : path;
}

/** A screen in the menu. `above`: the menu's screen above the current one. */
function MenuLine({
  item,
  address,
  above,
  onFollow,
}: {
  readonly item: NavigationItem;
  readonly address: Address;
  readonly above: string | null;
  readonly onFollow: (() => void) | undefined;
}) {
  const places = usePlaces();
  const { words, labels, model, locale, marks, path: pathOf } = useProduct();
  const here = useScreenPath();
  const screen = model.screens.find(({ name }) => name.text === item.screen);
  return (
    <ProductLink
      address={address}
      className={styles['item']}
      aria-current={pathOf(address) === here ? 'page' : item.screen === above ? 'true' : undefined}
      onClick={() => onFollow?.()}
      {...places.at(screen?.name.span)}
    >
      <MenuIcon name={item.icon ?? (screen === undefined ? 'file-text' : defaultIcon(model, screen))} />
      <span className={styles['itemName']}>{labels.screen(item.screen)}</span>
      {item.badge ? <span className={styles['badge']}>{formatCount(item.badge, item.more === true, locale)}</span> : null}
      {item.assumed && marks ? (
        <span className={styles['assumed']} title={words.assumed}>
          <IconCircleDashed size={14} aria-label={words.assumed} />
        </span>
      ) : null}
    </ProductLink>
  );
}

/**
 * The screens by group: first those without one, then each group in the place of its first screen.
 */
function grouped(
  navigation: readonly NavigationItem[],
): readonly { readonly group: string | null; readonly items: readonly NavigationItem[] }[] {
  const groups = new Map<string | null, NavigationItem[]>([[null, []]]);
  for (const item of navigation) {
    const items = groups.get(item.group);
    if (items === undefined) groups.set(item.group, [item]);
    else items.push(item);
  }
  return [...groups].flatMap(([group, items]) => (items.length === 0 ? [] : [{ group, items }]));
}

function MenuPart({ title, children }: { readonly title: string | null; readonly children: ReactNode }) {
  const id = useId();
  if (title === null) return children;
  return (
    <div role="group" aria-labelledby={id} className={styles['group']}>
      <span id={id} className={styles['groupName']}>
        {title}
      </span>
      {children}
    </div>
  );
}
