import { Link, type To } from 'react-router-dom';

interface Props<View extends string> {
  /** Names the tabs. */
  label: string;
  /** Titles and addresses by view. */
  views: Readonly<Record<View, readonly [title: string, to: To]>>;
  shown: View;
}

/** The views of a panel, each at an address of its own. */
export const Tabs = <View extends string>({ label, views, shown }: Props<View>) => (
  <nav className="cluster tabs" aria-label={label}>
    {Object.entries<readonly [string, To]>(views).map(([view, [title, to]]) => (
      <Link key={view} to={to} aria-current={view === shown ? 'page' : undefined}>
        {title}
      </Link>
    ))}
  </nav>
);
