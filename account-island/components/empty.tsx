import { Mark } from './logo.tsx';

/** In the place of a list that has nothing in it yet: the mark in grey and one sentence. */
export const Empty = ({ children }: { children: string }) => (
  <div className="empty">
    <Mark />
    <p>{children}</p>
  </div>
);
