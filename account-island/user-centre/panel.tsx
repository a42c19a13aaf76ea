import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useNavigationType } from 'react-router-dom';

/** One page of the user centre. Its heading takes the focus when the member came by a link. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const step = useNavigationType();

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
      </div>
      {children}
    </section>
  );
}
