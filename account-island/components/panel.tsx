import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useNavigationType } from 'react-router-dom';
import { useEnd } from './use-end.ts';

interface Props {
  title: string;
  /** Buttons beside the title. */
  acts?: ReactNode;
  children?: ReactNode;
}

/** One page of the user centre. Its heading takes the focus when the member came by a link. */
export function Panel({ title, acts, children }: Props) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const step = useNavigationType();
  const [end, isEndReached] = useEnd();

  useEffect(() => {
    if (step !== 'PUSH') return;
    scrollTo({ top: 0, behavior: 'instant' });
    heading.current?.focus({ preventScroll: true });
  }, [step]);

  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel__head">
        <h2 ref={heading} id={id} tabIndex={-1}>
          {title}
        </h2>
        {acts && <div className="panel__acts">{acts}</div>}
      </div>
      {children}
      <div className="panel__fade" hidden={isEndReached} />
      <div ref={end} className="panel__end" />
    </section>
  );
}
