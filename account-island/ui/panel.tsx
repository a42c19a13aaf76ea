import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

interface Props {
  title: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** Whether an item of the page is open, whose heading is the visible one. */
  isItem?: boolean;
  children?: ReactNode;
}

/** The title of all pages of the user center, behind that of the panel. */
const PAGE_TITLE = /^.*?(User Center - .*)$/;

/**
 * One page of the user center, whose title it adds to the window's. Its heading takes the focus if the member followed a
 * link, or opened something within the page in place of what was pressed.
 */
export function Panel({ title, actions, isItem = false, children }: Props) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const step = useNavigationType();
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const lastAddress = useRef<string>(undefined);
  const [end, isEndReached] = useEndReached();

  useEffect(() => {
    document.title = document.title.replace(PAGE_TITLE, `${title} - $1`);
  }, [title]);
  useLayoutEffect(() => {
    const last = lastAddress.current;
    lastAddress.current = address;
    // A filter or a page of a list is no other address.
    if (step !== 'PUSH' || last === address) return;
    if (last !== undefined && document.activeElement !== document.body) return;
    scrollTo({ top: 0, behavior: 'instant' });
    heading.current?.focus({ preventScroll: true });
  }, [step, address]);

  return (
    <section className="panel" aria-labelledby={id}>
      <div className={isItem ? 'panel__head visually-hidden' : 'panel__head'}>
        <h2 ref={heading} id={id} tabIndex={-1}>
          {title}
        </h2>
        {actions && <div className="panel__actions">{actions}</div>}
      </div>
      {children}
      <div className="panel__fade" hidden={isEndReached} />
      <div ref={end} className="panel__end" />
    </section>
  );
}

/**
 * The heading of what was opened within a panel. Once it has been loaded, it takes the focus from the panel's heading, which
 * stays the same.
 */
export function ItemHeading({ className, children }: { className?: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const step = useNavigationType();
  // The panel's heading has the focus by now: layout effects come before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is loaded again later is not opened again
  useEffect(() => {
    const isAtTop = document.activeElement?.matches('.panel__head > h2') ?? false;
    if (step === 'PUSH' && isAtTop) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h3 ref={heading} className={className} tabIndex={-1}>
      {children}
    </h3>
  );
}

const NEAR_PIXELS = 10;

/** Whether the element at the end of a panel is in the window, or within 10 px of it. */
function useEndReached(): [end: RefObject<HTMLDivElement | null>, isReached: boolean] {
  const end = useRef<HTMLDivElement>(null);
  const [isReached, setIsReached] = useState(true);

  useEffect(() => {
    if (!end.current) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.rootBounds) setIsReached(entry.boundingClientRect.top <= entry.rootBounds.bottom);
      },
      { rootMargin: `0px 0px ${NEAR_PIXELS}px` },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, []);

  return [end, isReached];
}

interface UserCenterFrameProps {
  menu?: ReactNode;
  children: ReactNode;
}

/** The user center's frame: its name, the menu if there is one, and a panel. */
export const UserCenterFrame = ({ menu, children }: UserCenterFrameProps) => (
  <div className="wrap user-center">
    <div className="side-menu">
      <h1 className="user-center__title">User Center</h1>
      {menu}
    </div>
    {children}
  </div>
);
