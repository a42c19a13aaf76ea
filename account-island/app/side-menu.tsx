import { NavLink, useLocation } from 'react-router-dom';
import type { UserCenterPage } from './routes.tsx';

interface Props {
  items: readonly UserCenterPage[];
  isLeaving: boolean;
  onLogOut: () => void;
}

/** The pages of the user center and Log Out: a list beside the panel, on small screens a box above it. */
export function SideMenu(props: Props) {
  const { pathname } = useLocation();
  const current = props.items.find(({ path }) => path === pathname);
  return (
    <>
      <nav className="side-menu--wide" aria-label="User Center menu">
        <MenuItems {...props} />
      </nav>
      <nav className="side-menu--narrow" aria-label="User Center menu">
        <details key={pathname}>
          <summary>{current?.title ?? 'Menu'}</summary>
          <MenuItems {...props} />
        </details>
      </nav>
    </>
  );
}

const MenuItems = ({ items, isLeaving, onLogOut }: Props) => {
  const office = items.filter(({ access }) => access === 'admin');
  return (
    <>
      <MenuLinks items={items.filter(({ access }) => access === 'member')} />
      {office.length > 0 && (
        <>
          <h2>Office</h2>
          <MenuLinks items={office} />
        </>
      )}
      <ul className="side-menu__end">
        <li>
          <button type="button" aria-busy={isLeaving || undefined} onClick={onLogOut}>
            Log Out
          </button>
        </li>
      </ul>
    </>
  );
};

const MenuLinks = ({ items }: Pick<Props, 'items'>) => (
  <ul>
    {items.map(({ path, title, preload }) => (
      <li key={path}>
        <NavLink to={path} end onPointerEnter={preload} onFocus={preload}>
          {title}
        </NavLink>
      </li>
    ))}
  </ul>
);
