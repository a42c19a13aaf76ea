import type { ReactNode } from 'react';

interface Props {
  menu?: ReactNode;
  children: ReactNode;
}

/** The user centre's outline: its name, the menu where there is one, and a panel. */
export const Frame = ({ menu, children }: Props) => (
  <div className="wrap centre">
    <div className="side">
      <h1 className="centre__title">User Center</h1>
      {menu}
    </div>
    {children}
  </div>
);
