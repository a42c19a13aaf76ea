import { Button } from './button.tsx';

interface Props<View extends string> {
  views: Readonly<Record<View, string>>;
  /** Undefined while an item of a view is open. */
  shown: View | undefined;
  onShow: (view: View) => void;
}

/** The views of a panel, each a button beside the title. */
export function ViewSwitcher<View extends string>({ views, shown, onShow }: Props<View>) {
  const isView = (name: string): name is View => Object.hasOwn(views, name);
  return Object.keys(views)
    .filter(isView)
    .map((view) => (
      <Button key={view} kind="outline" isSmall aria-pressed={view === shown} onClick={() => onShow(view)}>
        {views[view]}
      </Button>
    ));
}
